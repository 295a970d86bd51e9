//! `sandtable replay render`: offline web pages of recorded matches.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::comparison::compared_as_json;
use sandtable_match::runner::guarded;
use sandtable_match::store::{Product, SystemDisk, write_whole};
use sandtable_match::work_bar::WorkBar;
use sandtable_tournament::{OfflineTerms, read_chances, write_pages};
use sandtable_viewer::match_page::{Against, PageTerms, render_with};

use super::engine_file::{engine, remedy};
use super::{failed, open, say, threads};
use crate::args::RenderArgs;
use crate::cmd::interrupt::{ending_at_once, working};

pub fn run(args: &RenderArgs, registry: &Registry) -> Result<(), Failure> {
    let engine = engine(args.engine.as_deref())?;
    if args.file.is_dir() { results(args, engine, registry) } else { one(args, engine) }
}

fn one(args: &RenderArgs, engine: Option<Vec<u8>>) -> Result<(), Failure> {
    for (given, option) in [(args.notable, "--notable"), (args.threads.is_some(), "--threads")] {
        if given {
            return Err(Failure::Usage(format!("{option}: found a replay; expected a folder of results")));
        }
    }
    let output = args.output.as_deref().unwrap_or(Path::new("match.html"));
    Product::Page.may_replace(output)?;
    let replay = open(&args.file)?;
    let working = working("replay render", "writing page");
    let chances = args.chances.as_deref().map(read_chances).transpose()?;
    let second = args.against.as_deref().map(open).transpose()?;
    let comparison = second.as_ref().map(|second| compared_as_json(&replay, second)).transpose()?;
    let against = second.as_ref().zip(comparison.as_ref());
    let against = against.map(|(replay, comparison)| Against { replay, comparison });
    let frames = args.frames || engine.is_none();
    let terms = PageTerms { engine: engine.as_deref(), frames, against, chances: chances.as_ref(), folder: None };
    let page = guarded(|| render_with(&replay, &terms)).map_err(|fault| Failure::Engine(fault.message))?;
    drop(working);
    let page = match page {
        Ok(page) => page,
        Err(error) => return Err(failed(&args.file, &error.to_string())?),
    };
    write_whole(&SystemDisk, output, page.as_bytes()).map_err(|error| Failure::writing(output, error))?;
    let page = output.display().to_string();
    say(&format!("{}{page}\n", remedy(engine.as_deref(), &page)))
}

/// A page for each game, and one that lists them.
fn results(args: &RenderArgs, engine: Option<Vec<u8>>, registry: &Registry) -> Result<(), Failure> {
    if args.against.is_some() {
        return Err(Failure::Usage("--against: found a folder of results; expected a replay".to_owned()));
    }
    let output = args.output.as_deref().unwrap_or(Path::new("pages"));
    let RenderArgs { file: results, frames, notable, .. } = args;
    let threads = threads(args.threads, usize::MAX);
    let engine = engine.as_deref();
    let model = args.chances.as_deref().map(read_chances).transpose()?;
    let (frames, notable, chances) = (*frames, *notable, model.as_ref());
    let terms = OfflineTerms { results, output, engine, frames, notable, threads, chances };
    let bar = WorkBar::counting("pages");
    let ending = ending_at_once(&bar, "replay render with the same arguments");
    let made = write_pages(&terms, registry, &bar)?;
    drop(ending);
    say(&remedy(engine, &output.display().to_string()))?;
    made.failures.iter().try_for_each(|why| say(&format!("{why}\n")))?;
    say(&format!("{}: {} of {} games have a page\n", made.index.display(), made.pages, made.games))?;
    if made.failures.is_empty() { Ok(()) } else { Err(Failure::Checked) }
}
