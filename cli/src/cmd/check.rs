//! `sandtable check`: looks for mistakes in content files.

use sandtable_ai::Registry;
use sandtable_diagnostics::{Issue, Severity};
use sandtable_lab::check::check_file;
use sandtable_match::Failure;
use sandtable_match::library::ContentKind;
use serde_json::{Value, json};

use super::{say, say_json};
use crate::args::CheckArgs;

pub fn run(args: &CheckArgs, registry: &Registry) -> Result<(), Failure> {
    if args.trial.run { super::trial::run(args, registry) } else { check_files(args, registry, None) }
}

/// Checks files, each as what it is, or all as of one kind.
pub(super) fn check_files(args: &CheckArgs, registry: &Registry, kind: Option<ContentKind>) -> Result<(), Failure> {
    let mut failed = false;
    for file in &args.files {
        let issues = check_file(file, args.rules.as_deref(), registry, kind)?;
        failed |= issues.has_errors();
        if args.json {
            let list: Vec<Value> = issues.0.iter().map(issue_json).collect();
            say_json(&json!({ "file": file.display().to_string(), "ok": !issues.has_errors(), "issues": list }))?;
        } else if issues.0.is_empty() {
            say(&format!("{}: ok\n", file.display()))?;
        } else {
            say(&format!("{issues}\n"))?;
        }
    }
    if failed { Err(Failure::Checked) } else { Ok(()) }
}

pub(super) fn issue_json(issue: &Issue) -> Value {
    json!({
        "severity": if issue.severity == Severity::Error { "error" } else { "warning" },
        "file": issue.file,
        "line": issue.line,
        "column": issue.column,
        "field": issue.field,
        "found": issue.found,
        "expected": issue.expected,
        "suggestion": issue.suggestion,
    })
}
