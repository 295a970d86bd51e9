//! What can be measured of the situation.

use sandtable_sim::decide::Inputs;
use sandtable_sim::id::TechId;
use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::math::{Fx, Vec2};
use sandtable_sim::rules::Class;

use super::outlook::{Outlook, ratio, whole};
use super::table::{Input, Measure};
use crate::knowledge::Sign;
use crate::perception::{Trait, near};

impl Outlook<'_, '_> {
    fn average_soldier(&self) -> u32 {
        let soldiers = self.situation.soldiers.len() as u32;
        self.situation.might.checked_div(soldiers).unwrap_or(self.roles.typical_might)
    }

    fn seconds_since(&self, tick: u32) -> Fx {
        whole(self.view.tick().saturating_sub(tick) / TICKS_PER_SECOND)
    }

    fn measure(&self, measure: Measure) -> Fx {
        let (view, situation, knowledge) = (self.view, self.situation, self.knowledge);
        match measure {
            Measure::Workers => whole(situation.workers.len()),
            Measure::Bases => whole(situation.bases.len()),
            Measure::Income => whole(knowledge.books.income_a_minute()),
            Measure::Saturation => self.saturation(),
            Measure::IdleMakers => whole(self.idle_makers()),
            Measure::SupplyPercent => {
                whole(u32::from(view.supply().0) * 100 / u32::from(view.rules().supply_limit.max(1)))
            }
            Measure::Techs => {
                whole((0..view.rules().techs.len() as u16).filter(|row| view.has_tech(TechId(*row))).count())
            }
            Measure::Savings => whole(view.resources().iter().sum::<u32>()),
            Measure::Army => whole(situation.soldiers.len()),
            Measure::ArmyRatio => ratio(situation.might.into(), self.memory.enemy_might().into(), 100),
            Measure::Might => self.soldiers(situation.might),
            Measure::Wounded => self.wounded(),
            Measure::Trade => {
                ratio(u64::from(view.totals().value_killed) * 100, view.totals().value_lost.into(), 1_000)
            }
            Measure::Losses => whole(view.totals().units_lost),
            Measure::Away => whole(u32::from(self.away) * 100 / situation.soldiers.len().max(1) as u32),
            Measure::Threat => {
                ratio(u64::from(situation.threat) * 100, situation.might.max(self.average_soldier()).into(), 100)
            }
            Measure::Heat => self.soldiers(knowledge.books.heat()),
            Measure::Raided => knowledge.books.raided(),
            Measure::EnemyDistance => (self.enemy_side - situation.home).length_floor(),
            Measure::FreeSites => whole(knowledge.free_sites.len()),
            Measure::SiteLead => self.safest_site().map_or(Fx::from_int(-1_000), |(lead, _)| lead),
            Measure::SiteRichness => self.safest_site().map_or(Fx::ZERO, |(_, place)| self.richness(place)),
            Measure::Deposits => whole(self.deposits()),
            Measure::Time => Fx::ratio_floor(i64::from(view.tick()), i64::from(TICKS_PER_SECOND)),
            Measure::SinceThreat => self.seconds_since(knowledge.threat_tick),
            Measure::SinceStrike => self.seconds_since(knowledge.strike_tick),
            Measure::EnemySeen => ratio(self.memory.enemy_might().into(), self.average_soldier().into(), 100),
            Measure::EnemyFound => whole(u8::from(self.memory.found_enemy)),
            Measure::Explored => whole(view.explored_percent()),
            Measure::NewsAge => self.seconds_since(knowledge.news_tick),
            Measure::Questions => whole(knowledge.board.questions().count()),
            Measure::EnemyBases => whole(self.enemy_bases()),
            Measure::EnemySoldiers => whole(self.memory.count_of(self.roles, Trait::Marches)),
            Measure::EnemyWorkers => whole(self.memory.count_of(self.roles, Trait::Works)),
            Measure::EnemyTowers => whole(self.enemy_towers()),
            Measure::EnemyRanged => whole(self.memory.percent_of(self.roles, Trait::Ranged)),
            Measure::EnemyMounted => whole(self.memory.percent_of(self.roles, Trait::Mounted)),
            Measure::EnemyAir => whole(self.memory.percent_of(self.roles, Trait::Flies)),
            Measure::ExpectsAttack => whole(knowledge.grams.percent(Sign::Attack)),
            Measure::ExpectsGrowth => whole(knowledge.grams.percent(Sign::Growth)),
            Measure::Aggression => self.character.aggression,
            Measure::Greed => self.character.greed,
            Measure::Caution => self.character.caution,
            Measure::Mood => self.character.mood_at(view.tick()),
            _ => self.of_subject(measure),
        }
    }

    /// Workers, in percent of those that nodes near the bases have places for.
    fn saturation(&self) -> Fx {
        let rules = self.view.rules();
        let bases = || self.situation.base_buildings();
        let close = |at: Vec2| bases().any(|base| near(base.position, at, 13));
        let nodes = self.situation.nodes.iter().filter(|node| node.amount > 0 && close(node.position));
        let places: u64 =
            nodes.filter_map(|node| rules.kind(node.kind).stock.as_ref()).map(|it| u64::from(it.workers)).sum();
        ratio(self.situation.workers.len() as u64 * 100, places, 1_000)
    }

    /// The free site that is nearest to home for its distance to the enemy, and how many cells nearer to home it is.
    fn safest_site(&self) -> Option<(Fx, Vec2)> {
        let (home, enemy) = (self.situation.home, self.enemy_side);
        let places = self.knowledge.free_sites.iter().map(|row| self.knowledge.sites[usize::from(*row)].middle);
        let lead = |place: Vec2| (enemy - place).length_floor() - (home - place).length_floor();
        places.map(|place| (lead(place), place)).max_by_key(|(lead, place)| (*lead, self.situation.lot_of(*place)))
    }

    fn idle_makers(&self) -> usize {
        let trains = |kind| self.view.rules().kind(kind).trains.iter().any(|unit| self.roles.marches(*unit));
        self.situation
            .buildings
            .iter()
            .filter(|it| it.built_percent >= 100 && it.queue.is_empty() && trains(it.kind))
            .count()
    }

    /// Mean share of hit points that own soldiers lack, in percent.
    fn wounded(&self) -> Fx {
        let percent = |row: &u32| {
            let unit = &self.situation.units[*row as usize];
            let full = i64::from(self.view.stats(unit.kind).max_hp.bits()).max(1);
            100 - (i64::from(unit.hp.bits()) * 100 / full).clamp(0, 100)
        };
        let sum: i64 = self.situation.soldiers.iter().map(percent).sum();
        whole(sum / self.situation.soldiers.len().max(1) as i64)
    }

    /// What is left at known nodes near the bases, in hundreds.
    fn deposits(&self) -> u32 {
        let close = |at: Vec2| self.situation.base_buildings().any(|base| near(base.position, at, 13));
        self.situation.nodes.iter().filter(|node| close(node.position)).map(|node| node.amount).sum::<u32>() / 100
    }

    fn enemy_bases(&self) -> usize {
        self.situation.enemies().filter(|it| Some(it.kind) == self.roles.base).count()
    }

    fn enemy_towers(&self) -> usize {
        let armed = self.situation.enemies().filter(|it| it.class == Class::Building && self.roles.might(it.kind) > 0);
        armed.count()
    }
}

impl Inputs<Input> for Outlook<'_, '_> {
    fn value(&self, input: &Input) -> Fx {
        match input {
            Input::Of(measure) => self.measure(*measure),
            Input::Stock(resource) => whole(self.view.resources()[resource.index()]),
            Input::Own(kind) => whole(self.situation.count_of(*kind).whole),
            Input::Seen(kind) => whole(self.seen(*kind)),
            Input::Known(tech) => whole(u8::from(self.view.has_tech(*tech))),
            Input::Lucky(slot) => whole(u8::from(self.luck.get(usize::from(*slot)).is_some_and(|luck| luck.fell))),
            Input::Rested(slot) => {
                whole(u8::from(self.rested.get(usize::from(*slot)).is_none_or(|tick| self.view.tick() >= *tick)))
            }
        }
    }
}

impl Outlook<'_, '_> {
    fn seen(&self, kind: sandtable_sim::id::KindId) -> usize {
        let buildings = self.situation.enemies().filter(|it| it.class == Class::Building && it.kind == kind);
        buildings.count() + self.memory.seen.iter().filter(|seen| seen.kind == kind).count()
    }
}
