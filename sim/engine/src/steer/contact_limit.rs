//! How fast a unit may go towards a neighbour, as contact reckons it.

use sandtable_math::Fx;

/// What a neighbour that may be run into in this tick leaves to one.
#[derive(Clone, Copy, Default)]
pub(super) struct ContactLimit {
    /// How fast it goes away.
    pub(super) leaves: Fx,
    /// How deep the two may press into each other.
    pub(super) soft: Fx,
    /// How fast one may be pushed towards it: half the gap, and what is soft of both.
    pub(super) pressed: Fx,
    /// Reckoned when first needed.
    pub(super) bounds: Option<ContactBounds>,
}

impl ContactLimit {
    /// How fast one may go towards the neighbour, if that was in question.
    pub(super) fn meant(&self) -> Option<Fx> {
        self.bounds.map(|bounds| bounds.meant)
    }
}

/// How fast one may go towards a neighbour.
#[derive(Clone, Copy)]
pub(super) struct ContactBounds {
    /// So as to keep the distance.
    pub(super) meant: Fx,
    /// So as not to run into it.
    pub(super) most: Fx,
}
