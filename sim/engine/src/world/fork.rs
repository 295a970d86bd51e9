//! Forks: an independent copy of a world, for search, what-if and vectorised environments.

use std::sync::Arc;

use super::{Workspaces, World};

impl World {
    /// Lets chance fall otherwise from here on: what is drawn from the match seed is drawn from this one. For what-if; its result is no
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

    /// Copies the entities and then each part of the state, as a fork does, one after the other. `measured` is given a name, and what
    /// makes the copy, which it must call: whoever counts what is allocated in that call knows how much memory the part holds. What a
    /// fork shares is not copied, and what a part is besides its blocks on the heap lies in the world.
    ///
    /// ```
    /// # fn names(world: &sandtable_sim::World) -> Vec<&'static str> {
    /// let mut names = Vec::new();
    /// world.copy_parts(|name, copy| {
    ///     copy();
    ///     names.push(name);
    /// });
    /// # names
    /// # }
    /// ```
    pub fn copy_parts(&self, mut measured: impl FnMut(&'static str, &mut dyn FnMut())) {
        let mut entities = None;
        measured("entities", &mut || entities = Some(self.entities.fork()));
        self.parts.copy_each(&mut measured);
    }
}
