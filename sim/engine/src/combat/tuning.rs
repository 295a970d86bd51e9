//! What somebody may want to turn of combat: how often targets are looked for, and how long they are kept.

use sandtable_math::Fx;
use sandtable_state::limits::TICKS_PER_SECOND;

/// Ticks between two looks around; a power of two.
pub(super) const LOOK_TICKS: u64 = 8;
/// How much nearer, in cells, another target must be to be worth turning to.
pub(super) const TARGET_INERTIA: Fx = Fx::ONE;
/// The first tier of a free fighter's targets that are no fighters themselves.
pub(super) const OTHERS_TIER: u8 = 2;
/// Targets chosen freely are let go beyond this many times the acquire distance.
pub(super) const TARGET_LEASH: i32 = 2;
/// Ticks a unit must have been held up before it turns on whatever is in range.
pub(super) const BLOCKED_TICKS: u16 = 16;
/// For how long whoever hurt a unit is worth turning on, in ticks.
pub(super) const GRUDGE_TICKS: u32 = 32;
/// An entity not hurt for this long is reported as attacked again, in ticks.
pub(super) const ALARM_TICKS: u32 = 10 * TICKS_PER_SECOND;
/// How much further than its range a weapon lands once its wind-up began, in cells: or nobody could strike who walks away as fast.
pub(super) const WINDUP_TOLERANCE: Fx = Fx::HALF;
