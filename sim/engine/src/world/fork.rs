//! Forks: an independent copy of a world, for search, what-if and vectorised environments.

use std::sync::Arc;

use super::{Workspaces, World};

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
