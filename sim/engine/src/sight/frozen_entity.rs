//! A foreign building or a node as a team last saw it.

use crate::component::ConstructionStage;
use sandtable_math::Fx;
use sandtable_model::map::Cell;
use sandtable_state::id::{KindId, UnitId};

sandtable_state::state_struct! {
    /// A foreign building or a node as a team last saw it.
    #[derive(Copy)]
    pub struct FrozenEntity {
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
        pub stage: ConstructionStage,
        /// The tick it was last seen, while it is out of sight; while it is in sight, the tick it came into
        /// sight. 0 for nodes as the map shows them.
        pub tick: u32,
    }
}
