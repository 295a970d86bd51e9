//! The order door: every order is judged by what its player knows, then dispatched to its subjects.

use super::{Order, Rejection, StampedOrder, Subject, Verb};
use super::{dispatch, group};
use crate::component::Agent;
use crate::event::Event;
use crate::id::{Handle, PlayerId, UnitId};
use crate::limits::{MAX_ORDER_UNITS, MAX_ORDERS_PER_TICK, MAX_SQUADS};
use crate::rules::Class;
use crate::world::World;

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
    let mut taken = [0usize; crate::limits::MAX_PLAYERS];
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
    group::settle(world);
}

fn note(world: &mut World, stamped: &StampedOrder, verdict: Result<(), Rejection>) {
    let Some(player) = world.players.get_mut(stamped.player.index()) else { return };
    player.totals.orders = player.totals.orders.saturating_add(1);
    if let Err(why) = verdict {
        player.totals.rejected = player.totals.rejected.saturating_add(1);
        world.events.push(Event::Rejected { player: stamped.player, seq: stamped.seq, why });
    }
}

fn admit(world: &mut World, player: PlayerId, order: &Order) -> Result<(), Rejection> {
    if world.players.get(player.index()).is_none_or(|state| state.out) || world.outcome.is_some() {
        return Err(Rejection::PlayerOut);
    }
    if order.verb == Verb::Surrender {
        return surrender(world, player);
    }
    let addressees = addressees(world, player, &order.subject)?;
    dispatch::carry(world, player, order, &addressees)
}

fn surrender(world: &mut World, player: PlayerId) -> Result<(), Rejection> {
    let state = &mut world.players[player.index()];
    state.surrendered = true;
    state.out = true;
    world.events.push(Event::PlayerOut { player });
    Ok(())
}

/// The living own entities of a subject, ascending. Those that died since the decision are passed over.
fn addressees(world: &World, player: PlayerId, subject: &Subject) -> Result<Vec<Addressee>, Rejection> {
    match subject {
        Subject::Player => Err(Rejection::BadSubject),
        Subject::Squad(squad) if squad.index() == 0 || squad.index() >= MAX_SQUADS => Err(Rejection::OutOfRange),
        Subject::Squad(squad) => {
            let agent = world.column::<Agent>(&world.units);
            let members = world.units.of(player).filter(|(_, row)| agent[*row].squad == *squad);
            let found = members.map(|(id, row)| Addressee { id, class: Class::Unit, row: row as u32 }).collect();
            somebody(found)
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
    let living = handles.iter().filter_map(|handle| {
        let id = UnitId(handle.0);
        let place = world.place(id)?;
        Some(Addressee { id, class: place.class, row: place.row })
    });
    somebody(living.collect())
}

fn somebody(found: Vec<Addressee>) -> Result<Vec<Addressee>, Rejection> {
    if found.is_empty() { Err(Rejection::NotYours) } else { Ok(found) }
}
