//! What kind of content a file is, by the folder it lies in or by its keys.

use std::path::Path;

use toml_edit::Document;

use super::{CONTENT_KINDS, ContentKind};

/// The tables of behaviour files that other kinds of files do not have.
const BEHAVIOUR_TABLES: [&str; 3] = ["minds", "trees", "machines"];

impl ContentKind {
    /// The kind of content of the folder that a file lies in, or of its ending; none when neither says.
    pub fn by_place(file: &Path) -> Option<ContentKind> {
        let folders = file.parent().unwrap_or(Path::new("")).components();
        let named = |folder: &str| CONTENT_KINDS.into_iter().find(|kind| kind.folder() == folder);
        let by_folder = folders.rev().find_map(|folder| named(folder.as_os_str().to_str()?));
        by_folder.or_else(|| file.extension().is_some_and(|ending| ending == "map").then_some(ContentKind::Maps))
    }

    /// The kind of content that has the keys at the top of a text; none when no key says, as in many matches.
    ///
    /// ```
    /// use sandtable_match::library::ContentKind;
    ///
    /// assert_eq!(ContentKind::by_keys("bot = \"idle\""), Some(ContentKind::Strategies));
    /// assert_eq!(ContentKind::by_keys("[units.archer]"), Some(ContentKind::Rules));
    /// assert_eq!(ContentKind::by_keys("fog = \"off\""), None);
    /// ```
    pub fn by_keys(text: &str) -> Option<ContentKind> {
        let (header, is_map) = match text.split_once("\n---") {
            Some((header, _)) => (header, true),
            None => (text, false),
        };
        let document = Document::parse(header).ok()?;
        let has = |key: &str| document.as_table().contains_key(key);
        match () {
            () if has("bot") => Some(ContentKind::Strategies),
            () if BEHAVIOUR_TABLES.into_iter().any(has) => Some(ContentKind::Behaviours),
            () if has("strategies") => Some(ContentKind::Tournaments),
            () if has("groups") => Some(ContentKind::Movebench),
            () if has("units") || has("terrain") => Some(ContentKind::Rules),
            () if is_map => Some(ContentKind::Maps),
            () => None,
        }
    }

    /// Whether a file of this kind can be used where the other is asked for.
    pub(super) fn serves(self, asked: ContentKind) -> bool {
        let is_match = |kind| matches!(kind, ContentKind::Matches | ContentKind::Agents);
        self == asked || is_match(self) && is_match(asked)
    }
}
