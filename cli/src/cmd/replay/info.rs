//! `sandtable replay info`: what recorded matches hold, without playing them.

use sandtable_match::Failure;
use sandtable_match::replays::{info_json, info_text};

use super::{open, say, say_json};
use crate::args::ReplayFiles;

pub fn run(args: &ReplayFiles) -> Result<(), Failure> {
    let mut failed = None;
    for file in &args.files {
        match open(file) {
            Ok(replay) if args.json => say_json(&info_json(file, &replay))?,
            Ok(replay) => say(&info_text(file, &replay))?,
            // The others have something to tell all the same.
            Err(failure) => failed = failed.or(Some(failure)),
        }
    }
    failed.map_or(Ok(()), Err)
}
