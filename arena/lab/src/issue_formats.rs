//! Problems of content files in the formats that other programs read: JSON, JUnit, annotations of GitHub.

use std::fmt::Write as _;

use sandtable_diagnostics::{Issue, Issues, Severity};
use sandtable_viewer::html::escaped;
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
