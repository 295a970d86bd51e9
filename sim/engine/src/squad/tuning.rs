//! What somebody may want to turn of squads: their pace, when they wait, when they narrow.

use sandtable_math::Fx;

// Orders.
/// Ticks between two looks at whether the members have done what they were told.
pub(super) const LOOK_TICKS: u32 = 4;

// Keeping formation.
/// Members this near to their places have formed up, in cells.
pub(super) const FORMED_WITHIN: Fx = Fx::HALF;
/// One nobody waits for has caught up within this distance of its place, in cells.
pub(super) const CAUGHT_UP_WITHIN: Fx = Fx::ONE;
/// A squad waits while more than one in this many of its members fight.
pub(super) const FIGHTERS_PART: usize = 4;
/// Ticks after which those who have not got to their last places settle near them.
pub(super) const SETTLE_TICKS: u16 = 160;
/// Ticks for which members at rest turn to where the formation faces.
pub(super) const FACE_TICKS: u16 = 32;
/// How far they turn in each of these ticks, as an angle.
pub(super) const FACE_TURN: i16 = 1 << 12;
/// A squad goes at full pace while members are no farther behind than this, in cells, and slower the farther they are.
pub(super) const EASY_LAG: Fx = Fx::from_ratio(3, 4);
/// It waits for one that is so far behind, in cells.
pub(super) const STRAGGLER_LAG: Fx = Fx::from_ratio(5, 2);

// Narrowing.
/// A formation narrows when more than one in this many slots does not fit.
pub(super) const NARROWS_PART: usize = 6;
/// It widens when no more than one in this many slots does not fit.
pub(super) const WIDENS_PART: usize = 10;
/// One that has waited for this many ticks narrows sooner.
pub(super) const IMPATIENT_TICKS: u16 = 24;
/// It widens so far from the passage that those who come out of it get to their places behind the others, in cells.
pub(super) const AISLE: Fx = Fx::from_int(3);
/// How much farther than its places and bodies the ground around a formation is looked at, in cells: more than anybody aims ahead.
pub(super) const GROUND_MARGIN: Fx = Fx::from_int(2);
/// How far two points of the trail are apart, in cells.
pub(super) const TRAIL_STEP: Fx = Fx::HALF;
/// How finely the width of a passage is felt for, in cells.
pub(super) const FEELER_STEP: Fx = Fx::from_ratio(1, 8);

// The front.
/// The front goes at this percentage of the slowest member's speed, so that the others can catch up.
pub(super) const PACE_PERCENT: i32 = 90;
/// A turn beyond which a squad first turns on the spot, as an angle.
pub(super) const SHARP_TURN: u16 = 10_923;
/// A turn beyond which it goes at half pace, as an angle.
pub(super) const BEND_TURN: u16 = 4_096;
/// Turns this small are left alone.
pub(super) const STEADY_TURN: u16 = 256;
/// A goal this near is reached, in cells.
pub(super) const AT_GOAL_WITHIN: Fx = Fx::from_ratio(1, 8);
/// Nearer to the goal than this the squad keeps its heading, in cells.
pub(super) const NEAR_GOAL_WITHIN: Fx = Fx::ONE;
/// Members whose middle is farther from the formation than its size and this have left it, in cells.
pub(super) const AWAY_BEYOND: Fx = Fx::from_int(4);

// Saved squads.
/// More than half the depth of the deepest formation, in cells.
pub(super) const MOST_BEYOND: Fx = Fx::from_int(4_096);
