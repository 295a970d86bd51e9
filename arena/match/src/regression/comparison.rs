//! One match before and now.

use sandtable_math::mix;
use sandtable_replay::{Playback, Replay};
use sandtable_state::codec::encode_compact;
use sandtable_state::fingerprint;
use sandtable_state::id::TeamId;
use serde::Serialize;

use crate::Failure;
use crate::replays::{
    FieldGap, FirstDecision, OtherProgram, PlayedHere, PlayedThere, TickSource, departure_in_tick,
    first_differing_orders, first_differing_tick, verdict,
};
use crate::runner::clock;

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameEnd {
    /// The last tick.
    pub ticks: u32,
    /// In words.
    pub verdict: String,
    /// The points of each player, 1 for a win, a half for a draw; none when nothing was decided.
    pub points: Vec<f64>,
}

/// Where the states of a match first differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StateDeparture {
    /// The tick; 0 for the start.
    pub tick: u32,
    /// The phase of it; none when one of the sides cannot be played to it.
    pub phase: Option<String>,
    /// The parts.
    pub parts: Vec<String>,
    /// The fields, the first first.
    pub fields: Vec<FieldGap>,
}

/// A match before and now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameComparison {
    /// Whether anything is another: an order, a state, how it ended.
    pub changed: bool,
    /// The map.
    pub map: String,
    /// The match seed.
    pub seed: u64,
    /// The strategies, by player.
    pub strategies: Vec<String>,
    /// The first order that is another, in words.
    pub order: Option<String>,
    /// The first state that is another.
    pub state: Option<StateDeparture>,
    /// How it ended before.
    pub before: GameEnd,
    /// How it ends now.
    pub now: GameEnd,
    /// Numbers of how it went before and goes now: games of any seeds that went the same way to the last bit have the same.
    #[serde(skip)]
    pub(super) courses: [u64; 2],
}

/// Who played the side before.
pub(super) enum PlayedBefore<'p> {
    /// The record is taken as it is.
    Recorded,
    /// Another program wrote it to this file.
    Program(&'p OtherProgram, &'p std::path::Path),
}

impl GameComparison {
    pub(super) fn between(old: &Replay, new: &Replay, by: &PlayedBefore<'_>) -> Result<GameComparison, Failure> {
        let state = first_state(old, new, by)?;
        let order = first_differing_orders(old, new).map(|first| order_in_words(&first));
        let (before, now) = (end_of(old), end_of(new));
        Ok(GameComparison {
            changed: state.is_some() || order.is_some() || before != now,
            map: old.header.titles.map.clone(),
            seed: old.header.seed,
            strategies: old.header.contestants.iter().map(|contestant| contestant.name.clone()).collect(),
            order,
            state,
            before,
            now,
            courses: [old, new].map(course_of),
        })
    }
}

/// The orders, and the last state without the clock, which holds the seed.
fn course_of(replay: &Replay) -> u64 {
    let orders = replay.chunks.iter().flat_map(|chunk| &chunk.orders);
    let course = orders.fold(0, |course, order| mix(course, fingerprint(&encode_compact(order))));
    let states = replay.chunks.last().map_or(&[][..], |chunk| &chunk.parts);
    let parts = replay.header.parts.iter().zip(states).take(replay.header.states());
    let parts = parts.filter(|(name, _)| *name != "clock");
    mix(parts.fold(course, |course, (_, hash)| mix(course, *hash)), u64::from(replay.last_tick()))
}

fn order_in_words(first: &FirstDecision) -> String {
    let FirstDecision { tick, player, commander, number, recorded, given } = first;
    let or_none = |order: &Option<String>| order.clone().unwrap_or_else(|| "nothing more".to_owned());
    let (at, player) = (clock(*tick), player.0 + 1);
    let (before, now) = (or_none(recorded), or_none(given));
    format!("tick {tick} ({at}), player {player} ({commander}), order {number}: {before}; now {now}")
}

fn end_of(replay: &Replay) -> GameEnd {
    let outcome = replay.outcome();
    let teams = replay.header.decode_scenario().map(|scenario| scenario.players.iter().map(|it| it.team).collect());
    let teams: Vec<TeamId> = teams.unwrap_or_default();
    let points = outcome.map(|outcome| {
        let of = |team: &TeamId| outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == *team)));
        teams.iter().map(of).collect()
    });
    GameEnd { ticks: replay.last_tick(), verdict: verdict(replay), points: points.unwrap_or_default() }
}

/// The first state that is another: to the tick where both can be played, by what records say otherwise.
fn first_state(old: &Replay, new: &Replay, by: &PlayedBefore<'_>) -> Result<Option<StateDeparture>, Failure> {
    let played = match by {
        PlayedBefore::Recorded => in_step(old, new)?,
        PlayedBefore::Program(..) => InStep::Elsewhere,
    };
    let tick = match played {
        InStep::Alike => return Ok(None),
        InStep::Apart(tick) => tick,
        InStep::Elsewhere => match first_differing_tick(old, new) {
            None => return Ok(None),
            Some(tick) => tick,
        },
    };
    let now = PlayedHere::new(new);
    let source: Option<Box<dyn TickSource + '_>> = match by {
        PlayedBefore::Program(program, file) => Some(Box::new(PlayedThere { program, file })),
        PlayedBefore::Recorded if played != InStep::Elsewhere => Some(Box::new(PlayedHere::new(old))),
        PlayedBefore::Recorded => None,
    };
    let found = source.map_or(Ok(None), |before| departure_in_tick(before.as_ref(), &now, tick))?;
    Ok(Some(match found {
        Some(found) => StateDeparture { tick, phase: Some(found.phase), parts: found.parts, fields: found.fields },
        None => StateDeparture { tick, phase: None, parts: Vec::new(), fields: Vec::new() },
    }))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum InStep {
    /// As far as both go.
    Alike,
    /// From this tick on they are not.
    Apart(u32),
    /// The record was played by an engine that this one does not follow.
    Elsewhere,
}

/// Plays both tick by tick.
fn in_step(old: &Replay, new: &Replay) -> Result<InStep, Failure> {
    let refuse = |error: sandtable_replay::ReplayError| Failure::Mismatch(error.to_string());
    let (mut one, mut other) = (Playback::new(old).map_err(refuse)?, Playback::new(new).map_err(refuse)?);
    loop {
        let (tick, hash) = (one.world().tick(), one.world().state_hash());
        if !old.is_recorded(tick, hash) {
            return Ok(InStep::Elsewhere);
        }
        if hash != other.world().state_hash() {
            return Ok(InStep::Apart(tick));
        }
        if one.advance().is_none() || other.advance().is_none() {
            return Ok(InStep::Alike);
        }
    }
}
