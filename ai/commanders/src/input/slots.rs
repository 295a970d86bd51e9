//! What inputs are read from that a strategy file defines itself: by slot, in the order in which the file has them.

use sandtable_math::Fx;

use super::condition_group::ConditionGroup;
use crate::character::ChanceState;

/// What inputs are read from that a strategy file defines itself.
#[derive(Clone, Copy)]
pub(crate) struct InputSlots<'a> {
    /// By cooldown: the tick from which its goal may be taken up again.
    pub ready_ticks: &'a [u32],
    /// By chance: how the coin fell.
    pub chance_states: &'a [ChanceState],
    /// The groups of conditions of the strategy.
    pub conditions: &'a [ConditionGroup],
    /// By trigger: how often it has fired.
    pub fired: &'a [u16],
    /// By belief: how likely it is, in percent.
    pub likely_percents: &'a [u8],
}

impl InputSlots<'_> {
    /// Whether a cooldown is over at this tick: 1 or 0.
    pub(super) fn rested(&self, slot: u8, now: u32) -> Fx {
        whole(u16::from(self.ready_ticks.get(usize::from(slot)).is_none_or(|tick| now >= *tick)))
    }

    /// How a coin fell: 1 or 0.
    pub(super) fn lucky(&self, slot: u8) -> Fx {
        whole(u16::from(self.chance_states.get(usize::from(slot)).is_some_and(|chance| chance.fell)))
    }

    /// How often a trigger has fired.
    pub(super) fn fired(&self, slot: u8) -> Fx {
        whole(self.fired.get(usize::from(slot)).copied().unwrap_or(0))
    }

    /// How likely a belief is, in percent.
    pub(super) fn likely(&self, slot: u8) -> Fx {
        whole(self.likely_percents.get(usize::from(slot)).copied().unwrap_or(0).into())
    }
}

fn whole(count: u16) -> Fx {
    Fx::from_int_saturating(count.into())
}
