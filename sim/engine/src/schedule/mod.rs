//! Schedules: what groups of units are told at which time, and when new ones join them: patrols, waves, day plans.
//!
//! A schedule is a list of entries, each a slice of time with something to do at its beginning, whose end is jittered by a
//! bell curve around its nominal one (Game AI Pro, "A Simple and Robust Knowledge Representation System", schedules of
//! characters: "randomize the schedule update time with a Gaussian distribution function centered on the end time for that
//! schedule entry"). Nominal times do not move with the jitter, so that a day plan keeps its hours.
//!
//! What an entry says goes through the one validator as an order of its player, before that player's own orders of the tick: who
//! commands a group besides its schedule has the last word. A replay does not hold these orders: they follow from the scenario,
//! the seed and the state, as everything else in a tick does.

mod observed;
mod state;

pub use observed::ObservedSchedule;
pub(crate) use observed::observe;
pub use state::ScheduleState;
pub(crate) use state::fresh;

use sandtable_model::schedule::{ScheduleAction, ScheduleEntry};
use sandtable_state::Arrange;

use crate::event::Event;
use crate::order::{Order, StampedOrder};
use crate::state::SceneBase;
use crate::validator::{self, ValidatorContext};
use sandtable_state::id::{Handle, PlayerId, SquadId, UnitId};
use sandtable_state::limits::{MAX_ORDER_UNITS, MAX_SCHEDULE_MEMBERS};

/// What schedules borrow of a world.
pub(crate) struct ScheduleContext<'w> {
    /// Their orders go through the validator, and their waves come into the world.
    pub(crate) validator: ValidatorContext<'w>,
    /// How far each is.
    pub(crate) schedules: &'w mut [ScheduleState],
}

/// Gives the orders of this tick.
pub(crate) fn run(cx: ScheduleContext<'_>) {
    let ScheduleContext { mut validator, schedules } = cx;
    if schedules.is_empty() || validator.life.clock.outcome.is_some() {
        return;
    }
    let (scenario, tick) = (validator.life.scenario, validator.life.clock.tick);
    for (plan, progress) in scenario.schedules.iter().zip(schedules) {
        let is_out = validator.life.players.get(plan.player.index()).is_none_or(|player| player.out);
        if is_out || progress.is_over || tick < progress.next_tick {
            continue;
        }
        if let Some(slice) = progress.turn(plan, tick) {
            perform(&mut validator, plan.player, slice, &mut progress.members);
        }
    }
}

/// What a slice of time begins with: those who come, then what all are told.
fn perform(validator: &mut ValidatorContext<'_>, player: PlayerId, slice: &ScheduleEntry, members: &mut Vec<UnitId>) {
    let life = &mut validator.life;
    members.retain(|id| life.entities.place(*id).is_some());
    if let Some(wave) = &slice.wave {
        let room = MAX_SCHEDULE_MEMBERS.saturating_sub(members.len()).min(usize::from(wave.count)) as u16;
        let born = life.spawn_around(wave.kind, player, wave.cell.centre(), room);
        life.events.extend(born.iter().map(|id| Event::Born { id: *id, kind: wave.kind }));
        members.extend(born);
        crate::economy::recount_supply_of(life, player);
    }
    let Some(verb) = slice.action.map(ScheduleAction::verb) else { return };
    let (orders, tick) = (orders(&life.base(), members, verb), life.clock.tick);
    for (seq, order) in orders.into_iter().enumerate() {
        let seq = u16::MAX - seq as u16;
        validator::take(validator, &StampedOrder { tick, player, seq, order });
    }
}

/// An order to each squad that members belong to, and orders to those who belong to none.
fn orders(base: &SceneBase<'_>, members: &[UnitId], verb: sandtable_model::OrderKind) -> Vec<Order> {
    let agents = base.entities.column::<crate::component::Agent>(&base.entities.units);
    let squad_of = |id: &UnitId| base.place(*id).map_or(SquadId::NONE, |place| agents[place.row as usize].squad);
    let mut squads: Vec<SquadId> = members.iter().map(squad_of).filter(|squad| !squad.is_none()).collect();
    squads.arrange();
    squads.dedup();
    let alone: Vec<Handle> = members.iter().filter(|id| squad_of(id).is_none()).map(|id| Handle(id.0)).collect();
    let alone = alone.chunks(MAX_ORDER_UNITS).map(|some| Order::to(some.iter().copied(), verb));
    squads.into_iter().map(|squad| Order::squad(squad, verb)).chain(alone).collect()
}
