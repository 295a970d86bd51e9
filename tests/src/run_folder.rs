//! Folders of runs of `tune` and `difficulty`: their files, their summary, and what a kill leaves of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command::Folder;

/// The texts of a folder, by name.
pub fn texts(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let read = |entry: fs::DirEntry| {
        (entry.file_name().to_string_lossy().into_owned(), fs::read_to_string(entry.path()).expect("a text"))
    };
    entries.map(read).collect()
}

/// The `summary.json` of a folder.
pub fn summary(folder: &Path) -> serde_json::Value {
    let text = fs::read_to_string(folder.join("summary.json")).expect("a summary");
    serde_json::from_str(&text).expect("JSON")
}

/// A folder `killed` as a kill leaves it of this run: the manifest, and one part in `parts` of the journal under its partial name, its last
/// line torn.
pub fn killed(home: &Folder, run: &Path, parts: usize) -> PathBuf {
    let killed = home.0.join("killed");
    fs::create_dir(&killed).expect("a folder");
    fs::copy(run.join("manifest.json"), killed.join("manifest.json")).expect("a file");
    let journal = fs::read(run.join("journal.jsonl")).expect("a journal");
    fs::write(killed.join("journal.jsonl.partial"), &journal[..journal.len() / parts]).expect("a file");
    killed
}
