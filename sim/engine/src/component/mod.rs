//! The components of entities: plain data, every field in the state list.
//!
//! There is one archetype per class, and components are neither added nor removed while an entity lives:
//! - unit: [`Identity`] [`Motion`] [`Vitals`] [`Arms`] [`Agent`] [`Labour`] [`Statuses`] [`Sightings`]
//! - building: [`Identity`] [`Site`] [`Vitals`] [`Arms`] [`Works`] [`Sightings`]
//! - node: [`Identity`] [`Site`] [`Deposit`]
//! - projectile: [`Identity`] [`Shot`]

mod agent;
mod arms;
mod building;
mod mind;
mod motion;
mod queue;
mod sightings;
mod task;

pub use agent::{Agent, Labour};
pub use arms::{Arms, Shot, Status, Statuses};
pub use building::{Deposit, Job, Product, Site, Stage, Works};
pub use mind::{Recall, Will};
pub use motion::Motion;
pub use queue::{Queue, Urgent};
pub use sightings::{Names, Sightings};
pub use task::{Task, TaskKind, Tasks};

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
    pub struct Vitals {
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
