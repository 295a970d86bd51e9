//! Trees as written.

use sandtable_decide::{Form, TreeId};

use crate::TableReader;

/// A node as written, with its place.
pub(super) struct RawNode<'d> {
    pub(super) at: TableReader<'d>,
    pub(super) label: String,
    pub(super) form: RawForm,
    pub(super) children: Vec<RawNode<'d>>,
}

pub(super) enum RawForm {
    /// A node of its own. The rows of counters are given later.
    Own(Form),
    /// Another tree in this place.
    Tree(TreeId),
    /// What was refused, which is recorded.
    Refused,
}
