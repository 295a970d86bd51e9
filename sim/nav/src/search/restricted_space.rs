//! A part of a space as a space of its own.

use super::space::{Arrival, Space, Successor};

/// The nodes of a space for which `allowed` holds.
#[derive(Clone, Copy, Debug)]
pub struct RestrictedSpace<'s, S, A> {
    /// The whole.
    pub space: &'s S,
    /// Whether a node belongs to the part.
    pub allowed: A,
}

impl<S: Space, A: Fn(u32) -> bool> Space for RestrictedSpace<'_, S, A> {
    fn nodes(&self) -> u32 {
        self.space.nodes()
    }

    fn dearest_step(&self) -> u32 {
        self.space.dearest_step()
    }

    fn origin(&self) -> Arrival {
        self.space.origin()
    }

    fn successors(&self, node: u32, arrival: Arrival, mut each: impl FnMut(Successor)) {
        self.space.successors(node, arrival, |step| {
            if (self.allowed)(step.to) {
                each(step);
            }
        });
    }

    fn predecessor(&self, node: u32, arrival: Arrival) -> u32 {
        self.space.predecessor(node, arrival)
    }
}
