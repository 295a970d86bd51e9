//! Reads what the fuzzers of `guard/fuzz/` begin from, and what they have kept: `sandtable-corpora TARGET...`.
//!
//! `guard/fuzz/line-coverage` runs it to count which lines of the decoders the corpora reach.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use sandtable_tests::hostile::{TARGETS, seeds, variants_of};

fn main() -> ExitCode {
    for name in env::args().skip(1) {
        let Some((name, read)) = TARGETS.iter().find(|(target, _)| *target == name) else {
            eprintln!("error: {name}: no target; there are {}", TARGETS.map(|(target, _)| target).join(", "));
            return ExitCode::from(2);
        };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../guard/fuzz/corpus").join(name);
        let kept = fs::read_dir(folder).into_iter().flatten().flatten().filter_map(|file| fs::read(file.path()).ok());
        let files: Vec<Vec<u8>> = seeds(name).into_iter().chain(variants_of(name)).chain(kept).collect();
        let good = files.iter().filter(|bytes| read(bytes)).count();
        sandtable_tests::say(format_args!("{name}: {} files read, {good} of them in order", files.len()));
    }
    ExitCode::SUCCESS
}
