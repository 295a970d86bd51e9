//! Names the build by the sources of the simulation and its commanders, and the engine of web pages by those, this crate and the exports.

mod build_id;

use std::path::Path;
use std::{env, io};

/// What else a page asks of its engine.
const SHOWN: [&str; 2] = ["arena/lens", "arena/browser"];

fn main() -> io::Result<()> {
    let floors: Vec<&str> = build_id::FLOORS.into_iter().chain(SHOWN).collect();
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build_id.rs");
    name("SANDTABLE_BUILD", &build_id::FLOORS)?;
    name("SANDTABLE_ENGINE", &floors)
}

/// Gives the crate the id of some folders under this name: `unknown` when it is made of packages without them.
fn name(variable: &str, folders: &[&str]) -> io::Result<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..");
    let id = build_id::build_id(&root, folders)?;
    for folder in folders.iter().filter(|_| id.is_some()) {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
    }
    println!("cargo::rustc-env={variable}={}", id.as_deref().unwrap_or("unknown"));
    Ok(())
}
