//! `sandtable check`: looks for mistakes in content files.

use sandtable_ai::Registry;
use sandtable_diagnostics::Issues;
use sandtable_lab::check::check_file;
use sandtable_lab::issue_formats::{file_json, issues_junit};
use sandtable_match::Failure;
use sandtable_match::library::ContentKind;

use super::issue_text::in_words;
use super::{say, say_json};
use crate::args::{CheckArgs, IssueFormat};

pub fn run(args: &CheckArgs, registry: &Registry) -> Result<(), Failure> {
    if args.trial.run { super::trial::run(args, registry) } else { check_files(args, registry, None) }
}

/// Checks files, each as what it is, or all as of one kind.
pub(super) fn check_files(args: &CheckArgs, registry: &Registry, kind: Option<ContentKind>) -> Result<(), Failure> {
    let (mut checked, mut unread) = (Vec::new(), Issues::default());
    let format = args.issue_format();
    for file in &args.files {
        let issues = match check_file(file, args.rules.as_deref(), registry, kind) {
            // Those after a file that cannot be read are checked, too. Where only people read, it is told in the end.
            Err(Failure::Content(issues)) => {
                unread.0.extend(issues.0.iter().cloned());
                if matches!(format, IssueFormat::Full | IssueFormat::Short) {
                    continue;
                }
                issues
            }
            checked => checked?,
        };
        let name = file.display().to_string();
        match format {
            IssueFormat::Json => say_json(&file_json(&name, &issues))?,
            // One document of all files, written in the end.
            IssueFormat::Junit => {}
            format if issues.0.is_empty() => say(&ok_line(&name, format))?,
            format => say(&format!("{}\n", in_words(&issues, format)))?,
        }
        checked.push((name, issues));
    }
    if format == IssueFormat::Junit {
        say(&issues_junit(&checked))?;
    }
    if unread.has_errors() {
        return Err(Failure::Content(unread));
    }
    if checked.iter().any(|(_, issues)| issues.has_errors()) { Err(Failure::Checked) } else { Ok(()) }
}

fn ok_line(file: &str, format: IssueFormat) -> String {
    if format == IssueFormat::Github { String::new() } else { format!("{file}: ok\n") }
}
