//! The arrays of a batch: flat memory of others, cut into a row for each agent.

use sandtable_state::limits::MAX_PRODUCTION;

use crate::slots::{
    ACTION_COLUMNS, ARG_ROWS, FOREIGN_FEATURES, NODE_FEATURES, OWN_FEATURES, ObservationRow, PLACES, SLOT_VERBS,
    SlotLayout,
};

/// What is counted of a step: actions that were not legal, orders that the match refused, entities without a slot, and the last tick.
pub const COUNTS: [&str; 4] = ["illegal", "rejected", "overflow", "tick"];

/// Names every array of a batch with the type of its elements and the columns that an agent has in it.
macro_rules! batch_arrays {
    ($($(#[$meta:meta])* $name:ident: $type:ty = |$layout:ident| $columns:expr;)*) => {
        /// The arrays of a batch, each with the rows of all agents one after the other. One that nobody wants is empty.
        #[derive(Default)]
        pub struct BatchBuffers<'a> {
            $($(#[$meta])* pub $name: &'a mut [$type],)*
        }

        /// The rows of an agent.
        pub(super) struct AgentRow<'a> {
            $(pub $name: &'a mut [$type],)*
        }

        impl BatchBuffers<'_> {
            /// Every array: its name, the bytes of an element, and the columns that an agent has in it.
            pub fn columns(layout: &SlotLayout) -> Vec<(&'static str, usize, usize)> {
                vec![$({
                    let $layout = layout;
                    (stringify!($name), size_of::<$type>(), $columns)
                },)*]
            }

            pub(super) fn rows(&mut self, layout: &SlotLayout, rows: usize) -> Vec<AgentRow<'_>> {
                $(
                    let $layout = layout;
                    let mut $name = Rows { columns: if self.$name.is_empty() { 0 } else { $columns }, rest: &mut *self.$name };
                )*
                (0..rows).map(|_| AgentRow { $($name: $name.next(),)* }).collect()
            }
        }
    };
}

batch_arrays! {
    /// [`OWN_FEATURES`] of each own slot.
    own: f32 = |layout| layout.limits().own * OWN_FEATURES.len();
    /// [`FOREIGN_FEATURES`] of each foreign slot.
    foreign: f32 = |layout| layout.limits().foreign * FOREIGN_FEATURES.len();
    /// [`NODE_FEATURES`] of each slot of a node.
    nodes: f32 = |layout| layout.limits().nodes * NODE_FEATURES.len();
    /// The kind of who is in each slot, and one more; 0 for nobody.
    kinds: u8 = |layout| layout.targets();
    /// Planes of the map.
    planes: u8 = |layout| layout.planes() * layout.scenario().map.cells();
    /// [`SlotLayout::global_names`].
    globals: f32 = |layout| layout.globals();
    /// By own slot, the legal verbs.
    mask_verbs: u8 = |layout| layout.limits().own * SLOT_VERBS.len();
    /// By kind and verb, the legal arguments.
    mask_args: u8 = |layout| layout.kinds() * ARG_ROWS.len() * layout.args();
    /// By own slot, what can be cancelled.
    mask_cancel: u8 = |layout| layout.limits().own * MAX_PRODUCTION;
    /// By kind and verb, the legal targets.
    mask_targets: u8 = |layout| layout.kinds() * layout.target_rows() * layout.targets();
    /// By kind of building, the legal places.
    mask_places: u8 = |layout| layout.sites().len() * PLACES;
    /// The legal macro actions.
    mask_macros: u8 = |layout| layout.macro_names().len();
    /// The handle of who is in each slot; 0 for nobody.
    handles: u32 = |layout| layout.targets();
    /// Actions of slots.
    actions: i32 = |layout| layout.limits().own * ACTION_COLUMNS;
    /// Macro actions.
    macros: i32 = |_layout| 1;
    /// What each agent gained by the step, weighed.
    rewards: f32 = |_layout| 1;
    /// 1 when the match came to its outcome.
    terminated: u8 = |_layout| 1;
    /// 1 when the episode was cut off, or the engine failed.
    truncated: u8 = |_layout| 1;
    /// 1 while the player is in the match.
    alive: u8 = |_layout| 1;
    /// [`COUNTS`] of the step.
    counts: i32 = |_layout| COUNTS.len();
    /// Where the last observation of an episode goes, when the same step begins the next one: globals.
    final_globals: f32 = |layout| layout.globals();
    /// Own slots of the last observation.
    final_own: f32 = |layout| layout.limits().own * OWN_FEATURES.len();
    /// Foreign slots of the last observation.
    final_foreign: f32 = |layout| layout.limits().foreign * FOREIGN_FEATURES.len();
    /// Slots of nodes of the last observation.
    final_nodes: f32 = |layout| layout.limits().nodes * NODE_FEATURES.len();
    /// Kinds of the last observation.
    final_kinds: u8 = |layout| layout.targets();
    /// Planes of the last observation.
    final_planes: u8 = |layout| layout.planes() * layout.scenario().map.cells();
}

/// A flat array that is cut row by row.
struct Rows<'a, T> {
    rest: &'a mut [T],
    columns: usize,
}

impl<'a, T> Rows<'a, T> {
    /// The next row; an empty one when too little is left.
    fn next(&mut self) -> &'a mut [T] {
        let rest = std::mem::take(&mut self.rest);
        let (row, rest) = rest.split_at_mut(self.columns.min(rest.len()));
        self.rest = rest;
        row
    }
}

impl AgentRow<'_> {
    /// Where what is seen of slots goes.
    pub fn observation(&mut self) -> ObservationRow<'_> {
        ObservationRow {
            own: self.own,
            foreign: self.foreign,
            nodes: self.nodes,
            kinds: self.kinds,
            planes: self.planes,
        }
    }

    /// Copies what was written last to where the last observation of an episode goes, as far as that is wanted.
    pub fn keep_last(&mut self) {
        copy(self.globals, self.final_globals);
        copy(self.own, self.final_own);
        copy(self.foreign, self.final_foreign);
        copy(self.nodes, self.final_nodes);
        copy(self.kinds, self.final_kinds);
        copy(self.planes, self.final_planes);
    }
}

fn copy<T: Copy>(from: &[T], to: &mut [T]) {
    if from.len() == to.len() {
        to.copy_from_slice(from);
    }
}
