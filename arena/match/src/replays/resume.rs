//! A recorded match taken up again at any tick: the world from a keyframe, the commanders with what they remembered.
//!
//! Where a keyframe holds the memories, the match goes on from there. Where none does, as in what a killed match leaves or
//! with commanders that cannot be saved, everybody decides everything again from the start, and must decide what was recorded.

use std::sync::Arc;

use sandtable_ai::{Commander, MatchInfo, Registry};
use sandtable_model::rules::Rules;
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Keyframe, Playback, Replay, ReplayError};
use sandtable_sim::order::StampedOrder;
use sandtable_sim::{SIM_VERSION, World};
use sandtable_state::id::PlayerId;

use super::first_decision::FirstDecision;
use super::keyframes::check_memories;
use super::other_versions::OtherVersions;
use crate::runner::{MatchSession, Silent, guarded};

/// Why a recorded match cannot be continued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// It was recorded by an engine that plays differently.
    #[error("recorded by engine version {recorded}; this is version {SIM_VERSION}, which plays it differently")]
    OtherEngine {
        /// The version that recorded it.
        recorded: u32,
    },
    /// There is no such tick.
    #[error("tick {tick} was not recorded; expected 0 to {last}")]
    NoSuchTick {
        /// The tick asked for.
        tick: u32,
        /// The last one.
        last: u32,
    },
    /// What is embedded does not decode, or a keyframe does not hold.
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// A player's strategy is not in the record, or not in this program.
    #[error("player {}'s strategy {name} cannot be built: {why}", .player.0 + 1)]
    Unbuilt {
        /// Whose.
        player: PlayerId,
        /// Its name.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// A strategy decides otherwise than was recorded.
    #[error("{0}")]
    OtherDecision(FirstDecision),
    /// The engine failed on the way.
    #[error("the engine failed: {0}")]
    Engine(String),
}

/// The commander of a player, as the replay names it.
///
/// # Errors
/// When its strategy is not in the record or not in this program.
pub fn commander(
    replay: &Replay,
    registry: &Registry,
    rules: &Rules,
    player: PlayerId,
) -> Result<Box<dyn Commander>, ResumeError> {
    let contestant = replay.header.contestants.get(player.index());
    let name = contestant.map(|contestant| contestant.name.clone()).unwrap_or_default();
    let refuse = |why: String| ResumeError::Unbuilt { player, name: name.clone(), why };
    let Some(contestant) = contestant.filter(|contestant| !contestant.source.is_empty()) else {
        return Err(refuse("the record has no text of it".to_owned()));
    };
    let info = MatchInfo { rules, player, seed: contestant.seed, name: &contestant.name };
    match guarded(|| registry.commander(&contestant.strategy, &contestant.source, &info)) {
        Ok(Ok(checked)) => Ok(checked.value),
        Ok(Err(issues)) => Err(refuse(issues.to_string())),
        Err(fault) => Err(refuse(fault.message)),
    }
}

/// All commanders of a match; none when no player had one.
///
/// # Errors
/// When a strategy is not in the record or not in this program.
pub fn commanders(replay: &Replay, registry: &Registry, rules: &Rules) -> Result<Vec<Box<dyn Commander>>, ResumeError> {
    let players = 0..replay.header.contestants.len() as u8;
    players.map(|row| commander(replay, registry, rules, PlayerId(row))).collect()
}

/// The match as it was after `tick`, everybody in it. With `absent`, that player's commander is not asked, and what it
/// ordered is as recorded.
///
/// # Errors
/// Why it cannot be taken up.
pub fn resume(
    replay: &Replay,
    registry: &Registry,
    tick: u32,
    absent: &[PlayerId],
) -> Result<MatchSession, ResumeError> {
    let last = replay.last_tick();
    if tick > last {
        return Err(ResumeError::NoSuchTick { tick, last });
    }
    let scenario = Arc::new(replay.header.decode_scenario()?);
    let mut session = match latest_session(replay, tick).filter(|_| absent.is_empty()) {
        Some(keyframe) => from_keyframe(replay, registry, &scenario, keyframe)?,
        None => from_start(replay, registry, &scenario, absent)?,
    };
    while session.world().tick() < tick {
        follow(replay, &mut session, absent)?;
    }
    let recorded = replay.header.sim_version;
    if recorded != SIM_VERSION && !replay.is_recorded(tick, session.world().state_hash()) {
        return Err(ResumeError::OtherEngine { recorded });
    }
    Ok(session)
}

fn latest_session(replay: &Replay, tick: u32) -> Option<&Keyframe> {
    // Another version lays out otherwise what it keeps.
    let usable = OtherVersions::from_header(&replay.header).is_empty();
    replay
        .keyframes
        .iter()
        .rev()
        .filter(|_| usable)
        .find(|keyframe| keyframe.tick <= tick && !keyframe.table.is_empty())
}

pub(super) fn from_start(
    replay: &Replay,
    registry: &Registry,
    scenario: &Arc<Scenario>,
    absent: &[PlayerId],
) -> Result<MatchSession, ResumeError> {
    let players = (0..replay.header.contestants.len() as u8).map(PlayerId);
    let build = |player: PlayerId| match absent.contains(&player) {
        true => Ok(Box::new(sandtable_ai::IdleCommander::named("absent")) as Box<dyn Commander>),
        false => commander(replay, registry, &scenario.rules, player),
    };
    let commanders = players.map(build).collect::<Result<_, _>>()?;
    Ok(MatchSession::new(World::new(Arc::clone(scenario), replay.header.seed), commanders))
}

fn from_keyframe(
    replay: &Replay,
    registry: &Registry,
    scenario: &Arc<Scenario>,
    keyframe: &Keyframe,
) -> Result<MatchSession, ResumeError> {
    let mut session = from_start(replay, registry, scenario, &[])?;
    let world = Playback::at(replay, keyframe.tick)?.into_world();
    let refuse = |why: String| ResumeError::Replay(ReplayError::BadKeyframe { tick: keyframe.tick, why });
    check_memories(replay, keyframe)?;
    session.restore(world, &keyframe.table).map_err(|error| refuse(error.to_string()))?;
    Ok(session)
}

/// Plays one recorded tick, everybody deciding along.
pub(super) fn follow(replay: &Replay, session: &mut MatchSession, absent: &[PlayerId]) -> Result<(), ResumeError> {
    session.sample();
    session.decide();
    let tick = session.world().tick() + 1;
    let recorded = replay.chunk_of(tick).map_or(&[][..], |chunk| chunk.orders_of(tick));
    let asked = |order: &&StampedOrder| !absent.contains(&order.player);
    let given: Vec<StampedOrder> = session.next_orders().iter().filter(asked).cloned().collect();
    if !given.iter().eq(recorded.iter().filter(asked)) {
        return Err(ResumeError::OtherDecision(FirstDecision::between(
            replay,
            session.world(),
            recorded,
            &given,
            absent,
        )));
    }
    let followed = session.follow(recorded, &mut Silent);
    followed.map(|_| ()).map_err(|fault| ResumeError::Engine(fault.message))
}
