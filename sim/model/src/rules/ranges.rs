//! The range of every value of a ruleset, named once: text and decoded bytes are held to the same.
//!
//! They are chosen so that no sum or product of them leaves its type: damage × table × status, speed × terrain,
//! supply × units, score × units.

pub use super::limits::{MAX_ABILITY_EFFECTS, MAX_NEEDS, MAX_START_GROUPS, MAX_TAGS, MAX_TECH_EFFECTS, NAME_CHARS};
use sandtable_math::{Bounds, Fx};
use sandtable_state::limits::{MAX_INVESTIGATORS, MAX_SIGHT};

const fn whole(low: i16, high: i16) -> Bounds<Fx> {
    Bounds::new(Fx::from_int(low), Fx::from_int(high))
}

const fn sixteenths(low: i32, high: i32) -> Bounds<Fx> {
    Bounds::new(Fx::from_ratio(low, 16), Fx::from_ratio(high, 16))
}

/// Ticks by which the end of an entry of a schedule deviates.
pub const JITTER_TICKS: Bounds<u16> = Bounds::new(0, 9_600);

/// Units of one resource that something costs.
pub const COST: Bounds<u16> = Bounds::new(0, u16::MAX);
/// Ticks to make something.
pub const MAKE_TICKS: Bounds<u32> = Bounds::new(1, 65_535);
/// Supply one thing takes.
pub const SUPPLY_COST: Bounds<u16> = Bounds::new(0, 64);
/// Supply one thing gives.
pub const SUPPLY_GIVEN: Bounds<u16> = Bounds::new(0, 512);
/// Weights and capacities round a target.
pub const CROWD: Bounds<u16> = Bounds::new(0, 1_000);
/// The most supply of a player.
pub const SUPPLY_LIMIT: Bounds<u16> = Bounds::new(1, 4_096);
/// Full hit points.
pub const MAX_HP: Bounds<Fx> = whole(1, 20_000);
/// Armour.
pub const ARMOUR: Bounds<Fx> = whole(0, 500);
/// Sight in cells.
pub const SIGHT: Bounds<u8> = Bounds::new(0, MAX_SIGHT);
/// Heights: of eyes, of terrain, of cells.
pub const HEIGHT: Bounds<u8> = Bounds::new(0, 15);
/// Score of one thing.
pub const SCORE: Bounds<u16> = Bounds::new(0, 30_000);

/// Damage of a hit, or hit points restored, in hit points.
pub const DAMAGE: Bounds<Fx> = sixteenths(8, 16_000);
/// Least distance of a weapon, in cells.
pub const MIN_RANGE: Bounds<Fx> = whole(0, 32);
/// Greatest distance of a weapon, in cells.
pub const RANGE: Bounds<Fx> = Bounds::new(Fx::from_ratio(1, 32), Fx::from_int(32));
/// Distance at which a weapon's bearer looks for targets, in cells.
pub const ACQUIRE: Bounds<Fx> = whole(0, 32);
/// Ticks of wind-up.
pub const WINDUP_TICKS: Bounds<u16> = Bounds::new(0, 255);
/// Ticks of a weapon's cooldown.
pub const COOLDOWN_TICKS: Bounds<u16> = Bounds::new(1, 4_096);
/// Cells a tick of a projectile.
pub const PROJECTILE_SPEED: Bounds<Fx> = whole(0, 4);
/// Radius of splash in cells.
pub const SPLASH: Bounds<Fx> = whole(0, 8);
/// Distance of an ability, in cells.
pub const ABILITY_RANGE: Bounds<Fx> = whole(0, 32);
/// Radius of an ability, in cells.
pub const ABILITY_RADIUS: Bounds<Fx> = whole(0, 8);
/// Ticks of an ability's cooldown.
pub const ABILITY_COOLDOWN_TICKS: Bounds<u16> = Bounds::new(1, 16_384);
/// Percent of plain speed or damage under a status.
pub const STATUS_PERCENT: Bounds<u16> = Bounds::new(0, 400);
/// Ticks a status lasts.
pub const STATUS_TICKS: Bounds<u16> = Bounds::new(1, 4_096);

/// Radius of a body in cells.
pub const RADIUS: Bounds<Fx> = Bounds::new(Fx::from_thousandths(100), Fx::from_ratio(31, 64));
/// Speed of a body in cells a tick.
pub const SPEED: Bounds<Fx> = Bounds::new(Fx::from_ratio(1, 512), Fx::HALF);
/// Mass in kilograms.
pub const MASS: Bounds<u16> = Bounds::new(1, 10_000);
/// Room taken in a transport; 0 cannot be carried.
pub const CARGO_SIZE: Bounds<u8> = Bounds::new(0, 64);
/// Room of a transport.
pub const CARGO_CAPACITY: Bounds<u8> = Bounds::new(1, 255);
/// Ticks to gather a load, of what can be gathered.
pub const GATHER_TICKS: Bounds<u16> = Bounds::new(1, 4_096);
/// Units in a load.
pub const LOAD: Bounds<u16> = Bounds::new(1, 1_000);
/// Percent of a plain builder's speed.
pub const BUILD_PERCENT: Bounds<u16> = Bounds::new(1, 1_000);
/// Hit points repaired in a tick.
pub const REPAIR_RATE: Bounds<Fx> = whole(0, 100);
/// Cells along one side of a building or node.
pub const FOOTPRINT: Bounds<u8> = Bounds::new(1, 8);
/// Units of a resource in a node.
pub const STOCK: Bounds<u32> = Bounds::new(1, 1_000_000);
/// Workers gathering from a node at once.
pub const STOCK_WORKERS: Bounds<u8> = Bounds::new(1, 64);

/// Every number of a consideration, and base priorities.
pub const JUDGEMENT: Bounds<Fx> = whole(-30_000, 30_000);
/// How far a worker looks for jobs, in cells.
pub const JOB_REACH: Bounds<u8> = Bounds::new(1, 120);

/// Degrees that senses take in.
pub const VIEW_DEGREES: Bounds<u16> = Bounds::new(1, 360);
/// How far senses take in everything around, in cells.
pub const AROUND: Bounds<Fx> = whole(0, MAX_SIGHT as i16);
/// Percent of how far a noise is heard.
pub const HEARING_PERCENT: Bounds<u16> = Bounds::new(0, 400);
/// Percent of a noise's strength that is heard.
pub const THRESHOLD_PERCENT: Bounds<u8> = Bounds::new(1, 100);
/// Ticks between two looks round.
pub const LOOK_TICKS: Bounds<u8> = Bounds::new(1, 160);
/// How far a noise is heard by plain ears, in cells.
pub const NOISE: Bounds<Fx> = whole(0, 32);
/// How far an incident is seen, in cells.
pub const INTEREST_RADIUS: Bounds<Fx> = whole(1, MAX_SIGHT as i16);
/// What an interest is worth.
pub const INTEREST_PRIORITY: Bounds<u8> = Bounds::new(1, 100);
/// Ticks that an interest lasts.
pub const INTEREST_TICKS: Bounds<u16> = Bounds::new(1, 4_096);
/// Units that go and look.
pub const INVESTIGATORS: Bounds<u8> = Bounds::new(0, MAX_INVESTIGATORS as u8);

/// Cost of entering a cell that can be entered, in eighths of a plain cell.
pub const TERRAIN_COST: Bounds<u8> = Bounds::new(4, 254);
/// Percent of the damage table.
pub const DAMAGE_PERCENT: Bounds<u16> = Bounds::new(0, 1_000);
/// Percent of something's cost.
pub const SHARE_PERCENT: Bounds<u16> = Bounds::new(0, 100);
/// What a technology adds to a stat, in the stat's own unit.
pub const EFFECT_ADD: Bounds<Fx> = whole(-10_000, 10_000);
/// Percent a technology makes of a stat.
pub const EFFECT_PERCENT: Bounds<u16> = Bounds::new(1, 1_000);
/// Units of one kind in a starting force.
pub const START_COUNT: Bounds<u16> = Bounds::new(1, 64);
