//! The issues of a file as text.

use sandtable_diagnostics::{Issues, Painted, annotated};
use sandtable_lab::issue_formats::github_annotation;

use crate::args::IssueFormat;

/// The issues of a file, in a format that has a text for each.
pub(super) fn in_words(issues: &Issues, format: IssueFormat) -> String {
    match format {
        IssueFormat::Full => annotated(issues, Painted::Coloured),
        IssueFormat::Github => issues.0.iter().map(github_annotation).collect::<Vec<_>>().join("\n"),
        IssueFormat::Short | IssueFormat::Json | IssueFormat::Junit => issues.to_string(),
    }
}
