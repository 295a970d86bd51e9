//! Picking a friend to heal.

use std::cmp::Reverse;

use super::layout::{HEAL_MOST_VALUABLE, HEAL_MOST_WOUNDED, HEAL_NEAREST};
use super::thinking_unit::ThinkingUnit;
use sandtable_decide::{Call, NodeStatus};
use sandtable_math::Fx;
use sandtable_nav::crowd::SpatialRow;

impl ThinkingUnit<'_> {
    /// Picks a wounded friend as its patient, passing over those whom others make whole.
    pub(super) fn pick_patient(&mut self, call: &Call) -> NodeStatus {
        let (by, radius) = (call.choice(0), call.number(1));
        let mut best = None;
        self.each_friend(self.body.position, radius + self.body.radius, None, |body| {
            if !ThinkingUnit::is_unit(body) || self.wounds(body) <= self.being_healed(body) {
                return;
            }
            let key = (Reverse(self.need(by, body)), self.body.gap(body), self.tie_break(body.id));
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, body.id));
            }
        });
        match best {
            Some((_, id)) => {
                self.memory.patient = id;
                NodeStatus::Success
            }
            None => NodeStatus::Failure,
        }
    }

    /// Its patient, while that is there and wounded.
    pub(super) fn patient(&self) -> Option<&SpatialRow> {
        self.friend(self.memory.patient).filter(|body| self.wounds(body) > Fx::ZERO)
    }

    /// Hit points that a friend lacks.
    fn wounds(&self, body: &SpatialRow) -> Fx {
        self.scene.stats(body.owner(), body.kind).max_hp - body.hp
    }

    /// Hit points that the weapons of others which are on a friend will restore with their next blows.
    fn being_healed(&self, body: &SpatialRow) -> Fx {
        let others = self.scene.lines.mending.iter().filter(|one| one.target == body.id && one.by != self.body.id);
        others.fold(Fx::ZERO, |sum, one| sum.add_saturating(one.amount))
    }

    fn need(&self, by: u8, body: &SpatialRow) -> i64 {
        let bits = |value: Fx| i64::from(value.bits());
        let wounded = bits(self.wounds(body)) * 1_000 / bits(self.scene.stats(body.owner(), body.kind).max_hp).max(1);
        match by {
            HEAL_MOST_WOUNDED => wounded,
            HEAL_NEAREST => 0,
            HEAL_MOST_VALUABLE => self.scene.kind(body.kind).cost.iter().map(|amount| i64::from(*amount)).sum(),
            _ => i64::from(self.attackers_of(body.id)) * 1_000 + wounded,
        }
    }
}
