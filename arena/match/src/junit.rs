//! Results of tests in the XML that build servers read.

use std::fmt::Write as _;

use sandtable_viewer::html::escaped;

/// A test case: something was tested, and this is what failed of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// What is tested.
    pub name: String,
    /// What failed; empty when nothing did.
    pub failures: Vec<TestFailure>,
}

/// What failed in a test case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestFailure {
    /// Which kind of failure it is, if there are kinds.
    pub kind: Option<&'static str>,
    /// What was found, and what was expected.
    pub message: String,
}

impl TestCase {
    /// A test case that passes, or fails with a message.
    pub fn new(name: String, failure: Option<String>) -> TestCase {
        let failures = failure.map(|message| TestFailure { kind: None, message }).into_iter().collect();
        TestCase { name, failures }
    }
}

/// A suite of test cases as XML.
pub fn junit(suite: &str, cases: &[TestCase]) -> String {
    let failed = cases.iter().filter(|case| !case.failures.is_empty()).count();
    let (suite, tests) = (escaped(suite), cases.len());
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"{suite}\" tests=\"{tests}\" failures=\"{failed}\">\n"
    );
    for TestCase { name, failures } in cases {
        let name = escaped(name);
        if failures.is_empty() {
            let _ = writeln!(text, "  <testcase name=\"{name}\"/>");
            continue;
        }
        let _ = writeln!(text, "  <testcase name=\"{name}\">");
        for TestFailure { kind, message } in failures {
            let kind = kind.map(|kind| format!(" type=\"{}\"", escaped(kind))).unwrap_or_default();
            let _ = writeln!(text, "    <failure{kind} message=\"{}\"/>", escaped(message));
        }
        text.push_str("  </testcase>\n");
    }
    text + "</testsuite>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_counts_failed_cases_and_names_each_failure() {
        let failure = |kind, message: &str| TestFailure { kind, message: message.to_owned() };
        let cases = [
            TestCase::new("holds".to_owned(), None),
            TestCase {
                name: "a & b".to_owned(),
                failures: vec![failure(Some("E003"), "no \"hp\""), failure(None, "x")],
            },
        ];
        let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                        <testsuite name=\"suite\" tests=\"2\" failures=\"1\">\n  <testcase name=\"holds\"/>\n  \
                        <testcase name=\"a &amp; b\">\n    \
                        <failure type=\"E003\" message=\"no &quot;hp&quot;\"/>\n    \
                        <failure message=\"x\"/>\n  </testcase>\n</testsuite>\n";
        assert_eq!(junit("suite", &cases), expected);
    }
}
