//! `sandtable check`: looks for mistakes in content files.

use sandtable_ai::Registry;
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
    let mut checked = Vec::new();
    for file in &args.files {
        let issues = check_file(file, args.rules.as_deref(), registry, kind)?;
        let name = file.display().to_string();
        match args.issue_format() {
            IssueFormat::Json => say_json(&file_json(&name, &issues))?,
            // One document of all files, written in the end.
            IssueFormat::Junit => {}
            format if issues.0.is_empty() => say(&ok_line(&name, format))?,
            format => say(&format!("{}\n", in_words(&issues, format)))?,
        }
        checked.push((name, issues));
    }
    if args.issue_format() == IssueFormat::Junit {
        say(&issues_junit(&checked))?;
    }
    if checked.iter().any(|(_, issues)| issues.has_errors()) { Err(Failure::Checked) } else { Ok(()) }
}

fn ok_line(file: &str, format: IssueFormat) -> String {
    if format == IssueFormat::Github { String::new() } else { format!("{file}: ok\n") }
}
