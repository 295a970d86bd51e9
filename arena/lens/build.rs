//! Names the engine of web pages by its sources: those of the simulation and its commanders, of this crate and of the exports.

mod build_id;

use std::path::Path;
use std::{env, io};

/// What else a page asks of its engine.
const SHOWN: [&str; 2] = ["arena/lens", "arena/browser"];

fn main() -> io::Result<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..");
    let floors: Vec<&str> = build_id::FLOORS.into_iter().chain(SHOWN).collect();
    let id = build_id::build_id(&root, &floors)?;
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build_id.rs");
    for floor in floors.iter().filter(|_| id.is_some()) {
        println!("cargo::rerun-if-changed={}", root.join(floor).display());
    }
    println!("cargo::rustc-env=SANDTABLE_ENGINE={}", id.as_deref().unwrap_or("unknown"));
    Ok(())
}
