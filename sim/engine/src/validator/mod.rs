//! The order validator, the one into the world: every order is judged by what its player knows, then dispatched to its subjects.

mod production_orders;
mod resolve;

use crate::event::{Event, Rejection};
use crate::group_places::MoveRequest;
use crate::order::{Order, OrderSubject, StampedOrder};
use crate::spawn::LifecycleContext;
use crate::squad::{self, Squad};
use crate::state::SceneBase;
use crate::task_assignment::{Addressee, judge, living};
use sandtable_model::OrderKind;
use sandtable_state::Arrange;

use sandtable_state::id::{Handle, PlayerId, UnitId};
use sandtable_state::limits::{MAX_ORDER_UNITS, MAX_ORDERS_PER_TICK};

/// What taking orders borrows of a world.
pub(crate) struct ValidatorContext<'w> {
    /// Orders are paid for, mark out buildings and cancel them.
    pub(crate) life: LifecycleContext<'w>,
    /// They form squads, or join the queues of those.
    pub(crate) squads: &'w mut Vec<Squad>,
    /// They send units to points.
    pub(crate) move_requests: &'w mut Vec<MoveRequest>,
}

/// Takes the orders of a tick, by player, then sequence.
pub(crate) fn apply(mut cx: ValidatorContext<'_>, orders: &[StampedOrder]) {
    if orders.is_empty() {
        return;
    }
    let mut sorted: Vec<&StampedOrder> = orders.iter().collect();
    sorted.arrange_by_key(|stamped| (stamped.player, stamped.seq));
    let mut taken = [0usize; sandtable_state::limits::MAX_PLAYERS];
    for stamped in sorted {
        let Some(count) = taken.get_mut(stamped.player.index()) else { continue };
        *count += 1;
        let verdict = if *count > MAX_ORDERS_PER_TICK {
            Err(Rejection::TooManyOrders)
        } else {
            admit(&mut cx, stamped.player, &stamped.order)
        };
        note(&mut cx, stamped, verdict);
    }
}

/// Takes one order of this tick that no player has stamped.
pub(crate) fn take(cx: &mut ValidatorContext<'_>, stamped: &StampedOrder) {
    let verdict = admit(cx, stamped.player, &stamped.order);
    note(cx, stamped, verdict);
}

fn note(cx: &mut ValidatorContext<'_>, stamped: &StampedOrder, verdict: Result<(), Rejection>) {
    let Some(player) = cx.life.players.get_mut(stamped.player.index()) else { return };
    player.totals.orders = player.totals.orders.saturating_add(1);
    if let Err(why) = verdict {
        player.totals.rejected = player.totals.rejected.saturating_add(1);
        cx.life.events.push(Event::Rejected { player: stamped.player, seq: stamped.seq, why });
    }
}

fn admit(cx: &mut ValidatorContext<'_>, player: PlayerId, order: &Order) -> Result<(), Rejection> {
    if cx.life.players.get(player.index()).is_none_or(|state| state.out) || cx.life.clock.outcome.is_some() {
        return Err(Rejection::PlayerOut);
    }
    if order.verb == OrderKind::Surrender {
        return surrender(cx, player);
    }
    let squad = match &order.subject {
        OrderSubject::Squad(id) => Some(squad::own(cx.squads, player, *id)?),
        _ => None,
    };
    let addressees = addressees(&cx.life.base(), cx.squads, player, &order.subject)?;
    match squad {
        Some(squad) => admit_to_squad(cx, player, order, squad, &addressees),
        None => resolve::carry(cx, player, order, &addressees),
    }
}

/// An order to a squad joins its queue if any member could carry it out; what is no assignment of units is done at once.
fn admit_to_squad(
    cx: &mut ValidatorContext<'_>,
    player: PlayerId,
    order: &Order,
    squad: usize,
    members: &[Addressee],
) -> Result<(), Rejection> {
    match order.verb {
        OrderKind::Form(formation) => squad::set_formation(&cx.life.scene(), &mut cx.squads[squad], formation),
        OrderKind::Join(id) if id.is_none() => {
            squad::disband(&cx.life.base(), cx.squads, squad);
            Ok(())
        }
        OrderKind::Stop => {
            squad::stop(&mut cx.squads[squad], u8::MAX);
            resolve::carry(cx, player, order, members)
        }
        verb if verb.is_assignment() => {
            judge(&cx.life.scene(), player, verb, members)?;
            squad::order(&mut cx.squads[squad], order)
        }
        _ => resolve::carry(cx, player, order, members),
    }
}

fn surrender(cx: &mut ValidatorContext<'_>, player: PlayerId) -> Result<(), Rejection> {
    let state = &mut cx.life.players[player.index()];
    state.surrendered = true;
    state.out = true;
    cx.life.events.push(Event::PlayerOut { player });
    Ok(())
}

/// The living own entities of a subject, ascending. Those that died since the decision are passed over.
fn addressees(
    base: &SceneBase<'_>,
    squads: &[Squad],
    player: PlayerId,
    subject: &OrderSubject,
) -> Result<Vec<Addressee>, Rejection> {
    match subject {
        OrderSubject::Player => Err(Rejection::BadSubject),
        OrderSubject::Squad(squad) => {
            let squad = squad::own(squads, player, *squad)?;
            Ok(living(base, &squad::members(&squads[squad])))
        }
        OrderSubject::Units(handles) => named(base, player, handles),
    }
}

fn named(base: &SceneBase<'_>, player: PlayerId, handles: &[Handle]) -> Result<Vec<Addressee>, Rejection> {
    let ascending = handles.windows(2).all(|pair| pair[0] < pair[1]);
    if handles.is_empty() || handles.len() > MAX_ORDER_UNITS || !ascending {
        return Err(Rejection::BadSubject);
    }
    if handles.iter().any(|handle| handle.owner() != player) {
        return Err(Rejection::NotYours);
    }
    let ids: Vec<UnitId> = handles.iter().map(|handle| UnitId(handle.0)).collect();
    somebody(living(base, &ids))
}

fn somebody(found: Vec<Addressee>) -> Result<Vec<Addressee>, Rejection> {
    if found.is_empty() { Err(Rejection::NotYours) } else { Ok(found) }
}
