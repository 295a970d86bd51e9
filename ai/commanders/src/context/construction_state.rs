//! What the construction manager remembers from decision to decision.

use sandtable_model::map::Cell;
use sandtable_state::id::{Handle, KindId};
use sandtable_state::limits::TICKS_PER_SECOND;
use serde::{Deserialize, Serialize};

/// Places remembered as refused.
const MAX_BAD: usize = 32;
/// Ticks without progress after which an unfinished building is given up.
const STALE_TICKS: u32 = 90 * TICKS_PER_SECOND;
/// Unfinished buildings watched at once.
const MAX_WATCHED: usize = 64;

/// What the construction manager remembers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ConstructionState {
    /// Places where a building was ordered and did not appear.
    bad: Vec<Cell>,
    /// What was ordered at the last decision and should stand planned by now.
    pub ordered: Vec<(KindId, Cell)>,
    /// Unfinished buildings: percent done, and since when.
    pub progress: Vec<(Handle, u8, u32)>,
}

impl ConstructionState {
    /// Notes that a building was refused here.
    pub fn refuse(&mut self, cell: Cell) {
        if self.bad.len() >= MAX_BAD {
            self.bad.remove(0);
        }
        self.bad.push(cell);
    }

    /// Whether a building was refused here before.
    pub fn is_bad(&self, cell: Cell) -> bool {
        self.bad.contains(&cell)
    }

    /// Whether an unfinished building has made no progress for long.
    pub fn stalled(&mut self, handle: Handle, percent: u8, now: u32) -> bool {
        let known = self.progress.iter_mut().find(|entry| entry.0 == handle);
        match known {
            Some(entry) if entry.1 == percent => now.saturating_sub(entry.2) > STALE_TICKS,
            Some(entry) => {
                (entry.1, entry.2) = (percent, now);
                false
            }
            None => {
                if self.progress.len() < MAX_WATCHED {
                    self.progress.push((handle, percent, now));
                }
                false
            }
        }
    }
}
