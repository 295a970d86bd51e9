//! Economy.
use crate::id::UnitId;
use crate::world::{Place, World};
pub(crate) fn run(_world: &mut World) {}
pub(crate) fn settle_death(_world: &mut World, _id: UnitId, _place: Place) {}
pub(crate) fn recount_supply(_world: &mut World) {}
