//! What somebody may want to turn of walking along paths, of places round targets, and of keeping off walls.

use sandtable_math::Fx;

// Paths.
/// A point is reached within this distance, where the next one cannot be seen over plain ground, in cells.
pub(crate) const POINT_REACHED: Fx = Fx::ONE;
/// A point is reached within this distance where the next one cannot be seen at all, in cells.
pub(crate) const HIDDEN_POINT_REACHED: Fx = Fx::from_ratio(1, 4);
/// Points left of a route that was cut at which the rest of the way is asked for.
pub(crate) const FEW_POINTS: usize = 6;
/// Of the way left to a goal, the part by which the goal may stray from where it was when the way was asked for.
pub(crate) const STRAY_PART: i64 = 8;

// Places round targets.
/// The lines outside of the places on which one waits.
pub const LINES: u16 = 3;
/// A weapon with a longer range than this is not for close quarters, in cells.
pub const MELEE_RANGE: Fx = Fx::from_int(2);
/// How much nearer than its range who strikes from near by stands, in cells: who is pressed back so far strikes on.
pub(crate) const STRIKES_WITHIN: Fx = Fx::from_ratio(3, 64);
/// How much nearer than its range who shoots stands, in cells: in a line with those who came before and stopped when they reached.
pub(crate) const SHOOTS_WITHIN: Fx = Fx::from_ratio(1, 8);
/// Between the line of places and that where one waits, one more can pass with so much to spare, in cells.
pub(crate) const WAITING_GAP: Fx = Fx::from_ratio(3, 8);
/// Room along the line for one, in 1/64 of its width: more by what rounding takes.
pub(crate) const SLOT_ROOM: i32 = 65;
/// There are places inside of the line, beside the target, where it is so far within it, in 1/16 of a place: those who stand there look
/// out between those on the line.
pub(crate) const INNER_FROM: i32 = 9;
/// How far off the target those stand who are beside it, in cells.
pub(crate) const BESIDE_GAP: Fx = Fx::from_ratio(1, 32);
/// How many layouts of shapes are remembered.
pub(crate) const REMEMBERED_SHAPES: usize = 32;

// Walls.
/// How fast a unit too near to a wall is eased away from it, in cells a tick.
pub(crate) const EASE_STEP: Fx = Fx::from_ratio(1, 16);
/// How far inside a cell a centre stays that is stopped at its border.
pub(crate) const STOPPED_INSIDE: Fx = Fx::from_ratio(1, 64);
/// How far inside a cell a unit is put that must leave its own.
pub(crate) const PUT_INSIDE: Fx = Fx::from_ratio(1, 4);
/// The farthest that a square of plain cells is looked for, in cells.
pub(crate) const MAX_SQUARE: i16 = 8;

// Passages.
/// A cell through which the free run is no longer than this, in cells, is narrow.
pub(crate) const NARROW_RUN: u8 = 3;
/// Rooms of no more cells than this between narrow ways belong to these.
pub(crate) const POCKET_CELLS: usize = 64;
/// So far from the middle of a small room its narrow edge reaches, in cells.
pub(crate) const ROOM_EDGE: i32 = 3;
/// Steps before a mouth that belong to a passage. Mouths that are nearer to each other than twice that are one.
pub(crate) const APRON_STEPS: u16 = 6;
/// The most cells before a passage.
pub(crate) const MOST_APRON_CELLS: usize = 512;

// Queues.
/// Buckets at least in the ring of a bucket queue: those of one word of marks.
pub(crate) const LEAST_RING: usize = 64;
