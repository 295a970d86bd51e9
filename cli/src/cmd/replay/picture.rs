//! `sandtable replay picture`: a moment of a match, or the result of a tournament, as an SVG picture.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::runner::guarded;
use sandtable_match::store::{Product, SystemDisk, write_whole};
use sandtable_tournament::results_picture;
use sandtable_viewer::match_picture;

use super::{failed, open, say};
use crate::args::PictureArgs;
use crate::cmd::interrupt::working;

pub fn run(args: &PictureArgs, registry: &Registry) -> Result<(), Failure> {
    let usual = if args.file.is_dir() { "tournament.svg" } else { "match.svg" };
    let output = args.output.as_deref().unwrap_or(Path::new(usual));
    Product::Picture.may_replace(output)?;
    let text = match (args.file.is_dir(), args.tick) {
        (true, None) => results_picture(&args.file, registry)?,
        (false, Some(tick)) => moment(&args.file, tick)?,
        (true, Some(_)) => return Err(Failure::Usage("--tick: found results; expected a replay".to_owned())),
        (false, None) => return Err(Failure::Usage("missing option --tick, the tick to draw".to_owned())),
    };
    write_whole(&SystemDisk, output, text.as_bytes()).map_err(|error| Failure::writing(output, error))?;
    say(&format!("{}\n", output.display()))
}

/// A match after a tick.
fn moment(file: &Path, tick: u32) -> Result<String, Failure> {
    let replay = open(file)?;
    let working = working("replay picture", "replaying match");
    let drawn = guarded(|| match_picture(&replay, tick)).map_err(|fault| Failure::Engine(fault.message))?;
    drop(working);
    drawn.or_else(|error| Err(failed(file, &error.to_string())?))
}
