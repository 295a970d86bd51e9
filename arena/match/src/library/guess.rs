//! What kind of content a file is, by the folder it lies in or by its keys.

use std::path::Path;

use sandtable_diagnostics::nearest;
use toml::de::DeTable;

use super::{CONTENT_KINDS, ContentKind};

/// The keys that decide what kind of content a file is, the first that it has; maps are told by the line between header and grid.
const DECIDING_KEYS: [(&str, ContentKind); 9] = [
    ("bot", ContentKind::Strategies),
    ("extends", ContentKind::Strategies),
    ("minds", ContentKind::Behaviours),
    ("trees", ContentKind::Behaviours),
    ("machines", ContentKind::Behaviours),
    ("strategies", ContentKind::Tournaments),
    ("groups", ContentKind::Movebench),
    ("units", ContentKind::Rules),
    ("terrain", ContentKind::Rules),
];

/// The keys that matches have, and no kind of file that the keys above decide.
const MATCH_KEYS: [&str; 3] = ["players", "map", "placed"];

impl ContentKind {
    /// The kind of content of the folder that a file lies in, or of its ending; none when neither says.
    pub fn by_place(file: &Path) -> Option<ContentKind> {
        let folders = file.parent().unwrap_or(Path::new("")).components();
        let named = |folder: &str| CONTENT_KINDS.into_iter().find(|kind| kind.folder() == folder);
        let by_folder = folders.rev().find_map(|folder| named(folder.as_os_str().to_str()?));
        by_folder.or_else(|| file.extension().is_some_and(|ending| ending == "map").then_some(ContentKind::Maps))
    }

    /// The kind of content that has the keys at the top of a text, or where none of them decides, keys like those; none when no key says, as
    /// in some matches.
    ///
    /// ```
    /// use sandtable_match::library::ContentKind;
    ///
    /// assert_eq!(ContentKind::by_keys("bot = \"idle\""), Some(ContentKind::Strategies));
    /// assert_eq!(ContentKind::by_keys("[units.archer]"), Some(ContentKind::Rules));
    /// assert_eq!(ContentKind::by_keys("bott = \"idle\""), Some(ContentKind::Strategies));
    /// assert_eq!(ContentKind::by_keys("map = \"meadow\""), Some(ContentKind::Matches));
    /// assert_eq!(ContentKind::by_keys("fog = \"off\""), None);
    /// ```
    pub fn by_keys(text: &str) -> Option<ContentKind> {
        let (header, is_map) = match text.split_once("\n---") {
            Some((header, _)) => (header, true),
            None => (text, false),
        };
        let document = DeTable::parse(header).ok()?;
        let has = |key: &str| document.get_ref().contains_key(key);
        match DECIDING_KEYS.into_iter().find(|(key, _)| has(key)) {
            Some((_, kind)) => Some(kind),
            None if is_map => Some(ContentKind::Maps),
            None if MATCH_KEYS.into_iter().any(has) => Some(ContentKind::Matches),
            None => meant(document.get_ref().keys().map(|key| key.get_ref().as_ref())),
        }
    }

    /// The other kind of content that a text plainly is: one of whose keys it has, and none of those that tell this kind.
    ///
    /// ```
    /// use sandtable_match::library::ContentKind;
    ///
    /// let other_than_a_match = |text| ContentKind::Matches.plainly_other(text);
    /// assert_eq!(other_than_a_match("bot = \"idle\""), Some(ContentKind::Strategies));
    /// assert_eq!(other_than_a_match("bot = \"idle\"\nmap = \"meadow\""), None);
    /// assert_eq!(other_than_a_match("bott = \"idle\""), None);
    /// ```
    pub fn plainly_other(self, text: &str) -> Option<ContentKind> {
        let header = text.split_once("\n---").map_or(text, |(header, _)| header);
        let document = DeTable::parse(header).ok()?;
        let matches = MATCH_KEYS.map(|key| (key, ContentKind::Matches));
        let told = DECIDING_KEYS.into_iter().chain(matches).filter(|(key, _)| document.get_ref().contains_key(*key));
        let mut told: Vec<ContentKind> = told.map(|(_, kind)| kind).collect();
        if header.len() < text.len() {
            told.push(ContentKind::Maps);
        }
        let is_this = told.iter().any(|kind| kind.serves(self));
        told.first().copied().filter(|_| !is_this)
    }

    /// Whether a file of this kind can be used where the other is asked for.
    pub(super) fn serves(self, asked: ContentKind) -> bool {
        let is_match = |kind| matches!(kind, ContentKind::Matches | ContentKind::Agents);
        self == asked || is_match(self) && is_match(asked)
    }
}

/// The kind whose deciding key one of these was probably meant to be.
fn meant<'k>(keys: impl Iterator<Item = &'k str>) -> Option<ContentKind> {
    let mut meant = keys.filter_map(|key| nearest(key, DECIDING_KEYS.map(|(known, _)| known)));
    let meant = meant.next()?;
    DECIDING_KEYS.into_iter().find(|(key, _)| *key == meant).map(|(_, kind)| kind)
}
