//! What somebody may want to turn of jobs: how often workers look for them.

/// Ticks between two looks of a worker without a job.
pub(super) const LOOK_TICKS: u32 = 16;
/// Ticks between two looks of a worker at a job of its own.
pub(super) const LOOK_ROUND_TICKS: u32 = 64;
/// Looks that it lets pass when there was nothing to do.
pub(super) const DISCOURAGED_LOOKS: u8 = 8;
