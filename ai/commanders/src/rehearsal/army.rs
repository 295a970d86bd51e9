//! One side as it is played: its fighters in whole numbers, and what each kind does to each of the other side's.

use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::{AbilityEffect, AbilityTarget, Kind, Layers, Locomotion, Rules, Stats};
use sandtable_state::Arrange;
use sandtable_state::id::KindId;

use super::ground::FightGround;
use super::side::{FightPlan, FightSide};
use super::tuning::{BLOWS_TICKS, CELL, FIXED_WORTH_QUARTERS, MAX_FIGHTERS, RANGED_LENGTH};
use crate::perception::price;

/// No target.
pub(super) const NOBODY: u16 = u16::MAX;
/// Bits of [`Fx`] below those that lengths, and hit points, are counted in here.
const DROPPED_BITS: u32 = 6;

/// How a kind fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FightStyle {
    /// Up close, or not at all.
    Melee,
    /// From afar.
    Ranged,
    /// From afar, and drawing back from blades as it shoots.
    Kiting,
}

/// How a kind with this range fights.
fn style(kind: &Kind, range: i32) -> FightStyle {
    let Some(weapon) = kind.weapon.as_ref().filter(|_| range >= RANGED_LENGTH) else { return FightStyle::Melee };
    if kind.mind.is_some() && weapon.on_the_move && !weapon.heals { FightStyle::Kiting } else { FightStyle::Ranged }
}

/// The numbers of one kind of a side. Lengths in 1/1024 cell, hit points in 1/1024.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    pub kind: KindId,
    pub speed: i32,
    pub radius: i32,
    pub range: i32,
    pub min_range: i32,
    pub beat_ticks: i32,
    pub windup_ticks: i32,
    pub splash: i32,
    pub max_hp: i32,
    pub worth: i64,
    /// What a stroke mends; 0 for who does not heal.
    pub mends: i32,
    pub style: FightStyle,
    pub flies: bool,
    pub hits: Layers,
    damage: Fx,
    damage_kind: u8,
}

/// A fighter as it is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Combatant {
    pub profile: u8,
    pub x: i32,
    pub y: i32,
    pub hp: i32,
    /// Ticks until its next stroke lands.
    pub cool: i32,
    /// A row of the other side; of its own for healers.
    pub target: u16,
    /// The nearest blade of the other side, for who draws back.
    pub threat: u16,
    pub arrives: i32,
    /// Whether it walked in the last step.
    pub walks: bool,
}

/// One side.
#[derive(Clone, Debug, Default)]
pub(super) struct Army {
    pub plan: FightPlan,
    pub profiles: Vec<Profile>,
    pub units: Vec<Combatant>,
    /// By own profile, then by the other side's: hit points that a stroke takes.
    pub matchup: Vec<Vec<i32>>,
    /// By own profile twice: what a stroke takes from a friend that it catches.
    pub friendly: Vec<Vec<i32>>,
    /// By row of the other side: what it suffers in this step, and how many melee fighters are at it.
    pub blows: Vec<i32>,
    pub crowd: Vec<u8>,
    /// By own row: what is mended in this step, and where it goes.
    pub mends: Vec<i32>,
    pub moves: Vec<(i32, i32)>,
    full_worth: i64,
}

fn length(value: Fx) -> i32 {
    value.bits() >> DROPPED_BITS
}

impl Profile {
    pub fn is_melee(&self) -> bool {
        self.style == FightStyle::Melee
    }

    pub fn kites(&self) -> bool {
        self.style == FightStyle::Kiting
    }

    fn new(rules: &Rules, id: KindId, stats: &Stats) -> Profile {
        let kind = rules.kind(id);
        let body = kind.body.as_ref();
        let weapon = kind.weapon.as_ref();
        let width = kind.footprint.as_ref().map_or(0, |size| i32::from(size.width.min(size.height)) * CELL / 2);
        let range = length(stats.range);
        let heals = weapon.is_some_and(|weapon| weapon.heals);
        let (pace, force) = boosts(rules, kind);
        Profile {
            kind: id,
            speed: length(stats.speed) * pace / 100,
            radius: body.map_or(width, |body| length(body.radius)),
            range,
            min_range: weapon.map_or(0, |weapon| length(weapon.min_range)),
            beat_ticks: i32::from(stats.cooldown_ticks.max(1))
                + weapon.map_or(0, |weapon| i32::from(weapon.windup_ticks)),
            windup_ticks: weapon.map_or(0, |weapon| i32::from(weapon.windup_ticks)),
            splash: weapon.map_or(0, |weapon| length(weapon.splash)),
            max_hp: length(stats.max_hp).max(1),
            worth: i64::from(price(&kind.cost)).max(1),
            mends: if heals { length(stats.damage) } else { 0 },
            style: style(kind, range),
            flies: body.is_some_and(|body| body.locomotion == Locomotion::Air),
            hits: weapon.map_or(Layers { ground: false, air: false }, |weapon| weapon.hits),
            damage: if heals { Fx::ZERO } else { stats.damage.percent_floor(force) },
            damage_kind: weapon.map_or(0, |weapon| weapon.damage_kind),
        }
    }

    /// Hit points that a stroke of it takes from one of another kind: as the engine reckons, table, then armour, half a point at
    /// least.
    fn blow(&self, rules: &Rules, other: &Profile, stats: &Stats) -> i32 {
        let reaches = if other.flies { self.hits.air } else { self.hits.ground };
        let column = usize::from(rules.kind(other.kind).armour_class);
        let table = rules.damage_percent.get(usize::from(self.damage_kind)).and_then(|row| row.get(column));
        let percent = table.copied().unwrap_or(0);
        if !reaches || percent == 0 || self.damage == Fx::ZERO {
            return 0;
        }
        length((self.damage.percent_floor(i32::from(percent)) - stats.armour).max(Fx::HALF))
    }
}

impl Army {
    /// A side that is about to fight another.
    pub fn new(rules: &Rules, side: &FightSide<'_>, other: &FightSide<'_>, ground: FightGround) -> Army {
        let own = profiles(rules, side);
        let theirs = profiles(rules, other);
        let damage =
            |one: &Profile| theirs.iter().map(|it| one.blow(rules, it, &other.stats[it.kind.index()])).collect();
        let matchup = own.iter().map(damage).collect();
        let strays = |one: &Profile| own.iter().map(|it| one.blow(rules, it, &side.stats[it.kind.index()])).collect();
        let friendly = own.iter().map(strays).collect();
        let count = other.fighters.len().min(MAX_FIGHTERS);
        let mut army = Army {
            plan: side.plan,
            matchup,
            friendly,
            blows: vec![0; count],
            crowd: vec![0; count],
            profiles: own,
            ..Army::default()
        };
        army.enter(side);
        army.mends = vec![0; army.units.len()];
        army.moves = army.units.iter().map(|unit| (unit.x, unit.y)).collect();
        if side.plan == FightPlan::Charge {
            army.queue_up(ground, middle(other));
        }
        army.full_worth = army.units.iter().map(|unit| army.profiles[usize::from(unit.profile)].worth * 4).sum();
        army
    }

    fn enter(&mut self, side: &FightSide<'_>) {
        for fighter in side.fighters.iter().take(MAX_FIGHTERS) {
            let row = self.profiles.iter().position(|profile| profile.kind == fighter.kind).unwrap_or(0);
            self.units.push(Combatant {
                profile: row as u8,
                x: length(fighter.position.x),
                y: length(fighter.position.y),
                hp: length(fighter.hp),
                cool: self.profiles[row].windup_ticks,
                target: NOBODY,
                threat: NOBODY,
                arrives: fighter.arrives_ticks.min(i32::MAX as u32) as i32,
                walks: false,
            });
        }
    }

    /// Those who have to come through a choke come one rank after the other, the nearest first.
    fn queue_up(&mut self, ground: FightGround, to: (i32, i32)) {
        let apart = |unit: &Combatant| square(unit.x - to.0, unit.y - to.1);
        let mut column: Vec<usize> = (0..self.units.len()).collect();
        column.arrange_by_key(|row| (apart(&self.units[*row]), *row));
        for (place, row) in column.into_iter().enumerate() {
            let speed = self.profiles[usize::from(self.units[row].profile)].speed;
            self.units[row].arrives += ground.delay_ticks(place, speed);
        }
    }

    /// What is left of its worth, in thousandths.
    pub fn left(&self) -> u16 {
        let worth = |unit: &Combatant| {
            let profile = &self.profiles[usize::from(unit.profile)];
            let by_health = i64::from(unit.hp.min(profile.max_hp)) * profile.worth * (4 - FIXED_WORTH_QUARTERS);
            profile.worth * FIXED_WORTH_QUARTERS + by_health / i64::from(profile.max_hp)
        };
        let left: i64 = self.units.iter().filter(|unit| unit.hp > 0).map(worth).sum();
        if self.full_worth == 0 { 0 } else { (left * 1_000 / self.full_worth) as u16 }
    }

    /// Whether nobody is left.
    pub fn is_beaten(&self) -> bool {
        self.units.iter().all(|unit| unit.hp <= 0)
    }
}

/// What abilities that a unit uses on itself bring on average: percent of its speed and of its damage.
fn boosts(rules: &Rules, kind: &Kind) -> (i32, i32) {
    let mut boosts = (100, 100);
    let own = kind.abilities.iter().filter_map(|id| rules.abilities.get(id.index()));
    for ability in own.filter(|ability| ability.target == AbilityTarget::Oneself) {
        for effect in &ability.effects {
            if let AbilityEffect::Status { speed_percent, damage_percent, ticks } = *effect {
                let share = |percent: u16| {
                    (i32::from(percent) - 100) * i32::from(ticks)
                        / i32::from(ability.cooldown_ticks).clamp(1, BLOWS_TICKS)
                };
                boosts = (boosts.0 + share(speed_percent), boosts.1 + share(damage_percent));
            }
        }
    }
    boosts
}

/// The kinds of a side, in the order of their ids.
fn profiles(rules: &Rules, side: &FightSide<'_>) -> Vec<Profile> {
    let mut kinds: Vec<KindId> = side.fighters.iter().take(MAX_FIGHTERS).map(|fighter| fighter.kind).collect();
    kinds.arrange();
    kinds.dedup();
    kinds.into_iter().map(|kind| Profile::new(rules, kind, &side.stats[kind.index()])).collect()
}

fn middle(side: &FightSide<'_>) -> (i32, i32) {
    let middle = Vec2::mean_trunc(side.fighters.iter().map(|fighter| fighter.position)).unwrap_or(Vec2::ZERO);
    (length(middle.x), length(middle.y))
}

/// The square of a distance.
pub(super) fn square(x: i32, y: i32) -> i64 {
    i64::from(x) * i64::from(x) + i64::from(y) * i64::from(y)
}
