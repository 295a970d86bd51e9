//! The ratchet: what does not meet its aim yet stays exactly where it is, until somebody moves it on purpose.

use crate::rule::{Bound, Rule};
use crate::tree::{OWN_FOLDER, SourceTree};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How many findings of a rule are listed before the rest is only counted.
const MOST_LISTED: usize = 60;

/// What is wrong: a line or more for each rule whose value is not what aim and ratchet say, and for what could not be read.
/// Empty when all is well.
///
/// A rule that meets its aim has no entry in the ratchet. One that does not must have the value there that was found: more
/// is a step back, and less is to be written down, so that it cannot be lost again.
pub fn judge(tree: &SourceTree, rules: &[Rule]) -> Vec<String> {
    let mut wrong = tree.unread.clone();
    let ratchet = match read(tree) {
        Ok(ratchet) => ratchet,
        Err(error) => {
            wrong.push(error);
            return wrong;
        }
    };
    wrong.extend(rules.iter().filter_map(|rule| judge_rule(rule, ratchet.get(&rule.key).copied())));
    let unknown = ratchet.keys().filter(|key| !rules.iter().any(|rule| rule.key == **key));
    wrong.extend(unknown.map(|key| format!("{}: no rule is called `{key}`: take it out", path())));
    wrong
}

/// The file that holds the ratchet as it should stand for `rules`.
pub fn ratchet_text(rules: &[Rule]) -> String {
    let mut text = String::from(
        "# Where figures stand that are not yet what they should be: `cargo run -p sandtable-tidy -- figures` tells the aims.\n\
         # A test holds each to exactly this number. After an improvement: `cargo run -p sandtable-tidy -- ratchet --write`.\n\n",
    );
    for rule in rules.iter().filter(|rule| !rule.is_met()) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\"{}\" = {}", rule.key, rule.value);
    }
    text
}

fn path() -> String {
    format!("{OWN_FOLDER}/ratchet.toml")
}

fn read(tree: &SourceTree) -> Result<BTreeMap<String, u64>, String> {
    let table = tree.own_toml("ratchet.toml")?;
    let number = |(key, entry): (String, crate::toml_file::TomlEntry)| {
        let number = entry.number().ok_or_else(|| format!("{}:{}: `{key}` is no number", path(), entry.line))?;
        Ok((key, number))
    };
    table.into_iter().map(number).collect()
}

fn judge_rule(rule: &Rule, ratchet: Option<u64>) -> Option<String> {
    let (aim, is_worse) = match rule.bound {
        Bound::Told => return None,
        Bound::AtMost(aim) => (aim, rule.value > ratchet.unwrap_or(aim)),
        Bound::AtLeast(aim) => (aim, rule.value < ratchet.unwrap_or(aim)),
    };
    if is_worse {
        let mut text = format!("{}: {} is {}, not {}", rule.key, rule.says, rule.value, ratchet.unwrap_or(aim));
        for finding in rule.findings.iter().take(MOST_LISTED) {
            let _ = write!(text, "\n  {}:{}: {}", finding.file, finding.line, finding.message);
        }
        let rest = rule.findings.len().saturating_sub(MOST_LISTED);
        if rest > 0 {
            let _ = write!(text, "\n  and {rest} more: cargo run -p sandtable-tidy -- list {}", rule.key);
        }
        return Some(text);
    }
    let expected = (!rule.is_met()).then_some(rule.value);
    (ratchet != expected).then(|| {
        let to =
            expected.map_or("take it out of the ratchet, the aim is met".to_owned(), |value| format!("to {value}"));
        format!(
            "{}: {} has come from {} to {}: lower the ratchet, {to}",
            rule.key,
            rule.says,
            ratchet.unwrap_or(aim),
            rule.value
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Violation;

    fn check(ratchet: &str, rule: Rule, expect: &[&str]) {
        let tree = SourceTree::from_fixture(&format!("//- guard/tidy/ratchet.toml\n{ratchet}\n"));
        let wrong = judge(&tree, &[rule]);
        assert_eq!(wrong.len(), expect.len(), "{wrong:?}");
        for (line, part) in wrong.iter().zip(expect) {
            assert!(line.contains(part), "{line}");
        }
    }

    fn at_most(value: u64) -> Rule {
        Rule::at_most(3, value, "a", "things", vec![Violation::new("x.rs", 7, "here")])
    }

    #[test]
    fn without_a_ratchet_the_aim_counts() {
        check("", at_most(3), &[]);
        check("", at_most(4), &["a: things is 4, not 3\n  x.rs:7: here"]);
        check("", Rule::at_least(3, 2, "a", "things"), &["is 2, not 3"]);
    }

    #[test]
    fn a_ratchet_is_held_from_both_sides() {
        check("a = 5", at_most(5), &[]);
        check("a = 5", at_most(6), &["is 6, not 5"]);
        check("a = 5", at_most(4), &["lower the ratchet, to 4"]);
        check("a = 5", at_most(2), &["take it out"]);
        check("a = 1", Rule::at_least(3, 2, "a", "things"), &["to 2"]);
    }

    #[test]
    fn a_ratchet_of_nothing_is_refused() {
        check("a = 5\nb = 1", at_most(5), &["no rule is called `b`"]);
        check("a = 'x'", at_most(5), &["`a` is no number"]);
    }

    #[test]
    fn what_is_written_is_what_is_wanted() {
        let text = ratchet_text(&[at_most(5), Rule::at_most(3, 3, "b", "", Vec::new())]);
        assert!(text.contains("\"a\" = 5") && !text.contains("\"b\""));
        check(&text, at_most(5), &[]);
    }
}
