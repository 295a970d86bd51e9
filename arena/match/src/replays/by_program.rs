//! Failing matches made small by a program that says which still fail.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::reduce::{Reduced, ReductionLimits, Reproducer, reduce_within};
use crate::Failure;
use crate::store::write_replay;

/// Between two looks at whether the program has ended.
const LOOKING: Duration = Duration::from_millis(5);

/// What a program says is still failing, asked with candidates under this name. One that has not said so when the time is up, or when it
/// is interrupted, is ended: it does not say so.
///
/// # Errors
/// That the program cannot be run or does not answer even once in time, or a candidate not be written.
pub fn reduce_by_program(
    program: &str,
    reproducer: &Reproducer,
    candidate: &Path,
    limits: ReductionLimits<'_>,
) -> Result<Option<Reduced>, Failure> {
    let asked =
        AskedProgram { program, until: limits.time.map(|time| Instant::now() + time), interrupt: limits.interrupt };
    let (mut failure, mut late) = (None, false);
    let found = reduce_within(reproducer, limits, |reproducer| {
        let shows = asked.shows(reproducer, candidate).unwrap_or_else(|error| {
            failure.get_or_insert(error);
            Some(false)
        });
        late |= shows.is_none();
        shows == Some(true)
    });
    let _ = std::fs::remove_file(candidate);
    if found.is_none() && late && !asked.interrupt.load(Ordering::Relaxed) {
        let text = format!("--run: {program} exceeded the time limit; raise it with --seconds, or set 0 for no limit");
        return Err(Failure::Usage(text));
    }
    failure.map_or(Ok(found), Err)
}

struct AskedProgram<'a> {
    program: &'a str,
    /// When it must have answered.
    until: Option<Instant>,
    interrupt: &'a AtomicBool,
}

impl AskedProgram<'_> {
    /// Whether the program says that a candidate shows what is looked for; none when it has not ended in time.
    fn shows(&self, reproducer: &Reproducer, candidate: &Path) -> Result<Option<bool>, Failure> {
        write_replay(candidate, &reproducer.record("candidate"))?;
        let program = self.program;
        let refuse = |error: std::io::Error| Failure::Usage(format!("--run: cannot run {program}: {error}"));
        let mut command = Command::new(program);
        command.arg(candidate).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(refuse)?;
        loop {
            if let Some(status) = child.try_wait().map_err(refuse)? {
                return Ok(Some(status.success()));
            }
            if self.until.is_some_and(|until| Instant::now() >= until) || self.interrupt.load(Ordering::Relaxed) {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(None);
            }
            std::thread::sleep(LOOKING);
        }
    }
}
