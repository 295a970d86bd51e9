//! What can be measured of the situation.

use sandtable_decide::Inputs;
use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::Class;
use sandtable_state::id::TechId;
use sandtable_state::limits::TICKS_PER_SECOND;

use super::outlook::{InputContext, ratio, whole};
use super::table::{Input, InputMeasure};
use super::tuning::{BASE_NODE_CELLS, OUTPOST_CELLS};
use crate::knowledge::OpponentEvent;
use crate::perception::{UnitTrait, near};

impl InputContext<'_, '_> {
    fn average_soldier(&self) -> u32 {
        let soldiers = self.situation.soldiers.len() as u32;
        self.situation.might.checked_div(soldiers).unwrap_or(self.roles.typical_might)
    }

    fn seconds_since(&self, tick: u32) -> Fx {
        whole(self.view.tick().saturating_sub(tick) / TICKS_PER_SECOND)
    }

    fn measure(&self, measure: InputMeasure) -> Fx {
        let (view, situation, knowledge) = (self.view, self.situation, self.knowledge);
        match measure {
            InputMeasure::Workers => whole(situation.workers.len()),
            InputMeasure::Bases => whole(situation.bases.len()),
            InputMeasure::Income => whole(knowledge.income.income_a_minute()),
            InputMeasure::Saturation => self.saturation(),
            InputMeasure::IdleMakers => whole(self.idle_makers()),
            InputMeasure::SupplyPercent => {
                whole(u32::from(view.supply().0) * 100 / u32::from(view.rules().supply_limit.max(1)))
            }
            InputMeasure::Techs => {
                whole((0..view.rules().techs.len() as u16).filter(|row| view.has_tech(TechId(*row))).count())
            }
            InputMeasure::Savings => whole(view.resources().iter().sum::<u32>()),
            InputMeasure::Army => whole(situation.soldiers.len()),
            InputMeasure::ArmyRatio => ratio(situation.might.into(), self.memory.enemy_might(self.roles).into(), 100),
            InputMeasure::Might => self.soldiers(situation.might),
            InputMeasure::Wounded => self.wounded(),
            InputMeasure::Trade => {
                ratio(u64::from(view.totals().value_killed) * 100, view.totals().value_lost.into(), 1_000)
            }
            InputMeasure::Losses => whole(view.totals().units_lost),
            InputMeasure::Away => whole(u32::from(self.away) * 100 / situation.soldiers.len().max(1) as u32),
            InputMeasure::Threat => {
                ratio(u64::from(situation.threat) * 100, situation.might.max(self.average_soldier()).into(), 100)
            }
            InputMeasure::Heat => self.soldiers(knowledge.income.heat()),
            InputMeasure::Raided => knowledge.income.raided(),
            InputMeasure::EnemyDistance => (self.enemy_side - situation.home).length_floor(),
            InputMeasure::FreeSites => whole(knowledge.free_sites.len()),
            InputMeasure::SiteLead => self.safest_site().map_or(Fx::from_int(-1_000), |(lead, _)| lead),
            InputMeasure::SiteRichness => self.safest_site().map_or(Fx::ZERO, |(_, place)| self.richness(place)),
            InputMeasure::Deposits => whole(self.deposits()),
            InputMeasure::Time => Fx::ratio_floor(i64::from(view.tick()), i64::from(TICKS_PER_SECOND)),
            InputMeasure::SinceThreat => self.seconds_since(knowledge.threat_tick),
            InputMeasure::SinceStrike => self.seconds_since(knowledge.strike_tick),
            InputMeasure::EnemySeen => {
                ratio(self.memory.enemy_might(self.roles).into(), self.average_soldier().into(), 100)
            }
            InputMeasure::EnemyFound => whole(u8::from(self.memory.found_enemy)),
            InputMeasure::Explored => whole(view.explored_percent()),
            InputMeasure::NewsAge => self.seconds_since(knowledge.news_tick),
            InputMeasure::Questions => whole(knowledge.board.questions().count()),
            InputMeasure::EnemyBases => whole(self.enemy_bases()),
            InputMeasure::EnemySoldiers => whole(self.memory.count_of(self.roles, UnitTrait::Marches)),
            InputMeasure::EnemyWorkers => whole(self.memory.count_of(self.roles, UnitTrait::Works)),
            InputMeasure::EnemyTowers => whole(self.enemy_towers()),
            InputMeasure::EnemyOutposts => whole(self.enemy_outposts()),
            InputMeasure::EnemyRanged => whole(self.memory.percent_of(self.roles, UnitTrait::Ranged)),
            InputMeasure::EnemyMounted => whole(self.memory.percent_of(self.roles, UnitTrait::Mounted)),
            InputMeasure::EnemyAir => whole(self.memory.percent_of(self.roles, UnitTrait::Flies)),
            InputMeasure::ExpectsAttack => whole(knowledge.ngrams.percent(OpponentEvent::Attack)),
            InputMeasure::ExpectsGrowth => whole(knowledge.ngrams.percent(OpponentEvent::Growth)),
            InputMeasure::Aggression => self.character.aggression,
            InputMeasure::Greed => self.character.greed,
            InputMeasure::Caution => self.character.caution,
            InputMeasure::Mood => self.character.mood_at(view.tick()),
            _ => self.subject_value(measure),
        }
    }

    /// Workers, in percent of those that nodes near the bases have places for.
    fn saturation(&self) -> Fx {
        let rules = self.view.rules();
        let bases = || self.situation.base_buildings();
        let close = |at: Vec2| bases().any(|base| near(base.position, at, BASE_NODE_CELLS));
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
        let close = |at: Vec2| self.situation.base_buildings().any(|base| near(base.position, at, BASE_NODE_CELLS));
        self.situation.nodes.iter().filter(|node| close(node.position)).map(|node| node.amount).sum::<u32>() / 100
    }

    fn enemy_bases(&self) -> usize {
        self.situation.enemies().filter(|it| Some(it.kind) == self.roles.base).count()
    }

    /// Enemy buildings before own bases, those under construction among them.
    fn enemy_outposts(&self) -> usize {
        let before = |at: Vec2| self.situation.base_buildings().any(|base| near(base.position, at, OUTPOST_CELLS));
        self.situation.enemies().filter(|it| it.class == Class::Building && before(it.position)).count()
    }

    fn enemy_towers(&self) -> usize {
        let armed = self.situation.enemies().filter(|it| it.class == Class::Building && self.roles.might(it.kind) > 0);
        armed.count()
    }
}

impl Inputs<Input> for InputContext<'_, '_> {
    fn value(&self, input: &Input) -> Fx {
        match input {
            Input::Of(measure) => self.measure(*measure),
            Input::Stock(resource) => whole(self.view.resources()[resource.index()]),
            Input::Own(kind) => whole(self.situation.count_of(*kind).whole),
            Input::Seen(kind) => whole(self.seen(*kind)),
            Input::Known(tech) => whole(u8::from(self.view.has_tech(*tech))),
            Input::Lucky(slot) => self.slots.lucky(*slot),
            Input::Holds(_, slot) => {
                whole(u8::from(self.slots.conditions.get(usize::from(*slot)).is_some_and(|group| group.holds(self))))
            }
            Input::Rested(slot) => self.slots.rested(*slot, self.view.tick()),
            Input::Fired(slot) => self.slots.fired(*slot),
            Input::Likely(slot) => self.slots.likely(*slot),
        }
    }
}

impl InputContext<'_, '_> {
    fn seen(&self, kind: sandtable_state::id::KindId) -> usize {
        let buildings = self.situation.enemies().filter(|it| it.class == Class::Building && it.kind == kind);
        buildings.count() + self.memory.seen.iter().filter(|seen| seen.kind == kind).count()
    }
}
