//! Sight and what teams know.
use crate::component::Stage;
use crate::id::{KindId, UnitId};
use crate::map::Cell;
use crate::math::Fx;
use crate::world::{Place, World};

/// Visibility of a cell to a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Never seen.
    Unexplored,
    /// Seen before.
    Explored,
    /// Seen now.
    Visible,
}

crate::state_struct! {
    /// A foreign building or a node as a team last saw it.
    #[derive(Copy)]
    pub struct Memory {
        /// The entity; it may be gone by now.
        pub id: UnitId,
        /// Its kind.
        pub kind: KindId,
        /// North-west cell.
        pub cell: Cell,
        /// Hit points then; 0 for nodes.
        pub hp: Fx,
        /// Units of resource then; 0 for buildings.
        pub amount: u32,
        /// Stage then.
        pub stage: Stage,
        /// The tick it was last seen; 0 for nodes known from the map.
        pub tick: u32,
    }
}

/// What one team knows.
#[derive(Clone, Default)]
pub struct Knowledge {}

/// Masks and stamps.
#[derive(Clone, Default)]
pub struct Sight {}

pub(crate) fn run(_world: &mut World) {}
pub(crate) fn unstamp(_world: &mut World, _place: Place) {}
/// The knowledge and stamps before anything is seen.
pub(crate) fn fresh(scenario: &crate::scenario::Scenario) -> (Vec<Knowledge>, Sight) {
    ((0..scenario.teams()).map(|_| Knowledge::default()).collect(), Sight::default())
}

pub(crate) fn knowledge_hash(_world: &World) -> u64 {
    0
}
pub(crate) fn show_knowledge(_world: &World, _each: &mut dyn FnMut(usize, &'static str, &dyn std::fmt::Debug)) {}
pub(crate) fn put_knowledge(_world: &World, _bytes: &mut Vec<u8>) {}
pub(crate) fn take_knowledge(
    _world: &mut World,
    _reader: &mut crate::state::Reader<'_>,
) -> Result<(), crate::state::Malformed> {
    Ok(())
}
pub(crate) fn rebuild(_world: &mut World) {}
