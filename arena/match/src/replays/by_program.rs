//! Failing matches made small by a program that says which still fail.

use std::path::Path;
use std::process::{Command, Stdio};

use super::reduce::{Reduced, ReductionLimits, Reproducer, reduce_within};
use crate::Failure;
use crate::store::write_replay;

/// What a program says is still failing, asked with candidates under this name.
///
/// # Errors
/// That the program cannot be run, or a candidate not be written.
pub fn reduce_by_program(
    program: &str,
    reproducer: &Reproducer,
    candidate: &Path,
    limits: ReductionLimits<'_>,
) -> Result<Option<Reduced>, Failure> {
    let mut failure = None;
    let found = reduce_within(reproducer, limits, |reproducer| {
        shows(program, reproducer, candidate).unwrap_or_else(|error| {
            failure.get_or_insert(error);
            false
        })
    });
    let _ = std::fs::remove_file(candidate);
    failure.map_or(Ok(found), Err)
}

/// Whether a program says that a candidate shows what is looked for.
fn shows(program: &str, reproducer: &Reproducer, candidate: &Path) -> Result<bool, Failure> {
    write_replay(candidate, &reproducer.record("candidate"))?;
    let mut command = Command::new(program);
    command.arg(candidate).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status().map_err(|error| Failure::Usage(format!("--run: cannot run {program}: {error}")))?;
    Ok(status.success())
}
