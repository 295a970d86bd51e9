//! Writes what the fuzzers of `guard/fuzz/` begin from: `sandtable-seeds TARGET FOLDER`.
//!
//! With `--corpus` behind it, those that a corpus keeps, and a broken variant of each: the first corpus of a target that nobody has fuzzed.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use sandtable_tests::hostile::{MAX_KEPT_BYTES, broken, seeds};

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let (folder, sets) = match &args[..] {
        [target, folder] => (folder, vec![("seed", seeds(target))]),
        [target, folder, corpus] if corpus == "--corpus" => {
            let short = seeds(target).into_iter().filter(|bytes| bytes.len() <= MAX_KEPT_BYTES).collect();
            (folder, vec![("seed", short), ("broken", broken(target))])
        }
        _ => {
            eprintln!("error: expected a target, a folder and perhaps --corpus");
            return ExitCode::from(2);
        }
    };
    let files = sets.iter().flat_map(|(name, set)| set.iter().enumerate().map(move |(row, bytes)| (name, row, bytes)));
    for (name, number, bytes) in files {
        let file = Path::new(folder).join(format!("{name}-{number}"));
        if let Err(error) = fs::write(&file, bytes) {
            eprintln!("error: {}: {error}", file.display());
            return ExitCode::from(3);
        }
    }
    ExitCode::SUCCESS
}
