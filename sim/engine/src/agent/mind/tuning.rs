//! What somebody may want to turn of minds: how often they think, how far they look, what moves their spirits.

use sandtable_math::Fx;

// How often a unit thinks.
/// Ticks between thoughts in contact.
pub(super) const CONTACT_TICKS: u32 = 4;
/// Ticks between thoughts at blows.
pub(super) const BLOWS_TICKS: u32 = 8;
/// Ticks between thoughts under threat.
pub(super) const THREAT_TICKS: u32 = 8;
/// Ticks between thoughts otherwise.
pub(super) const PEACE_TICKS: u32 = 16;
/// How near enemies are in contact, in cells.
pub(super) const CONTACT_CELLS: Fx = Fx::from_int(4);
/// How near enemies threaten, in cells.
pub(super) const THREAT_CELLS: Fx = Fx::from_int(20);

// What it notices.
/// The greatest distance anybody asks about, in cells.
pub(super) const FAR: Fx = Fx::from_int(64);
/// How far the nearest foe is looked for, in cells: nobody cares about one beyond, and whole maps need not be searched.
pub(super) const FOE_CELLS: Fx = Fx::from_int(24);
/// How far the nearest foe is looked for, one radius after the other, in cells.
pub(super) const FOE_LOOKS: [Fx; 3] = [Fx::from_int(3), Fx::from_int(10), FOE_CELLS];
/// The least difference of two distances, in cells.
pub(super) const LEAST_DIFFERENCE: Fx = Fx::EPSILON;
/// The greatest distance from the middle of a building to its edge, in cells.
pub(super) const BUILDING_REACH: Fx = Fx::from_int(8);
/// Ticks of hardly moving after which it is stuck.
pub(super) const STUCK_TICKS: u16 = 16;
/// A target that gains less than this on it in a tick does not flee, in cells.
pub(super) const LEAST_FLIGHT: Fx = Fx::from_ratio(1, 64);
/// How near one goes to look at a place, in cells.
pub(super) const LOOKED_INTO: Fx = Fx::from_int(2);

// What it measures.
/// The most of a count.
pub(super) const MOST_COUNT: i32 = 200;
/// The most of a share, in percent.
pub(super) const MOST_PERCENT: Fx = Fx::from_int(1_000);
/// The most of a time, in seconds.
pub(super) const MOST_SECONDS: i32 = 600;

// Foes and friends.
/// How many foes a friend counts for, where a blow spreads.
pub(super) const FRIEND_COUNTS: i64 = 2;
/// Who is near enough to be a comrade without a squad, in cells.
pub(super) const COMRADES: Fx = Fx::from_int(6);

// Where it goes.
/// How near to a place it has arrived, in cells.
pub(super) const ARRIVED_WITHIN: Fx = Fx::from_ratio(3, 4);
/// How far it steps back beyond what it must, in cells, so that it need not take the next step at once.
pub(super) const STRIDE: Fx = Fx::ONE;
/// How far beside a building or node one stands, from its edge, in cells.
pub(super) const BESIDE: Fx = Fx::from_ratio(3, 4);
/// Cover is looked for within this many cells, however far a query asks.
pub(super) const COVER_CELLS: i32 = 16;
/// Two units can hardly stand nearer than this, in cells.
pub(super) const PLACE_WIDTH: Fx = Fx::HALF;
/// How near to the line between two places a friend is a screen, in cells.
pub(super) const SCREEN_WITHIN: Fx = Fx::from_ratio(3, 2);

// Morale.
/// Morale lost for each percent of its hit points lost.
pub(super) const MORALE_PER_HIT_PERCENT: Fx = Fx::from_ratio(3, 4);
/// Morale lost for each friend that falls near.
pub(super) const MORALE_PER_LOSS: i32 = 5;
/// How near losses are felt, in cells.
pub(super) const LOSS_CELLS: Fx = Fx::from_int(6);
/// How near friends cheer, in cells.
pub(super) const CHEER_CELLS: Fx = Fx::from_int(4);
/// Within how many cells the odds are weighed.
pub(super) const ODDS_CELLS: Fx = Fx::from_int(10);
/// Morale regained a second, and by each friend near.
pub(super) const MORALE_PER_SECOND: i32 = 2;
/// The number of friends up to which they cheer.
pub(super) const MOST_CHEERING: i32 = 4;
/// Morale lost a second against the worst of odds.
pub(super) const FEAR_PER_SECOND: i32 = 6;
