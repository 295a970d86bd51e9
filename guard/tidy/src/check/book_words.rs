//! The pages written by hand stay short enough to be read: their words are counted.
//!
//! A word is a stretch between blanks with a letter or digit in it. Fenced code does not count, nor do rows of tables that the
//! program writes or checks one by one: those between `<!-- … written by … -->` and `<!-- end of … -->`, and the table `Where`.

use super::where_table::HEADING;
use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;

/// What all pages together should not exceed.
const MOST_WORDS: u64 = 40_000;
/// Pages that a test writes.
const WRITTEN: [&str; 1] = ["docs/REFERENCE.md"];
const PAGES_OF_THE_ROOT: [&str; 2] = ["README.md", "CONTRIBUTING.md"];

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let pages = tree.documents().filter(|(path, _)| is_written_by_hand(path));
    let mut counts: Vec<(u64, &str)> = pages.map(|(path, text)| (words(text), path)).collect();
    counts.sort_by(|a, b| b.cmp(a));
    let sum = counts.iter().map(|(count, _)| count).sum();
    let findings = counts.iter().map(|(count, path)| Violation::new(path, 1, format!("{count} words"))).collect();
    vec![Rule::at_most(MOST_WORDS, sum, "book.words", "words of the pages written by hand", findings)]
}

fn is_written_by_hand(path: &str) -> bool {
    PAGES_OF_THE_ROOT.contains(&path) || path.starts_with("docs/") && !WRITTEN.contains(&path)
}

fn words(text: &str) -> u64 {
    let (mut is_code, mut is_written, mut is_where) = (false, false, false);
    let mut count = 0;
    for line in text.lines().map(str::trim_start) {
        if line.starts_with("```") {
            is_code = !is_code;
            continue;
        }
        if line.starts_with("<!--") && !is_code {
            is_written = line.contains("written by");
            continue;
        }
        if line.starts_with("## ") && !is_code {
            is_where = line == HEADING.trim_end();
        }
        let is_row_of_the_program = line.starts_with('|') && (is_written || is_where);
        if !is_code && !is_row_of_the_program {
            count += line.split_whitespace().filter(|it| it.contains(char::is_alphanumeric)).count() as u64;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    #[test]
    fn words_are_stretches_with_letters_or_digits() {
        assert_eq!(words("# A page\n\n- two – `words`, *here*: 4\n"), 6);
        assert_eq!(words("| a | b c |\n|---|---|\n"), 3);
    }

    #[test]
    fn code_and_tables_of_the_program_do_not_count() {
        assert_eq!(words("one\n```sh\ntwo\n```\n  ```\nthree\n  ```\nfour"), 2);
        assert_eq!(words("<!-- x: written by `y` -->\n| a |\nb\n<!-- end of x -->\n| c |\n"), 2);
        assert_eq!(words("## Where\nwhich\n| a |\n### More\n| b |\n## After\n| c |\n"), 5);
    }

    #[test]
    fn pages_by_hand_are_those_of_the_book_and_of_the_root() {
        let fixture = "//- README.md\none\n//- docs/A.md\ntwo words\n//- docs/REFERENCE.md\nx\n//- CHANGELOG.md\nx\n";
        expect(check, fixture, "book.words", 3, &["docs/A.md:1 2 words", "README.md:1 1 words"]);
    }
}
