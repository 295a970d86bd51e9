//! What holds of rules unless the file says otherwise.

use sandtable_math::Fx;
use sandtable_model::rules::ranges;

// Kinds.
/// How high eyes are above the ground unless the file says otherwise, in steps of height.
pub(super) const EYE_HEIGHT: u8 = 1;
/// How much further than its range a unit looks for targets unless the file says otherwise, in cells.
pub(super) const LOOK_BEYOND_RANGE: Fx = Fx::from_int(3);

// Jobs.
/// How far workers look for jobs unless the file says otherwise, in cells.
pub(super) const JOB_REACH: u8 = 32;
/// How much more another job must be worth unless the file says otherwise, in percent.
pub(super) const JOB_INERTIA_PERCENT: u16 = 25;

// Senses.
/// How wide units see unless the file says otherwise, in degrees.
pub(super) const VIEW_DEGREES: u16 = 360;
/// How far units hear unless the file says otherwise, in percent.
pub(super) const HEARING_PERCENT: u16 = 100;
/// How little of a noise they hear, in percent.
pub(super) const THRESHOLD_PERCENT: u8 = 1;
/// How long they take between two looks round, in ticks.
pub(super) const LOOK_TICKS: u8 = 8;
/// How far an incident is seen at most, in cells.
pub(super) const INTEREST_RADIUS: Fx = ranges::INTEREST_RADIUS.high;
/// How many go and look.
pub(super) const INVESTIGATORS: u8 = 2;
