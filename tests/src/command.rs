//! The command line run within the process, and folders for what it writes.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use sandtable::exit::code;
use sandtable_ai::Registry;
use sandtable_match::Failure;

/// A folder that is gone when the test is over.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new one, whose name says what for.
    pub fn new(name: &str) -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("sandtable-{}-{number}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    /// A file in it.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a temporary file");
        path
    }

    /// Every file below, with its bytes.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.0.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder").flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let bytes = fs::read(&path).expect("a file");
                    files.insert(path.strip_prefix(&self.0).expect("below").to_owned(), bytes);
                }
            }
        }
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs the command line in this process.
pub fn sandtable(args: &[&str]) -> Result<(), Failure> {
    let args = ["sandtable"].iter().chain(args).map(OsString::from);
    sandtable::run_from(args, &Registry::standard())
}

/// The exit code and the words of a command line that must fail.
pub fn error_of(args: &[&str]) -> (u8, String) {
    let failure = sandtable(args).expect_err("it must fail");
    (code(&failure), failure.to_string())
}
