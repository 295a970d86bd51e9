//! Technologies, and the stats of each kind as a player's technologies change them.

use sandtable_math::Fx;
use sandtable_state::id::{KindId, TechId};
use sandtable_state::limits::MAX_RESOURCES;
use serde::{Deserialize, Serialize};

use super::{Cost, Kind, Need, Rules};

/// A technology.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tech {
    /// Its name: unique among technologies.
    pub name: String,
    /// What it costs.
    pub cost: Cost,
    /// Ticks to research, 1 … 65,535.
    pub make_ticks: u32,
    /// What must be owned first.
    pub needs: Vec<Need>,
    /// What it changes; none for a pure tier.
    pub effects: Vec<TechEffect>,
}

/// One change to the stats of some kinds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TechEffect {
    /// The kinds it changes, by ascending id.
    pub kinds: Vec<KindId>,
    /// The stat.
    pub stat: Stat,
    /// How.
    pub change: StatChange,
}

/// A stat that technologies change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stat {
    /// Full hit points.
    MaxHp,
    /// Armour.
    Armour,
    /// Damage of a hit.
    Damage,
    /// Greatest range, with the acquire distance.
    Range,
    /// Ticks of cooldown.
    Cooldown,
    /// Speed.
    Speed,
    /// Sight.
    Sight,
    /// Ticks to gather a load.
    GatherTicks,
    /// Size of a load.
    Load,
    /// Speed of building.
    BuildRate,
}

/// How a stat changes; the result is held to the stat's range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StatChange {
    /// Added in the stat's own unit (cells, hit points, cells a tick, ticks).
    Add(Fx),
    /// Multiplied by percent / 100, rounded down, 1 … 1,000.
    Percent(u16),
}

/// The numbers of one kind for one player, technologies counted. Derived state: recomputed when one finishes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Full hit points.
    pub max_hp: Fx,
    /// Armour.
    pub armour: Fx,
    /// Damage of a hit; 0 without a weapon.
    pub damage: Fx,
    /// Greatest range in cells.
    pub range: Fx,
    /// Acquire distance in cells.
    pub acquire: Fx,
    /// Ticks of cooldown.
    pub cooldown_ticks: u16,
    /// Cells a tick.
    pub speed: Fx,
    /// Cells.
    pub sight: u8,
    /// Ticks to gather a load of each resource; 0 cannot.
    pub gather_ticks: [u16; MAX_RESOURCES],
    /// Units of each resource in a load.
    pub load: [u16; MAX_RESOURCES],
    /// Percent of a plain builder's speed.
    pub build_percent: u16,
}

impl Stats {
    /// The plain stats of `kind`.
    pub fn from_kind(kind: &Kind) -> Stats {
        let weapon = kind.weapon.as_ref();
        let worker = kind.worker.as_ref();
        Stats {
            max_hp: kind.max_hp,
            armour: kind.armour,
            damage: weapon.map_or(Fx::ZERO, |weapon| weapon.damage),
            range: weapon.map_or(Fx::ZERO, |weapon| weapon.range),
            acquire: weapon.map_or(Fx::ZERO, |weapon| weapon.acquire),
            cooldown_ticks: weapon.map_or(0, |weapon| weapon.cooldown_ticks),
            speed: kind.body.as_ref().map_or(Fx::ZERO, |body| body.speed),
            sight: kind.sight,
            gather_ticks: worker.map_or([0; MAX_RESOURCES], |worker| worker.gather_ticks),
            load: worker.map_or([0; MAX_RESOURCES], |worker| worker.load),
            build_percent: worker.map_or(0, |worker| worker.build_percent),
        }
    }

    fn apply(&mut self, stat: Stat, change: StatChange) {
        let fx = |value: Fx, low: Fx, high: Fx| change.of(value).clamp(low, high);
        let whole = |value: u16, low: u16, high: u16| {
            let changed = change.of(Fx::from_int_saturating(i32::from(value))).round_int();
            changed.clamp(i32::from(low), i32::from(high)) as u16
        };
        match stat {
            Stat::MaxHp => self.max_hp = fx(self.max_hp, Fx::ONE, Fx::from_int(20_000)),
            Stat::Armour => self.armour = fx(self.armour, Fx::ZERO, Fx::from_int(500)),
            Stat::Damage => self.damage = fx(self.damage, Fx::HALF, Fx::from_int(1_000)),
            Stat::Range => {
                self.range = fx(self.range, Fx::from_ratio(1, 32), Fx::from_int(32));
                self.acquire = fx(self.acquire, Fx::ZERO, Fx::from_int(32));
            }
            Stat::Cooldown => self.cooldown_ticks = whole(self.cooldown_ticks, 1, 4_096),
            Stat::Speed => self.speed = fx(self.speed, Fx::ZERO, Fx::HALF),
            Stat::Sight => {
                self.sight = whole(u16::from(self.sight), 0, u16::from(sandtable_state::limits::MAX_SIGHT)) as u8
            }
            Stat::GatherTicks => {
                for ticks in self.gather_ticks.iter_mut().filter(|ticks| **ticks > 0) {
                    *ticks = whole(*ticks, 1, 4_096);
                }
            }
            Stat::Load => {
                for load in &mut self.load {
                    *load = whole(*load, 1, 1_000);
                }
            }
            Stat::BuildRate => self.build_percent = whole(self.build_percent, 1, 1_000),
        }
    }
}

impl StatChange {
    fn of(self, value: Fx) -> Fx {
        match self {
            StatChange::Add(amount) => value.add_saturating(amount),
            StatChange::Percent(percent) => value.percent_floor(i32::from(percent)),
        }
    }
}

/// The stats of every kind with the technologies in `researched` (a bit set by [`TechId`]), in the order of their ids.
pub fn derive_stats(rules: &Rules, researched: u128) -> Vec<Stats> {
    let mut stats: Vec<Stats> = rules.kinds.iter().map(Stats::from_kind).collect();
    for (row, tech) in rules.techs.iter().enumerate() {
        if researched & (1 << TechId(row as u16).0) == 0 {
            continue;
        }
        for effect in &tech.effects {
            for kind in &effect.kinds {
                stats[kind.index()].apply(effect.stat, effect.change);
            }
        }
    }
    stats
}
