//! The engine of pages: the file beside this program, that of its package, or another one that was named, and whether it is of these sources.

use std::path::Path;

use sandtable_match::Failure;
use sandtable_match::store::read_limited;
use sandtable_viewer::match_page::EngineFile;

/// The name of the engine, as `.ci/viewer` puts it beside the program.
const ENGINE: &str = "viewer.wasm.lzma";
/// Bytes of it.
const MAX_ENGINE: usize = 64 << 20;
/// The engine that this program's package has; none of a checkout.
const PACKAGED: Option<&[u8]> = include!(concat!(env!("OUT_DIR"), "/engine.rs"));
/// What makes it.
const REMEDY: &str = "in a checkout: rustup target add wasm32-unknown-unknown && .ci/viewer";

/// The engine of pages. One that was named is taken as it is; the one beside this program, or else that of its package, is taken only when it
/// was made of the program's own sources.
pub(crate) fn engine(named: Option<&Path>) -> Result<Option<Vec<u8>>, Failure> {
    if let Some(path) = named {
        let bytes = read_limited(path, MAX_ENGINE).map_err(|error| Failure::reading(path, error))?;
        let file = EngineFile::read(bytes);
        if let Some(found) = file.of_other_sources() {
            anstream::eprintln!("{}: {found}", path.display());
        }
        return Ok(Some(file.engine));
    }
    Ok(beside().or_else(packaged))
}

fn beside() -> Option<Vec<u8>> {
    let path = std::env::current_exe().ok()?.parent()?.join(ENGINE);
    let file = EngineFile::read(std::fs::read(&path).ok()?);
    let Some(found) = file.of_other_sources() else { return Some(file.engine) };
    anstream::eprintln!("{}: {found}: not taken", path.display());
    None
}

/// A file that was left in a checkout may be of other sources.
fn packaged() -> Option<Vec<u8>> {
    let file = EngineFile::read(PACKAGED?.to_vec());
    file.of_other_sources().is_none().then_some(file.engine)
}

/// What would make the engine that what was written has not, in a line; nothing when it has one.
pub(crate) fn remedy(engine: Option<&[u8]>, written: &str) -> String {
    let line = || format!("{written}: recorded frames only; for a page that plays the match, {REMEDY}\n");
    if engine.is_some() { String::new() } else { line() }
}
