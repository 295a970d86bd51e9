//! Embeds every text file of `scenarios/` in the program, so that it works from any folder.
//!
//! The folder is a link to that of the repository; a package holds its files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let content = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("scenarios");
    let mut files = Vec::new();
    if content.is_dir() {
        collect(&content, &mut files)?;
    }
    files.sort();
    let mut table = String::from("[\n");
    for path in &files {
        let name = path.strip_prefix(&content).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let place = path.canonicalize()?;
        let _ = writeln!(table, "    ({name:?}, include_str!({:?})),", place.to_string_lossy());
    }
    table.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("embedded.rs"), table)?;
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let kind = path.extension().and_then(|kind| kind.to_str());
        if path.is_dir() {
            collect(&path, files)?;
        } else if matches!(kind, Some("toml" | "map" | "txt")) {
            println!("cargo::rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
    Ok(())
}
