//! `sandtable sprt`.

use std::io::{BufRead, Read};
use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_tournament::{LineJudge, Manifest};

use super::say_json;
use crate::args::SprtArgs;

/// Bytes of the line of a game.
const MAX_LINE_BYTES: u64 = 16 << 20;

pub fn run(args: &SprtArgs, registry: &Registry) -> Result<(), Failure> {
    let mut judge = LineJudge::new(&Manifest::read(&args.folder)?, registry)?;
    let mut input = std::io::stdin().lock();
    let mut line = String::new();
    loop {
        line.clear();
        let read = (&mut input).take(MAX_LINE_BYTES).read_line(&mut line);
        if read.map_err(|error| Failure::reading(Path::new("standard input"), error))? == 0 {
            return Ok(());
        }
        say_json(&judge.take(line.trim_end_matches('\n'))?)?;
    }
}
