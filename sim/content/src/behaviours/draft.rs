//! Machines as written.

use sandtable_decide::Machine;

use crate::TableReader;

/// A machine as written: itself, and where its states stand.
pub(super) struct Draft<'d> {
    pub(super) machine: Machine,
    pub(super) places: Vec<TableReader<'d>>,
}
