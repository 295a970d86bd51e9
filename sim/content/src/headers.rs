//! Headers of tables in a text that is no TOML: whether one was meant to be an entry of a list.

/// The last keys of the paths under which readers take lists of tables, `[[players]]`: a text that is no TOML has to be told of without
/// them. A test compares these with the schemas of all files; `golden` is of lists of goldens, which have none.
pub const TABLE_LISTS: [&str; 33] = [
    "aim",
    "all",
    "among",
    "anchors",
    "any",
    "changes",
    "effects",
    "enter",
    "entries",
    "evidence",
    "expect",
    "facts",
    "filters",
    "generate",
    "golden",
    "groups",
    "methods",
    "none",
    "options",
    "orders",
    "parallel",
    "placed",
    "players",
    "premise",
    "schedules",
    "select",
    "sequence",
    "steps",
    "transitions",
    "update",
    "utility",
    "weights",
    "when",
];

/// A header: `[a.b]` of a table, `[[a.b]]` of an entry of a list.
struct Header<'t> {
    path: &'t str,
    is_entry: bool,
    /// The byte of the text at which its path begins.
    offset: usize,
}

/// Where the first `[path]` stands of a text that has `[[path]]` as well; none where it has only one of the two.
pub(super) fn table_beside_list(text: &str, path: &str) -> Option<usize> {
    let of_path = || headers(text).filter(|header| header.path == path);
    let table = of_path().find(|header| !header.is_entry)?;
    of_path().any(|header| header.is_entry).then_some(table.offset)
}

/// Whether several headers of a text have this path.
pub(super) fn is_repeated(text: &str, path: &str) -> bool {
    headers(text).filter(|header| header.path == path).nth(1).is_some()
}

/// Where the first header of this path stands.
pub(super) fn first(text: &str, path: &str) -> Option<usize> {
    headers(text).find(|header| header.path == path).map(|header| header.offset)
}

/// Whether readers take a list of tables under a path: what its last key is called says so.
pub(super) fn is_list(path: &str) -> bool {
    let name = path.rsplit('.').next().unwrap_or_default().trim();
    TABLE_LISTS.contains(&name)
}

/// The path of the header whose path begins at a byte of a text; none where no header does.
pub(super) fn path_at(text: &str, offset: usize) -> Option<&str> {
    // A key of several parts is refused at the last of them.
    let within = |header: &Header<'_>| (header.offset..header.offset + header.path.len()).contains(&offset);
    headers(text).find(within).map(|header| header.path)
}

fn headers(text: &str) -> impl Iterator<Item = Header<'_>> {
    let mut begins = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let at = begins;
        begins += line.len();
        let inner = line.trim_start().strip_prefix('[')?;
        let (inner, is_entry) = inner.strip_prefix('[').map_or((inner, false), |inner| (inner, true));
        let path = inner.split(']').next()?.trim();
        let offset = at + line.find(path)?;
        (!path.is_empty()).then_some(Header { path, is_entry, offset })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_beside_entries_of_a_list_is_found_whichever_comes_first() {
        assert_eq!(table_beside_list("[a.b] # one\n[[a.b]]\n[[a.b]]\n", "a.b"), Some(1));
        assert_eq!(table_beside_list("[[a]]\n[[ a ]]\n [ a ]\n", "a"), Some(17));
        let twice = "[a]\n[a]\n[[b]]\n";
        assert_eq!(table_beside_list(twice, "a"), None);
        assert!(is_repeated(twice, "a") && !is_repeated(twice, "b"));
        assert_eq!(path_at("x = 1\n[a.b]\n", 9), Some("a.b"));
        assert_eq!(path_at("x = 1\n[a.b]\n", 0), None);
        assert_eq!((first("x = 1\n[a.b]\n[a.b]\n", "a.b"), first(twice, "c")), (Some(7), None));
        assert!(is_list("players") && is_list("placed.orders") && !is_list("units.worker"));
    }
}
