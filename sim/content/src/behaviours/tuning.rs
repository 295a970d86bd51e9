//! What holds of behaviour files unless they say otherwise.

/// Percent that the goal chosen gains unless the file says otherwise.
pub(super) const GOAL_INERTIA_PERCENT: u16 = 10;
/// Percent that the running child of a utility node gains unless the file says otherwise.
pub(super) const CHILD_INERTIA_PERCENT: u16 = 10;
