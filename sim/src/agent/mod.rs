//! Agents.
use crate::world::World;
pub(crate) fn run(_world: &mut World) {}
