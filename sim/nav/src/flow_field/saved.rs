//! What of the fields is state: plain data, from which the rest is made again.

use sandtable_math::mix;
use sandtable_model::map::{Cell, Rect};
use sandtable_state::limits::MAX_FIELD_GOALS;
use sandtable_state::{state_enum, state_struct};

use super::partition::Partition;

state_enum! {
    /// How far a region's request has got.
    #[derive(Default)]
    pub enum RequestStage {
        /// In the queue.
        #[default]
        Waiting = 0,
        /// Its way has been found.
        Routed = 1,
        /// Its tile is there.
        Tiled = 2,
        /// There is no way.
        CutOff = 3,
    }
}

state_struct! {
    /// Which field: over which layer, to the nearest of which rectangles.
    #[derive(Default, PartialOrd, Ord)]
    pub struct FieldKey {
        /// The layer, by its id.
        pub layer: u16,
        /// The goal: any cell of any of these, which lie on the map; at most [`MAX_FIELD_GOALS`].
        pub goals: Vec<Rect>,
    }
}

impl FieldKey {
    /// The field to one rectangle of cells.
    pub fn new(layer: u16, goal: Rect) -> FieldKey {
        FieldKey { layer, goals: vec![goal] }
    }

    /// Whether the goal is one, on a map cut like this.
    pub(super) fn is_possible(&self, partition: &Partition) -> bool {
        let on_map = |goal: &Rect| {
            let (width, height) = (i32::from(goal.width), i32::from(goal.height));
            let far = (i32::from(goal.x) + width - 1, i32::from(goal.y) + height - 1);
            let fits = |far: i32| i16::try_from(far).ok();
            let last = fits(far.0).zip(fits(far.1)).map(|(x, y)| Cell::new(x, y));
            width > 0
                && height > 0
                && partition.contains(Cell::new(goal.x, goal.y))
                && last.is_some_and(|last| partition.contains(last))
        };
        (1..=MAX_FIELD_GOALS).contains(&self.goals.len()) && self.goals.iter().all(on_map)
    }

    /// A hash without visible structure.
    pub(super) fn hash(&self) -> u64 {
        hash(self.layer, &self.goals)
    }

    /// Whether it is the key of the field to these goals.
    #[inline]
    pub(super) fn is(&self, layer: u16, goals: &[Rect]) -> bool {
        self.layer == layer && self.goals == goals
    }
}

/// The hash of the key of the field to these goals.
#[inline]
pub(super) fn hash(layer: u16, goals: &[Rect]) -> u64 {
    goals.iter().fold(u64::from(layer), |hash, Rect { x, y, width, height }| {
        let place = u64::from(*x as u16) << 16 | u64::from(*y as u16);
        mix(hash, place << 32 | u64::from(*width) << 16 | u64::from(*height))
    })
}

state_struct! {
    /// A region of a field.
    #[derive(Copy, Default)]
    pub struct FieldRegion {
        /// The sector.
        pub sector: u16,
        /// The region, by its least cell.
        pub region: u8,
        /// How far it has got.
        pub stage: RequestStage,
    }
}

state_struct! {
    /// A request in the queue.
    #[derive(Default)]
    pub struct FieldRequest {
        /// The field.
        pub key: FieldKey,
        /// The sector.
        pub sector: u16,
        /// The region.
        pub region: u8,
    }
}

state_struct! {
    /// A field.
    #[derive(Default)]
    pub struct SavedField {
        /// Which one.
        pub key: FieldKey,
        /// The tick at which it was last used.
        pub used: u32,
        /// Its regions, by sector, then region.
        pub regions: Vec<FieldRegion>,
    }
}

state_struct! {
    /// All fields.
    #[derive(Default)]
    pub struct SavedFields {
        /// The least recently used first.
        pub fields: Vec<SavedField>,
        /// The queue.
        pub pending: Vec<FieldRequest>,
    }
}

/// What was saved cannot be of these layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("fields that cannot be of this map")]
pub struct LayersMismatch;
