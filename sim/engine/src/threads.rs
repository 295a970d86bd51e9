//! Threads handed in, and the one way to use them: passes over many rows, cut into chunks.
//!
//! A world starts no thread. Whoever has a pool may lend it ([`World::use_threads`](crate::World::use_threads)); it is no
//! state, and results are the same for any number of threads or none: chunks are cut at fixed rows, each writes its
//! own rows and its own output, and outputs are taken in the order of chunks.

use sandtable_state::limits::{CHUNK_ROWS, MIN_ROWS_FOR_THREADS};

/// A pool of threads, or none: then everything happens on the calling thread.
#[derive(Clone, Default)]
pub struct Threads {
    #[cfg(feature = "rayon")]
    pool: Option<std::sync::Arc<rayon::ThreadPool>>,
    grain: Grain,
}

/// How finely passes are cut.
#[derive(Clone, Copy)]
struct Grain {
    /// Rows below which a pass stays on one thread.
    least: usize,
    /// Rows of a chunk.
    chunk: usize,
}

impl Default for Grain {
    fn default() -> Grain {
        Grain { least: MIN_ROWS_FOR_THREADS, chunk: CHUNK_ROWS }
    }
}

#[cfg(feature = "rayon")]
impl From<std::sync::Arc<rayon::ThreadPool>> for Threads {
    fn from(pool: std::sync::Arc<rayon::ThreadPool>) -> Threads {
        Threads { pool: Some(pool), grain: Grain::default() }
    }
}

/// Rows of several columns side by side, that can be cut in two.
pub(crate) trait ParallelRows: Send + Sized {
    /// How many rows.
    fn count(&self) -> usize;
    /// The first `at` rows, and the others.
    fn cut(self, at: usize) -> (Self, Self);
}

impl<T: Sync> ParallelRows for &[T] {
    fn count(&self) -> usize {
        self.len()
    }
    fn cut(self, at: usize) -> (Self, Self) {
        self.split_at(at)
    }
}

impl<T: Send> ParallelRows for &mut [T] {
    fn count(&self) -> usize {
        self.len()
    }
    fn cut(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }
}

/// Columns of equal length.
macro_rules! rows_of_columns {
    ($($column:ident),*) => {
        #[expect(non_snake_case, reason = "a type and its value go by one name here")]
        impl<$($column: ParallelRows),*> ParallelRows for ($($column,)*) {
            fn count(&self) -> usize {
                self.0.count()
            }
            fn cut(self, at: usize) -> (Self, Self) {
                let ($($column,)*) = self;
                $(let $column = $column.cut(at);)*
                (($($column.0,)*), ($($column.1,)*))
            }
        }
    };
}
rows_of_columns!(A, B);
rows_of_columns!(A, B, C);
rows_of_columns!(A, B, C, D);

impl Threads {
    /// Threads as these, with every pass of two rows or more cut into chunks of a few. It is slow: for showing that neither threads nor
    /// chunks can be told from what comes out, on matches of any size.
    #[must_use]
    pub fn finely(mut self) -> Threads {
        self.grain = Grain { least: 2, chunk: 3 };
        self
    }

    /// Runs `work` over `rows` rows where its passes can spread over the threads.
    pub(crate) fn enter<R: Send>(&self, rows: usize, work: impl FnOnce() -> R + Send) -> R {
        #[cfg(feature = "rayon")]
        if let Some(pool) = self.pool.as_ref().filter(|_| rows >= self.grain.least) {
            return pool.install(work);
        }
        let _ = rows;
        work()
    }

    /// Whether the threads were entered, and there are enough rows for them to be faster.
    fn pay(&self, rows: usize) -> bool {
        #[cfg(feature = "rayon")]
        let entered = self.pool.as_ref().is_some_and(|pool| pool.current_thread_index().is_some());
        #[cfg(not(feature = "rayon"))]
        let entered = false;
        entered && rows >= self.grain.least
    }

    /// Does two things that concern `rows` rows, at the same time if that pays.
    pub(crate) fn both(&self, rows: usize, one: impl FnOnce() + Send, other: impl FnOnce() + Send) {
        if self.pay(rows) {
            join(one, other);
        } else {
            one();
            other();
        }
    }

    /// Runs `work` over chunks of rows, at the same time if that pays; it is told the first row of its chunk.
    pub(crate) fn by_chunks<R: ParallelRows>(&self, rows: R, work: impl Fn(usize, R) + Sync) {
        self.by_chunks_into(rows, &mut Vec::new(), |at, rows, (): &mut ()| work(at, rows));
    }

    /// Runs `work` over chunks of rows with an output for each chunk, as `outputs` holds them (reused, and added to where there are too few).
    /// Together they must say the same wherever chunks end.
    pub(crate) fn by_chunks_into<R: ParallelRows, O: Send + Default>(
        &self,
        rows: R,
        outputs: &mut Vec<O>,
        work: impl Fn(usize, R, &mut O) + Sync,
    ) {
        let count = rows.count();
        let size = if self.pay(count) { self.grain.chunk } else { count.max(1) };
        let chunks = count.div_ceil(size).max(1);
        if outputs.len() < chunks {
            outputs.resize_with(chunks, O::default);
        }
        spread(0, rows, size, &mut outputs[..chunks], &work);
    }

    /// Runs `work` over a few rows with `weight` rows' worth of work behind them, each row by itself if that pays, all at once if not.
    pub(crate) fn one_by_one<R: ParallelRows>(&self, weight: usize, rows: R, work: impl Fn(usize, R) + Sync) {
        let chunks = if self.pay(weight) { rows.count().max(1) } else { 1 };
        spread(0, rows, 1, &mut vec![(); chunks], &|at, rows, (): &mut ()| work(at, rows));
    }
}

/// One chunk of rows for each output.
fn spread<R: ParallelRows, O: Send>(
    at: usize,
    rows: R,
    size: usize,
    outputs: &mut [O],
    work: &(impl Fn(usize, R, &mut O) + Sync),
) {
    if let [output] = outputs {
        return work(at, rows, output);
    }
    let half = outputs.len() / 2;
    let (first, second) = rows.cut(half * size);
    let (outputs, others) = outputs.split_at_mut(half);
    join(|| spread(at, first, size, outputs, work), || spread(at + half * size, second, size, others, work));
}

#[cfg(feature = "rayon")]
fn join<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(one, other)
}

#[cfg(not(feature = "rayon"))]
fn join<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    (one(), other())
}
