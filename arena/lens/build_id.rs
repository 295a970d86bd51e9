//! The build id: a digest of the sources that a match depends on. A function of their names and texts alone, wherever and whenever
//! they were written.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The floors whose sources decide how a match is played.
pub const FLOORS: [&str; 2] = ["sim", "ai"];

/// The digest of the sources of some folders below `root`; none where they are not.
///
/// # Errors
/// That a file cannot be read.
pub fn build_id(root: &Path, floors: &[&str]) -> io::Result<Option<String>> {
    let mut files = Vec::new();
    for floor in floors {
        let folder = root.join(floor);
        if !folder.is_dir() {
            return Ok(None);
        }
        collect(&folder, floor, &mut files)?;
    }
    files.sort();
    let mut digest = Digest::new();
    for (name, path) in files {
        let text = fs::read(path)?;
        // A checkout may end its lines otherwise.
        let text: Vec<u8> = text.into_iter().filter(|byte| *byte != b'\r').collect();
        digest.take(name.as_bytes());
        digest.take(&text);
    }
    Ok(Some(format!("{:016x}", digest.0 as u64 ^ (digest.0 >> 64) as u64)))
}

/// Sources in a folder: Rust and manifests, under their names below the root.
fn collect(folder: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(last) = path.file_name().and_then(|last| last.to_str()) else { continue };
        let name = format!("{name}/{last}");
        if path.is_dir() {
            collect(&path, &name, files)?;
        } else if last.ends_with(".rs") || last == "Cargo.toml" {
            files.push((name, path));
        }
    }
    Ok(())
}

/// FNV-1a of 128 bits (Fowler, Noll and Vo), each run led by its length.
struct Digest(u128);

impl Digest {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

    fn new() -> Digest {
        Digest(Digest::BASIS)
    }

    fn take(&mut self, run: &[u8]) {
        for byte in (run.len() as u64).to_le_bytes().iter().chain(run) {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(Digest::PRIME);
        }
    }
}
