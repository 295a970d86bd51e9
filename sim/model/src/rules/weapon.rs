//! Weapons and abilities.

use sandtable_math::Fx;
use serde::{Deserialize, Serialize};

/// Which layers something reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers {
    /// What stands on the ground.
    pub ground: bool,
    /// What flies.
    pub air: bool,
}

/// What a kind attacks with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weapon {
    /// Hit points a hit does before table and armour, 0.5 … 1,000; restored instead when `heals`.
    pub damage: Fx,
    /// Row of the damage table.
    pub damage_kind: u8,
    /// Least distance between edges, in cells, 0 … 32.
    pub min_range: Fx,
    /// Greatest distance between edges, in cells, 1/32 … 32.
    pub range: Fx,
    /// Distance at which targets are looked for unbidden, in cells, 0 … 32.
    pub acquire: Fx,
    /// Ticks from the decision to the hit or launch, 0 … 255.
    pub windup_ticks: u16,
    /// Ticks from launch until the next wind-up may begin, 1 … 4,096.
    pub cooldown_ticks: u16,
    /// Cells a tick, up to 4; 0 hits at once.
    pub projectile_speed: Fx,
    /// Radius in cells around the point of impact, 0 … 8; full damage at the centre, half at the rim, and
    /// friend and foe alike.
    pub splash: Fx,
    /// What it reaches.
    pub hits: Layers,
    /// Whether it fires while its bearer walks.
    pub on_the_move: bool,
    /// Whether it restores friends instead of hurting enemies.
    pub heals: bool,
    /// How far its blow or launch is heard by plain ears, in cells, 0 … 32.
    pub noise: Fx,
}

/// What an ability is pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AbilityTarget {
    /// The user itself.
    Oneself,
    /// A friendly unit.
    Friend,
    /// An enemy unit or building.
    Enemy,
    /// A point on the ground.
    Point,
}

/// What an ability does to what it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AbilityEffect {
    /// Hurts, through table and armour.
    Damage {
        /// Hit points.
        amount: Fx,
        /// Row of the damage table.
        damage_kind: u8,
    },
    /// Restores hit points.
    Heal {
        /// Hit points.
        amount: Fx,
    },
    /// Changes speed and damage for a time.
    Status {
        /// Percent of plain speed, 0 … 400.
        speed_percent: u16,
        /// Percent of plain damage, 0 … 400.
        damage_percent: u16,
        /// Ticks it lasts, 1 … 4,096.
        ticks: u16,
    },
}

/// A rule-defined action of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ability {
    /// Its name.
    pub name: String,
    /// What it is pointed at.
    pub target: AbilityTarget,
    /// Greatest distance between edges, in cells, 0 … 32.
    pub range: Fx,
    /// Radius around the target that is affected, in cells, 0 … 8; 0 affects the target alone.
    pub radius: Fx,
    /// Ticks until it can be used again, 1 … 16,384.
    pub cooldown_ticks: u16,
    /// What it does, in order, at most 4.
    pub effects: Vec<AbilityEffect>,
    /// How far its use is heard by plain ears, in cells, 0 … 32.
    pub noise: Fx,
}
