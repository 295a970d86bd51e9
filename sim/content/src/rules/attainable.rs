//! What a player can ever have, beginning with the starting force.

use sandtable_model::rules::{Class, Need, Rules};
use sandtable_state::id::{KindId, TechId};

/// The kinds and technologies that can be had from the start.
pub(super) struct Reach {
    kinds: Vec<bool>,
    techs: Vec<bool>,
}

impl Reach {
    /// Follows training, building, research and needs to their end.
    pub(super) fn from_rules(rules: &Rules) -> Reach {
        let mut reach = Reach { kinds: vec![false; rules.kinds.len()], techs: vec![false; rules.techs.len()] };
        let units = rules.start.units.iter().map(|(kind, _)| *kind);
        units.chain([rules.start.base]).for_each(|kind| reach.kinds[kind.index()] = true);
        // Every round but the last reaches something new.
        while reach.grow(rules) {}
        reach
    }

    pub(super) fn has_kind(&self, kind: KindId) -> bool {
        self.kinds[kind.index()]
    }

    pub(super) fn has_tech(&self, tech: TechId) -> bool {
        self.techs[tech.index()]
    }

    fn grow(&mut self, rules: &Rules) -> bool {
        let before = self.count();
        for (row, kind) in rules.kinds.iter().enumerate().filter(|(_, kind)| kind.class != Class::Node) {
            if self.is_made(rules, KindId(row as u16)) && self.meets(&kind.needs) {
                self.kinds[row] = true;
            }
        }
        for (row, tech) in rules.techs.iter().enumerate() {
            let researched = |(id, kind): (KindId, &sandtable_model::rules::Kind)| {
                self.has_kind(id) && kind.researches.contains(&TechId(row as u16))
            };
            if rules.kinds().any(researched) && self.meets(&tech.needs) {
                self.techs[row] = true;
            }
        }
        self.count() > before
    }

    fn is_made(&self, rules: &Rules, kind: KindId) -> bool {
        rules.kinds().any(|(maker, row)| self.has_kind(maker) && makes(row, kind))
    }

    fn meets(&self, needs: &[Need]) -> bool {
        needs.iter().all(|need| match need {
            Need::Kind(kind) => self.has_kind(*kind),
            Need::Tech(tech) => self.has_tech(*tech),
        })
    }

    fn count(&self) -> usize {
        self.kinds.iter().chain(&self.techs).filter(|had| **had).count()
    }
}

/// Whether `maker` trains or builds `kind`.
pub(super) fn makes(maker: &sandtable_model::rules::Kind, kind: KindId) -> bool {
    maker.trains.contains(&kind) || maker.worker.as_ref().is_some_and(|worker| worker.builds.contains(&kind))
}
