//! Documents point into the source: a file, and the item it defines. What points wrong can mostly be put right by looking.

use crate::definitions::definitions;
use crate::tree::SourceTree;
use std::ops::Range;

/// A place in a document that names a file and an item of it.
pub(crate) struct Pointer {
    /// Line in the document, from 1.
    pub(crate) line: usize,
    /// Where in the document's text the path stands.
    pub(crate) span: Range<usize>,
    /// The path, from the root of the repository.
    pub(crate) file: String,
    /// The item, perhaps as `Type::method`; empty if the whole file is meant.
    pub(crate) item: String,
}

/// The pointers of a document in `docs/`: second and third cell of a row that are `` `file.rs` `` and `` `item` ``, and links
/// `` [`Item`](../file.rs) ``.
pub(crate) fn pointers(text: &str) -> Vec<Pointer> {
    let mut found = Vec::new();
    let mut offset = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        found.extend(cells(line).chain(links(line)).map(|(at, file, item)| Pointer {
            line: index + 1,
            span: offset + at..offset + at + file.len(),
            file: file.to_owned(),
            item: item.to_owned(),
        }));
        offset += line.len();
    }
    found
}

/// Whether the file at `path` defines `item`; of `Type::method` the method counts, and of no item the file.
pub(crate) fn defines(tree: &SourceTree, path: &str, item: &str) -> bool {
    if item.is_empty() {
        return tree.has(path);
    }
    let name = item.rsplit("::").next().unwrap_or(item);
    let source = tree.sources.iter().find(|source| source.path == path);
    source.is_some_and(|source| definitions(&source.all).iter().any(|it| it.name == name))
}

/// The files of the product that define `item`.
pub(crate) fn files_with<'t>(tree: &'t SourceTree, item: &str) -> Vec<&'t str> {
    tree.product().map(|source| source.path.as_str()).filter(|path| defines(tree, path, item)).collect()
}

/// The text of the document at `path` with its broken pointers put right, as far as it is clear where to: one file defines
/// the item, or one of several is called as the file was. `None` if nothing changes.
pub fn mend_pointers(tree: &SourceTree, path: &str) -> Option<String> {
    let text = tree.texts.get(path)?;
    let mut mended = text.clone();
    // From the end, so that the spans of those before stay right.
    for pointer in pointers(text).iter().rev().filter(|it| !defines(tree, &it.file, &it.item)) {
        let name = pointer.file.rsplit('/').next().unwrap_or_default();
        let candidates =
            if pointer.item.is_empty() { tree.files_called(name) } else { files_with(tree, &pointer.item) };
        if let Some(file) = successor(&pointer.file, &candidates) {
            mended.replace_range(pointer.span.clone(), file);
        }
    }
    (mended != *text).then_some(mended)
}

/// Which of `candidates` has taken the place of `file`: those on its floor before others, and of several the one that shares
/// the longest end of the path.
fn successor<'c>(file: &str, candidates: &[&'c str]) -> Option<&'c str> {
    let floor = |path: &str| path.split('/').next().map(str::to_owned);
    let near: Vec<&str> = candidates.iter().copied().filter(|it| floor(it) == floor(file)).collect();
    let candidates = if near.is_empty() { candidates.to_vec() } else { near };
    if let [only] = candidates.as_slice() {
        return Some(only);
    }
    let parts: Vec<&str> = file.split('/').collect();
    let end = |depth: usize| format!("/{}", parts[parts.len().saturating_sub(depth)..].join("/"));
    (1..=3).rev().find_map(|depth| {
        let mut alike = candidates.iter().filter(|it| it.ends_with(&end(depth)));
        alike.next().filter(|_| alike.next().is_none()).copied()
    })
}

/// The pointer of a row of a table, as (offset, file, item).
fn cells(line: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let code = |cell: &'_ str| -> Option<(usize, usize)> {
        let inner = cell.trim().strip_prefix('`')?.strip_suffix('`')?;
        Some((cell.find(inner)?, inner.len()))
    };
    let row = || {
        let mut cells = line.strip_prefix('|')?.split('|');
        cells.next()?;
        let (file, item) = (cells.next()?, cells.next()?);
        let ((file_at, file_length), (item_at, item_length)) = (code(file)?, code(item)?);
        let file = &file[file_at..file_at + file_length];
        let item = &item[item_at..item_at + item_length];
        file.ends_with(".rs").then(|| (file.as_ptr() as usize - line.as_ptr() as usize, file, item))
    };
    row().into_iter()
}

/// The pointers of links to Rust files; the text of a link says the item if it is one type as code.
fn links(line: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    line.match_indices("](../").filter_map(move |(at, opening)| {
        let from = at + opening.len();
        let file = &line[from..from + line[from..].find(')')?];
        let item = line[..at].strip_suffix('`').and_then(|text| text.rsplit_once("[`")).map_or("", |(_, item)| item);
        let is_type = item.starts_with(|it: char| it.is_ascii_uppercase()) && !item.contains('`');
        file.ends_with(".rs").then_some((from, file, if is_type { item } else { "" }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCES: &str = "//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/new/x.rs\nstruct A;\n//- sim/a/src/y.rs\nstruct B;\nfn run() {}\n\
                           //- sim/a/src/new/z.rs\nfn run() {}\n";

    fn check(document: &str, expect: Option<&str>) {
        let tree = SourceTree::from_fixture(&format!("{SOURCES}//- docs/D.md\n{document}\n"));
        assert_eq!(mend_pointers(&tree, "docs/D.md"), expect.map(|text| format!("{text}\n")));
    }

    #[test]
    fn rows_and_links_point() {
        let text = "| does | `a/b.rs` | `C::d` |\n| x | [`E`](../f.rs) and [`g`](../h.rs) |\n";
        let found: Vec<_> = pointers(text).into_iter().map(|it| (it.line, it.span, it.file, it.item)).collect();
        let expect = [(1, 10..16, "a/b.rs", "C::d"), (2, 44..48, "f.rs", "E"), (2, 63..67, "h.rs", "")];
        assert_eq!(found, expect.map(|(line, span, file, item)| (line, span, file.to_owned(), item.to_owned())));
    }

    #[test]
    fn what_has_moved_is_followed() {
        check("| a | `sim/a/src/x.rs` | `A` |", Some("| a | `sim/a/src/new/x.rs` | `A` |"));
        check("see [`A`](../sim/a/src/x.rs)", Some("see [`A`](../sim/a/src/new/x.rs)"));
        check("see [`a`](../sim/x.rs)", Some("see [`a`](../sim/a/src/new/x.rs)"));
        check("| a | `sim/a/src/old/z.rs` | `run` |", Some("| a | `sim/a/src/new/z.rs` | `run` |"));
    }

    #[test]
    fn what_is_right_or_unclear_is_left() {
        check("| b | `sim/a/src/y.rs` | `B` |", None);
        check("| b | `sim/a/src/w.rs` | `run` |", None);
        check("| b | `sim/a/src/w.rs` | `gone` |", None);
    }
}
