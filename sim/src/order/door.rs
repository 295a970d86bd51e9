//! The order door.
use super::StampedOrder;
use crate::world::World;
pub(crate) fn apply(_world: &mut World, _orders: &[StampedOrder]) {}
