//! The order door: every order is judged by what its player knows, then dispatched to its subjects.

use super::dispatch;
use super::{Order, Rejection, StampedOrder, Subject};
use crate::event::Event;
use crate::squad;
use crate::world::World;
use sandtable_model::Verb;
use sandtable_model::rules::Class;
use sandtable_state::id::{Handle, PlayerId, UnitId};
use sandtable_state::limits::{MAX_ORDER_UNITS, MAX_ORDERS_PER_TICK};

/// An own entity that an order is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Addressee {
    /// Its id.
    pub id: UnitId,
    /// Unit or building.
    pub class: Class,
    /// Its row.
    pub row: u32,
}

/// Takes the orders of a tick, by player, then sequence.
pub(crate) fn apply(world: &mut World, orders: &[StampedOrder]) {
    if orders.is_empty() {
        return;
    }
    let mut sorted: Vec<&StampedOrder> = orders.iter().collect();
    sorted.sort_by_key(|stamped| (stamped.player, stamped.seq));
    let mut taken = [0usize; sandtable_state::limits::MAX_PLAYERS];
    for stamped in sorted {
        let Some(count) = taken.get_mut(stamped.player.index()) else { continue };
        *count += 1;
        let verdict = if *count > MAX_ORDERS_PER_TICK {
            Err(Rejection::TooManyOrders)
        } else {
            admit(world, stamped.player, &stamped.order)
        };
        note(world, stamped, verdict);
    }
}

/// Takes one order of this tick that no player has stamped.
pub(crate) fn take(world: &mut World, stamped: &StampedOrder) {
    let verdict = admit(world, stamped.player, &stamped.order);
    note(world, stamped, verdict);
}

fn note(world: &mut World, stamped: &StampedOrder, verdict: Result<(), Rejection>) {
    let Some(player) = world.parts.players.get_mut(stamped.player.index()) else { return };
    player.totals.orders = player.totals.orders.saturating_add(1);
    if let Err(why) = verdict {
        player.totals.rejected = player.totals.rejected.saturating_add(1);
        world.workspaces.events.push(Event::Rejected { player: stamped.player, seq: stamped.seq, why });
    }
}

fn admit(world: &mut World, player: PlayerId, order: &Order) -> Result<(), Rejection> {
    if world.parts.players.get(player.index()).is_none_or(|state| state.out) || world.parts.clock.outcome.is_some() {
        return Err(Rejection::PlayerOut);
    }
    if order.verb == Verb::Surrender {
        return surrender(world, player);
    }
    let squad = match &order.subject {
        Subject::Squad(id) => Some(squad::own(world, player, *id)?),
        _ => None,
    };
    let addressees = addressees(world, player, &order.subject)?;
    match squad {
        Some(squad) => admit_to_squad(world, player, order, squad, &addressees),
        None => dispatch::carry(world, player, order, &addressees),
    }
}

/// An order to a squad joins its queue if any member could carry it out; what is no errand of units is done at once.
fn admit_to_squad(
    world: &mut World,
    player: PlayerId,
    order: &Order,
    squad: usize,
    members: &[Addressee],
) -> Result<(), Rejection> {
    match order.verb {
        Verb::Form(formation) => squad::set_formation(world, squad, formation),
        Verb::Join(id) if id.is_none() => {
            squad::disband(world, squad);
            Ok(())
        }
        Verb::Stop => {
            squad::stop(world, squad, u8::MAX);
            dispatch::carry(world, player, order, members)
        }
        verb if verb.is_errand() => {
            dispatch::judge(world, player, verb, members)?;
            squad::order(world, squad, order)
        }
        _ => dispatch::carry(world, player, order, members),
    }
}

fn surrender(world: &mut World, player: PlayerId) -> Result<(), Rejection> {
    let state = &mut world.parts.players[player.index()];
    state.surrendered = true;
    state.out = true;
    world.workspaces.events.push(Event::PlayerOut { player });
    Ok(())
}

/// The living own entities of a subject, ascending. Those that died since the decision are passed over.
fn addressees(world: &World, player: PlayerId, subject: &Subject) -> Result<Vec<Addressee>, Rejection> {
    match subject {
        Subject::Player => Err(Rejection::BadSubject),
        Subject::Squad(squad) => {
            let squad = squad::own(world, player, *squad)?;
            Ok(living(world, &squad::members(&world.parts.squads[squad])))
        }
        Subject::Units(handles) => named(world, player, handles),
    }
}

fn named(world: &World, player: PlayerId, handles: &[Handle]) -> Result<Vec<Addressee>, Rejection> {
    let ascending = handles.windows(2).all(|pair| pair[0] < pair[1]);
    if handles.is_empty() || handles.len() > MAX_ORDER_UNITS || !ascending {
        return Err(Rejection::BadSubject);
    }
    if handles.iter().any(|handle| handle.owner() != player) {
        return Err(Rejection::NotYours);
    }
    let ids: Vec<UnitId> = handles.iter().map(|handle| UnitId(handle.0)).collect();
    somebody(living(world, &ids))
}

/// Those of these entities that live.
pub(super) fn living(world: &World, ids: &[UnitId]) -> Vec<Addressee> {
    let addressee = |id: &UnitId| {
        let place = world.place(*id)?;
        Some(Addressee { id: *id, class: place.class, row: place.row })
    };
    ids.iter().filter_map(addressee).collect()
}

fn somebody(found: Vec<Addressee>) -> Result<Vec<Addressee>, Rejection> {
    if found.is_empty() { Err(Rejection::NotYours) } else { Ok(found) }
}
