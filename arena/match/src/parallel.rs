//! Work done in parallel, received in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use crate::Failure;

/// Runs `job` for 0 … `jobs` − 1 on `threads` threads and hands every result to `receive`, on the calling
/// thread, in the order of the jobs. Whatever `receive` writes is therefore the same for any number of threads.
///
/// # Errors
/// The first error of `receive`; jobs not yet begun are left out then.
pub fn in_order<T: Send>(
    jobs: u32,
    threads: usize,
    job: impl Fn(u32) -> T + Sync,
    mut receive: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    in_order_until(jobs, threads, job, |result| receive(result).map(ControlFlow::Continue))
}

/// Runs jobs on several threads and receives their results in the order of the jobs until `receive` has had enough: jobs not yet begun
///
/// # Errors
/// The first error of `receive`.
pub fn in_order_until<T: Send>(
    jobs: u32,
    threads: usize,
    job: impl Fn(u32) -> T + Sync,
    mut receive: impl FnMut(T) -> Result<ControlFlow<()>, Failure>,
) -> Result<(), Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Usage(format!("cannot start {threads} threads: {error}")))?;
    let cancelled = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    let (job, cancelled) = (&job, &cancelled);
    pool.in_place_scope_fifo(|scope| {
        for number in 0..jobs {
            let sender = sender.clone();
            scope.spawn_fifo(move |_| {
                if !cancelled.load(Ordering::Relaxed) {
                    // The receiver is gone only after a failure, which has been told already.
                    let _ = sender.send((number, job(number)));
                }
            });
        }
        drop(sender);
        let received = receive_in_order(results, &mut receive);
        cancelled.store(!matches!(received, Ok(ControlFlow::Continue(()))), Ordering::Relaxed);
        received.map(|_| ())
    })
}

fn receive_in_order<T>(
    results: mpsc::Receiver<(u32, T)>,
    receive: &mut impl FnMut(T) -> Result<ControlFlow<()>, Failure>,
) -> Result<ControlFlow<()>, Failure> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (number, result) in results {
        early.insert(number, result);
        while let Some(result) = early.remove(&next) {
            if receive(result)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            next += 1;
        }
    }
    Ok(ControlFlow::Continue(()))
}
