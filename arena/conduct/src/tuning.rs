//! From when on what is seen is a lapse: the constants of every kind, in ticks (16 a game second) and cells.

use sandtable_math::Fx;

/// Ticks between two looks at the world: half a game second.
pub const LOOK_TICKS: u32 = 8;

/// An entity is under attack for so long after it was hurt.
pub const UNDER_ATTACK_TICKS: u32 = 32;
/// Soldiers this near to a friend under attack are beside the fight, in cells.
pub const BESIDE: Fx = Fx::from_int(6);
/// Who gets no farther than this is on the spot, in cells.
pub const ON_THE_SPOT: Fx = Fx::HALF;
/// Workers work beside a soldier who has no more than this, in cells, to go before he reaches them.
pub const CLOSE: Fx = Fx::from_int(2);
/// How far one who chases has run before it counts, in cells.
pub const CHASED: Fx = Fx::from_int(8);
/// A unit that falls with no armed friend this near fell alone, in cells.
pub const ALONE: Fx = Fx::from_int(6);
/// Units of a side that fall alone to one building …
pub const FALLEN: usize = 3;
/// … with no more than this between two of them.
pub const FALLEN_WITHIN_TICKS: u32 = 480;
/// More of a resource than this is a hoard.
pub const HOARD: u32 = 500;
/// Orders within this of each other go to the same place, in cells.
pub const SAME_PLACE: Fx = Fx::ONE;
/// An order that comes again within this time is repeated …
pub const REPEATED_WITHIN_TICKS: u32 = 320;
/// … and a lapse when it has come so often, to one who is still on the spot.
pub const REPEATS: u32 = 4;
