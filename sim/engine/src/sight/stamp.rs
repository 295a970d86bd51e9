//! Stamps: how many viewers of each team see each cell.
//!
//! Counts change only where the old and the new mask of a viewer differ; a step to the next cell touches
//! the two rims of the disc and leaves its middle alone.

use std::sync::Arc;

use super::knowledge::Knowledge;
use sandtable_model::scenario::Scenario;
use sandtable_nav::bits::Bits;
use sandtable_nav::viewshed::Masks;
use sandtable_nav::viewshed::Rim;
use sandtable_nav::viewshed::{EyePoint, HeightMap};
use sandtable_nav::viewshed::{MASK_SIDE, MIDDLE, Mask};
use sandtable_state::limits::MAX_STAMPS_PER_TEAM;

/// The stamps of all teams (derived).
#[derive(Clone)]
pub(super) struct Stamps {
    /// By cell: the teams that see it now, as a bit set.
    pub seen: Vec<u8>,
    /// By team.
    pub teams: Vec<TeamStamps>,
}

/// The stamps of one team, which no other team's touch.
#[derive(Clone)]
pub(super) struct TeamStamps {
    masks: Masks,
    cover: Cover,
    /// Stamps in place.
    placed: u32,
}

/// How many stamps cover each cell.
#[derive(Clone)]
struct Cover {
    width: i32,
    counts: Vec<u16>,
    /// Cells that came into sight or left it since the teams were last brought together; one that did both stands here twice.
    turned: Vec<u32>,
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
    fn new(mask: &'m Mask, eye: EyePoint) -> Laid<'m> {
        Laid { mask, x: i32::from(eye.cell.x), y: i32::from(eye.cell.y), radius: i32::from(eye.radius) }
    }

    /// A stamp at this place that has no cells.
    fn empty(self) -> Laid<'m> {
        Laid { radius: -1, ..self }
    }

    /// The row of the map's line `y`, with the cell in column `base_column` at the middle bit.
    #[inline]
    fn row(&self, y: i32, base_column: i32) -> u64 {
        let row = y - self.y;
        if row.abs() > self.radius { 0 } else { self.mask[(MIDDLE + row) as usize] << (self.x - base_column) }
    }
}

impl Stamps {
    /// No stamps on a scenario's map.
    pub(super) fn new(scenario: &Scenario) -> Stamps {
        Stamps::on(scenario, Arc::new(HeightMap::new(&scenario.map, &scenario.rules)))
    }

    /// No stamps on this map; its height map is shared.
    pub(super) fn blank(&self, scenario: &Scenario) -> Stamps {
        let height_map = self.teams.first().map(|team| Arc::clone(team.masks.relief()));
        height_map.map_or_else(|| Stamps::new(scenario), |height_map| Stamps::on(scenario, height_map))
    }

    fn on(scenario: &Scenario, height_map: Arc<HeightMap>) -> Stamps {
        let cells = scenario.map.cells();
        let width = i32::from(scenario.map.width);
        let team = || TeamStamps {
            masks: Masks::new(Arc::clone(&height_map)),
            cover: Cover { width, counts: vec![0; cells], turned: Vec::new() },
            placed: 0,
        };
        Stamps { seen: vec![0; cells], teams: (0..scenario.teams()).map(|_| team()).collect() }
    }

    /// Brings `seen` up to the teams' stamps.
    pub(super) fn bring_together(&mut self) {
        for (team, stamps) in self.teams.iter_mut().enumerate() {
            for cell in stamps.cover.turned.drain(..) {
                self.seen[cell as usize] ^= 1 << team;
            }
        }
    }
}

impl TeamStamps {
    /// The ground that sight is blocked by.
    pub(super) fn height_map(&self) -> &HeightMap {
        self.masks.relief()
    }

    /// Whether the team may place `more` stamps.
    pub(super) fn has_room(&self, more: u32) -> bool {
        self.placed + more <= MAX_STAMPS_PER_TEAM
    }

    /// Exchanges the stamp of one eye, `[old, new]`. The old must be what was stamped for it last.
    pub(super) fn exchange(&mut self, [old, new]: [Option<EyePoint>; 2], knowledge: &mut Knowledge) {
        self.placed += u32::from(new.is_some());
        self.placed -= u32::from(old.is_some());
        if let (Some(old), Some(new)) = (old, new)
            && let Some(rim) = self.masks.relief().rim(old, new)
        {
            return self.cover.step(self.masks.relief().index(old.cell), rim, knowledge);
        }
        let masks = self.masks.pair([old, new]);
        let [before, after] = [(masks[0], old), (masks[1], new)].map(|(mask, eye)| Some(Laid::new(mask?, eye?)));
        match (before, after) {
            // Both rows must fit one word.
            (Some(before), Some(after)) if (before.x - after.x).abs() <= 63 - MASK_SIDE as i32 => {
                self.cover.differ(before, after, knowledge);
            }
            (before, after) => {
                after.into_iter().for_each(|after| self.cover.differ(after.empty(), after, knowledge));
                before.into_iter().for_each(|before| self.cover.differ(before, before.empty(), knowledge));
            }
        }
    }
}

impl Cover {
    /// Counts what a step from the cell of this index changes on open ground.
    fn step(&mut self, from: usize, rim: &Rim, knowledge: &mut Knowledge) {
        for offset in &rim.gained {
            self.add(from.wrapping_add_signed(*offset as isize), knowledge);
        }
        for offset in &rim.lost {
            self.take(from.wrapping_add_signed(*offset as isize));
        }
    }

    /// Counts the cells in which two masks differ.
    fn differ(&mut self, before: Laid<'_>, after: Laid<'_>, knowledge: &mut Knowledge) {
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
                self.add((line + bit as i32) as usize, knowledge);
            }
            for bit in Bits(old & !new) {
                self.take((line + bit as i32) as usize);
            }
        }
    }

    #[inline]
    fn add(&mut self, index: usize, knowledge: &mut Knowledge) {
        let count = &mut self.counts[index];
        *count += 1;
        if *count == 1 {
            self.turned.push(index as u32);
            knowledge.explore(index);
        }
    }

    #[inline]
    fn take(&mut self, index: usize) {
        let count = &mut self.counts[index];
        *count -= 1;
        if *count == 0 {
            self.turned.push(index as u32);
        }
    }
}
