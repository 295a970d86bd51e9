//! What a record says of itself, held to its scenario and to the match played again: titles, commanders that failed, the end.
//!
//! A checksum proves that a record is as it was written, not that it is true: whoever changes one can write checksums anew. So whatever
//! follows from scenario and orders is derived here a second time.

use sandtable_model::scenario::Scenario;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_sim::snapshot::PART_NAMES;
use sandtable_sim::{SIM_VERSION, World};
use sandtable_state::id::PlayerId;

use super::Replay;
use super::chunk::{Forfeit, MatchEnd, RecordStatus};
use super::header::memory_part;
use super::verify_error::VerifyError;

/// Holds the header to the scenario that is embedded in it.
pub(super) fn check_header(replay: &Replay, scenario: &Scenario) -> Result<(), VerifyError> {
    let titles = &replay.header.titles;
    let named = [
        ("scenario", &titles.scenario, &scenario.name),
        ("rules", &titles.rules, &scenario.rules.name),
        ("map", &titles.map, &scenario.map.name),
    ];
    if let Some((what, recorded, embedded)) = named.into_iter().find(|(_, recorded, embedded)| recorded != embedded) {
        return Err(VerifyError::OtherTitle { what, recorded: recorded.clone(), embedded: embedded.clone() });
    }
    let (contestants, players) = (replay.header.contestants.len(), scenario.players.len());
    let (states, memories) = replay.header.parts.split_at(replay.header.states());
    // Another engine may have named its parts otherwise.
    let named = replay.header.sim_version != SIM_VERSION || states.iter().eq(PART_NAMES);
    // A record holds the hashes of all memories, or of none.
    let all = memories.iter().cloned().eq((0..contestants).map(memory_part));
    if !named || !(all || memories.is_empty()) {
        return Err(VerifyError::OtherParts);
    }
    if contestants > players {
        return Err(VerifyError::NoSuchPlayer { player: contestants, players });
    }
    Ok(())
}

/// Holds the end of a record to the world after its last tick.
pub(super) fn check_end(replay: &Replay, world: &World) -> Result<(), VerifyError> {
    let Some(end) = &replay.end else { return Ok(()) };
    if end.outcome.as_ref() != world.outcome() {
        return Err(VerifyError::OtherEnd {
            tick: end.last_tick,
            recorded: end.outcome,
            played: world.outcome().copied(),
        });
    }
    check_status(end, world, !replay.header.contestants.is_empty())?;
    check_forfeits(replay, end, world)
}

/// A match is played out in the tick that decides it, neither before nor after, and what is decided was not stopped.
fn check_status(end: &MatchEnd, world: &World, commanded: bool) -> Result<(), VerifyError> {
    let tick = end.last_tick;
    match (end.status, world.outcome()) {
        (RecordStatus::Complete, None) => {
            Err(VerifyError::CutShort { tick, time_limit: world.scenario().time_limit_ticks })
        }
        (RecordStatus::Complete, Some(outcome)) if outcome.tick != tick => {
            Err(VerifyError::PlayedOn { tick, decided: outcome.tick })
        }
        // Orders cut down to show something may show it after the end; nobody commanded those.
        (RecordStatus::Incomplete, Some(outcome)) if outcome.tick < tick && !commanded => Ok(()),
        (RecordStatus::Incomplete | RecordStatus::EngineError, Some(outcome)) => {
            let marked = if end.status == RecordStatus::Incomplete { "incomplete" } else { "ended by an engine error" };
            Err(VerifyError::Decided { marked, decided: outcome.tick })
        }
        _ => Ok(()),
    }
}

/// Whoever failed is a player, failed once, and gave the match up by it. That it failed only its commander can say.
fn check_forfeits(replay: &Replay, end: &MatchEnd, world: &World) -> Result<(), VerifyError> {
    for (row, forfeit) in end.forfeits.iter().enumerate() {
        let Forfeit { player, tick, .. } = *forfeit;
        let bad = |why: &'static str| Err(VerifyError::BadForfeit { player, tick, why });
        if player.index() >= world.players().len() {
            return bad("there is no such player");
        }
        if end.forfeits[..row].iter().any(|other| other.player == player) {
            return bad("it is recorded twice");
        }
        if tick > end.last_tick {
            return bad("the record ends before");
        }
        if !gave_up(replay, world, player, tick) {
            return bad("the player did not give up then");
        }
    }
    Ok(())
}

/// Whether a player gave up after a tick: at once, or between two processes like any other order, after the scenario's delay. The
/// record may end before it takes effect, but no match that goes on does.
fn gave_up(replay: &Replay, world: &World, player: PlayerId, tick: u32) -> bool {
    let delay = u32::from(world.scenario().order_delay_ticks);
    let surrenders = |order: &StampedOrder| order.player == player && order.order == Order::surrender();
    let at = |tick: u32| match replay.chunk_of(tick) {
        Some(chunk) => chunk.orders_of(tick).iter().any(surrenders),
        None => tick > replay.last_tick(),
    };
    at(tick + 1) || at(tick.saturating_add(1 + delay))
}
