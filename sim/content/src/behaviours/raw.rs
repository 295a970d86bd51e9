//! Trees as written.

use sandtable_decide::{Form, TreeId};

use crate::Reader;

/// A node as written, with its place.
pub(super) struct Raw<'d> {
    pub(super) at: Reader<'d>,
    pub(super) label: String,
    pub(super) form: RawForm,
    pub(super) children: Vec<Raw<'d>>,
}

pub(super) enum RawForm {
    /// A node of its own. The rows of counters are given later.
    Own(Form),
    /// Another tree in this place.
    Tree(TreeId),
    /// What was refused, which is recorded.
    Refused,
}
