//! Why a unit of a recorded match does what it does: the match played again to a tick, its player's commander beside it, and the
//! next tick rehearsed for the one unit.

mod decision_log;
mod json;
mod moments;
mod replay_cursor;
mod shadow_commander;
mod text;
mod timeline;
pub mod words;

use std::sync::Arc;

use sandtable_ai::{OrderReason, Registry};
use sandtable_model::scenario::Scenario;
use sandtable_replay::Replay;
use sandtable_sim::Explanation;
use sandtable_sim::SIM_VERSION;
use sandtable_sim::order::StampedOrder;
use sandtable_sim::trace::SteeringTurn;
use sandtable_state::id::{SquadId, UnitId};

pub(crate) use decision_log::entry;
pub use decision_log::{LoggedDecision, Ordered, entry_json, follow, tell_entry};
pub use json::json;
pub(crate) use moments::{KEPT_TICKS, Moments};
pub(crate) use shadow_commander::{SavedShadow, ShadowCommander};
pub use text::tell;
pub use timeline::{DecisionChange, tell_timeline, timeline, timeline_json};

/// What there is to tell of a unit at a tick.
pub struct UnitExplanation {
    /// What was played.
    pub scenario: Arc<Scenario>,
    /// The tick after which it was asked.
    pub tick: u32,
    /// What the next tick makes of it.
    pub now: Explanation,
    /// The tick in which it thought last, when that is another.
    pub thought: Option<Explanation>,
    /// The tick in which it last decided where to go, when that is another.
    pub decided: Option<Explanation>,
    /// The latest order that was given to it, or to its squad, and was not refused.
    pub order: Option<Given>,
    /// What that says, and to whom, in words.
    pub ordered: (String, String),
    /// What its schedule told it, where that came later.
    pub schedule: Option<Scheduled>,
    /// What its squad was told and has not done, in words.
    pub told: Vec<String>,
    /// Its player's commander.
    pub commander: CommanderState,
    /// The state hash after the tick.
    pub state: u64,
}

/// An order, and what it was given for.
#[derive(Clone)]
pub struct Given {
    /// The order, as recorded.
    pub stamped: StampedOrder,
    /// What its commander gave it for, where that can be told.
    pub purpose: Option<Purpose>,
}

/// What a schedule told a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheduled {
    /// The schedule's name.
    pub name: String,
    /// The number of its entry, from 1.
    pub entry: u16,
    /// The tick in which that began.
    pub tick: u32,
    /// What it says, in words.
    pub says: String,
}

/// What an order was given for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A step of a plan.
    Plan(OrderReason),
    /// A manager's standing duty.
    Duty(&'static str),
}

/// A commander as it stood after the tick.
#[derive(Clone)]
pub struct CommanderState {
    /// Its name.
    pub name: String,
    /// The strategy it plays by; empty without a file.
    pub strategy: String,
    /// What it goes for, or why that cannot be told.
    pub pursuits: Result<Vec<OrderReason>, String>,
}

/// Why nothing can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The replay does not play here as it was recorded.
    Replay(String),
    /// There is no such unit or tick.
    Asked(String),
}

/// Plays a replay to a tick and tells what the next one makes of a unit. `played` is told each tick after it was played.
///
/// # Errors
/// When there is no such tick, when the unit is dead, unborn or none, or when the replay plays differently here.
pub fn why(
    replay: &Replay,
    registry: &Registry,
    unit: UnitId,
    tick: u32,
    played: &mut dyn FnMut(u32),
) -> Result<UnitExplanation, Refusal> {
    playable(replay, tick)?;
    let cursor = replay_cursor::play(replay, registry, unit, tick, None, played)?;
    let known = |squad| Known {
        order: cursor.order_of(squad),
        schedule: cursor.schedule.clone(),
        commander: cursor.commander_state(),
    };
    explained(&cursor.moments, tick, known).ok_or_else(|| Refusal::Asked(cursor.missing(unit)))
}

/// What is known of a unit beside the worlds that it was in.
pub(crate) struct Known {
    /// The latest order to it or its squad that was not refused.
    pub order: Option<Given>,
    /// What a schedule told it last.
    pub schedule: Option<Scheduled>,
    /// Its player's commander.
    pub commander: CommanderState,
}

/// What there is to tell of a unit after `tick`, the last of these moments; none when it does not live then. `known` is given its squad.
pub(crate) fn explained(
    moments: &Moments,
    tick: u32,
    known: impl FnOnce(Option<SquadId>) -> Known,
) -> Option<UnitExplanation> {
    let (world, unit) = (moments.world(), moments.unit);
    let now = moments.explain(tick)?;
    let thinks = |told: &Explanation| told.mind.as_ref().is_some_and(|mind| mind.thinks);
    let decides =
        |told: &Explanation| told.steering.as_ref().is_some_and(|steering| steering.turn == SteeringTurn::Decides);
    let keeps = now.steering.as_ref().is_some_and(|steering| steering.turn == SteeringTurn::Keeps);
    let thought = if now.mind.is_some() && !thinks(&now) { moments.latest(thinks) } else { None };
    let decided = if keeps { moments.latest(decides) } else { None };
    let Known { order, schedule, commander } = known(now.squad.as_ref().map(|squad| squad.id));
    let ordered = order.as_ref().map(|given| words::order(world, &given.stamped)).unwrap_or_default();
    // The player's own orders of a tick come after those of its schedules.
    let ordered_tick = order.as_ref().map_or(0, |given| given.stamped.tick);
    let schedule = schedule.filter(|turn| turn.tick > ordered_tick);
    let commands = now.squad.iter().flat_map(|squad| &squad.orders);
    let told = commands.map(|command| words::told(world, unit.owner(), &command.verb)).collect();
    let (scenario, state) = (Arc::clone(world.scenario()), world.state_hash());
    Some(UnitExplanation { scenario, tick, thought, decided, order, ordered, schedule, told, commander, state, now })
}

/// Whether a replay can be played to a tick by this program.
fn playable(replay: &Replay, tick: u32) -> Result<(), Refusal> {
    let (recorded, last) = (replay.header.sim_version, replay.last_tick());
    if recorded != SIM_VERSION {
        let text = format!("recorded by engine version {recorded}; this is version {SIM_VERSION}");
        return Err(Refusal::Replay(text));
    }
    if tick > last {
        return Err(Refusal::Asked(format!("--tick: found {tick}, past the end; expected 0 to {last}")));
    }
    Ok(())
}
