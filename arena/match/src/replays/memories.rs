//! Where what commanders remember goes apart: tick, player, field.
//!
//! Records hold hashes of memories at the ends of chunks, and the memories themselves in keyframes. A record with a keyframe every tick
//! tells the very tick; in others it lies between two that are told.

use std::fmt;
use std::sync::Arc;

use sandtable_ai::{MemoryDifference, Registry, memory_difference};
use sandtable_replay::{Replay, ReplayError};
use sandtable_state::fingerprint;
use sandtable_state::id::PlayerId;

use super::resume::{ResumeError, commander, commanders};
use super::trace::{chunk_ending, last_common_tick};
use crate::runner::{Recording, clock, guarded, memories_of, run_match_with};

/// Where a commander first remembers something else in one record than in another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryBisection {
    /// Whose.
    pub player: PlayerId,
    /// The first tick after which both records tell of it, and it differs.
    pub tick: u32,
    /// The last one after which it was alike; 0 for the start.
    pub alike: u32,
    /// What differs, and after which tick it does: the first one after which both hold it whole.
    pub difference: Option<(u32, MemoryDifference)>,
}

impl fmt::Display for MemoryBisection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MemoryBisection { player, tick, alike, difference } = self;
        let player = player.0 + 1;
        write!(f, "player {player}'s memory (memory.p{player}) first differs after tick {tick} ({})", clock(*tick))?;
        if alike + 1 < *tick {
            write!(f, "; the last tick after which it is known to be equal is {alike}")?;
        }
        match difference {
            None => write!(f, "\n  to see the field, record with --keyframes 1"),
            Some((at, difference)) if at == tick => write!(f, "\n  {difference}"),
            Some((at, difference)) => write!(f, "\n  after tick {at}: {difference}"),
        }
    }
}

/// The first memory that differs between two records of one match; none when they are equal where both have them.
pub fn bisect_memories(first: &Replay, second: &Replay, registry: &Registry) -> Option<MemoryBisection> {
    let last = last_common_tick(first, second);
    let mut alike = 0;
    for chunk in first.chunks.iter().take_while(|chunk| chunk.last_tick() <= last) {
        let tick = chunk.last_tick();
        let (one, other) = (hashes_at(first, tick), hashes_at(second, tick));
        let known = || one.iter().zip(&other).enumerate().filter(|(_, (one, other))| **one != 0 && **other != 0);
        if let Some((row, _)) = known().find(|(_, (one, other))| one != other) {
            let player = PlayerId(row as u8);
            let difference = difference_from(first, second, tick, player, registry);
            return Some(MemoryBisection { player, tick, alike, difference });
        }
        if known().next().is_some() {
            alike = tick;
        }
    }
    None
}

/// The hashes of memories after a tick, by player, 0 for one that is not known.
fn hashes_at(replay: &Replay, tick: u32) -> Vec<u64> {
    if let Some(memories) = memories_at(replay, tick) {
        return memories.iter().map(|memory| fingerprint(memory).max(1)).collect();
    }
    chunk_ending(replay, tick).map_or_else(Vec::new, |chunk| chunk.memories(replay.header.states()).to_vec())
}

/// The memories that a keyframe of this tick holds.
fn memories_at(replay: &Replay, tick: u32) -> Option<Vec<Vec<u8>>> {
    let keyframe = replay.keyframe_before(tick).filter(|keyframe| keyframe.tick == tick)?;
    memories_of(&keyframe.table)
}

/// How a player's memory differs after the first tick from `tick` on of which both records hold it.
fn difference_from(
    first: &Replay,
    second: &Replay,
    tick: u32,
    player: PlayerId,
    registry: &Registry,
) -> Option<(u32, MemoryDifference)> {
    let scenario = first.header.decode_scenario().ok()?;
    // Whose strategy cannot be built has a memory without names.
    let idle = || Box::new(sandtable_ai::IdleCommander::named("unknown")) as Box<dyn sandtable_ai::Commander>;
    let named = commander(first, registry, &scenario.rules, player).unwrap_or_else(|_| idle());
    first.keyframes.iter().map(|keyframe| keyframe.tick).filter(|at| *at >= tick).find_map(|at| {
        let (one, other) = (memories_at(first, at)?, memories_at(second, at)?);
        let difference = memory_difference(named.as_ref(), one.get(player.index())?, other.get(player.index())?)?;
        Some((at, difference))
    })
}

/// What strategies remember when they play a record's match anew, compared with what the record holds of that, if anything.
pub fn bisect_memories_here(replay: &Replay, registry: &Registry) -> Option<MemoryBisection> {
    let tables = replay.keyframes.iter().any(|keyframe| !keyframe.table.is_empty());
    if replay.header.memories() == 0 && !tables {
        return None;
    }
    let anew = guarded(|| recorded_anew(replay, registry)).ok()?.ok()?;
    bisect_memories(replay, &anew, registry)
}

/// A record's match played anew by its strategies, and recorded in the same way: to be compared with it.
///
/// # Errors
/// Why they cannot be run again.
pub fn recorded_anew(replay: &Replay, registry: &Registry) -> Result<Replay, ResumeError> {
    let scenario = Arc::new(replay.header.decode_scenario()?);
    let commanders = commanders(replay, registry, &scenario.rules)?;
    let (header, keyframes) = (&replay.header, replay.keyframes.first().map_or(0, |keyframe| keyframe.tick));
    let recording =
        Recording::with_memories(&scenario, header.seed, header.contestants.clone(), Vec::new(), Vec::new());
    let mut recording = recording.keyframes(keyframes).stop_at(replay.last_tick());
    let result = run_match_with(&scenario, commanders, header.seed, &mut recording);
    match result.engine_error() {
        Some(message) => Err(ResumeError::Engine(message.to_owned())),
        None => Replay::decode(&recording.into_sink()).map_err(|error: ReplayError| ResumeError::Replay(error)),
    }
}
