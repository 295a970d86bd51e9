//! What somebody may want to turn of places round targets: how often they are looked for, what an exchange must save, what weighs how much.

use sandtable_math::Fx;

// How often one looks.
/// Ticks between two looks of those who wait for a place.
pub(super) const ASK_TICKS: u16 = 8;
/// Ticks between two looks of holders whether their place is still to be had.
pub(super) const CHECK_TICKS: u16 = 8;
/// Ticks without progress after which one comes no nearer to its place.
pub(super) const STUCK_TICKS: u16 = 48;
/// Ticks without progress after which one out of reach asks for a place anew, where it has got to.
pub(super) const LATE_TICKS: u16 = 24;
/// The most on one side of a newcomer that move up for it.
pub(super) const MOST_MOVED_UP: usize = 4;
/// From how many points of a line round the target one chooses where nobody can move up.
pub(super) const SCANNED_POINTS: u16 = 16;
/// Ticks between two looks for an exchange.
pub(super) const EXCHANGE_TICKS: u16 = 4;

// What a place must be.
/// An exchange must save two of them so much of their ways, in cells.
pub(super) const LEAST_GAIN: Fx = Fx::HALF;
/// Who is farther than this from its place may be made to leave it, in cells.
pub(super) const UNSETTLED_BEYOND: Fx = Fx::from_ratio(1, 4);
/// Who stands this far in a place is not in it, in cells.
pub(super) const PLACE_SLACK: Fx = Fx::from_ratio(1, 16);
/// Who has to get round the target goes by this much at a time, as an angle: 45°.
pub(super) const ROUND_STEP: i16 = 0x2000;
/// It does so until its place is ahead: not much farther aside, in 1/16 of the way along, than 27°.
pub(super) const AHEAD_PART: i64 = 8;
/// How much farther than its reach from its target one asks for a place, in cells.
pub(super) const ASKS_WITHIN: Fx = Fx::from_ratio(9, 2);
/// How much farther off a target counts for who would have to wait for a place there, in cells.
pub(super) const CROWDED_DETOUR: Fx = Fx::from_int(3);

// Weights.
/// A weight of one is a twelfth of a cell of radius: a soldier of 0.3 cells weighs 4.
pub(super) const WEIGHT_STEPS: i32 = 12;
/// The radius of the soldier by which capacities are reckoned where content does not say them, in cells.
pub(super) const SOLDIER: Fx = Fx::from_thousandths(300);
/// Where that soldier stands beside a target, in cells.
pub(super) const BESIDE: Fx = Fx::from_millionths(233_340);
