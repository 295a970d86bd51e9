//! Reads what the fuzzers of `guard/fuzz/` begin from, and what they have kept: `sandtable-corpora TARGET...`.
//! With `MANGLED=FROM..TO` in the environment it reads those mangled cases of each instead, for machines without a fuzzer.
//!
//! `guard/fuzz/line-coverage` runs it to count which lines of the decoders the corpora reach.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use sandtable_tests::hostile::{TARGETS, mangled_case, seeds, variants_of};

fn main() -> ExitCode {
    for name in env::args().skip(1) {
        let Some((name, read)) = TARGETS.iter().find(|(target, _)| *target == name) else {
            eprintln!("error: {name}: no target; there are {}", TARGETS.map(|(target, _)| target).join(", "));
            return ExitCode::from(2);
        };
        if let Ok(cases) = env::var("MANGLED") {
            let bounds =
                cases.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse::<u64>().ok()?));
            let Some(cases) = bounds else {
                eprintln!("error: MANGLED={cases}: expected two numbers with .. between them");
                return ExitCode::from(2);
            };
            let seeds = seeds(name);
            let fallen: Vec<u64> = cases.clone().filter(|case| falls(*read, &mangled_case(&seeds, *case))).collect();
            sandtable_tests::say(format_args!(
                "{name}: {} mangled files read; these bring it down: {fallen:?}",
                cases.count()
            ));
            if !fallen.is_empty() {
                return ExitCode::FAILURE;
            }
            continue;
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../guard/fuzz/corpus").join(name);
        let kept = fs::read_dir(folder).into_iter().flatten().flatten().filter_map(|file| fs::read(file.path()).ok());
        let files: Vec<Vec<u8>> = seeds(name).into_iter().chain(variants_of(name)).chain(kept).collect();
        let good = files.iter().filter(|bytes| read(bytes)).count();
        sandtable_tests::say(format_args!("{name}: {} files read, {good} of them in order", files.len()));
    }
    ExitCode::SUCCESS
}

fn falls(read: fn(&[u8]) -> bool, bytes: &[u8]) -> bool {
    std::panic::catch_unwind(|| read(bytes)).is_err()
}
