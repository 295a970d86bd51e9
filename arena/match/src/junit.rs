//! Results of tests in the XML that build servers read.

use std::fmt::Write as _;

use sandtable_viewer::html::escaped;

/// A test case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What is tested.
    pub name: String,
    /// What failed; none when nothing did.
    pub failure: Option<String>,
}

/// A suite of test cases.
pub fn junit(suite: &str, cases: &[Case]) -> String {
    let failures = cases.iter().filter(|case| case.failure.is_some()).count();
    let (name, tests) = (escaped(suite), cases.len());
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\">\n"
    );
    for Case { name, failure } in cases {
        let name = escaped(name);
        let _ = match failure {
            None => writeln!(text, "  <testcase name=\"{name}\"/>"),
            Some(failure) => {
                writeln!(text, "  <testcase name=\"{name}\"><failure message=\"{}\"/></testcase>", escaped(failure))
            }
        };
    }
    text + "</testsuite>\n"
}
