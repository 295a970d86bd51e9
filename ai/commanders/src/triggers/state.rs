//! How the triggers of a strategy stand.

use serde::{Deserialize, Serialize};

use super::Trigger;

/// How the triggers of a strategy stand, by row.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TriggerStates {
    /// How often each has fired.
    pub fired: Vec<u16>,
    /// Since when the conditions of each hold on end.
    held_since: Vec<Option<u32>>,
    /// The tick in which each fired last; 0 for never.
    last_ticks: Vec<u32>,
}

impl TriggerStates {
    /// The state of `count` triggers of which none has fired.
    pub fn new(count: usize) -> TriggerStates {
        TriggerStates { fired: vec![0; count], held_since: vec![None; count], last_ticks: vec![0; count] }
    }

    /// Whether it is one of `count` triggers.
    pub fn fits(&self, count: usize) -> bool {
        [self.fired.len(), self.held_since.len(), self.last_ticks.len()] == [count; 3]
    }

    /// Notes whose conditions hold now, by row, and returns the rows of those that fire.
    pub fn note(&mut self, triggers: &[Trigger], held: &[bool], now: u32) -> Vec<u8> {
        let mut firing = Vec::new();
        for (row, (trigger, held)) in triggers.iter().zip(held).enumerate() {
            self.held_since[row] = if *held { self.held_since[row].or(Some(now)) } else { None };
            let is_due = self.held_since[row].is_some_and(|since| now.saturating_sub(since) >= trigger.hold_ticks);
            if is_due && now < trigger.until_tick && self.is_ready(row, trigger.every_ticks, now) {
                self.fired[row] = self.fired[row].saturating_add(1);
                self.last_ticks[row] = now;
                firing.push(row as u8);
            }
        }
        firing
    }

    /// Whether one may fire: it never has, or long enough ago.
    fn is_ready(&self, row: usize, every_ticks: Option<u32>, now: u32) -> bool {
        self.fired[row] == 0 || every_ticks.is_some_and(|every| now.saturating_sub(self.last_ticks[row]) >= every)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trigger(hold_ticks: u32, every_ticks: Option<u32>, until_tick: u32) -> Trigger {
        let (name, conditions, orders) = (String::new(), Vec::new(), Vec::new());
        Trigger { name, conditions, hold_ticks, every_ticks, until_tick, orders }
    }

    /// The ticks, of `held` one each, in which it fires.
    fn firing(trigger: Trigger, held: &[u8]) -> Vec<usize> {
        let (mut states, triggers) = (TriggerStates::new(1), [trigger]);
        (0..held.len()).filter(|tick| !states.note(&triggers, &[held[*tick] == 1], *tick as u32).is_empty()).collect()
    }

    #[test]
    fn it_fires_once_or_again_once_held_for_long_enough_and_until_its_end() {
        let held = [0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1];
        assert_eq!(firing(trigger(0, None, 99), &held), [1]);
        assert_eq!(firing(trigger(2, None, 99), &held), [6]);
        assert_eq!(firing(trigger(0, Some(3), 99), &held), [1, 4, 7, 11]);
        assert_eq!(firing(trigger(0, Some(1), 3), &held), [1, 2]);
        assert_eq!(firing(trigger(1, Some(2), 99), &held), [2, 5, 7, 9]);
    }
}
