//! Problems of content files in the formats that other programs read: JSON, JUnit, annotations of GitHub.

use sandtable_diagnostics::{Issue, Issues, Severity};
use sandtable_match::junit::{TestCase, TestFailure, junit};
use serde_json::{Value, json};

/// A workflow command of GitHub: `::error file=x.toml,line=3,col=1,title=E003::…`.
pub fn github_annotation(issue: &Issue) -> String {
    let level = if issue.severity == Severity::Error { "error" } else { "warning" };
    let message = issue.to_string().replace('%', "%25").replace('\n', "%0A");
    let property = |text: &str| text.replace('%', "%25").replace(':', "%3A").replace(',', "%2C");
    let place = if issue.line > 0 { format!(",line={},col={}", issue.line, issue.column) } else { String::new() };
    format!("::{level} file={}{place},title={}::{message}", property(&issue.file), issue.code.name())
}

/// A test case a file; each error is a failure of it.
pub fn issues_junit(checked: &[(String, Issues)]) -> String {
    let failure = |issue: &Issue| TestFailure { kind: Some(issue.code.name()), message: issue.to_string() };
    let case = |(file, issues): &(String, Issues)| {
        let errors = issues.0.iter().filter(|issue| issue.severity == Severity::Error);
        TestCase { name: file.clone(), failures: errors.map(failure).collect() }
    };
    junit("sandtable check", &checked.iter().map(case).collect::<Vec<_>>())
}

/// The problems of a file as an object: its name, whether it has no errors, and each problem with all its parts.
pub fn file_json(file: &str, issues: &Issues) -> Value {
    let list: Vec<Value> = issues.0.iter().map(issue_json).collect();
    json!({ "file": file, "ok": !issues.has_errors(), "issues": list })
}

/// A problem with all its parts.
pub fn issue_json(issue: &Issue) -> Value {
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
