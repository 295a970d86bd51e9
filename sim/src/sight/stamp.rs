//! Stamps: how many viewers of each team see each cell.
//!
//! Counts change only where the old and the new mask of a viewer differ; a step to the next cell touches
//! the two rims of the disc and leaves its middle alone.

use super::bits::Bits;
use super::knowledge::Knowledge;
use super::mask::{Eye, Masks};
use super::ray::{MASK_SIDE, Mask, Relief};
use crate::limits::MAX_STAMPS_PER_TEAM;
use crate::scenario::Scenario;

/// The stamps of all teams (derived).
#[derive(Clone)]
pub(super) struct Stamps {
    masks: Masks,
    width: i32,
    /// By cell: the teams that see it now, as a bit set.
    pub seen: Vec<u8>,
    /// By team, then cell: how many stamps cover it.
    counts: Vec<Vec<u16>>,
    /// By team: stamps in place.
    placed: Vec<u32>,
}

/// Where one mask lies.
struct Laid<'m> {
    mask: &'m Mask,
    /// North-west corner.
    x: i32,
    y: i32,
    side: i32,
}

impl<'m> Laid<'m> {
    fn new(mask: &'m Mask, eye: Eye) -> Laid<'m> {
        let radius = i32::from(eye.radius);
        Laid { mask, x: i32::from(eye.cell.x) - radius, y: i32::from(eye.cell.y) - radius, side: 2 * radius + 1 }
    }

    /// The row of the map's line `y`, as if the mask began at column `base`.
    #[inline]
    fn row(&self, y: i32, base: i32) -> u64 {
        let row = y - self.y;
        if row < 0 || row >= self.side { 0 } else { self.mask[row as usize] << (self.x - base) }
    }
}

impl Stamps {
    /// No stamps on a scenario's map.
    pub(super) fn new(scenario: &Scenario) -> Stamps {
        let (cells, teams) = (scenario.map.cells(), scenario.teams());
        Stamps {
            masks: Masks::new(Relief::new(&scenario.map, &scenario.rules)),
            width: i32::from(scenario.map.width),
            seen: vec![0; cells],
            counts: vec![vec![0; cells]; teams],
            placed: vec![0; teams],
        }
    }

    /// The ground that sight is blocked by.
    pub(super) fn relief(&self) -> &Relief {
        self.masks.relief()
    }

    /// Whether the team may place `more` stamps.
    pub(super) fn has_room(&self, team: usize, more: u32) -> bool {
        self.placed[team] + more <= MAX_STAMPS_PER_TEAM
    }

    /// Exchanges the stamp of one viewer. `old` must be what was stamped for it last.
    pub(super) fn exchange(&mut self, team: usize, old: Option<Eye>, new: Option<Eye>, knowledge: &mut Knowledge) {
        self.placed[team] += u32::from(new.is_some());
        self.placed[team] -= u32::from(old.is_some());
        let blank: Mask = [0; MASK_SIDE];
        let before = old.map_or(blank, |eye| self.masks.of(eye));
        let after = new.map_or(blank, |eye| self.masks.of(eye));
        let before = old.map(|eye| Laid::new(&before, eye));
        let after = new.map(|eye| Laid::new(&after, eye));
        match (before, after) {
            // Both rows must fit one word.
            (Some(before), Some(after)) if (before.x - after.x).abs() < 64 - MASK_SIDE as i32 => {
                self.differ(team, &before, &after, knowledge);
            }
            (before, after) => {
                let nothing = Laid { mask: &blank, x: 0, y: 0, side: 0 };
                if let Some(after) = &after {
                    self.differ(team, &Laid { x: after.x, y: after.y, ..nothing }, after, knowledge);
                }
                if let Some(before) = &before {
                    self.differ(team, before, &Laid { x: before.x, y: before.y, ..nothing }, knowledge);
                }
            }
        }
    }

    /// Counts the cells in which two masks differ.
    fn differ(&mut self, team: usize, before: &Laid<'_>, after: &Laid<'_>, knowledge: &mut Knowledge) {
        let base = before.x.min(after.x);
        let (top, bottom) = (before.y.min(after.y), (before.y + before.side).max(after.y + after.side));
        for y in top..bottom {
            let (old, new) = (before.row(y, base), after.row(y, base));
            if old == new {
                continue;
            }
            // Masks hold cells of the map only, so that the sum is an index wherever a bit is set.
            let line = y * self.width + base;
            for bit in Bits(new & !old) {
                self.cover((line + bit as i32) as usize, team, knowledge);
            }
            for bit in Bits(old & !new) {
                self.uncover((line + bit as i32) as usize, team);
            }
        }
    }

    #[inline]
    fn cover(&mut self, index: usize, team: usize, knowledge: &mut Knowledge) {
        let count = &mut self.counts[team][index];
        *count += 1;
        if *count == 1 {
            self.seen[index] |= 1 << team;
            knowledge.explore(index);
        }
    }

    #[inline]
    fn uncover(&mut self, index: usize, team: usize) {
        let count = &mut self.counts[team][index];
        *count -= 1;
        if *count == 0 {
            self.seen[index] &= !(1 << team);
        }
    }

    /// All counts and who sees what, to compare.
    #[cfg(test)]
    pub(super) fn snapshot(&self) -> (Vec<Vec<u16>>, Vec<u8>, Vec<u32>) {
        (self.counts.clone(), self.seen.clone(), self.placed.clone())
    }
}
