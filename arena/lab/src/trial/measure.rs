//! What can be measured of a match.

use std::collections::BTreeSet;
use std::fmt;

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::Rules;
use sandtable_sim::component::{ConstructionStage, TaskKind};
use sandtable_sim::event::Event;
use sandtable_sim::senses::AwarenessRole;
use sandtable_sim::{ObservedBuilding, ObservedUnit, World};
use sandtable_state::id::{KindId, PlayerId, ResourceId, SquadId, UnitId};
use sandtable_state::limits::TICKS_PER_SECOND;

use super::watch::{Follows, MatchWatch};

/// Which entities are counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Select {
    /// Whose; anybody's when none.
    pub player: Option<PlayerId>,
    /// Of which kind; of any when none.
    pub kind: Option<KindId>,
    /// The cells they are to stand in; anywhere when none.
    pub within: Option<Rect>,
    /// What units are about; anything when none.
    pub task: Option<Occupation>,
    /// The part they have in what interests them; whatever it is when none.
    pub role: Option<AwarenessRole>,
    /// The squad of units, by its number among those of its player; any or none when none.
    pub squad: Option<u32>,
    /// The reaction, goal, state or tree that the minds of units are at; anything when none.
    pub mind: Option<String>,
    /// What places units have round their targets; any or none when none.
    pub slot: Option<MeasuredPlace>,
}

/// What place a unit has round the target that it closes in on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasuredPlace {
    /// One from which it strikes.
    Place,
    /// None: it waits for one.
    Waits,
}

/// What a unit is about: the head of its action queue, or else of its movement queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupation {
    /// Nothing.
    Idle,
    /// Such a task.
    Task(TaskKind),
}

/// Events that can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// An order was refused.
    Rejected,
    /// A unit was trained, or a building marked out.
    Born,
    /// A building was completed.
    Completed,
    /// A technology was finished.
    Researched,
    /// An entity was first hurt in a while.
    Attacked,
    /// A unit died or a building fell.
    Died,
    /// A unit went against its orders.
    Disobeyed,
    /// A node was gathered empty.
    Depleted,
    /// A building could not be begun.
    BuildFailed,
    /// Something unfinished was cancelled.
    Cancelled,
    /// A player is out.
    PlayerOut,
}

/// What is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Living units on the map.
    Units(Select),
    /// Complete buildings.
    Buildings(Select),
    /// Buildings under construction, marked out ones included.
    Sites(Select),
    /// The least share of its hit points that one of these units and buildings has, in percent; 0 when there is none.
    HpPercent(Select),
    /// The longest time for which one of these units has wanted to move and kept within half a cell, so far, in whole seconds.
    StuckSeconds(Select),
    /// Squads of which at least one of these units is a member.
    Squads(Select),
    /// The greatest distance of one of these units from the middle of all of them, in whole cells, rounded up; 0 when there is none.
    Spread(Select),
    /// Thoughts of these units so far: how often their minds have decided.
    Thoughts(Select),
    /// Events so far.
    Events(Happening, Select),
    /// Delivered so far: of one resource, or of all.
    Gathered(PlayerId, Option<ResourceId>),
    /// In stock: of one resource, or of all.
    Stock(PlayerId, Option<ResourceId>),
    /// A player's score.
    Score(PlayerId),
    /// How long the match has lasted, in whole seconds.
    Length,
    /// 1 when a player's team has won, 0 otherwise.
    Won(PlayerId),
    /// The first player's score over many games of a fight, in percent.
    FightScore,
}

/// What has to be followed for these measures.
pub(super) fn follows_of<'m>(measures: impl Iterator<Item = &'m Measure> + Clone) -> Follows {
    Follows {
        walks: measures.clone().any(|measure| matches!(measure, Measure::StuckSeconds(_))),
        thoughts: measures.clone().any(|measure| matches!(measure, Measure::Thoughts(_))),
    }
}

impl Measure {
    /// Whether it is taken of many games and not of one.
    pub const fn is_of_fights(&self) -> bool {
        matches!(self, Measure::FightScore)
    }

    /// What it is called, under these rules.
    pub fn words(&self, rules: &Rules) -> String {
        Worded(self, rules).to_string()
    }

    /// Its value now; 0 for what is measured over many games.
    pub(super) fn value(&self, world: &World, watch: &MatchWatch) -> i64 {
        let count = |count: usize| count as i64;
        match self {
            Measure::Units(select) => count(select.units(world).count()),
            Measure::Squads(select) => {
                let squads: BTreeSet<SquadId> = select.units(world).map(|unit| unit.squad).collect();
                count(squads.iter().filter(|squad| !squad.is_none()).count())
            }
            Measure::Spread(select) => select.spread(world),
            Measure::Thoughts(select) => watch.thoughts(|id, kind| select.has(id, kind)),
            Measure::Buildings(select) => {
                count(select.buildings(world, |stage| stage == ConstructionStage::Complete).count())
            }
            Measure::Sites(select) => {
                count(select.buildings(world, |stage| stage != ConstructionStage::Complete).count())
            }
            Measure::HpPercent(select) => select.least_hp_percent(world),
            Measure::StuckSeconds(select) => watch.longest_stuck(|id, kind| select.has(id, kind)),
            Measure::Events(happening, select) => watch.count(|event| select.has_event(*happening, event)),
            Measure::Gathered(player, of) => sum(&world.players()[player.index()].totals.gathered, *of),
            Measure::Stock(player, of) => sum(&world.players()[player.index()].resources, *of),
            Measure::Score(player) => world.score(*player) as i64,
            Measure::Length => i64::from(world.tick() / TICKS_PER_SECOND),
            Measure::Won(player) => {
                let team = world.scenario().team_of(*player);
                i64::from(world.outcome().is_some_and(|outcome| outcome.winner.is_some() && outcome.winner == team))
            }
            Measure::FightScore => 0,
        }
    }
}

fn sum(amounts: &[u32], of: Option<ResourceId>) -> i64 {
    let wanted = |(row, _): &(usize, &u32)| of.is_none_or(|of| of.index() == *row);
    amounts.iter().enumerate().filter(wanted).map(|(_, amount)| i64::from(*amount)).sum()
}

impl Select {
    fn has(&self, id: UnitId, kind: KindId) -> bool {
        self.player.is_none_or(|player| id.owner() == player) && self.kind.is_none_or(|wanted| wanted == kind)
    }

    /// The units that are meant.
    fn units<'w>(&'w self, world: &'w World) -> impl Iterator<Item = ObservedUnit> + 'w {
        let reservations = if self.slot.is_some() { world.observe_reservations() } else { Vec::new() };
        let spot = move |unit: &ObservedUnit| {
            let reservation = reservations.iter().find(|reservation| reservation.unit == unit.id);
            reservation.map(
                |reservation| if reservation.place.is_some() { MeasuredPlace::Place } else { MeasuredPlace::Waits },
            )
        };
        let is_at =
            |unit: &ObservedUnit, name: &str| world.observe_mind(unit.id).is_some_and(|mind| mind.at.contains(&name));
        let units = world.observe_units().filter(|unit| self.has_unit(unit) && self.has_role(world, unit));
        units.filter(move |unit| {
            self.slot.is_none_or(|wanted| spot(unit) == Some(wanted))
                && self.mind.as_deref().is_none_or(|name| is_at(unit, name))
        })
    }

    fn spread(&self, world: &World) -> i64 {
        let places: Vec<Vec2> = self.units(world).map(|unit| unit.position).collect();
        let number = places.len().max(1) as i64;
        let mean = |part: fn(&Vec2) -> Fx| {
            Fx::from_bits((places.iter().map(|place| i64::from(part(place).bits())).sum::<i64>() / number) as i32)
        };
        let middle = Vec2::new(mean(|place| place.x), mean(|place| place.y));
        places.iter().map(|place| i64::from((*place - middle).length_floor().ceil_int())).max().unwrap_or(0)
    }

    fn has_unit(&self, unit: &ObservedUnit) -> bool {
        let inside = |rect: Rect| rect.contains(Cell::at(unit.position));
        let busy = |task: Occupation| match task {
            Occupation::Idle => unit.task.is_none(),
            Occupation::Task(kind) => unit.task == Some(kind),
        };
        self.has(unit.id, unit.kind)
            && unit.aboard.is_none()
            && self.within.is_none_or(inside)
            && self.task.is_none_or(busy)
            && self.squad.is_none_or(|number| unit.squad.serial() == number)
    }

    /// Whether a unit has the part that is asked for; who has no senses has none.
    fn has_role(&self, world: &World, unit: &ObservedUnit) -> bool {
        let part = || world.observe_senses(unit.id)?.concern.map(|concern| concern.role);
        self.role.is_none_or(|role| part().unwrap_or_default() == role)
    }

    fn buildings<'w>(
        &self,
        world: &'w World,
        is: fn(ConstructionStage) -> bool,
    ) -> impl Iterator<Item = ObservedBuilding> + 'w {
        let select = self.clone();
        world.observe_buildings().filter(move |building| {
            let inside = |rect: Rect| rect.contains(Cell::at(building.position));
            select.has(building.id, building.kind) && is(building.stage) && select.within.is_none_or(inside)
        })
    }

    fn least_hp_percent(&self, world: &World) -> i64 {
        let percent = |hp: Fx, full: Fx| i64::from(hp.bits()) * 100 / i64::from(full.bits().max(1));
        let units = self.units(world).map(|unit| percent(unit.hp, unit.max_hp));
        let buildings = self.buildings(world, |_| true).map(|one| percent(one.hp, one.max_hp));
        units.chain(buildings).min().unwrap_or(0)
    }

    fn has_event(&self, happening: Happening, event: &Event) -> bool {
        let whose = |player: PlayerId| self.player.is_none_or(|wanted| wanted == player);
        let of_kind = |id: UnitId, kind: KindId| self.has(id, kind);
        match (*event, happening) {
            (Event::Rejected { player, .. }, Happening::Rejected)
            | (Event::Researched { player, .. }, Happening::Researched)
            | (Event::PlayerOut { player }, Happening::PlayerOut) => whose(player),
            (Event::Born { id, kind }, Happening::Born)
            | (Event::Completed { id, kind }, Happening::Completed)
            | (Event::Died { id, kind, .. }, Happening::Died)
            | (Event::BuildFailed { id, kind }, Happening::BuildFailed) => of_kind(id, kind),
            (Event::Attacked { id, .. }, Happening::Attacked)
            | (Event::Disobeyed { id, .. }, Happening::Disobeyed)
            | (Event::Depleted { id }, Happening::Depleted)
            | (Event::Cancelled { id }, Happening::Cancelled) => whose(id.owner()),
            _ => false,
        }
    }

    /// In words: `archers of player 1 within [3, 4, 5, 6]`.
    fn describe(&self, f: &mut fmt::Formatter<'_>, rules: &Rules, what: &str) -> fmt::Result {
        f.write_str(what)?;
        if let Some(kind) = self.kind {
            write!(f, " of kind {}", rules.kind(kind).name)?;
        }
        if let Some(player) = self.player {
            write!(f, " of player {}", player.0 + 1)?;
        }
        if let Some(rect) = self.within {
            write!(f, " within [{}, {}, {}, {}]", rect.x, rect.y, rect.width, rect.height)?;
        }
        if let Some(role) = self.role {
            write!(f, " whose role is {role:?}")?;
        }
        match self.task {
            Some(Occupation::Idle) => f.write_str(" without a task")?,
            Some(Occupation::Task(kind)) => write!(f, " at the task {kind:?}")?,
            None => {}
        }
        if let Some(number) = self.squad {
            write!(f, " of squad {number}")?;
        }
        if let Some(name) = &self.mind {
            write!(f, " whose minds are at {name}")?;
        }
        match self.slot {
            Some(MeasuredPlace::Place) => f.write_str(" with a place"),
            Some(MeasuredPlace::Waits) => f.write_str(" that wait for a place"),
            None => Ok(()),
        }
    }
}

/// A measure in words.
pub(super) struct Worded<'r>(pub &'r Measure, pub &'r Rules);

impl fmt::Display for Worded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.1;
        let of = |resource: &Option<ResourceId>| {
            resource.map_or("resources", |resource| rules.resources[resource.index()].as_str())
        };
        match self.0 {
            Measure::Units(select) => select.describe(f, rules, "units"),
            Measure::Buildings(select) => select.describe(f, rules, "buildings"),
            Measure::Sites(select) => select.describe(f, rules, "sites"),
            Measure::Squads(select) => select.describe(f, rules, "squads with units"),
            Measure::Spread(select) => select.describe(f, rules, "cells from the centre to the farthest of units"),
            Measure::Thoughts(select) => select.describe(f, rules, "decisions of units"),
            Measure::HpPercent(select) => select.describe(f, rules, "percent of hit points, the lowest of those"),
            Measure::StuckSeconds(select) => select.describe(f, rules, "seconds stuck, the longest of units"),
            Measure::Events(happening, select) => select.describe(f, rules, &format!("events {happening:?}")),
            Measure::Gathered(player, resource) => write!(f, "{} gathered by player {}", of(resource), player.0 + 1),
            Measure::Stock(player, resource) => write!(f, "{} in stock of player {}", of(resource), player.0 + 1),
            Measure::Score(player) => write!(f, "score of player {}", player.0 + 1),
            Measure::Length => f.write_str("seconds of the match"),
            Measure::Won(player) => write!(f, "matches won by player {}", player.0 + 1),
            Measure::FightScore => f.write_str("percent, the score of player 1"),
        }
    }
}
