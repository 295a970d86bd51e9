//! `sandtable new`: a crate with a commander of one's own.

use std::path::{Path, PathBuf};

use sandtable_match::Failure;
use sandtable_match::store::{Disk, SystemDisk, write_whole};

use super::say;
use crate::args::NewArgs;

const MANIFEST: &str = include_str!("new/Cargo.toml.txt");
const MAIN: &str = include_str!("new/main.rs.txt");
const README: &str = include_str!("new/README.md.txt");

/// The checkout this program was built from; it may be gone by now.
const BUILT_FROM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

pub fn run(args: &NewArgs) -> Result<(), Failure> {
    check_name(&args.name)?;
    let folder = PathBuf::from(&args.name);
    if folder.exists() {
        return Err(Failure::Usage(format!("{} already exists", folder.display())));
    }
    let checkout = if args.git.is_none() { Some(checkout(args.sandtable.as_deref())?) } else { None };
    let dependency = match (&args.git, &checkout) {
        (Some(url), _) => format!("{{ git = {url:?} }}"),
        (None, Some(path)) => format!("{{ path = {:?} }}", path.join("cli").to_string_lossy()),
        (None, None) => return Err(Failure::Usage("no checkout of Sandtable to build against".to_owned())),
    };
    let fill = |text: &str| text.replace("NAME", &args.name).replace("DEPENDENCY", &dependency);
    SystemDisk.create_folder(&folder.join("src")).map_err(|error| Failure::writing(&folder, error))?;
    for (file, text) in [("Cargo.toml", MANIFEST), ("src/main.rs", MAIN), ("README.md", README)] {
        put(&folder.join(file), fill(text).as_bytes())?;
    }
    if let Some(checkout) = &checkout {
        copy_lock(checkout, &folder)?;
    }
    let name = &args.name;
    say(&format!("{name}/ is ready. Try:\n  cd {name}\n  cargo run --release -- match duel --p1 {name}\n"))
}

fn check_name(name: &str) -> Result<(), Failure> {
    let letters =
        name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-_".contains(letter));
    if letters && name.starts_with(|first: char| first.is_ascii_lowercase()) && name.len() <= 64 {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "{name:?} is not a crate name; expected lower-case letters, digits, - and _, a letter first"
    )))
}

/// The checkout named, around the current folder, or built from.
fn checkout(named: Option<&Path>) -> Result<PathBuf, Failure> {
    let is_checkout =
        |folder: &Path| folder.join("cli/Cargo.toml").is_file() && folder.join("sim/engine/Cargo.toml").is_file();
    let here = std::env::current_dir().unwrap_or_default();
    let candidates: Vec<&Path> = match named {
        Some(folder) => vec![folder],
        None => here.ancestors().chain([Path::new(BUILT_FROM)]).collect(),
    };
    let found = candidates.into_iter().find(|folder| is_checkout(folder));
    let found = found.and_then(|folder| folder.canonicalize().ok());
    found.ok_or_else(|| {
        Failure::Usage("no checkout of Sandtable found; name one with --sandtable DIR or --git URL".to_owned())
    })
}

/// Copies the lock file of the checkout, so that every dependency has the version there: results depend on some of them.
fn copy_lock(checkout: &Path, folder: &Path) -> Result<(), Failure> {
    let lock = checkout.join("Cargo.lock");
    match std::fs::read(&lock) {
        Ok(bytes) => put(&folder.join("Cargo.lock"), &bytes),
        Err(_) => Ok(()),
    }
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_whole(&SystemDisk, path, bytes).map_err(|error| Failure::writing(path, error))
}
