//! What a thinker with senses of its own has perceived, and what it does about it.

use super::ThoughtEffect;
use super::thinking_unit::ThinkingUnit;
use super::tuning::LOOKED_INTO;
use crate::component::CurrentAction;
use crate::senses::CurrentInterest;
use sandtable_decide::NodeStatus;
use sandtable_math::Angle;
use sandtable_model::rules::Hostility;
use sandtable_nav::crowd::SpatialRow;

impl<'w> ThinkingUnit<'w> {
    /// What interests it.
    pub(super) fn interest(&self) -> Option<CurrentInterest<'w>> {
        self.scene.senses.interest(self.scene, self.row)
    }

    /// The nearest of a level of hostility that it saw when it last looked round, if its team sees that now.
    pub(super) fn seen(&self, level: u8) -> Option<&'w SpatialRow> {
        let awareness = self.scene.senses.of(self.row)?;
        awareness.sees.get(usize::from(level)).and_then(|id| self.in_sight(*id))
    }

    /// Whether it heard something within the given ticks.
    pub(super) fn has_heard(&self, ticks: u32) -> bool {
        let heard = self.scene.senses.of(self.row).map_or(0, |awareness| awareness.heard_tick);
        heard != 0 && self.scene.clock.tick.saturating_sub(heard) <= ticks
    }

    /// Makes the enemy that it sees itself its target.
    pub(super) fn pick_seen(&mut self) -> NodeStatus {
        match self.seen(Hostility::Enemy as u8).filter(|body| self.can_hurt(body)) {
            Some(body) => {
                self.memory.target = body.id;
                NodeStatus::Success
            }
            None => NodeStatus::Failure,
        }
    }

    /// Goes where something happened.
    pub(super) fn investigate(&mut self) -> NodeStatus {
        let Some(place) = self.interest().map(|interest| interest.concern.at) else { return NodeStatus::Failure };
        let near = self.body.position.distance_squared_wide(place) <= LOOKED_INTO.squared_wide();
        if near || self.is_at(place) {
            self.effect(ThoughtEffect::Answered);
            return self.decide(CurrentAction::Hold, NodeStatus::Success);
        }
        self.walk_to(place)
    }

    /// Stands and faces where something happened.
    pub(super) fn watch(&mut self) -> NodeStatus {
        let Some(place) = self.interest().map(|interest| interest.concern.at) else { return NodeStatus::Failure };
        self.effect(ThoughtEffect::Face(Angle::from_vector(place - self.body.position)));
        self.decide(CurrentAction::Hold, NodeStatus::Running)
    }
}
