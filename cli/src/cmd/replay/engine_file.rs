//! The engine of pages: the file beside this program, or another one that was named, and whether it is of these sources.

use std::path::{Path, PathBuf};

use sandtable_match::Failure;
use sandtable_match::store::read_limited;
use sandtable_viewer::match_page::{ENGINE_BUILD, ENGINE_MARK};

use super::say;

/// The name of the engine, as `.ci/viewer` puts it beside the program.
const ENGINE: &str = "viewer.wasm.lzma";
/// Bytes of it.
const MAX_ENGINE: usize = 64 << 20;
/// What makes it.
const REMEDY: &str = "in a checkout: rustup target add wasm32-unknown-unknown && .ci/viewer";
/// What a program that was built from packages knows of its sources.
const UNKNOWN: &str = "unknown";

/// An engine without what its file says of it, and that.
#[derive(Debug, PartialEq, Eq)]
struct EngineFile {
    engine: Vec<u8>,
    build: Option<String>,
}

/// The engine of pages. One that was named is taken as it is; the one beside this program is taken only when it was made of the program's own
/// sources, since a page of another would play matches differently, or not at all.
pub(crate) fn engine(named: Option<&Path>) -> Result<Option<Vec<u8>>, Failure> {
    if let Some(path) = named {
        let bytes = read_limited(path, MAX_ENGINE).map_err(|error| Failure::reading(path, error))?;
        let file = EngineFile::read(bytes);
        if let Some(found) = file.other_than(ENGINE_BUILD) {
            anstream::eprintln!("{}: {found}", path.display());
        }
        return Ok(Some(file.engine));
    }
    let beside = |program: PathBuf| program.parent().map(|folder| folder.join(ENGINE));
    let Some(path) = std::env::current_exe().ok().and_then(beside) else { return Ok(None) };
    let Ok(bytes) = std::fs::read(&path) else { return Ok(None) };
    let file = EngineFile::read(bytes);
    let Some(found) = file.other_than(ENGINE_BUILD) else { return Ok(Some(file.engine)) };
    anstream::eprintln!("{}: {found}: not taken", path.display());
    Ok(None)
}

/// Says what would make the engine that what was written has not.
pub(crate) fn remedy(written: &str) -> Result<(), Failure> {
    say(&format!("{written}: recorded frames only; for a page that plays the match, {REMEDY}\n"))
}

/// What comes before the build at the end of the file.
fn mark() -> String {
    format!("\n{}", ENGINE_MARK.trim_end_matches(ENGINE_BUILD))
}

impl EngineFile {
    fn read(mut bytes: Vec<u8>) -> EngineFile {
        let mark = mark();
        let longest = mark.len() + ENGINE_BUILD.len().max(16) + 1;
        let end = &bytes[bytes.len().saturating_sub(longest)..];
        let at = end.windows(mark.len()).rposition(|window| window == mark.as_bytes());
        let Some(at) = at else { return EngineFile { engine: bytes, build: None } };
        let build = String::from_utf8_lossy(&end[at + mark.len()..]).trim_end().to_owned();
        let length = bytes.len() - end.len() + at;
        bytes.truncate(length);
        EngineFile { engine: bytes, build: Some(build) }
    }

    /// Says what it was made of when that is not this build.
    fn other_than(&self, build: &str) -> Option<String> {
        match &self.build {
            _ if build == UNKNOWN => None,
            Some(found) if found == build => None,
            Some(found) => Some(format!("found the engine of build {found}; this program is of engine build {build}")),
            None => {
                Some(format!("found an engine that does not say its build; this program is of engine build {build}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_of_other_sources_is_known_by_what_stands_after_it() {
        let read = |build: &str| EngineFile::read([b"engine", mark().as_bytes(), build.as_bytes(), b"\n"].concat());
        let own = read("0123456789abcdef");
        assert_eq!(own, EngineFile { engine: b"engine".to_vec(), build: Some("0123456789abcdef".to_owned()) });
        assert_eq!(own.other_than("0123456789abcdef"), None);
        assert!(own.other_than("fedcba9876543210").is_some_and(|told| told.contains("build 0123456789abcdef;")));
        assert_eq!(own.other_than(UNKNOWN), None, "packages do not know their sources");
        let bare = EngineFile::read(b"\x5dengine".to_vec());
        assert_eq!((bare.engine.as_slice(), &bare.build), (b"\x5dengine".as_slice(), &None));
        assert!(bare.other_than("fedcba9876543210").is_some());
    }
}
