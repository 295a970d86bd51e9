//! How what is told joins what was told before.

use serde::{Deserialize, Serialize};

/// How an order joins the queues of its subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Queueing {
    /// It replaces what was queued with the same or a lower priority.
    Replace,
    /// It comes last.
    Append,
    /// It comes first; what was queued is taken up after it.
    Front,
}
