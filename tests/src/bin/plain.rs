//! Writes the plain bytes of replays, for `sandtable-portability`: `sandtable-plain FOLDER FILE...`.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use sandtable_match::store::unpack_replay;

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let Some(folder) = args.next() else {
        eprintln!("error: expected a folder and replays");
        return ExitCode::from(2);
    };
    match args.try_for_each(|file| write_plain(Path::new(&folder), Path::new(&file))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn write_plain(folder: &Path, file: &Path) -> Result<(), String> {
    let told = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let bytes = fs::read(file).map_err(|error| told(&error))?;
    let plain = unpack_replay(&bytes).map_err(|error| told(&error))?;
    let name = Path::new(file.file_name().unwrap_or_default()).with_extension("plain");
    fs::write(folder.join(name), plain).map_err(|error| told(&error))
}
