//! Memories: foreign buildings and nodes as a team last saw them, and the obstacles that follow from them.

use crate::component::Stage;
use crate::id::{KindId, UnitId};
use crate::map::Cell;
use crate::math::Fx;

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
        /// The tick it was last seen, while it is out of sight; while it is in sight, the tick it came into
        /// sight. 0 for nodes as the map shows them.
        pub tick: u32,
    }
}
