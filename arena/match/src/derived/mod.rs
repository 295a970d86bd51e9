//! Strategy files that build on others: `extends = "balanced"`. The text that plays, from where each line of it comes, and the
//! file's own text with values that were changed in it.

mod edit;
mod merge;
mod origin;
mod write;

use std::ops::Range;
use std::path::{Path, PathBuf};

use sandtable_content::ContentSource;
use sandtable_diagnostics::{Code, Issue, Issues};
use toml_edit::{Document, Item};

use crate::library::{ContentKind, Library};
use crate::{Failure, UnknownName};

pub use origin::Derivation;

/// The key that names the file that one builds on.
pub const EXTENDS: &str = "extends";
/// Files that one may build on, one on the other.
const MAX_BASES: usize = 8;

/// A file of a chain, as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ChainFile {
    /// How messages name it.
    label: String,
    /// Its path in the library.
    path: String,
    /// Where it lies seen from the folder of the file that builds on all others, which has nothing here; none where it is found by its name.
    beside: Option<PathBuf>,
    text: String,
}

/// The text of a strategy as it plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyText {
    /// The text, of which every value is what the file or one that it builds on says.
    pub text: String,
    /// How it came about; none for a file that builds on no other.
    pub derivation: Option<Derivation>,
}

/// Reads the strategy at a path of the library, and those that it builds on.
///
/// # Errors
/// That one of them cannot be read, is not there, builds on itself, or drops what its base has not.
pub fn read_strategy(library: &mut Library, path: &str) -> Result<StrategyText, Failure> {
    let text = library.content(path)?;
    let file = ChainFile { label: library.label(path), path: path.to_owned(), beside: Some(PathBuf::new()), text };
    let Some(named) = base_of(&file)? else { return Ok(StrategyText { text: file.text, derivation: None }) };
    let files = chain(library, file, named)?;
    let (text, lines) = write::merged(&files)?;
    Ok(StrategyText { text: text.clone(), derivation: Some(Derivation { files, lines, text }) })
}

/// The text to be written of a strategy whose text as it plays is `text`: with a derivation its own file's, in which what is another than
/// before stands; else the text itself.
pub fn own_text(derivation: Option<&Derivation>, text: &str) -> String {
    derivation.map_or_else(|| text.to_owned(), |derivation| derivation.own_text_of(text))
}

/// What a file says that it builds on.
struct BaseName {
    name: String,
    /// Where the file says so.
    at: Range<usize>,
}

/// The file, and all that it builds on, the last of them first.
fn chain(library: &mut Library, file: ChainFile, named: BaseName) -> Result<Vec<ChainFile>, Failure> {
    let (mut files, mut named) = (vec![file], Some(named));
    while let Some(BaseName { name, at }) = named {
        let from = &files[files.len() - 1];
        let found = library.named_by(&from.path, |library| library.find(ContentKind::Strategies, &name));
        let refuse =
            |code, found: String, expected: &str| Failure::from(from.issue(&at, EXTENDS, code, found, expected));
        let path = found.map_err(|failure| match failure {
            Failure::Unknown(unknown) => from.unknown(&at, EXTENDS, &unknown).into(),
            other => refuse(Code::UnknownName, other.to_string(), ""),
        })?;
        if files.iter().any(|file| library.place(&file.path) == library.place(&path)) {
            let labels = files.iter().map(|file| file.label.clone()).chain([library.label(&path)]);
            let circle = labels.collect::<Vec<_>>().join(" -> ");
            return Err(refuse(Code::Conflict, format!("a circle: {circle}"), "a file that does not extend this one"));
        }
        if files.len() > MAX_BASES {
            let expected = format!("at most {MAX_BASES}");
            return Err(refuse(Code::Conflict, format!("more than {MAX_BASES} files, one on the other"), &expected));
        }
        let folder = from.beside.as_deref().map(|file| file.parent().unwrap_or(Path::new("")));
        let kind = ContentKind::Strategies;
        let is_file = path != kind.path(name.strip_suffix(kind.ending()).unwrap_or(&name));
        let beside = folder.filter(|_| is_file).map(|folder| folder.join(&name));
        let text = library.content(&path)?;
        let base = ChainFile { label: library.label(&path), path, beside, text };
        // Whatever else is wrong with it, what is no TOML has nothing to build on.
        sandtable_content::Document::parse(&base.label, &base.text)?;
        named = base_of(&base)?;
        files.push(base);
    }
    files.reverse();
    Ok(files)
}

/// What the file builds on; nothing where it is no TOML, which whoever reads it says.
fn base_of(file: &ChainFile) -> Result<Option<BaseName>, Failure> {
    let Ok(document) = Document::parse(file.text.as_str()) else { return Ok(None) };
    let Some(item) = document.get(EXTENDS) else { return Ok(None) };
    let at = item.span().unwrap_or_default();
    match item.as_str() {
        Some(name) if !name.is_empty() => Ok(Some(BaseName { name: name.to_owned(), at })),
        _ => {
            let found = item.as_value().map_or("tables".to_owned(), |value| value.to_string().trim().to_owned());
            Err(file.issue(&at, EXTENDS, Code::InvalidValue, found, "the name or path of a strategy file").into())
        }
    }
}

impl ChainFile {
    fn unknown(&self, at: &Range<usize>, field: &str, unknown: &UnknownName) -> Issues {
        let (line, column) = place(&self.text, at.start);
        let issue = unknown.issue((&self.label, line, column));
        Issues::from(Issue { field: field.to_owned(), ..issue }).quoting(&self.label, &self.text)
    }

    fn issue(&self, at: &Range<usize>, field: &str, code: Code, found: String, expected: &str) -> Issues {
        let (line, column) = place(&self.text, at.start);
        let issue = Issue::at((&self.label, line, column), code, found, expected);
        Issues::from(Issue { field: field.to_owned(), ..issue }).quoting(&self.label, &self.text)
    }
}

/// Line and column, from 1, of a byte of a text.
fn place(text: &str, offset: usize) -> (u32, u32) {
    let before = text.get(..offset).unwrap_or(text);
    let begins = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.bytes().filter(|byte| *byte == b'\n').count() as u32 + 1, before[begins..].chars().count() as u32 + 1)
}

/// Whether two parts of a file say the same.
fn is_same(one: &Item, other: &Item) -> bool {
    match (one, other) {
        (Item::Table(one), Item::Table(other)) => {
            let has = |(key, item): (&str, &Item)| other.get(key).is_some_and(|found| is_same(item, found));
            one.len() == other.len() && one.iter().all(has)
        }
        (Item::ArrayOfTables(one), Item::ArrayOfTables(other)) => {
            let pairs = || one.iter().zip(other.iter());
            one.len() == other.len()
                && pairs().all(|(one, other)| is_same(&Item::Table(one.clone()), &Item::Table(other.clone())))
        }
        _ => one.to_string().trim() == other.to_string().trim(),
    }
}
