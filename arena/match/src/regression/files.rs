//! The records that a path names.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Failure;

/// Records of one run.
const MAX_FILES: usize = 100_000;

/// Files as they are named, and the replays of folders: in them, or in their `replays`.
///
/// # Errors
/// That a folder holds none, or cannot be read.
pub fn records_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found = replays_in(path)?;
        let below = path.join("replays");
        if below.is_dir() {
            found.extend(replays_in(&below)?);
        }
        if found.is_empty() {
            return Err(Failure::Usage(format!("{}: found no replays", path.display())));
        }
        files.extend(found);
    }
    if files.len() > MAX_FILES {
        return Err(Failure::Usage(format!("{} replays; at most {MAX_FILES} are played", files.len())));
    }
    Ok(files)
}

fn replays_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| Failure::reading(folder, error))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut replays: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|it| it == "replay")).collect();
    replays.sort();
    Ok(replays)
}
