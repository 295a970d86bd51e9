//! Orders that come again and again to somebody who stays where he is.

use std::collections::BTreeMap;

use sandtable_math::Vec2;
use sandtable_model::OrderKind;
use sandtable_sim::World;
use sandtable_sim::order::{OrderSubject, StampedOrder};
use sandtable_state::id::{Handle, UnitId};

use super::look::is_near;
use super::spells::Spells;
use super::tuning::{ON_THE_SPOT, REPEATED_WITHIN_TICKS, REPEATS, SAME_PLACE};
use super::{Lapse, LapseKind};

/// What a unit was told last, and how often.
struct Told {
    order: OrderKind,
    first: u32,
    last: u32,
    times: u32,
    at: Vec2,
}

/// What units were told.
#[derive(Default)]
pub(super) struct RepeatedOrders(BTreeMap<UnitId, Told>);

impl RepeatedOrders {
    /// Notes the orders of a tick; `world` is as it was when they had been given.
    pub fn note(&mut self, world: &World, orders: &[StampedOrder], spells: &mut Spells) {
        if orders.is_empty() {
            return;
        }
        let places: BTreeMap<UnitId, Vec2> = world.observe_units().map(|unit| (unit.id, unit.position)).collect();
        for stamped in orders {
            let OrderSubject::Units(units) = &stamped.order.subject else { continue };
            for handle in units {
                let Some(id) = world.observe_handle(stamped.player, *handle) else { continue };
                if let Some(at) = places.get(&id).filter(|_| place_of(&stamped.order.verb).is_some()) {
                    self.told(id, stamped, *at, spells);
                }
            }
        }
    }

    fn told(&mut self, id: UnitId, stamped: &StampedOrder, at: Vec2, spells: &mut Spells) {
        let (order, tick) = (stamped.order.verb, stamped.tick);
        let again = self.0.get_mut(&id).filter(|told| {
            is_same(&told.order, &order)
                && tick - told.last <= REPEATED_WITHIN_TICKS
                && is_near(told.at, at, ON_THE_SPOT)
        });
        let Some(told) = again else {
            self.0.insert(id, Told { order, first: tick, last: tick, times: 1, at });
            return;
        };
        (told.last, told.times) = (tick, told.times + 1);
        if told.times == REPEATS {
            let what = format!("{}, {REPEATS} times", verb(&order));
            let (kind, player, from) = (LapseKind::RepeatedOrder, stamped.player, told.first);
            spells.push(Lapse { kind, player, unit: id, at: Some(at), from, ticks: tick - from, what });
        }
    }
}

/// Where an order sends a unit; none for those that send it nowhere.
fn place_of(order: &OrderKind) -> Option<(Option<Vec2>, Handle)> {
    match *order {
        OrderKind::Move(at) | OrderKind::AttackMove(at) | OrderKind::Patrol(at) | OrderKind::Unload(at) => {
            Some((Some(at), Handle::NONE))
        }
        OrderKind::Attack(target)
        | OrderKind::Follow(target)
        | OrderKind::Guard(target)
        | OrderKind::Gather(target)
        | OrderKind::Repair(target)
        | OrderKind::Load(target) => Some((None, target)),
        _ => None,
    }
}

fn is_same(one: &OrderKind, other: &OrderKind) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
        && match (place_of(one), place_of(other)) {
            (Some((Some(one), _)), Some((Some(other), _))) => is_near(one, other, SAME_PLACE),
            (one, other) => one == other,
        }
}

/// The verb of an order, as it is written: `attackmove`.
fn verb(order: &OrderKind) -> String {
    let text = format!("{order:?}");
    text.split(['(', ' ', '{']).next().unwrap_or_default().to_lowercase()
}
