//! Limits and tuning of rehearsals.

use sandtable_state::limits::TICKS_PER_SECOND;

/// Unit-steps that all rehearsals of one decision may take.
pub(crate) const REHEARSAL_UNIT_STEPS: u32 = 9_000;
/// Ticks of the shortest step.
pub(super) const SHORTEST_STEP_TICKS: i32 = 2;
/// Ticks of the longest step.
pub(super) const LONGEST_STEP_TICKS: i32 = 16;
/// Steps between two looks for a target.
pub(super) const LOOK_STEPS: i32 = 4;
/// Looks at a foe that count as one unit-step.
pub(super) const LOOKS_A_UNIT_STEP: u32 = 8;
/// Fighters of a side; of more only the first are taken.
pub(super) const MAX_FIGHTERS: usize = 256;
/// Units of length in a cell.
pub(super) const CELL: i32 = 1 << 10;
/// The shortest range of a weapon that strikes from afar.
pub(super) const RANGED_LENGTH: i32 = 3 * CELL;
/// The gap to a blade at which those draw back who shoot as they walk.
pub(super) const KITE_LENGTH: i32 = 3 * CELL + CELL / 2;
/// The gap to a foe at which those who hold their place begin to fight.
pub(super) const HOLD_LENGTH: i32 = 6 * CELL;
/// What a foe seems farther away for each striker too many round it.
pub(super) const CROWD_LENGTH: i32 = CELL;
/// The distance within which healers look for the wounded.
pub(super) const MEND_LENGTH: i32 = 8 * CELL;
/// Share of a fighter's worth that does not go with its hit points, in quarters.
pub(super) const FIXED_WORTH_QUARTERS: i64 = 1;
/// Ticks between two points of the curve.
pub(super) const CURVE_TICKS: i32 = 2 * TICKS_PER_SECOND as i32;
/// Cells to either side of the way that are looked at for its width.
pub(super) const CHOKE_REACH_CELLS: i16 = 6;
/// Passable cells across from which on the ground is open.
pub(super) const OPEN_CELLS: u16 = 8;

/// Percent of its damage that what falls on a place does to those who walk.
pub(super) const WALKING_HIT_PERCENT: i32 = 25;
/// Percent of its damage that what falls on a place does to those round it: full in the middle, half at the rim.
pub(super) const SPLASH_PERCENT: i32 = 75;
/// Ticks that a fighter is at blows in a middling fight: over these a boost that it gives itself counts.
pub(super) const BLOWS_TICKS: i32 = 10 * TICKS_PER_SECOND as i32;
