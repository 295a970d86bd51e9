//! `sandtable replay picture`: a moment of a match as an SVG picture.

use sandtable_match::Failure;
use sandtable_match::runner::guarded;
use sandtable_match::store::{Product, SystemDisk, write_whole};
use sandtable_viewer::match_picture;

use super::{failed, open, say};
use crate::args::PictureArgs;

pub fn run(args: &PictureArgs) -> Result<(), Failure> {
    let output = &args.output;
    Product::Picture.may_replace(output)?;
    let replay = open(&args.file)?;
    let drawn = guarded(|| match_picture(&replay, args.tick)).map_err(|fault| Failure::Engine(fault.message))?;
    let text = match drawn {
        Ok(text) => text,
        Err(error) => return Err(failed(&args.file, &error.to_string())?),
    };
    write_whole(&SystemDisk, output, text.as_bytes()).map_err(|error| Failure::writing(output, error))?;
    say(&format!("{}\n", output.display()))
}
