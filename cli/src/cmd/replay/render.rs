//! `sandtable replay render`: one offline web page of a recorded match.

use std::path::{Path, PathBuf};

use sandtable_match::Failure;
use sandtable_match::runner::guarded;
use sandtable_match::store::{Product, SystemDisk, read_limited, write_whole};
use sandtable_viewer::match_page::{PageTerms, render_with};

use super::{failed, open, say};
use crate::args::RenderArgs;

/// The engine of pages, as `.ci/viewer` puts it beside the program.
const ENGINE: &str = "viewer.wasm.lzma";
/// Bytes of it.
const MAX_ENGINE: usize = 64 << 20;
/// What makes it.
const REMEDY: &str = "rustup target add wasm32-unknown-unknown && .ci/viewer";

pub fn run(args: &RenderArgs) -> Result<(), Failure> {
    Product::Page.may_replace(&args.output)?;
    let replay = open(&args.file)?;
    let engine = engine(args.engine.as_deref())?;
    let terms = PageTerms { engine: engine.as_deref(), frames: args.frames || engine.is_none() };
    let page = guarded(|| render_with(&replay, &terms)).map_err(|fault| Failure::Engine(fault.message))?;
    let page = match page {
        Ok(page) => page,
        Err(error) => return Err(failed(&args.file, &error.to_string())?),
    };
    write_whole(&SystemDisk, &args.output, page.as_bytes()).map_err(|error| Failure::writing(&args.output, error))?;
    if engine.is_none() {
        say(&format!(
            "{}: recorded frames only; for a page that plays the match, in a checkout: {REMEDY}\n",
            args.output.display()
        ))?;
    }
    say(&format!("{}\n", args.output.display()))
}

/// The engine of the page: a file that was named, or the one beside this program when there is one.
pub(crate) fn engine(named: Option<&Path>) -> Result<Option<Vec<u8>>, Failure> {
    if let Some(path) = named {
        return read_limited(path, MAX_ENGINE).map(Some).map_err(|error| Failure::reading(path, error));
    }
    let beside = |program: PathBuf| program.parent().map(|folder| folder.join(ENGINE));
    let path = std::env::current_exe().ok().and_then(beside);
    Ok(path.and_then(|path| std::fs::read(path).ok()))
}
