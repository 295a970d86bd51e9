//! `replay render`: a match as one HTML page that needs nothing else, neither network nor server.
//!
//! A page holds the replay and an engine that plays it in the browser, or recorded frames, or both ([`PageTerms`]). Figures and events are in it
//! either way: the replay is played again and filmed: `track` notes units, buildings and nodes in frames, `fog` what
//! each team saw, `shot` projectiles, `mark` orders, `series` figures, `chronicle` events. All of it
//! is packed into one run of bytes (`bytes`) that the page's `decode.js` reads back; `meta` is the JSON
//! beside it.

mod bytes;
mod chronicle;
mod engine_file;
mod film;
mod fog;
mod meta;
mod order_marks;
mod page;
mod page_folder;
mod projectile_flights;
mod script;
mod series;
mod sevens;
mod track;

use std::collections::BTreeMap;

use sandtable_model::map::Map;
use sandtable_replay::{Replay, ReplayError, without_keyframes};
use sandtable_sim::SIM_VERSION;

use bytes::Packer;
use film::Film;
use sevens::sevens;

use crate::chance::ChanceModel;

pub use sandtable_lens::{ENGINE_BUILD, ENGINE_MARK};

pub use engine_file::EngineFile;
pub(crate) use meta::{label, look, twin};
pub use page::{INDEX as FOLDER_INDEX, MARK as PAGE_MARK};
pub use page_folder::PageFolder;

/// Why a replay cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// What is embedded does not decode.
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// It was recorded by an engine that plays differently.
    #[error("recorded by engine version {recorded}; this is version {here}, which plays it differently")]
    OtherEngine {
        /// The version that recorded it.
        recorded: u32,
        /// This version.
        here: u32,
    },
    /// It does not play as it was recorded.
    #[error("plays differently from its record at or before tick {tick}; `sandtable replay verify` says where")]
    PlaysDifferently {
        /// The last tick of the chunk of ticks in which that happened.
        tick: u32,
    },
    /// The metadata does not serialise: our bug.
    #[error("metadata: {0}")]
    Meta(#[from] serde_json::Error),
}

/// What a page of a match holds beside its figures and events.
#[derive(Clone, Copy, Debug, Default)]
pub struct PageTerms<'p> {
    /// The engine, a WebAssembly module made of `sandtable-browser`, as LZMA (`xz --format=lzma`) or gzipped: with it the page plays the match again, and can be asked about it.
    pub engine: Option<&'p [u8]>,
    /// Recorded frames, which are shown where there is no engine or a browser refuses it.
    pub frames: bool,
    /// Where the page's scripts lie, and the engine when there is one, instead of in the page; they must have been made of the same engine.
    pub folder: Option<&'p PageFolder>,
    /// Another match, shown beside it on one clock.
    pub against: Option<Against<'p>>,
    /// What tells the chance of winning, where it applies; else the model that ships does.
    pub chances: Option<&'p ChanceModel>,
}

/// The second match of a page, and how the two differ.
#[derive(Clone, Copy, Debug)]
pub struct Against<'p> {
    /// The match.
    pub replay: &'p Replay,
    /// How they differ, as `sandtable_match::comparison` tells it.
    pub comparison: &'p serde_json::Value,
}

/// Shows a match as one HTML page of recorded frames.
///
/// # Errors
/// When the replay does not play as it was recorded; a page of something else would mislead.
pub fn render(replay: &Replay) -> Result<String, RenderError> {
    render_with(replay, &PageTerms { frames: true, ..PageTerms::default() })
}

/// Shows a match as one HTML page. One with an engine may play differently from its record, and says so.
///
/// # Errors
/// When a replay without an engine does not play as it was recorded, or what is embedded does not decode.
pub fn render_with(replay: &Replay, terms: &PageTerms<'_>) -> Result<String, RenderError> {
    let mut parts = parts(replay, terms)?;
    if let Some(Against { replay, comparison }) = terms.against {
        let page::Parts { meta, data, replay, .. } = self::parts(replay, terms)?;
        parts.against = Some(page::AgainstParts { meta, data, replay, comparison: comparison.to_string() });
    }
    Ok(page::page(&parts))
}

/// What a page holds of one match.
fn parts<'p>(replay: &Replay, terms: &PageTerms<'p>) -> Result<page::Parts<'p>, RenderError> {
    let scenario = replay.header.decode_scenario()?;
    let recorded = replay.header.sim_version;
    let shipped = ChanceModel::shipped();
    let chances = Some(terms.chances.unwrap_or(&shipped)).filter(|model| model.applies(&scenario));
    let film = film::film(replay, terms.engine.is_some(), chances).map_err(|error| match error {
        RenderError::PlaysDifferently { .. } if recorded != SIM_VERSION => {
            RenderError::OtherEngine { recorded, here: SIM_VERSION }
        }
        error => error,
    })?;
    let (data, sections) = pack(&film, &scenario.map, terms.frames);
    let meta = serde_json::to_string(&meta::Meta::new(replay, &scenario, film, chances, sections))?;
    let titles = &replay.header.titles;
    Ok(page::Parts {
        title: format!("{} on {} (seed {})", titles.scenario, titles.map, replay.header.seed),
        meta,
        data: bytes::base64(&bytes::gzip(&data)),
        replay: terms.engine.map(|_| sevens(&bytes::gzip(&without_keyframes(replay)))).unwrap_or_default(),
        engine: terms.engine.filter(|_| terms.folder.is_none()).map(sevens).unwrap_or_default(),
        folder: terms.folder,
        against: None,
    })
}

/// The bytes of every section, one after the other, and where each begins and how long it is.
fn pack(film: &Film<'_>, map: &Map, frames: bool) -> (Vec<u8>, BTreeMap<&'static str, (usize, usize)>) {
    let (mut terrain, mut heights) = (Packer::default(), Packer::default());
    terrain.runs(&map.terrain);
    heights.runs(&map.heights);
    let mut parts = vec![("terrain", terrain), ("heights", heights)];
    if frames {
        parts.extend([("tracks", film.tracks.pack()), ("fog", film.tapes.pack()), ("shots", film.flights.pack())]);
    }
    parts.extend([("orders", film.marks.pack()), ("series", film.series.pack().clone())]);
    let (mut data, mut sections) = (Vec::new(), BTreeMap::new());
    for (name, part) in parts {
        sections.insert(name, (data.len(), part.len()));
        data.extend_from_slice(part.as_slice());
    }
    (data, sections)
}
