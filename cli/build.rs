//! Embeds the engine of pages where a package has it: `engine/viewer.wasm.lzma`, which `.ci/package` puts there.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("engine");
    let engine = folder.join("viewer.wasm.lzma");
    let value = if engine.is_file() { format!("Some(include_bytes!({engine:?}))") } else { "None".to_owned() };
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("engine.rs"), value)?;
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", folder.display());
    Ok(())
}
