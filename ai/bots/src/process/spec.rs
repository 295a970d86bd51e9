//! What runs as a bot: a program, its folder, its limits.

use std::path::{Path, PathBuf};

use sandtable_content::TableReader;

use crate::limits::BotLimits;

/// A program to run, and what it may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessSpec {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder it runs in.
    pub folder: PathBuf,
    /// What it may take.
    pub limits: BotLimits,
    /// What it reads beside its folder, its program and what systems share, seen from its folder.
    pub readable: Vec<PathBuf>,
    /// Folders it writes to, seen from its folder: nothing else it writes outlasts its match.
    pub writable: Vec<PathBuf>,
}

impl ProcessSpec {
    /// Reads a strategy file. A program that is not there is an error of the file.
    pub fn read(file: &TableReader<'_>) -> ProcessSpec {
        let words = file.texts("command", "the program and its arguments, as in [\"python3\", \"bot.py\"]").required();
        let folder = PathBuf::from(file.text("folder", 4_096).or("."));
        let command: Vec<String> = words.into_iter().map(str::to_owned).collect();
        match command.first() {
            None => file.error("command", "nothing", "the program and its arguments, as in [\"python3\", \"bot.py\"]"),
            Some(_) if !folder.is_dir() => {
                file.error("folder", folder.display().to_string(), "a folder, seen from where sandtable is run");
            }
            Some(program) if find(program, &folder).is_none() => {
                let expected = "a program: a path seen from its folder, or one that is found in PATH";
                file.error("command", format!("{program:?}, which is not there"), expected);
            }
            Some(_) => {}
        }
        let readable =
            paths(file, "readable", &folder, Path::exists, "files and folders that are there, seen from its folder");
        let writable = paths(file, "writable", &folder, Path::is_dir, "folders that are there, seen from its folder");
        ProcessSpec { command, folder, limits: BotLimits::read(file), readable, writable }
    }
}

/// The paths of a key, all of which must be there.
fn paths(
    file: &TableReader<'_>,
    key: &'static str,
    folder: &Path,
    fits: fn(&Path) -> bool,
    expected: &'static str,
) -> Vec<PathBuf> {
    let words = file.texts(key, expected).optional().unwrap_or_default();
    for word in words.iter().filter(|word| !fits(&folder.join(word))) {
        file.error(key, format!("{word:?}, which is not there"), expected);
    }
    words.into_iter().map(PathBuf::from).collect()
}

/// Where a program is.
pub(super) fn find(program: &str, folder: &Path) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(folder.join(program)).filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|path| path.is_file())
}
