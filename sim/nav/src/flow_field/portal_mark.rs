//! What a search over portals notes of each.

use super::layer::PortalId;

/// What is known of a portal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortalMark {
    /// The cost of the way from the portal's middle to the goal, in 1/64 of a plain cell.
    pub rest: u32,
    /// The portal after it, or [`GOAL`].
    pub next: PortalId,
    /// The sector the way goes on into.
    pub onward: u16,
    /// Whether that is final.
    pub settled: bool,
}

/// The way has no further portal.
pub const GOAL: PortalId = u32::MAX;

/// A portal that no way leads to, as far as is known.
pub(super) const UNREACHED: PortalMark = PortalMark { rest: u32::MAX, next: GOAL, onward: 0, settled: false };
