//! What a thinker with senses of its own has perceived, and what it does about it.

use super::Effect;
use super::thinker::Thinker;
use crate::component::Will;
use crate::senses::Interested;
use sandtable_decide::Status;
use sandtable_math::{Angle, Fx};
use sandtable_model::rules::Hostility;
use sandtable_nav::crowd::Body;

/// How near one goes to look at a place, in cells.
const LOOKED_INTO: Fx = Fx::from_int(2);

impl<'w> Thinker<'w> {
    /// What interests it.
    pub(super) fn interest(&self) -> Option<Interested<'w>> {
        self.scene.senses.interest(self.scene, self.row)
    }

    /// The nearest of a level of hostility that it saw when it last looked round, if its team sees that now.
    pub(super) fn seen(&self, level: u8) -> Option<&'w Body> {
        let awareness = self.scene.senses.of(self.row)?;
        awareness.sees.get(usize::from(level)).and_then(|id| self.in_sight(*id))
    }

    /// Whether it heard something within so many ticks.
    pub(super) fn has_heard(&self, ticks: u32) -> bool {
        let heard = self.scene.senses.of(self.row).map_or(0, |awareness| awareness.heard_tick);
        heard != 0 && self.scene.clock.tick.saturating_sub(heard) <= ticks
    }

    /// Makes the enemy that it sees itself its target.
    pub(super) fn pick_seen(&mut self) -> Status {
        match self.seen(Hostility::Enemy as u8).filter(|body| self.can_hurt(body)) {
            Some(body) => {
                self.recall.target = body.id;
                Status::Success
            }
            None => Status::Failure,
        }
    }

    /// Goes where something happened.
    pub(super) fn investigate(&mut self) -> Status {
        let Some(place) = self.interest().map(|interest| interest.concern.at) else { return Status::Failure };
        let near = self.body.position.distance_squared_wide(place) <= LOOKED_INTO.squared_wide();
        if near || self.is_at(place) {
            self.effect(Effect::Answered);
            return self.decide(Will::Hold, Status::Success);
        }
        self.walk_to(place)
    }

    /// Stands and faces where something happened.
    pub(super) fn watch(&mut self) -> Status {
        let Some(place) = self.interest().map(|interest| interest.concern.at) else { return Status::Failure };
        self.effect(Effect::Face(Angle::of(place - self.body.position)));
        self.decide(Will::Hold, Status::Running)
    }
}
