//! Changes that are not released yet, a file each below `changes/`, and how they become a section of the changelog.

use crate::tree::SourceTree;

/// Where they lie.
pub const FOLDER: &str = "changes/";
/// What tells how they are written.
const README: &str = "changes/README.md";
/// How an item begins, and one of what moved for users of the libraries.
const ITEM: &str = "- ";
const LIBRARY: &str = "- Library: ";

/// The files with changes, by path, and their texts.
pub fn fragments(tree: &SourceTree) -> impl Iterator<Item = (&str, &str)> {
    let texts = tree.texts.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    texts.filter(|(path, _)| path.starts_with(FOLDER) && path.ends_with(".md") && *path != README)
}

/// What is wrong with such a file: by line from 1, or 0 for its name.
pub fn faults(path: &str, text: &str) -> Vec<(usize, String)> {
    let name = path.trim_start_matches(FOLDER).trim_end_matches(".md");
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let mut faults = Vec::new();
    if name.is_empty() || !name.chars().all(is_plain) {
        faults.push((0, format!("found the name {name}; expected lower-case words with hyphens")));
    }
    if text.trim().is_empty() {
        faults.push((0, "found nothing; expected items of a list".to_owned()));
    }
    for (row, line) in text.lines().enumerate() {
        if !line.starts_with(ITEM) || !line.ends_with('.') {
            faults.push((
                row + 1,
                "expected an item of a list in a line, \"- …\", that ends with a full stop".to_owned(),
            ));
        }
    }
    faults
}

/// The changelog with a new first section of these files, in the order of their names, what is said of libraries last.
///
/// # Errors
/// That a heading is there already, or there is nothing to be told.
pub fn folded(changelog: &str, heading: &str, fragments: &[(String, String)]) -> Result<String, String> {
    let heading = format!("## {heading}");
    if changelog.lines().any(|line| line == heading) {
        return Err(format!("CHANGELOG.md has a section \"{heading}\" already"));
    }
    let items: Vec<&str> = fragments.iter().flat_map(|(_, text)| text.lines()).collect();
    if items.is_empty() {
        return Err(format!("{FOLDER} has no changes"));
    }
    let (libraries, others): (Vec<&str>, Vec<&str>) = items.into_iter().partition(|line| line.starts_with(LIBRARY));
    // Links led out of the folder.
    let lines: String = others.iter().chain(&libraries).map(|line| line.replace("](../", "](") + "\n").collect();
    let at =
        if changelog.starts_with("## ") { 0 } else { changelog.find("\n## ").map_or(changelog.len(), |at| at + 1) };
    let (before, after) = changelog.split_at(at);
    let before = if before.is_empty() { String::new() } else { format!("{}\n\n", before.trim_end()) };
    let gap = if after.is_empty() { "" } else { "\n" };
    Ok(format!("{before}{heading}\n\n{lines}{gap}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> Vec<(String, String)> {
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn files_become_the_first_section_with_libraries_last() {
        let files = of(&[
            ("changes/a.md", "- Library: `x` is new.\n- One ([A.md](../docs/A.md)).\n"),
            ("changes/b.md", "- Two.\n"),
        ]);
        let expected = "# Changelog\n\nWords.\n\n## 0.2.0\n\n- One ([A.md](docs/A.md)).\n- Two.\n- Library: `x` is new.\n\n## Before\n\n- Old.\n";
        assert_eq!(folded("# Changelog\n\nWords.\n\n## Before\n\n- Old.\n", "0.2.0", &files).as_deref(), Ok(expected));
        assert_eq!(
            folded("# Changelog\n", "1", &of(&[("changes/b.md", "- Two.\n")])).as_deref(),
            Ok("# Changelog\n\n## 1\n\n- Two.\n")
        );
    }

    #[test]
    fn nothing_is_folded_twice() {
        let two = of(&[("changes/b.md", "- Two.\n")]);
        assert!(folded("## 0.2.0\n", "0.2.0", &two).is_err_and(|told| told.contains("already")));
        assert!(folded("# Changelog\n", "0.2.0", &[]).is_err_and(|told| told.contains("no changes")));
    }
}
