//! The games of a folder of results as a folder of pages that opens from disk, without a server.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_match::progress::ProgressSink;
use sandtable_match::runner::guarded;
use sandtable_match::store::{Product, SystemDisk, read_limited, regular_if_there, write_whole};
use sandtable_viewer::chance::ChanceModel;
use sandtable_viewer::html::shell;
use sandtable_viewer::match_page::{FOLDER_INDEX, PageFolder, PageTerms};

use super::game_page::game_page;
use super::html::{GamesPage, GamesState, html};
use super::manifest::Manifest;
use super::outputs::REPORT;
use super::reasons::reasons;
use super::record::GameRecord;
use super::results::{is_free, read_games};
use super::summary::summarize;

/// Bytes of a model of the chances of winning.
const MAX_CHANCES: usize = 1 << 20;

/// Which pages are made of a folder of results, and where they go.
#[derive(Clone, Copy, Debug)]
pub struct OfflineTerms<'t> {
    /// The folder of results: finished, stopped or still being written.
    pub results: &'t Path,
    /// The folder of pages: new, empty, or one that was made before.
    pub output: &'t Path,
    /// The engine of the pages; without one they show recorded frames.
    pub engine: Option<&'t [u8]>,
    /// Whether pages hold recorded frames beside the engine, for browsers that refuse it.
    pub frames: bool,
    /// Whether only games that are worth a look get a page.
    pub notable: bool,
    /// Threads that make pages.
    pub threads: usize,
    /// What tells the chance of winning, where it applies; else the model that ships does.
    pub chances: Option<&'t ChanceModel>,
}

/// What was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfflinePages {
    /// The page that lists the games.
    pub index: PathBuf,
    /// How many games there are.
    pub games: usize,
    /// How many of them have a page.
    pub pages: usize,
    /// Why others could not be shown, in order, and then why the report could not.
    pub failures: Vec<String>,
}

/// Reads a model of the chances of winning.
///
/// # Errors
/// That the file cannot be read, or is no model.
pub fn read_chances(path: &Path) -> Result<ChanceModel, Failure> {
    let bytes = read_limited(path, MAX_CHANCES).map_err(|error| Failure::reading(path, error))?;
    let model = ChanceModel::read(&String::from_utf8_lossy(&bytes));
    model.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

/// Writes a page for each game, and the list of games last of all: a list that names games is whole. Until then a page stands for it that
/// says so, by which a folder whose writing was stopped is known and may be written again.
///
/// # Errors
/// The results cannot be read; the folder of pages holds something else, or cannot be written. A game or a report that cannot be shown is no error.
pub fn write_pages(
    terms: &OfflineTerms<'_>,
    registry: &Registry,
    progress: &dyn ProgressSink,
) -> Result<OfflinePages, Failure> {
    let manifest = Manifest::read_of_any_version(terms.results)?;
    let (records, finished) = read_games(terms.results)?;
    let index = terms.output.join(FOLDER_INDEX);
    let folder = PageFolder::new(terms.engine);
    let chosen = chosen(terms, &records);
    may_hold_pages(terms.output, &index)?;
    may_replace_pages(terms.output, &folder, &chosen, finished)?;
    fs::create_dir_all(terms.output).map_err(|error| Failure::writing(terms.output, error))?;
    write(&index, &provisional(&manifest.display_name()))?;
    for (name, text) in folder.files() {
        write(&terms.output.join(name), text)?;
    }
    let (shown, mut failures) = games(terms, &folder, &chosen, progress)?;
    let report = finished.then(|| report(&manifest, registry, &records)).transpose();
    let report = report.unwrap_or_else(|why| {
        failures.push(format!("the report cannot be made: {why}"));
        None
    });
    if let Some(report) = &report {
        write(&terms.output.join(REPORT), report)?;
    }
    let link = |record: &GameRecord| shown.contains(&record.game).then(|| page_name(record));
    let state = if finished { GamesState::Finished { report: report.is_some() } } else { GamesState::Stopped };
    let page = GamesPage { name: &manifest.display_name(), records: &records, state, link: &link }.html();
    write(&index, &page)?;
    Ok(OfflinePages { index, games: records.len(), pages: shown.len(), failures })
}

/// The report, made anew of the games: what lies under its name among the results may be anything of anybody's.
fn report(manifest: &Manifest, registry: &Registry, records: &[GameRecord]) -> Result<String, Failure> {
    let made = || {
        let prepared = manifest.read_up(registry)?;
        Ok(html(&prepared, &summarize(&prepared.file, &prepared.names(), records), records, ""))
    };
    // Games of another version, or of a hostile list, may be none that this tournament can have.
    guarded(made).map_err(|fault| Failure::Engine(fault.message))?
}

/// Nothing of anybody else's is written over.
fn may_hold_pages(output: &Path, index: &Path) -> Result<(), Failure> {
    if index.is_file() {
        return Product::GamesPage.may_replace(index);
    }
    let text = || format!("{} has files that are not pages: name another folder", output.display());
    if is_free(output) { Ok(()) } else { Err(Failure::Usage(text())) }
}

/// Each page and script that will be written is new or takes the place of one of ours, however somebody's own came into the folder.
fn may_replace_pages(output: &Path, folder: &PageFolder, chosen: &[&GameRecord], report: bool) -> Result<(), Failure> {
    let games = chosen.iter().map(|record| (output.join(page_name(record)), Product::Page));
    let report = report.then(|| (output.join(REPORT), Product::Report));
    for (path, product) in games.chain(report) {
        regular_if_there(&path).map_err(|error| Failure::writing(&path, error))?;
        product.may_replace(&path)?;
    }
    for (name, text) in folder.files() {
        let path = output.join(name);
        let other = || {
            let text = format!("{} already exists and is not a script of these pages: remove it first", path.display());
            Failure::Usage(text)
        };
        // The name has the fingerprint of the text.
        match read_limited(&path, text.len()) {
            Ok(there) if there == text.as_bytes() => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            _ => return Err(other()),
        }
    }
    Ok(())
}

/// What stands for the list of games while pages are written.
fn provisional(name: &str) -> String {
    let said = "<p>If no process writes them, it was stopped: make the pages again.</p>\n";
    shell("Sandtable games", name, "these pages are being written", said, "")
}

/// The games that get a page.
fn chosen<'r>(terms: &OfflineTerms<'_>, records: &'r [GameRecord]) -> Vec<&'r GameRecord> {
    let rows = records.iter().zip(reasons(records));
    rows.filter(|(_, reasons)| !(terms.notable && reasons.is_empty())).map(|(record, _)| record).collect()
}

/// The games that have a page now, and why others have none.
fn games(
    terms: &OfflineTerms<'_>,
    folder: &PageFolder,
    chosen: &[&GameRecord],
    progress: &dyn ProgressSink,
) -> Result<(BTreeSet<u32>, Vec<String>), Failure> {
    let frames = terms.frames || terms.engine.is_none();
    let page_terms = PageTerms {
        engine: terms.engine,
        frames,
        folder: Some(folder),
        chances: terms.chances,
        ..PageTerms::default()
    };
    let (mut shown, mut failures) = (BTreeSet::new(), Vec::new());
    let page = |row: u32| {
        let record = chosen[row as usize];
        (record, game_page(terms.results, record, &page_terms))
    };
    progress.expect(chosen.len() as u64);
    in_order(chosen.len() as u32, terms.threads, page, |(record, page)| {
        match page {
            Ok(Some(page)) => {
                write(&terms.output.join(page_name(record)), &page)?;
                shown.insert(record.game);
            }
            Ok(None) => {}
            Err(Failure::Engine(why)) => failures.push(why),
            Err(failure) => failures.push(failure.to_string()),
        }
        progress.advance(1);
        Ok(())
    })?;
    progress.finish();
    Ok((shown, failures))
}

fn page_name(record: &GameRecord) -> String {
    format!("game-{}.html", record.game)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    write_whole(&SystemDisk, path, text.as_bytes()).map_err(|error| Failure::writing(path, error))
}
