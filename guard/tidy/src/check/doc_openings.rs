//! Docs stand alone: what begins with "The same" sends the reader elsewhere, and so do pronouns at the head of a public item's docs.

use crate::rule::{Rule, Violation};
use crate::source::SourceFile;
use crate::tree::SourceTree;

/// How a doc comment must not begin.
const OPENING: &str = "/// The same";

/// Words that stand for something said elsewhere. "Its" is none of them: on a method it stands for the type.
const PRONOUNS: [&str; 7] = ["It", "They", "Their", "Those", "These", "That", "Ditto"];

/// What a public item begins with, but for fields, whose docs are read below those of their struct.
const ITEMS: [&str; 9] = ["const", "async", "unsafe", "fn", "struct", "enum", "trait", "type", "static"];

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let mut findings = Vec::new();
    for source in tree.product() {
        let mut before = "";
        for (index, line) in source.text.lines().map(str::trim_start).enumerate() {
            if line.starts_with(OPENING) && !before.starts_with("///") {
                findings.push(Violation::new(&source.path, index + 1, line));
            }
            before = line;
        }
    }
    vec![
        Rule::none_of("docs_opening_the_same", "doc comments that open with \"The same\"", findings),
        Rule::none_of(
            "docs_opening_with_a_pronoun",
            "docs of public items that open with a pronoun instead of a noun",
            tree.product().flat_map(pronouns).collect(),
        ),
    ]
}

/// Docs of public items that open with a pronoun.
fn pronouns(source: &SourceFile) -> Vec<Violation> {
    let lines: Vec<&str> = source.text.lines().map(str::trim_start).collect();
    let opens = |at: &usize| {
        let before = at.checked_sub(1).map_or("", |before| lines[before]);
        PRONOUNS.iter().any(|word| opens_with(lines[*at], word)) && !before.starts_with("///")
    };
    let is_public = |at: &usize| {
        let item = lines[*at..].iter().find(|line| !line.starts_with("///") && !line.starts_with("#["));
        let words = item.and_then(|line| line.strip_prefix("pub "));
        words.is_some_and(|rest| ITEMS.contains(&rest.split(' ').next().unwrap_or_default()))
    };
    let found = (0..lines.len()).filter(opens).filter(is_public);
    found.map(|at| Violation::new(&source.path, at + 1, lines[at])).collect()
}

fn opens_with(line: &str, word: &str) -> bool {
    let rest = line.strip_prefix("/// ").and_then(|text| text.strip_prefix(word));
    rest.is_some_and(|rest| rest.starts_with([' ', ',']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    #[test]
    fn only_the_opening_counts() {
        let text = "/// The same as b.\nfn a() {}\n/// Units.\n/// The same as\nfn b() {}\n";
        let fixture = format!("//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\n{text}");
        expect(check, &fixture, "docs_opening_the_same", 1, &["sim/a/src/lib.rs:1 /// The same as b."]);
    }

    #[test]
    fn a_public_item_is_named_by_a_noun() {
        let text = "/// It as JSON.\n#[must_use]\npub fn a() {}\n/// It is private.\nfn b() {}\n/// Its name.\npub fn c() {}\n\
                    /// Units.\n/// They walk.\npub struct D {\n/// They stand.\npub e: u8,\n}\n/// Those, by name.\npub const F: u8 = 1;\n";
        let fixture = format!("//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\n{text}");
        let lines = ["sim/a/src/lib.rs:1 /// It as JSON.", "sim/a/src/lib.rs:14 /// Those, by name."];
        expect(check, &fixture, "docs_opening_with_a_pronoun", 2, &lines);
    }
}
