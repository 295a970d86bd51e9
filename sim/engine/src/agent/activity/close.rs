//! Closing in on a target: to a place round it, or outside until there is one.

use super::ConsideredUnit;
use crate::agent::movement::{pursue, walk_to};
use crate::agent::tuning::{PLACE_DRIFT, STRIKES_NEAR, WAITS_OUTSIDE};
use crate::attack_slots::{SlotState, is_in_place};
use crate::scene::Whereabouts;
use sandtable_math::{Fx, Vec2};

impl ConsideredUnit<'_> {
    /// Goes to its place round what is there, or keeps outside while it has to wait for one. Without places it stops when the
    /// weapon reaches, and goes nearer otherwise.
    pub(super) fn close_in(&mut self, at: Whereabouts<'_>) {
        self.weapons.closes = true;
        let reached = self.reaches(at);
        let slot = self.slot.filter(|(target, _)| *target == self.weapons.target).map(|(_, slot)| slot);
        match slot {
            Some(SlotState::Place(place, _)) if reached && self.is_near(place) => self.motion.stop(),
            Some(SlotState::Place(place, _)) if reached => self.head_for(place),
            Some(SlotState::Place(_, by)) => self.head_for(by),
            Some(SlotState::Outside(place, by)) if !reached => self.take_place(place, by),
            Some(SlotState::Anywhere) if !reached => {
                let outside = self.range() + WAITS_OUTSIDE;
                match at.is_within(self.motion.position, outside + self.radius()) {
                    true => self.motion.stop(),
                    false => pursue(self.motion, at, outside),
                }
            }
            _ if reached => self.motion.stop(),
            _ => pursue(self.motion, at, self.range()),
        }
    }

    fn is_near(&self, place: Vec2) -> bool {
        self.motion.position.distance_squared_wide(place) <= STRIKES_NEAR.squared_wide()
    }

    /// Goes to its place, by a point on the way there.
    fn take_place(&mut self, place: Vec2, by: Vec2) {
        match is_in_place(self.motion, place) {
            true => self.motion.stop(),
            false => self.head_for(by),
        }
    }

    fn head_for(&mut self, point: Vec2) {
        if !self.motion.moves() || self.motion.goal.distance_squared_wide(point) > PLACE_DRIFT.squared_wide() {
            walk_to(self.motion, point, point, Fx::ZERO);
        }
    }
}
