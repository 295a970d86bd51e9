//! Stamps: how many viewers of each team see each cell.
//!
//! Counts change only where the old and the new mask of a viewer differ; a step to the next cell touches
//! the two rims of the disc and leaves its middle alone.

use super::bits::Bits;
use super::knowledge::Knowledge;
use super::mask::Masks;
use super::ray::{MASK_SIDE, MIDDLE, Mask};
use super::relief::{Eye, Relief};
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

/// A mask where it lies.
#[derive(Clone, Copy)]
struct Laid<'m> {
    mask: &'m Mask,
    x: i32,
    y: i32,
    radius: i32,
}

impl<'m> Laid<'m> {
    fn new(mask: &'m Mask, eye: Eye) -> Laid<'m> {
        Laid { mask, x: i32::from(eye.cell.x), y: i32::from(eye.cell.y), radius: i32::from(eye.radius) }
    }

    /// The same place with nothing in it.
    fn empty(self) -> Laid<'m> {
        Laid { radius: -1, ..self }
    }

    /// The row of the map's line `y`, with the cell in column `base` at the middle bit.
    #[inline]
    fn row(&self, y: i32, base: i32) -> u64 {
        let row = y - self.y;
        if row.abs() > self.radius { 0 } else { self.mask[(MIDDLE + row) as usize] << (self.x - base) }
    }
}

impl Stamps {
    /// No stamps on a scenario's map.
    pub(super) fn new(scenario: &Scenario) -> Stamps {
        Stamps::with_masks(scenario, Masks::new(Relief::new(&scenario.map, &scenario.rules)))
    }

    /// The same map without a stamp.
    pub(super) fn blank(&self, scenario: &Scenario) -> Stamps {
        Stamps::with_masks(scenario, self.masks.clone())
    }

    fn with_masks(scenario: &Scenario, masks: Masks) -> Stamps {
        let (cells, teams) = (scenario.map.cells(), scenario.teams());
        Stamps {
            masks,
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
        let (mut before, mut after) = ([0; MASK_SIDE], [0; MASK_SIDE]);
        let before = old.map(|eye| self.lay(eye, &mut before));
        let after = new.map(|eye| self.lay(eye, &mut after));
        match (before, after) {
            // Both rows must fit one word.
            (Some(before), Some(after)) if (before.x - after.x).abs() <= 63 - MASK_SIDE as i32 => {
                self.differ(team, before, after, knowledge);
            }
            (before, after) => {
                after.into_iter().for_each(|after| self.differ(team, after.empty(), after, knowledge));
                before.into_iter().for_each(|before| self.differ(team, before, before.empty(), knowledge));
            }
        }
    }

    fn lay<'m>(&mut self, eye: Eye, mask: &'m mut Mask) -> Laid<'m> {
        self.masks.write(eye, mask);
        Laid::new(mask, eye)
    }

    /// Counts the cells in which two masks differ.
    fn differ(&mut self, team: usize, before: Laid<'_>, after: Laid<'_>, knowledge: &mut Knowledge) {
        let base = before.x.min(after.x);
        let top = (before.y - before.radius).min(after.y - after.radius);
        let bottom = (before.y + before.radius).max(after.y + after.radius);
        for y in top..=bottom {
            let (old, new) = (before.row(y, base), after.row(y, base));
            if old == new {
                continue;
            }
            // Masks hold cells of the map only, so that the sum is an index wherever a bit is set.
            let line = y * self.width + base - MIDDLE;
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
