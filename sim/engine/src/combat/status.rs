//! Timed effects: what they do now, and how a new one finds its place.

use crate::component::{TimedEffect, TimedEffects};
use crate::scene::Scene;
use sandtable_model::rules::Class;
use sandtable_state::Arrange;
use sandtable_state::Junk;
use sandtable_state::id::UnitId;

/// A status that takes hold at the end of the tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImposedStatus {
    /// On whom.
    pub(super) target: UnitId,
    /// What.
    pub(super) status: TimedEffect,
}

impl ImposedStatus {
    /// A status that nobody imposed.
    pub(super) fn junk(junk: &mut Junk) -> ImposedStatus {
        ImposedStatus {
            target: junk.id(),
            status: TimedEffect { until: u32::MAX, speed_percent: 50, damage_percent: 50 },
        }
    }
}

impl TimedEffects {
    /// Percent of plain speed in this tick: the product of what holds.
    #[inline]
    pub fn speed_percent(&self, tick: u32) -> i32 {
        self.product(tick, |status| status.speed_percent)
    }

    /// Percent of plain damage in this tick: the product of what holds.
    #[inline]
    pub fn damage_percent(&self, tick: u32) -> i32 {
        self.product(tick, |status| status.damage_percent)
    }

    #[inline]
    fn product(&self, tick: u32, percent: impl Fn(&TimedEffect) -> u16) -> i32 {
        let holding = self.active.iter().filter(|status| status.until != 0 && status.until >= tick);
        holding.fold(100, |product, status| product * i32::from(percent(status)) / 100)
    }

    /// Takes a status in: prolongs its like, or takes the place that frees first; with every place held for
    /// longer than it would last it is lost.
    fn take_in(&mut self, status: TimedEffect) {
        let alike = |other: &&mut TimedEffect| {
            other.until != 0
                && other.speed_percent == status.speed_percent
                && other.damage_percent == status.damage_percent
        };
        if let Some(held) = self.active.iter_mut().find(alike) {
            held.until = held.until.max(status.until);
        } else if let Some(first) = self.active.iter_mut().min_by_key(|held| held.until)
            && first.until < status.until
        {
            *first = status;
        }
    }
}

/// Lets the statuses of the tick take hold, in an order that does not depend on who came first.
pub(super) fn impose(scene: &Scene<'_>, imposed: &mut [ImposedStatus]) {
    if imposed.is_empty() {
        return;
    }
    imposed.arrange_by_unique_key(|one| {
        (one.target, one.status.until, one.status.speed_percent, one.status.damage_percent)
    });
    let mut statuses = scene.entities.column_mut::<TimedEffects>(&scene.entities.units);
    for one in imposed {
        let place = scene.place(one.target).filter(|place| place.class == Class::Unit);
        if let Some(held) = place.and_then(|place| statuses.get_mut(place.row as usize)) {
            held.take_in(one.status);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(until: u32, speed_percent: u16) -> TimedEffect {
        TimedEffect { until, speed_percent, damage_percent: 100 }
    }

    #[test]
    fn statuses_multiply_while_they_hold() {
        let statuses = TimedEffects { active: [status(10, 50), status(20, 50)], ..TimedEffects::default() };
        for (tick, percent) in [(1, 25), (10, 25), (11, 50), (20, 50), (21, 100)] {
            assert_eq!(statuses.speed_percent(tick), percent, "at tick {tick}");
            assert_eq!(statuses.damage_percent(tick), 100);
        }
    }

    #[test]
    fn a_status_prolongs_its_like_or_takes_the_place_that_frees_first() {
        let mut statuses = TimedEffects::default();
        for taken in [status(10, 50), status(20, 150), status(15, 50), status(12, 200), status(30, 200)] {
            statuses.take_in(taken);
        }
        assert_eq!(statuses.active, [status(30, 200), status(20, 150)]);
    }
}
