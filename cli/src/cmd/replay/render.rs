//! `sandtable replay render`: one offline web page of a recorded match.

use sandtable_match::Failure;
use sandtable_match::runner::guarded;
use sandtable_match::store::{Product, SystemDisk, write_whole};
use sandtable_viewer::match_page::render;

use super::{failed, open, say};
use crate::args::RenderArgs;

pub fn run(args: &RenderArgs) -> Result<(), Failure> {
    Product::Page.may_replace(&args.output)?;
    let replay = open(&args.file)?;
    let page = guarded(|| render(&replay)).map_err(|fault| Failure::Engine(fault.message))?;
    let page = match page {
        Ok(page) => page,
        Err(error) => return Err(failed(&args.file, &error.to_string())?),
    };
    write_whole(&SystemDisk, &args.output, page.as_bytes()).map_err(|error| Failure::writing(&args.output, error))?;
    say(&format!("{}\n", args.output.display()))
}
