//! Threads within one match.

use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use sandtable_sim::Threads;

use crate::Failure;

/// A number of threads for one match, to be played by the calling thread, which is one of them. They change nothing but the
/// time it takes, and only large matches take less.
///
/// # Errors
/// When the system has no such threads to give.
pub fn threads_of_a_match(count: u16) -> Result<Threads, Failure> {
    if count <= 1 {
        return Ok(Threads::default());
    }
    let builder = || ThreadPoolBuilder::new().num_threads(usize::from(count));
    // A thread can belong to one pool only: if this one does, it will wait while others work.
    let pool = builder().use_current_thread().build().or_else(|_| builder().build());
    let pool = pool.map_err(|error| Failure::Usage(format!("cannot start {count} threads: {error}")))?;
    Ok(Threads::from(Arc::new(pool)))
}
