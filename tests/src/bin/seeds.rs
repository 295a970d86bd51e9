//! Writes what the fuzzers of `guard/fuzz/` begin from: `sandtable-seeds TARGET FOLDER`.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use sandtable_tests::hostile::seeds;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let [target, folder] = &args[..] else {
        eprintln!("error: expected a target and a folder");
        return ExitCode::from(2);
    };
    for (number, bytes) in seeds(target).iter().enumerate() {
        let file = Path::new(folder).join(format!("seed-{number}"));
        if let Err(error) = fs::write(&file, bytes) {
            eprintln!("error: {}: {error}", file.display());
            return ExitCode::from(3);
        }
    }
    ExitCode::SUCCESS
}
