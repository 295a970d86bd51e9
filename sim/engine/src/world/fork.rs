//! Forks: an independent copy of a world, for search, what-if and vectorised environments.

use std::sync::Arc;

use super::{Entities, Roster, Workspaces, World};
use crate::component::{
    Agent, Arms, Deposit, Identity, Labour, Motion, Shot, Sightings, Site, Statuses, Vitals, Works,
};

/// Copies one archetype column by column into `target`, rows in the same order.
macro_rules! copy_archetype {
    ($source:expr, $target:expr, $roster:expr, $($type:ident),*) => {{
        let archetype = $roster.archetype($source);
        let count = archetype.len();
        let mut kinds = hecs::ColumnBatchType::new();
        $(kinds.add::<$type>();)*
        let batch_of = kinds.into_batch(count);
        $({
            let column = archetype.get::<&$type>().expect("the class has this component");
            let mut writer = batch_of.writer::<$type>().expect("the batch was made for this component");
            for value in column.iter() {
                if writer.push(value.clone()).is_err() {
                    unreachable!("the batch has room for every row");
                }
            }
        })*
        let batch = batch_of.build().expect("every column was filled");
        let entities: Vec<hecs::Entity> = $target.spawn_column_batch(batch).collect();
        $roster.with_entities(entities)
    }};
}

impl World {
    /// Lets chance fall otherwise from here on: what is drawn from the match seed is drawn from this one. For what-if; what comes of it is no
    /// match of the seed it began with.
    pub fn reseed(&mut self, seed: u64) {
        self.parts.clock.seed = seed;
    }

    /// An independent copy that steps and hashes as this one does.
    pub fn fork(&self) -> World {
        World {
            scenario: Arc::clone(&self.scenario),
            entities: self.entities.fork(),
            parts: self.parts.clone(),
            derived: self.derived.clone(),
            workspaces: Workspaces::default(),
            threads: self.threads.clone(),
        }
    }
}

impl Entities {
    fn fork(&self) -> Entities {
        let (mut ecs, _) = super::entities::empty_ecs();
        let units = copy_archetype!(
            &self.ecs, ecs, self.units, Identity, Motion, Vitals, Arms, Agent, Labour, Statuses, Sightings
        );
        let buildings = copy_archetype!(&self.ecs, ecs, self.buildings, Identity, Site, Vitals, Arms, Works, Sightings);
        let nodes = copy_archetype!(&self.ecs, ecs, self.nodes, Identity, Site, Deposit);
        let shots = copy_archetype!(&self.ecs, ecs, self.shots, Identity, Shot);
        Entities { ecs, units, buildings, nodes, shots, directory: self.directory.clone() }
    }
}

impl Roster {
    /// The same roster over a copy whose rows are these entities.
    fn with_entities(&self, entities: Vec<hecs::Entity>) -> Roster {
        let mut copy = self.clone();
        copy.set_entities(entities);
        copy
    }
}
