//! The content that comes with the program.

/// Path below the content folder and text of every embedded file, ascending by path.
pub static EMBEDDED: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The text of an embedded file.
pub fn embedded(path: &str) -> Option<&'static str> {
    let row = EMBEDDED.binary_search_by_key(&path, |(name, _)| name).ok()?;
    Some(EMBEDDED[row].1)
}
