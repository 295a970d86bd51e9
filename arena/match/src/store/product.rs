//! Files that a user names for a command to write: none of another kind is overwritten by mistake.

use std::fs;
use std::io::Read;
use std::path::Path;

use sandtable_replay::MAGIC;
use sandtable_viewer::match_page::PAGE_MARK;

use crate::Failure;

/// Bytes of a file that tell what it is: more than the header of any map.
const TELLING_BYTES: u64 = 64 << 10;

/// What a command writes to a file that its user names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// A recorded match.
    Replay,
    /// A match as a web page.
    Page,
    /// The list of games of a folder of pages.
    GamesPage,
    /// The report of a tournament.
    Report,
    /// A page of `balance`.
    Balance,
    /// A map.
    Map,
    /// A picture of trajectories.
    Picture,
    /// A model of the chances of winning.
    Chances,
}

/// How a model of the chances of winning begins.
const CHANCES_HEAD: &[u8] = b"{\n  \"fitted\": {\n    \"engine\": ";

impl Product {
    const fn name(self) -> &'static str {
        match self {
            Product::Replay => "replay",
            Product::Page => "page made by replay render",
            Product::GamesPage => "list of games made by replay render",
            Product::Report => "report of a tournament",
            Product::Balance => "page made by balance",
            Product::Map => "map",
            Product::Picture => "picture",
            Product::Chances => "model made by chances",
        }
    }

    /// Whether a file that begins so is one of these.
    fn is_head(self, head: &[u8]) -> bool {
        match self {
            Product::Picture => head.starts_with(b"<svg"),
            Product::Chances => head.starts_with(CHANCES_HEAD),
            Product::Replay => head.starts_with(&MAGIC),
            Product::Page => String::from_utf8_lossy(head).contains(PAGE_MARK),
            Product::GamesPage => String::from_utf8_lossy(head).contains("content=\"Sandtable games\""),
            Product::Report => String::from_utf8_lossy(head).contains("content=\"Sandtable tournament\""),
            Product::Balance => String::from_utf8_lossy(head).contains("content=\"Sandtable balance\""),
            Product::Map => String::from_utf8_lossy(head).lines().any(|line| line.trim_end() == "---"),
        }
    }

    /// Checks that `path` is free to be written: nothing is there, or an earlier file of this kind, or an empty one.
    ///
    /// # Errors
    /// [`Failure::Usage`] when something else would be lost; that what is there cannot be read.
    pub fn may_replace(self, path: &Path) -> Result<(), Failure> {
        // Devices are refused when the file gets its name.
        if !fs::metadata(path).is_ok_and(|there| there.is_file()) {
            return Ok(());
        }
        let mut head = Vec::new();
        let read = fs::File::open(path).and_then(|file| file.take(TELLING_BYTES).read_to_end(&mut head));
        read.map_err(|error| Failure::reading(path, error))?;
        if head.is_empty() || self.is_head(&head) {
            return Ok(());
        }
        let (path, name) = (path.display(), self.name());
        Err(Failure::Usage(format!("{path} already exists and is not a {name}: name another file, or remove it first")))
    }

    /// As [`may_replace`](Product::may_replace), of what is made from `source` and holds less than it does, so that it must not take
    /// its place.
    ///
    /// # Errors
    /// Those of [`may_replace`](Product::may_replace); [`Failure::Usage`] when both are one file, by whatever paths.
    pub fn may_replace_apart_from(self, path: &Path, source: &Path) -> Result<(), Failure> {
        let is_source = matches!((path.canonicalize(), source.canonicalize()), (Ok(one), Ok(other)) if one == other);
        if is_source {
            let path = path.display();
            return Err(Failure::Usage(format!(
                "{path} is the input, which would be lost: name another file for the output"
            )));
        }
        self.may_replace(path)
    }
}
