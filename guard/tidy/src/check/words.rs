//! Plain words: what `words.toml` lists is not written in comments, messages and documents.

use crate::prose::{self, Prose, says};
use crate::rule::{Rule, Violation};
use crate::toml_file::TomlEntry;
use crate::tree::{OWN_FOLDER, SourceTree, is_own};

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let path = format!("{OWN_FOLDER}/words.toml");
    let table = match tree.own_toml("words.toml") {
        Ok(table) => table,
        Err(error) => {
            return vec![Rule::none_of("words", "files of banned words", vec![Violation::new(&path, 1, error)])];
        }
    };
    let prose: Vec<(&str, Vec<Prose<'_>>)> = prose(tree);
    let mut all = Vec::new();
    let mut rules = Vec::new();
    for (phrase, instead) in table.get("instead").and_then(TomlEntry::table).into_iter().flatten() {
        let message = format!("\"{phrase}\": write {}", instead.text().unwrap_or_default());
        let found = prose.iter().flat_map(|(path, lines)| lines.iter().map(move |line| (*path, line)));
        let found = found.filter(|(_, line)| says(line.text, phrase));
        let findings: Vec<Violation> =
            found.map(|(path, line)| Violation::new(path, line.line, message.clone())).collect();
        let key = format!("words.{}", phrase.replace(' ', "_"));
        rules.push(Rule::told(findings.len() as u64, key, format!("uses of \"{phrase}\"")));
        all.extend(findings);
    }
    rules.push(Rule::none_of("words", "uses of banned words and idioms", all));
    rules
}

/// What people read, file by file: the words of sources, documents, and files whose lines are read whole, for banned are phrases that no
/// code has.
fn prose(tree: &SourceTree) -> Vec<(&str, Vec<Prose<'_>>)> {
    let sources = tree.sources.iter().filter(|source| !is_own(&source.path));
    let sources = sources.map(|source| (source.path.as_str(), prose::of_source(&source.text)));
    // The change log quotes what was.
    let documents = tree.documents().filter(|(path, _)| !path.ends_with("CHANGELOG.md"));
    let whole = documents.chain(tree.commented());
    sources.chain(whole.map(|(path, text)| (path, prose::of_document(text)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    const FILES: &str = "//- guard/tidy/words.toml\n[instead]\n\"foo bar\" = \"baz\"\n//- sim/x.rs\n// Foo bar.\nfn f() { g(\"a foo bar\"); foo = bar; }\n\
                         //- docs/A.md\nno foobar\n\nfoo bar\n//- CHANGELOG.md\nfoo bar\n\
                         //- scenarios/a.toml\nabout = \"Foo bar.\"\n//- b.py\n\n# foo bar\n//- c.js\n// foo-bar\n";

    #[test]
    fn comments_strings_documents_content_and_scripts_are_read() {
        let lines =
            ["sim/x.rs:1 \"foo bar\": write baz", "sim/x.rs:2 ", "docs/A.md:3 ", "b.py:2 ", "scenarios/a.toml:1 "];
        expect(check, FILES, "words", 5, &lines);
    }
}
