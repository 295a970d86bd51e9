//! `sandtable check`: looks for mistakes in content files.

use std::fmt::Write as _;

use sandtable_ai::Registry;
use sandtable_diagnostics::{Issue, Issues, Painted, Severity, annotated};
use sandtable_lab::check::check_file;
use sandtable_match::Failure;
use sandtable_match::library::ContentKind;
use sandtable_viewer::html::escaped;
use serde_json::{Value, json};

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
            IssueFormat::Json => {
                let list: Vec<Value> = issues.0.iter().map(issue_json).collect();
                say_json(&json!({ "file": name, "ok": !issues.has_errors(), "issues": list }))?;
            }
            // One document of all files, written in the end.
            IssueFormat::Junit => {}
            format if issues.0.is_empty() => say(&ok_line(&name, format))?,
            format => say(&format!("{}\n", in_words(&issues, format)))?,
        }
        checked.push((name, issues));
    }
    if args.issue_format() == IssueFormat::Junit {
        say(&junit(&checked))?;
    }
    if checked.iter().any(|(_, issues)| issues.has_errors()) { Err(Failure::Checked) } else { Ok(()) }
}

fn ok_line(file: &str, format: IssueFormat) -> String {
    if format == IssueFormat::Github { String::new() } else { format!("{file}: ok\n") }
}

/// The issues of a file, in a format that has a text for each.
pub(super) fn in_words(issues: &Issues, format: IssueFormat) -> String {
    match format {
        IssueFormat::Full => annotated(issues, Painted::Coloured),
        IssueFormat::Github => issues.0.iter().map(github_line).collect::<Vec<_>>().join("\n"),
        IssueFormat::Short | IssueFormat::Json | IssueFormat::Junit => issues.to_string(),
    }
}

/// A workflow command: `::error file=x.toml,line=3,col=1,title=E003::…`.
fn github_line(issue: &Issue) -> String {
    let level = if issue.severity == Severity::Error { "error" } else { "warning" };
    let message = issue.to_string().replace('%', "%25").replace('\n', "%0A");
    let property = |text: &str| text.replace('%', "%25").replace(':', "%3A").replace(',', "%2C");
    let place = if issue.line > 0 { format!(",line={},col={}", issue.line, issue.column) } else { String::new() };
    format!("::{level} file={}{place},title={}::{message}", property(&issue.file), issue.code.name())
}

/// A test case a file; each error is a failure of it.
pub(super) fn junit(checked: &[(String, Issues)]) -> String {
    let failed = checked.iter().filter(|(_, issues)| issues.has_errors()).count();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"sandtable check\" tests=\"{}\" failures=\"{failed}\">\n",
        checked.len()
    );
    for (file, issues) in checked {
        let _ = writeln!(text, "  <testcase name=\"{}\">", escaped(file));
        for issue in issues.0.iter().filter(|issue| issue.severity == Severity::Error) {
            let (code, message) = (issue.code.name(), escaped(&issue.to_string()));
            let _ = writeln!(text, "    <failure type=\"{code}\" message=\"{message}\"/>");
        }
        text.push_str("  </testcase>\n");
    }
    text.push_str("</testsuite>\n");
    text
}

pub(super) fn issue_json(issue: &Issue) -> Value {
    json!({
        "severity": if issue.severity == Severity::Error { "error" } else { "warning" },
        "code": issue.code.name(),
        "file": issue.file,
        "line": issue.line,
        "column": issue.column,
        "field": issue.field,
        "found": issue.found,
        "expected": issue.expected,
        "suggestion": issue.suggestion,
        "source": issue.source,
    })
}
