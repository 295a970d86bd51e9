//! Links in documents lead somewhere: to a file that is there, and to a heading that it has.

use crate::prose::{self};
use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let mut findings = Vec::new();
    for (path, text) in tree.documents() {
        for line in prose::of_document(text) {
            let broken = targets(line.text).into_iter().filter_map(|target| broken(tree, path, target));
            findings.extend(broken.map(|message| Violation::new(path, line.line, message)));
        }
    }
    vec![Rule::none_of("broken_links", "links in documents that lead nowhere", findings)]
}

/// The targets of Markdown's links in a line.
fn targets(line: &str) -> Vec<&str> {
    let after = line.match_indices("](").map(|(at, _)| &line[at + 2..]);
    after.filter_map(|rest| Some(rest[..rest.find(')')?].split(' ').next().unwrap_or_default())).collect()
}

/// What is wrong with a link in the document at `path`, if anything is.
fn broken(tree: &SourceTree, path: &str, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let file = if file.is_empty() { Some(path.to_owned()) } else { join(path, file) };
    let Some(file) = file.filter(|file| tree.has(file)) else {
        return Some(format!("{target}: there is no such file"));
    };
    let is_document = file.ends_with(".md");
    let has_heading = || tree.texts.get(&file).is_some_and(|text| headings(text).any(|it| it == heading));
    (is_document && !heading.is_empty() && !has_heading()).then(|| format!("{target}: {file} has no such heading"))
}

/// `target` as seen from the document at `path`, from the root of the repository.
fn join(path: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// The names by which links know the headings of a document.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    headings.map(|heading| {
        let kept = heading.chars().filter(|it| it.is_alphanumeric() || [' ', '-', '_'].contains(it));
        kept.map(|it| if it == ' ' { '-' } else { it.to_ascii_lowercase() }).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    #[test]
    fn files_and_headings_must_be_there() {
        let fixture = "//- docs/A.md\n# One, `two`\n[a](B.md#three-x) [b](#one-two) [c](../sim/) [d](https://x.y)\n\
                       [e](C.md) [f](B.md#four) [g](../../x)\n//- docs/B.md\n## Three x\n//- sim/a.rs\n\n";
        let lines = [
            "docs/A.md:3 C.md: there is no",
            "docs/A.md:3 B.md#four: docs/B.md has no",
            "docs/A.md:3 ../../x: there is no",
        ];
        expect(check, fixture, "broken_links", 3, &lines);
    }
}
