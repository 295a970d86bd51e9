//! The page of one game of a folder of results.

use std::path::{Component, Path};

use sandtable_match::Failure;
use sandtable_match::runner::guarded;
use sandtable_match::store::read_replay;
use sandtable_viewer::match_page::{PageTerms, render_with};

use crate::record::GameRecord;

/// The page; none of a game without a replay in the folder.
pub(super) fn game_page(folder: &Path, record: &GameRecord, terms: &PageTerms<'_>) -> Result<Option<String>, Failure> {
    // A list of games from elsewhere may name anything.
    let inside = |name: &&Path| name.components().all(|part| matches!(part, Component::Normal(_)));
    let Some(name) = record.replay.as_deref().map(Path::new).filter(inside) else { return Ok(None) };
    let unshown = |why: String| Failure::Engine(format!("game {} cannot be shown: {why}", record.game));
    let replay = read_replay(&folder.join(name))?.map_err(|error| unshown(error.explained()))?;
    let page = guarded(|| render_with(&replay, terms)).map_err(|fault| unshown(fault.message))?;
    page.map(Some).map_err(|error| unshown(error.to_string()))
}
