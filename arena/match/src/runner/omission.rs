//! A defect made on purpose, to see that it is found out.

use sandtable_sim::order::StampedOrder;

/// Leaves out one of a match's orders, which come in the order of ticks: the last one of the first tick from `from` on that has any.
/// Whether there was one.
pub fn leave_out_an_order(orders: &mut Vec<StampedOrder>, from: u32) -> bool {
    let Some(tick) = orders.iter().map(|order| order.tick).find(|tick| *tick >= from) else { return false };
    let last = orders.partition_point(|order| order.tick <= tick) - 1;
    orders.remove(last);
    true
}
