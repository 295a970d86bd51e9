//! The components of entities: plain data, every field in the state list.
//!
//! There is one archetype per class, and components are neither added nor removed while an entity lives:
//! - unit: [`Identity`] [`Motion`] [`Health`] [`WeaponState`] [`Agent`] [`WorkerState`] [`TimedEffects`] [`Sightings`]
//! - building: [`Identity`] [`Footprint`] [`Health`] [`WeaponState`] [`Production`] [`Sightings`]
//! - node: [`Identity`] [`Footprint`] [`ResourceAmount`]
//! - projectile: [`Identity`] [`Projectile`]

mod agent;
mod building;
mod mind;
mod motion;
mod order_end;
mod sightings;
mod task;
mod weapon;

pub use agent::{Agent, WorkerState};
pub use building::{ConstructionStage, Footprint, Production, ProductionEntry, ProductionItem, ResourceAmount};
pub use mind::{CurrentAction, MindMemory};
pub use motion::{CrowdConduct, GoalProgress, Motion};
pub use order_end::{EndedOrder, OrderEnd};
pub use sightings::{EntityAliases, Sightings};
pub use task::{AgentTask, TaskKind, TaskQueue};
pub use weapon::{Projectile, TimedEffect, TimedEffects, WeaponState};

use sandtable_math::Fx;
use sandtable_state::id::{KindId, PlayerId, UnitId};
use sandtable_state::state_struct;

state_struct! {
    /// What an entity is; never changes.
    #[derive(Copy)]
    pub struct Identity {
        /// Its id.
        pub id: UnitId,
        /// Its kind.
        pub kind: KindId,
    }
}

/// Nobody.
impl Default for Identity {
    fn default() -> Identity {
        Identity { id: UnitId::NONE, kind: KindId(0) }
    }
}

impl Identity {
    /// Whose it is.
    #[inline]
    pub const fn owner(&self) -> PlayerId {
        self.id.owner()
    }
}

state_struct! {
    /// Life.
    #[derive(Copy, Default)]
    pub struct Health {
        /// Hit points; at 0 it dies at the end of the tick.
        pub hp: Fx,
        /// Damage on its way after table and armour (wind-ups and projectiles), so that others need not
        /// overkill: the exact sum over them, recounted at the end of each combat phase.
        pub incoming: Fx,
        /// The tick it was last hurt; 0 never.
        pub hurt_tick: u32,
        /// Who hurt it last.
        pub hurt_by: UnitId,
    }
}
