//! Where content comes from: the folder of the file that was named, `./scenarios`, then what is embedded.

mod embedded;
mod guess;
mod listing;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use sandtable_content::{ContentSource, ReadError};
use sandtable_diagnostics::Issues;
use sandtable_replay::MAGIC;
use sandtable_state::limits::{MAX_CONTENT_BYTES, MAX_MAP_BYTES};
use serde::{Deserialize, Serialize};

pub use embedded::{EMBEDDED, embedded};

use crate::store::{irregular, read_limited};
use crate::{Failure, UnknownName};

/// The ruleset of a map, strategy or match that names none.
pub const DEFAULT_RULES: &str = "classic";

/// The kinds of content, by folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentKind {
    /// Rulesets.
    Rules,
    /// Behaviours of unit agents.
    Behaviours,
    /// Maps.
    Maps,
    /// Strategies.
    Strategies,
    /// Matches.
    Matches,
    /// Tournaments.
    Tournaments,
    /// Families of the movement benchmark.
    Movebench,
    /// Fights that show what minds of unit agents are worth.
    Agents,
}

/// Every kind of content.
pub const CONTENT_KINDS: [ContentKind; 8] = [
    ContentKind::Rules,
    ContentKind::Behaviours,
    ContentKind::Maps,
    ContentKind::Strategies,
    ContentKind::Matches,
    ContentKind::Tournaments,
    ContentKind::Movebench,
    ContentKind::Agents,
];

impl ContentKind {
    /// The folder, below the content folder.
    pub const fn folder(self) -> &'static str {
        match self {
            ContentKind::Rules => "rules",
            ContentKind::Behaviours => "behaviours",
            ContentKind::Maps => "maps",
            ContentKind::Strategies => "strategies",
            ContentKind::Matches => "matches",
            ContentKind::Tournaments => "tournaments",
            ContentKind::Movebench => "movebench",
            ContentKind::Agents => "agents",
        }
    }

    /// What one of them is called.
    pub const fn noun(self) -> &'static str {
        match self {
            ContentKind::Rules => "ruleset",
            ContentKind::Behaviours => "behaviour file",
            ContentKind::Maps => "map",
            ContentKind::Strategies => "strategy",
            ContentKind::Matches => "match",
            ContentKind::Tournaments => "tournament",
            ContentKind::Movebench => "movement family",
            ContentKind::Agents => "fight",
        }
    }

    /// How the files end.
    pub const fn ending(self) -> &'static str {
        match self {
            ContentKind::Maps => ".map",
            _ => ".toml",
        }
    }

    /// The path of the one with this name, below the content folder.
    pub fn path(self, name: &str) -> String {
        format!("{}/{name}{}", self.folder(), self.ending())
    }
}

/// What was found and read in a library: enough to find and read the same without any of its files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The path of what was looked for, by `folder:name`.
    pub found: BTreeMap<String, String>,
    /// Texts by path.
    pub texts: BTreeMap<String, String>,
}

/// Content by path, and a record of what was read of it.
///
/// ```
/// use sandtable_content::ContentSource;
/// use sandtable_match::library::{ContentKind, Library};
///
/// let mut library = Library::embedded_only();
/// let path = library.find(ContentKind::Rules, "classic").expect("it comes with the program");
/// assert!(library.read(&path).is_ok());
/// let failure = library.find(ContentKind::Rules, "clasic").expect_err("there is none").to_string();
/// assert!(failure.contains("classic"), "{failure}");
/// ```
#[derive(Debug, Default)]
pub struct Library {
    /// Content folders, in the order they are looked in.
    roots: Vec<PathBuf>,
    /// Files named by the user, under the names they gave.
    named: BTreeMap<String, PathBuf>,
    /// The folder of the file whose names are looked for, which paths are seen from first.
    base: Option<PathBuf>,
    /// What was read, by path.
    read: RefCell<BTreeMap<String, String>>,
    /// Texts that no file has, by path.
    held: BTreeMap<String, String>,
    /// What was found and read since the beginning.
    log: RefCell<Kept>,
    /// What there is, and nothing else, in a library made of what was kept.
    kept: Option<Kept>,
}

impl Library {
    /// The library seen from the current folder: `./scenarios`, then what is embedded.
    pub fn here() -> Library {
        let scenarios = PathBuf::from("scenarios");
        let roots = if scenarios.is_dir() { vec![scenarios] } else { Vec::new() };
        Library { roots, ..Library::default() }
    }

    /// Only what is embedded.
    pub fn embedded_only() -> Library {
        Library::default()
    }

    /// A library of what another one found and read, for which no file is looked at.
    pub fn from_kept(kept: Kept) -> Library {
        Library { kept: Some(kept), ..Library::default() }
    }

    /// What was found and read so far.
    pub fn keep(&self) -> Kept {
        self.log.borrow().clone()
    }

    /// The path under which [`ContentSource::read`] gives what the user calls `name`: a file, or one of a kind of content by
    /// its bare name. A file's own content folder comes first from then on.
    ///
    /// # Errors
    /// When there is neither, with the nearest name there is.
    pub fn find(&mut self, kind: ContentKind, name: &str) -> Result<String, Failure> {
        let key = format!("{}:{name}", kind.folder());
        let found = match &self.kept {
            Some(kept) => {
                kept.found.get(&key).cloned().ok_or_else(|| Failure::Usage(format!("{name}: not recorded")))?
            }
            None => self.look_for(kind, name)?,
        };
        self.log.borrow_mut().found.insert(key, found.clone());
        Ok(found)
    }

    /// Runs `read`, in which names are those that the file at `path` gives: a path is seen from the folder of that file
    /// first, and from the current folder when it leads nowhere from there.
    pub fn named_by<T>(&mut self, path: &str, read: impl FnOnce(&mut Library) -> T) -> T {
        let folder = self.named.get(path).and_then(|file| file.parent()).map(Path::to_owned);
        let before = std::mem::replace(&mut self.base, folder);
        let result = read(self);
        self.base = before;
        result
    }

    fn look_for(&mut self, kind: ContentKind, name: &str) -> Result<String, Failure> {
        let file = &self.placed(name);
        if file.is_file() {
            self.refuse_other_kind(kind, file)?;
            self.add_roots_of(file);
            // Without a folder or the ending, it would be looked up as a name.
            let bare = !name.contains('/') && !name.ends_with(kind.ending());
            let path = if bare { format!("./{name}") } else { name.to_owned() };
            // What another file meant by the same words keeps them.
            let taken = self.named.get(&path).is_some_and(|other| other != file);
            let path = if taken { file.to_string_lossy().into_owned() } else { path };
            self.named.insert(path.clone(), file.to_owned());
            return Ok(path);
        }
        if file.is_dir() && name.contains('/') {
            return Err(Failure::Usage(format!("{name}: found a folder; expected a {} file", kind.noun())));
        }
        if let Some(what) = std::fs::metadata(file).ok().and_then(|there| irregular(&there)).filter(|_| !file.is_dir())
        {
            return Err(Failure::Usage(format!("{name}: found {what}; expected a {} file", kind.noun())));
        }
        let bare = name.strip_suffix(kind.ending()).unwrap_or(name);
        let path = kind.path(bare);
        if self.text(&path).is_ok() {
            return Ok(path);
        }
        Err(Failure::Unknown(UnknownName::new(name, kind.noun(), self.names(kind))))
    }

    /// The file of this path: seen from the file that names it, from the current folder, or else beside a file that was named
    /// before.
    fn placed(&self, name: &str) -> PathBuf {
        if let Some(file) = self.base.as_ref().map(|base| base.join(name)).filter(|file| file.is_file()) {
            return file;
        }
        let file = PathBuf::from(name);
        if file.exists() {
            return file;
        }
        let beside = self.roots.iter().map(|root| root.join(name)).find(|beside| beside.is_file());
        beside.unwrap_or(file)
    }

    /// Refuses a file whose keys are those of another kind of content; one in the folder of the kind that is asked for only if it has no key of
    /// that kind. Fights and matches serve for each other, and who asks for a match may be given a strategy, which is told apart later.
    fn refuse_other_kind(&self, kind: ContentKind, file: &Path) -> Result<(), Failure> {
        let is_placed = ContentKind::by_place(file) == Some(kind);
        let found = match read_text(file) {
            Ok(text) if is_placed => kind.plainly_other(&text).map(ContentKind::noun),
            Ok(text) => ContentKind::by_keys(&text).filter(|held| !held.serves(kind)).map(ContentKind::noun),
            Err(_) => is_replay(file).then_some("replay"),
        };
        match found {
            Some(found) => {
                let text = format!("{}: found a {found}; expected a {}", file.display(), kind.noun());
                Err(Failure::Usage(text))
            }
            None => Ok(()),
        }
    }

    /// `<root>/matches/x.toml` belongs to the content folder `<root>`; files beside it count as well.
    fn add_roots_of(&mut self, file: &Path) {
        let folder = file.parent().unwrap_or(Path::new(""));
        let holds_content = |root: &&Path| CONTENT_KINDS.iter().any(|kind| root.join(kind.folder()).is_dir());
        let above = folder.ancestors().skip(1).take(2).filter(holds_content);
        let roots = std::iter::once(folder).chain(above).map(Path::to_owned);
        self.roots = roots.chain(std::mem::take(&mut self.roots)).collect();
    }

    /// The names of a kind, ascending, those below folders with their folder: `first/rush`.
    pub fn names(&self, kind: ContentKind) -> Vec<String> {
        let mut names = Vec::new();
        for root in &self.roots {
            collect_names(&root.join(kind.folder()), "", kind, 0, &mut names);
        }
        let prefix = format!("{}/", kind.folder());
        let embedded = EMBEDDED.iter().filter_map(|(path, _)| path.strip_prefix(&prefix)?.strip_suffix(kind.ending()));
        names.extend(embedded.map(str::to_owned));
        // Only strategies and their like go into folders; a folder among families holds their rules.
        names.retain(|name| kind != ContentKind::Movebench || !name.contains('/'));
        names.sort();
        names.dedup();
        names
    }

    /// What a file says it is about: the value of `about` or `description` before its first table, or else the first
    /// sentence of the comment at its very top, which rules and matches begin with; empty without either.
    pub fn about(&self, kind: ContentKind, name: &str) -> String {
        let text = self.text(&kind.path(name)).unwrap_or_default();
        let said = |line: &str| {
            let (key, value) = line.split_once('=')?;
            let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
            matches!(key.trim(), "about" | "description").then(|| value.to_owned())
        };
        let comment = || {
            let lines = text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
            let words = lines.take_while(|words| !words.is_empty()).collect::<Vec<_>>().join(" ");
            words.split_once(". ").map_or_else(|| words.clone(), |(sentence, _)| format!("{sentence}."))
        };
        let of_the_file = text.lines().take_while(|line| !line.starts_with('['));
        of_the_file.filter_map(said).next().unwrap_or_else(comment)
    }

    /// Where the text at `path` is: two paths of one file have one place.
    pub fn place(&self, path: &str) -> PathBuf {
        self.named.get(path).cloned().unwrap_or_else(|| PathBuf::from(self.label(path)))
    }

    /// The text at `path`.
    ///
    /// # Errors
    /// That it cannot be read.
    pub fn content(&self, path: &str) -> Result<String, Failure> {
        let refuse = |error: ReadError| error.issue(&self.label(path), "a text file");
        Ok(self.read(path).map_err(|error| Issues::from(refuse(error)))?)
    }

    /// Has a text at a path where no file is, and returns the path.
    pub fn hold(&mut self, path: String, text: String) -> String {
        self.held.insert(path.clone(), text);
        path
    }

    /// The text at `path`, without recording that it was read.
    fn text(&self, path: &str) -> Result<String, ReadError> {
        if let Some(text) = self.held.get(path) {
            return Ok(text.clone());
        }
        if let Some(kept) = &self.kept {
            return kept.texts.get(path).cloned().ok_or(ReadError::NotFound);
        }
        if let Some(file) = self.named.get(path) {
            return read_text(file);
        }
        for root in &self.roots {
            match read_text(&root.join(path)) {
                Err(ReadError::NotFound) => {}
                other => return other,
            }
        }
        embedded(path).map(str::to_owned).ok_or(ReadError::NotFound)
    }

    /// What was read so far, by path, and forgets it.
    pub fn take_read(&self) -> BTreeMap<String, String> {
        self.read.take()
    }
}

impl ContentSource for Library {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        let text = self.text(path)?;
        self.read.borrow_mut().insert(path.to_owned(), text.clone());
        self.log.borrow_mut().texts.insert(path.to_owned(), text.clone());
        Ok(text)
    }

    fn label(&self, path: &str) -> String {
        // A file that another names lies where that one says, which is not where the current folder has it.
        let named = || self.named.get(path).filter(|file| file.is_file()).cloned();
        let file = named().or_else(|| self.roots.iter().map(|root| root.join(path)).find(|file| file.is_file()));
        file.map_or_else(|| path.to_owned(), |file| file.to_string_lossy().into_owned())
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let mut names = Vec::new();
        for root in &self.roots {
            let entries = std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
            names.extend(entries.map(|entry| entry.file_name().to_string_lossy().into_owned()));
        }
        let inside = |path: &str| path.strip_prefix(folder)?.strip_prefix('/').map(str::to_owned);
        names.extend(EMBEDDED.iter().filter_map(|(path, _)| inside(path)).filter(|name| !name.contains('/')));
        names.sort();
        names.dedup();
        names
    }
}

/// Folders below that of a kind that are looked into.
const MAX_DEPTH: u32 = 4;

fn collect_names(folder: &Path, prefix: &str, kind: ContentKind, depth: u32, names: &mut Vec<String>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() && depth < MAX_DEPTH {
            collect_names(&entry.path(), &format!("{prefix}{name}/"), kind, depth + 1, names);
        } else if let Some(bare) = name.strip_suffix(kind.ending()) {
            names.push(format!("{prefix}{bare}"));
        }
    }
}

/// Whether a file begins as replays do.
fn is_replay(file: &Path) -> bool {
    let mut begins = [0; MAGIC.len()];
    std::fs::File::open(file).and_then(|mut file| file.read_exact(&mut begins)).is_ok() && begins == MAGIC
}

/// The text of a content file on disk.
///
/// # Errors
/// Why it cannot be had.
pub fn read_text(file: &Path) -> Result<String, ReadError> {
    let limit = MAX_MAP_BYTES.max(MAX_CONTENT_BYTES);
    let bytes = read_limited(file, limit).map_err(|error| why_unreadable(&error, limit))?;
    String::from_utf8(bytes).map_err(|error| ReadError::not_text(error.as_bytes()))
}

fn why_unreadable(error: &io::Error, limit: usize) -> ReadError {
    match error.kind() {
        // No file has a name that is none to the system: one too long.
        ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidFilename => ReadError::NotFound,
        ErrorKind::FileTooLarge => ReadError::TooLong { limit },
        _ => ReadError::Unreadable(error.to_string()),
    }
}
