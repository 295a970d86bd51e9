//! What inputs are read from: everything one decision knows, and the thing that is weighed.

use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::Class;
use sandtable_sim::view::View;

use super::slots::InputSlots;
use super::subject::OptionSubject;
use super::tuning::{RICHNESS_CELLS, TOWER_CELLS};
use crate::character::Character;
use crate::knowledge::{CommanderKnowledge, ScoutingMemory};
use crate::perception::{KindRoles, Situation, near};

/// What inputs are read from.
#[derive(Clone, Copy)]
pub(crate) struct InputContext<'a, 'w> {
    pub view: &'a View<'w>,
    pub situation: &'a Situation,
    pub memory: &'a ScoutingMemory,
    pub roles: &'a KindRoles,
    pub knowledge: &'a CommanderKnowledge,
    pub character: &'a Character,
    pub slots: InputSlots<'a>,
    /// Where the enemy is, as far as known.
    pub enemy_side: Vec2,
    /// What own soldiers cost.
    pub army_price: u32,
    /// Soldiers at war.
    pub away: u16,
    /// What is weighed.
    pub subject: OptionSubject,
}

/// A whole number, held to the range.
pub(super) fn whole(value: impl TryInto<i32>) -> Fx {
    Fx::from_int_saturating(value.try_into().unwrap_or(i32::MAX))
}

/// A quotient, at most `most`.
pub(super) fn ratio(own: u64, other: u64, most: i16) -> Fx {
    Fx::ratio_floor(own.min(1 << 40) as i64, other.clamp(1, 1 << 40) as i64).min(Fx::from_int(most))
}

impl InputContext<'_, '_> {
    /// A might in middling soldiers of the ruleset.
    pub(super) fn soldiers(&self, might: u32) -> Fx {
        ratio(might.into(), self.roles.typical_might.into(), 1_000)
    }

    /// What is left at known nodes round a place, in hundreds.
    pub(super) fn richness(&self, place: Vec2) -> Fx {
        let left: u32 = self
            .situation
            .nodes
            .iter()
            .filter(|node| near(node.position, place, RICHNESS_CELLS))
            .map(|node| node.amount)
            .sum();
        whole(left / 100)
    }

    /// The might that defends a place: the smoothed layer of remembered enemies, and known armed buildings in reach of it.
    pub fn defence_at(&self, place: Vec2) -> u32 {
        let armed = self.situation.enemies().filter(|it| it.class == Class::Building);
        let close = armed.filter(|it| near(it.position, place, TOWER_CELLS));
        let towers: u32 = close.map(|it| self.roles.might(it.kind)).sum();
        self.knowledge.influence.threat_at(place) + towers
    }
}
