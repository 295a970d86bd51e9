//! The file of the engine of pages: what the engine was made of stands after it.

use super::{ENGINE_BUILD, ENGINE_MARK};

/// What a program that was built from packages knows of its sources.
const UNKNOWN: &str = "unknown";

/// The engine of pages without what its file says of it, and that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineFile {
    /// The engine, as [`PageTerms::engine`](super::PageTerms::engine) takes it.
    pub engine: Vec<u8>,
    /// The digest of the sources that it was made of, as [`ENGINE_BUILD`] has it; none when the file does not say.
    pub build: Option<String>,
}

impl EngineFile {
    /// Takes the bytes of a file apart.
    pub fn read(mut bytes: Vec<u8>) -> EngineFile {
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

    /// What it was made of, in words, when that is not what this program is made of: a page of it would play matches differently, or not at
    /// all.
    pub fn of_other_sources(&self) -> Option<String> {
        self.other_than(ENGINE_BUILD)
    }

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

/// What comes before the build at the end of the file.
fn mark() -> String {
    format!("\n{}", ENGINE_MARK.trim_end_matches(ENGINE_BUILD))
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
