//! The exit code of each way in which a command fails.

use std::process::ExitCode;

use sandtable_diagnostics::{Issues, Painted, annotated};
use sandtable_match::Failure;

/// The exit codes, as `--help` and the documentation list them.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  a check failed: a replay or a tournament's results are damaged or differ when played
     again, a file has errors, a commander forfeited, a movement figure is over its budget,
     a tournament does not meet its file's expectations, nothing better was found or learnt
  2  the command line or a file it names cannot be used
  3  a file cannot be read or written
  4  the engine failed: a bug in Sandtable; the replay, if there is one, shows it
  5  no difference was found, but a replay ends before its match does, merged parts are
     not all of a tournament, or verified results are not finished
130  interrupted";

/// The exit code of a failure; see [`EXIT_CODES`].
pub const fn code(failure: &Failure) -> u8 {
    match failure {
        Failure::Checked | Failure::Mismatch(_) => 1,
        Failure::Usage(_) | Failure::Unknown(_) | Failure::Content(_) => 2,
        Failure::Io { .. } => 3,
        Failure::Engine(_) => 4,
        Failure::Incomplete => 5,
        Failure::Interrupted => 130,
    }
}

/// Says a failure on standard error, once, and turns it into the exit code.
pub fn report(failure: &Failure) -> ExitCode {
    if let Failure::Content(issues) = failure {
        report_issues(issues);
        return ExitCode::from(code(failure));
    }
    let text = failure.to_string();
    let red = anstyle::AnsiColor::Red.on_default().bold();
    for line in text.lines().filter(|line| !line.is_empty()) {
        anstream::eprintln!("{red}error:{red:#} {line}");
    }
    ExitCode::from(code(failure))
}

/// Says what is wrong with content files, each problem with its source line, and how to learn more of the first.
fn report_issues(issues: &Issues) {
    anstream::eprintln!("{}", annotated(issues, Painted::Coloured));
    if let Some(first) = issues.0.first() {
        eprintln!("\nFor more about this problem, try `sandtable explain {}`.", first.code.name());
    }
}
