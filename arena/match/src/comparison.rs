//! Two recorded matches held against each other for a page: which texts differ, the first other order (a cause), the first other state (an effect).

use std::collections::BTreeMap;

use sandtable_replay::{Playback, Replay, ReplayError, ReplayHeader};
use sandtable_sim::World;
use serde::Serialize;

use crate::Failure;
use crate::regression::changed_keys;
use crate::replays::{Bisection, FieldGap, ReplaySummary, bisect, first_differing_orders};
use crate::runner::guarded;

/// Fields and keys that are told.
const MAX_TOLD: usize = 64;

/// What two recorded matches do not have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// What they were made of: engine, seeds, commanders, and texts with their keys; a line each.
    pub made_of: Vec<String>,
    /// The first order that one of them has and the other has not; none when they have all in common as far as both go.
    pub order: Option<OtherOrder>,
    /// The first state that is another; none when they agree as far as both go.
    pub state: Option<OtherState>,
    /// The first tick at which something else stands on the map; none when the same does as far as both go.
    pub seen: Option<u32>,
    /// How each ended, and what each player came to: lines of the first and of the second that differ.
    pub results: Vec<[String; 2]>,
}

/// The first order that two matches do not have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherOrder {
    /// The tick it was for.
    pub tick: u32,
    /// Whose it is, from 1.
    pub player: u8,
    /// Who commands that player in the first.
    pub commander: String,
    /// Its number among the player's of that tick, from 1.
    pub number: u32,
    /// It in the first, in words; none when that has no more.
    pub first: Option<String>,
    /// It in the second.
    pub second: Option<String>,
}

/// The first state that two matches do not have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherState {
    /// The tick after which it is another; 0 for the start.
    pub tick: u32,
    /// The tick whose states were compared; none when they cannot be had.
    pub compared_at: Option<u32>,
    /// The phase of the tick after which they differ, where both can be played through it.
    pub phase: Option<String>,
    /// The parts that differ.
    pub parts: Vec<String>,
    /// How many fields differ.
    pub fields: usize,
    /// The first of them: part, owner, field and the value in each.
    pub told: Vec<Gap>,
}

/// A field that differs: part, owner, field, its value in the first and in the second; none where there is no such owner.
pub type Gap = (String, String, String, Option<String>, Option<String>);

/// The comparison of two recorded matches as JSON, for a page.
///
/// # Errors
/// That a scenario embedded does not decode, or that the engine failed.
pub fn compared_as_json(first: &Replay, second: &Replay) -> Result<serde_json::Value, Failure> {
    let found = guarded(|| compared(first, second)).map_err(|fault| Failure::Engine(fault.message))?;
    let found = found.map_err(|error| Failure::Mismatch(error.to_string()))?;
    serde_json::to_value(&found).map_err(|error| Failure::Engine(error.to_string()))
}

/// Compares two recorded matches, which may be of other scenarios.
///
/// # Errors
/// When a scenario embedded does not decode.
pub fn compared(first: &Replay, second: &Replay) -> Result<Comparison, ReplayError> {
    let lines = [first, second].map(|replay| ReplaySummary::from_replay(replay).lines());
    let line = |side: usize, row: usize| lines[side].get(row).cloned().unwrap_or_default();
    let rows = (0..lines[0].len().max(lines[1].len())).map(|row| [line(0, row), line(1, row)]);
    let state = bisect(first, second)?;
    Ok(Comparison {
        made_of: made_of(&first.header, &second.header),
        order: first_differing_orders(first, second).map(|found| OtherOrder {
            tick: found.tick,
            player: found.player.0 + 1,
            commander: found.commander,
            number: found.number,
            first: found.recorded,
            second: found.given,
        }),
        seen: state.as_ref().map(|_| first_seen(first, second)).transpose()?.flatten(),
        state: state.map(OtherState::from),
        results: rows.filter(|[one, other]| one != other).collect(),
    })
}

impl From<Bisection> for OtherState {
    fn from(found: Bisection) -> OtherState {
        let told = |FieldGap { part, owner, field, first, second }| (part, owner, field, first, second);
        OtherState {
            tick: found.tick,
            compared_at: found.compared_at,
            phase: found.phase,
            parts: found.parts,
            fields: found.fields.len(),
            told: found.fields.into_iter().take(MAX_TOLD).map(told).collect(),
        }
    }
}

/// What the headers do not have in common, in words.
fn made_of(first: &ReplayHeader, second: &ReplayHeader) -> Vec<String> {
    let mut lines = Vec::new();
    let mut pair = |what: &str, one: String, other: String| {
        if one != other {
            lines.push(format!("{what}: {one} -> {other}"));
        }
    };
    pair("engine", first.sim_version.to_string(), second.sim_version.to_string());
    pair("map", first.titles.map.clone(), second.titles.map.clone());
    pair("seed of the match", first.seed.to_string(), second.seed.to_string());
    let players = first.contestants.len().max(second.contestants.len());
    let commander = |header: &ReplayHeader, row: usize| header.contestants.get(row).cloned().unwrap_or_default();
    for row in 0..players {
        let (one, other) = (commander(first, row), commander(second, row));
        pair(&format!("player {}", row + 1), one.name.clone(), other.name.clone());
        pair(&format!("seed of player {}", row + 1), one.seed.to_string(), other.seed.to_string());
    }
    for row in 0..players {
        let (one, other) = (commander(first, row), commander(second, row));
        // Of another commander everything is another.
        if one.name == other.name {
            lines.extend(text_lines(&format!("player {} {}", row + 1, one.name), &one.source, &other.source));
        }
    }
    let texts = |header: &ReplayHeader| -> BTreeMap<String, String> {
        header.sources.iter().map(|source| (source.name.clone(), source.text.clone())).collect()
    };
    let (ours, mut theirs) = (texts(first), texts(second));
    for (name, text) in &ours {
        match theirs.remove(name) {
            Some(other) => lines.extend(text_lines(name, text, &other)),
            None => lines.push(format!("{name}: only the first has this text")),
        }
    }
    lines.extend(theirs.into_keys().map(|name| format!("{name}: only the second has this text")));
    if lines.is_empty() {
        lines.extend(first.other_match(second).map(|what| format!("they have {what}")));
    }
    lines
}

/// The keys of a text that differ; that it differs, when it has no keys or they are the same.
fn text_lines(name: &str, first: &str, second: &str) -> Vec<String> {
    if first == second {
        return Vec::new();
    }
    let keys = changed_keys(name, first, second);
    let mut lines: Vec<String> = keys.iter().take(MAX_TOLD).map(ToString::to_string).collect();
    match keys.len() {
        0 => lines.push(format!("{name}: another text")),
        count if count > MAX_TOLD => lines.push(format!("{name}: {} keys more", count - MAX_TOLD)),
        _ => {}
    }
    lines
}

/// The first tick at which units, buildings, nodes or projectiles are not the same.
fn first_seen(first: &Replay, second: &Replay) -> Result<Option<u32>, ReplayError> {
    let (mut one, mut other) = (Playback::new(first)?, Playback::new(second)?);
    while stands_alike(one.world(), other.world()) {
        if one.advance().is_none() || other.advance().is_none() {
            return Ok(None);
        }
    }
    Ok(Some(one.world().tick()))
}

fn stands_alike(one: &World, other: &World) -> bool {
    one.observe_units().eq(other.observe_units())
        && one.observe_buildings().eq(other.observe_buildings())
        && one.observe_nodes().eq(other.observe_nodes())
        && one.observe_shots().eq(other.observe_shots())
}
