//! What can be measured of the thing that is weighed.

use sandtable_math::{Fx, Vec2};
use sandtable_state::id::{KindId, TechId};

use super::outlook::{InputContext, ratio, whole};
use super::subject::OptionSubject;
use super::table::InputMeasure;
use crate::perception::price;

impl InputContext<'_, '_> {
    /// The value of a measure of what is weighed; 0 where it has none.
    pub(super) fn subject_value(&self, measure: InputMeasure) -> Fx {
        match self.subject {
            OptionSubject::None => Fx::ZERO,
            OptionSubject::Target { kind, place, from, might } => {
                self.target_value(measure, kind, (place, from), might)
            }
            OptionSubject::Unit { kind, share_percent } => self.unit_value(measure, kind, share_percent),
            OptionSubject::Building { kind, wanted } => self.building_value(measure, kind, wanted),
            OptionSubject::Tech(tech) => self.tech_value(measure, tech),
            OptionSubject::Site { place, tried } => match measure {
                InputMeasure::Tried => whole(u8::from(tried)),
                InputMeasure::Richness => self.richness(place),
                _ => self.place_value(measure, place, self.situation.home),
            },
        }
    }

    fn place_value(&self, measure: InputMeasure, place: Vec2, from: Vec2) -> Fx {
        match measure {
            InputMeasure::Distance => (place - from).length_floor(),
            InputMeasure::Remoteness => (place - self.enemy_side).length_floor(),
            InputMeasure::Danger => self.soldiers(self.knowledge.influence.threat_at(place)),
            InputMeasure::Cover => self.soldiers(self.knowledge.influence.control_at(place)),
            _ => Fx::ZERO,
        }
    }

    fn target_value(&self, measure: InputMeasure, kind: KindId, (place, from): (Vec2, Vec2), might: u32) -> Fx {
        let row = self.view.rules().kind(kind);
        let cost = price(&row.cost);
        match measure {
            InputMeasure::Price => whole(cost),
            // What takes in resources, gathers or feeds.
            InputMeasure::Economic => {
                whole(if row.drop_off != 0 || row.worker.is_some() || row.supply_given > 0 { cost } else { 0 })
            }
            // What makes or researches things.
            InputMeasure::Strategic => whole(row.trains.len() * 40 + row.researches.len() * 20),
            InputMeasure::Odds => ratio(u64::from(might) * 100, u64::from(self.defence_at(place).max(1)), 1_000),
            InputMeasure::Gain => self.expected_gain(cost, might, self.defence_at(place)),
            _ => self.place_value(measure, place, from),
        }
    }

    /// Expected utility in tens of resources: what the target is worth where we win, what the army is worth where we do not.
    /// The chance goes with the squares of the mights (Lanchester).
    fn expected_gain(&self, cost: u32, own_might: u32, other_might: u32) -> Fx {
        let (own, other) = (u64::from(own_might).pow(2), u64::from(other_might).pow(2));
        let chance = (own * 100).checked_div(own + other).unwrap_or(0) as i64;
        let stake = i64::from(self.army_price);
        Fx::from_int_saturating(((chance * i64::from(cost) - (100 - chance) * stake) / 1_000) as i32)
    }

    fn unit_value(&self, measure: InputMeasure, kind: KindId, share_percent: u16) -> Fx {
        let cost = &self.view.rules().kind(kind).cost;
        let count = self.situation.count_of(kind).all() + self.situation.started[kind.index()];
        match measure {
            InputMeasure::Price => whole(price(cost)),
            InputMeasure::Affordable => whole(u8::from(self.view.affords(cost))),
            InputMeasure::Counters => whole(self.memory.edge_of(kind, self.roles)),
            InputMeasure::Owned => whole(count),
            InputMeasure::Lag => {
                let total = self.situation.soldiers.len().max(1) as i64;
                Fx::from_int_saturating((i64::from(share_percent) - i64::from(count) * 100 / total) as i32)
            }
            _ => Fx::ZERO,
        }
    }

    fn building_value(&self, measure: InputMeasure, kind: KindId, wanted: u16) -> Fx {
        let rules = self.view.rules();
        let row = rules.kind(kind);
        let count = self.situation.count_of(kind);
        match measure {
            InputMeasure::Price => whole(price(&row.cost)),
            InputMeasure::Affordable => whole(u8::from(self.view.affords(&row.cost))),
            InputMeasure::Owned => whole(count.all()),
            InputMeasure::Lag => whole(i32::from(wanted) - i32::from(count.all())),
            InputMeasure::Counters => {
                let soldiers = row.trains.iter().filter(|unit| self.roles.marches(**unit));
                whole(soldiers.map(|unit| self.memory.edge_of(*unit, self.roles)).max().unwrap_or(0))
            }
            InputMeasure::Busy => {
                let complete = self.situation.buildings.iter().filter(|it| it.kind == kind && it.built_percent >= 100);
                let (all, busy) =
                    complete.fold((0u32, 0u32), |(all, busy), it| (all + 1, busy + u32::from(!it.queue.is_empty())));
                whole((busy * 100).checked_div(all).unwrap_or(100))
            }
            _ => Fx::ZERO,
        }
    }

    fn tech_value(&self, measure: InputMeasure, tech: TechId) -> Fx {
        let row = self.view.rules().tech(tech);
        match measure {
            InputMeasure::Price => whole(price(&row.cost)),
            InputMeasure::Affordable => whole(u8::from(self.view.affords(&row.cost))),
            // Own units whose numbers it changes.
            InputMeasure::Helps => {
                let helped = |kind: KindId| row.effects.iter().any(|effect| effect.kinds.contains(&kind));
                whole(self.situation.units.iter().filter(|unit| helped(unit.kind)).count())
            }
            _ => Fx::ZERO,
        }
    }
}
