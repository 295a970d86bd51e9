//! What somebody may want to turn of tasks: how near one works, and when one looks for a job again.

use sandtable_math::Fx;

/// How near, edge to edge, a worker stands to what it works on: 0.4 cells.
pub(crate) const REACH_WORK: Fx = Fx::from_thousandths(400);
/// Looks for a job that a worker lets pass after an order, for whoever commands it may have another.
pub(crate) const JOB_PATIENCE: u8 = 2;
