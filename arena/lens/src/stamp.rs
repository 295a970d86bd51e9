//! How a match takes the orders that a commander gives.

use sandtable_sim::order::{Order, OrderSubject, StampedOrder};
use sandtable_state::id::PlayerId;
use sandtable_state::limits::{MAX_ORDER_UNITS, MAX_ORDERS_PER_TICK};

/// The orders of a player that take effect in a tick, in the sequence in which they were given: no more than a tick may have, and of endless
/// lists of units only as much as tells that they are too long.
pub fn stamped(
    tick: u32,
    player: PlayerId,
    orders: impl IntoIterator<Item = Order>,
) -> impl Iterator<Item = StampedOrder> {
    let orders = orders.into_iter().take(MAX_ORDERS_PER_TICK).enumerate();
    orders.map(move |(seq, order)| StampedOrder { tick, player, seq: seq as u16, order: cut(order) })
}

/// A list longer than the limit is refused for its length whatever it holds: one entry too many says as much.
fn cut(mut order: Order) -> Order {
    if let OrderSubject::Units(units) = &mut order.subject {
        units.truncate(MAX_ORDER_UNITS + 1);
    }
    order
}
