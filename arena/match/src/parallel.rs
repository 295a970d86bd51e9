//! Work done in parallel, received in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use crate::Failure;
use crate::progress::ProgressSink;

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

/// Runs the jobs of groups on `threads` threads: `job` takes the row of a group and a number below the group's size. `receive` gets the
/// results of a whole group at a time, with its row, on the calling thread and in the order of the groups; an empty group is passed over.
/// Each job counts as one unit of `progress`, which may stop the work between two groups or within one.
///
/// # Errors
/// The first error of a job or of `receive`, or that the work was stopped; jobs not yet begun are left out then.
pub fn groups_in_order<T: Send>(
    sizes: &[u32],
    threads: usize,
    progress: &dyn ProgressSink,
    job: impl Fn(usize, u32) -> Result<T, Failure> + Sync,
    mut receive: impl FnMut(usize, Vec<T>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let members = |(row, size): (usize, &u32)| (0..*size).map(move |number| (row, number));
    let jobs: Vec<(usize, u32)> = sizes.iter().enumerate().flat_map(members).collect();
    progress.expect(jobs.len() as u64);
    let mut group = Vec::new();
    let run = |at: u32| {
        let (row, number) = jobs[at as usize];
        (row, job(row, number))
    };
    in_order(jobs.len() as u32, threads, run, |(row, result)| {
        group.push(result?);
        if group.len() == sizes[row] as usize {
            receive(row, std::mem::take(&mut group))?;
        }
        progress.counted(1)
    })
}

/// Runs `job` for 0 … `jobs` − 1 on `threads` threads and hands the results to `receive` on the calling thread, in the order of the jobs,
/// until it breaks off; jobs not yet begun are left out then.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Unseen;

    #[test]
    fn groups_are_received_whole_and_in_order() {
        let run = |threads: usize| {
            let mut received = Vec::new();
            let job = |row: usize, number: u32| Ok((row, number));
            groups_in_order(&[2, 0, 3, 1], threads, &Unseen, job, |row, group| {
                received.push((row, group));
                Ok(())
            })
            .expect("nothing fails");
            received
        };
        let expected = vec![(0, vec![(0, 0), (0, 1)]), (2, vec![(2, 0), (2, 1), (2, 2)]), (3, vec![(3, 0)])];
        assert_eq!(run(1), expected);
        assert_eq!(run(4), expected);
    }

    /// Wants no more than one unit.
    #[derive(Debug, Default)]
    struct Impatient(AtomicBool);

    impl ProgressSink for Impatient {
        fn is_shown(&self) -> bool {
            false
        }

        fn expect(&self, _: u64) {}

        fn advance(&self, _: u64) {
            assert!(!self.0.swap(true, Ordering::Relaxed), "told after it wanted no more");
        }

        fn skip(&self, _: u64) {}

        fn describe(&self, _: String) {}

        fn restart(&self) {}

        fn finish(&self) {}

        fn is_interrupted(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }

    #[test]
    fn work_stops_between_units_and_what_was_received_stays() {
        let mut rows = Vec::new();
        let ended = groups_in_order(
            &[1, 1, 1],
            1,
            &Impatient::default(),
            |row, _| Ok(row),
            |row, _| {
                rows.push(row);
                Ok(())
            },
        );
        assert!(matches!(ended, Err(Failure::Interrupted)), "{ended:?}");
        assert_eq!(rows, [0]);
    }

    #[test]
    fn the_first_failure_of_a_job_ends_the_work() {
        let fail = |row: usize, number: u32| match (row, number) {
            (1, 0) => Err(Failure::Usage("no room".to_owned())),
            _ => Ok(()),
        };
        let mut rows = Vec::new();
        let ended = groups_in_order(&[1, 2, 1], 2, &Unseen, fail, |row, _| {
            rows.push(row);
            Ok(())
        });
        assert!(matches!(ended, Err(Failure::Usage(text)) if text == "no room"));
        assert_eq!(rows, [0]);
    }
}
