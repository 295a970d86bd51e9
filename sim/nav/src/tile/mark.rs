//! What a search over windows notes of each.

use super::layer::WindowId;

/// What is known of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The cost of the way from the window's middle to the goal, in 1/64 of a plain cell.
    pub rest: u32,
    /// The window after it, or [`GOAL`].
    pub next: WindowId,
    /// The sector the way goes on into.
    pub onward: u16,
    /// Whether that is final.
    pub settled: bool,
}

/// The way has no further window.
pub const GOAL: WindowId = u32::MAX;

/// A window that no way leads to, as far as is known.
pub(super) const UNREACHED: Mark = Mark { rest: u32::MAX, next: GOAL, onward: 0, settled: false };
