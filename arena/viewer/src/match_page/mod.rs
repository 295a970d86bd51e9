//! `replay render`: a match as one HTML page that needs nothing else, neither network nor server.
//!
//! The replay is played again and filmed: `track` notes units, buildings and nodes in frames, `fog` what
//! each team saw, `shot` projectiles, `mark` orders, `series` figures, `chronicle` events. All of it
//! is packed into one run of bytes (`bytes`) that the page's `decode.js` reads back; `meta` is the JSON
//! beside it.

mod bytes;
mod chronicle;
mod film;
mod fog;
mod mark;
mod meta;
mod page;
mod series;
mod shot;
mod track;

use std::collections::BTreeMap;

use sandtable_model::map::Map;
use sandtable_replay::{Replay, ReplayError};
use sandtable_sim::SIM_VERSION;

use bytes::Packer;
use film::Film;

pub use page::MARK as PAGE_MARK;

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

/// Shows a match as one HTML page.
///
/// # Errors
/// When the replay does not play as it was recorded; a page of something else would mislead.
pub fn render(replay: &Replay) -> Result<String, RenderError> {
    let (meta, data) = filmed(replay)?;
    let titles = &replay.header.titles;
    let title = format!("{} on {} (seed {})", titles.scenario, titles.map, replay.header.seed);
    Ok(page::page(&title, &serde_json::to_string(&meta)?, &bytes::base64(&data)))
}

/// The page's metadata and its bytes.
fn filmed(replay: &Replay) -> Result<(meta::Meta, Vec<u8>), RenderError> {
    let scenario = replay.header.decode_scenario()?;
    let recorded = replay.header.sim_version;
    let film = film::film(replay).map_err(|error| match error {
        RenderError::PlaysDifferently { .. } if recorded != SIM_VERSION => {
            RenderError::OtherEngine { recorded, here: SIM_VERSION }
        }
        error => error,
    })?;
    let (data, sections) = pack(&film, &scenario.map);
    Ok((meta::Meta::new(replay, &scenario, film, sections), data))
}

/// The bytes of every section, one after the other, and where each begins and how long it is.
fn pack(film: &Film, map: &Map) -> (Vec<u8>, BTreeMap<&'static str, (usize, usize)>) {
    let (mut terrain, mut heights) = (Packer::default(), Packer::default());
    terrain.runs(&map.terrain);
    heights.runs(&map.heights);
    let parts = [
        ("terrain", terrain),
        ("heights", heights),
        ("tracks", film.tracks.pack()),
        ("fog", film.tapes.pack()),
        ("shots", film.flights.pack()),
        ("orders", film.marks.pack()),
        ("series", film.series.pack().clone()),
    ];
    let (mut data, mut sections) = (Vec::new(), BTreeMap::new());
    for (name, part) in parts {
        sections.insert(name, (data.len(), part.len()));
        data.extend_from_slice(part.as_slice());
    }
    (data, sections)
}
