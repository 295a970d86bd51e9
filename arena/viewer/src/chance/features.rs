//! How two players compare at a tick.

use sandtable_sim::World;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::TICKS_PER_SECOND;

use crate::standing::Standing;

/// Ticks between two looks at a match (two game seconds).
pub const LOOK_TICKS: u32 = 2 * TICKS_PER_SECOND;
/// Looks over which income is counted (30 game seconds).
const INCOME_LOOKS: usize = 15;
/// The tick from which a match counts as late (15 game minutes); before it, by the part of that which has passed.
const LATE_TICK: u32 = 15 * 60 * TICKS_PER_SECOND;
/// A lead of all against nothing.
const WHOLE: i64 = 1000;

/// How two players compare, by name: each the lead of the first in thousandths, (a − b) / (a + b), and 0 where neither has any. `late` ones
/// are such a lead times the part of 15 minutes that has passed.
pub const FEATURES: [&str; 10] = [
    "army_value",
    "army_value_late",
    "workers",
    "workers_late",
    "income",
    "income_late",
    "gathered",
    "bank",
    "losses",
    "buildings",
];

/// Follows a match of two.
#[derive(Clone, Debug, Default)]
pub struct ChanceWatch {
    /// What both had gathered at each look.
    gathered: Vec<[u32; 2]>,
}

impl ChanceWatch {
    /// How the first two players compare now, in the order of [`FEATURES`]; to be asked every [`LOOK_TICKS`] from the first tick on.
    pub fn look(&mut self, world: &World) -> [i32; FEATURES.len()] {
        self.compare(world.tick(), [0, 1].map(|player| Standing::measure(world, PlayerId(player))))
    }

    /// How two players compare that were measured at this tick.
    pub(crate) fn compare(&mut self, tick: u32, [first, second]: [Standing; 2]) -> [i32; FEATURES.len()] {
        self.gathered.push([first.gathered, second.gathered]);
        let before = self.gathered[self.gathered.len().saturating_sub(INCOME_LOOKS + 1)];
        let income = lead(first.gathered - before[0], second.gathered - before[1]);
        let (army, workers) = (lead(first.army_value, second.army_value), lead(first.workers, second.workers));
        let late = |lead: i32| (i64::from(lead) * i64::from(tick.min(LATE_TICK)) / i64::from(LATE_TICK)) as i32;
        [
            army,
            late(army),
            workers,
            late(workers),
            income,
            late(income),
            lead(first.gathered, second.gathered),
            lead(first.bank, second.bank),
            lead(second.value_lost, first.value_lost),
            lead(first.buildings, second.buildings),
        ]
    }
}

/// The lead of the first in thousandths. It is rounded towards 0, so that it changes its sign alone when the two change places.
fn lead(first: u32, second: u32) -> i32 {
    let (first, second) = (i64::from(first), i64::from(second));
    if first + second == 0 { 0 } else { ((first - second) * WHOLE / (first + second)) as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_changes_its_sign_when_the_players_change_places() {
        assert_eq!((lead(0, 0), lead(5, 0), lead(0, 7), lead(3, 1)), (0, 1000, -1000, 500));
        for (first, second) in [(1, 2), (7, 3), (1000, 999), (u32::MAX, 1)] {
            assert_eq!(lead(first, second), -lead(second, first));
        }
    }
}
