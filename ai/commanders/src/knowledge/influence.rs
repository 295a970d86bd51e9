//! Layers over the map: threat, control and heat, smoothed in space and time (influence maps; Game AI Pro 2, ch. 30).
//!
//! Only cells that something bears on, or lately did, are kept; a layer has few cells, so what bears on them is summed cell by cell.

use sandtable_math::Vec2;
use sandtable_sim::view::View;
use serde::{Deserialize, Serialize};

use super::memory::ScoutingMemory;
use super::tuning::{INFLUENCE_CELL_SIDE, INFLUENCE_INERTIA, INFLUENCE_REACH, MAX_INFLUENCE_SIDE};
use crate::perception::{KindRoles, Situation};

/// One cell that something bears on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct InfluenceCell {
    cell: u16,
    threat: i32,
    control: i32,
}

/// The layers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct InfluenceMap {
    /// Cells of the map along a side of a cell.
    side: u16,
    columns: u16,
    rows: u16,
    /// By cell; those not listed are zero.
    spots: Vec<InfluenceCell>,
}

impl InfluenceMap {
    /// Whether it is no larger than any map's.
    pub fn fits(&self) -> bool {
        self.columns.max(self.rows) <= MAX_INFLUENCE_SIDE
    }

    /// Takes in one look.
    pub fn update(&mut self, view: &View<'_>, situation: &Situation, memory: &ScoutingMemory, roles: &KindRoles) {
        if self.side == 0 {
            let (width, height) = (view.map().width, view.map().height);
            self.side = INFLUENCE_CELL_SIDE.max(width.max(height).div_ceil(MAX_INFLUENCE_SIDE));
            (self.columns, self.rows) = (width.div_ceil(self.side), height.div_ceil(self.side));
        }
        let mut fresh = vec![(0, 0); usize::from(self.columns) * usize::from(self.rows)];
        for seen in &memory.seen {
            let might = seen.faded(view.tick()) as i32;
            self.stamp(seen.position, |cell, ninths| add(&mut fresh[usize::from(cell)].0, might * ninths / 9));
        }
        for (_, unit) in situation.soldier_units() {
            let might = roles.might(unit.kind) as i32;
            self.stamp(unit.position, |cell, ninths| add(&mut fresh[usize::from(cell)].1, might * ninths / 9));
        }
        self.blend(&fresh);
    }

    /// The might of remembered enemies that bear on a place.
    pub fn threat_at(&self, place: Vec2) -> u32 {
        self.spot(place).map_or(0, |spot| spot.threat.max(0) as u32)
    }

    /// The might of own soldiers that do.
    pub fn control_at(&self, place: Vec2) -> u32 {
        self.spot(place).map_or(0, |spot| spot.control.max(0) as u32)
    }

    fn spot(&self, place: Vec2) -> Option<&InfluenceCell> {
        let cell = self.cell_of(place)?;
        self.spots.binary_search_by_key(&cell, |spot| spot.cell).ok().map(|row| &self.spots[row])
    }

    fn cell_of(&self, place: Vec2) -> Option<u16> {
        let side = i32::from(self.side.max(1));
        let (column, row) = (place.x.floor_int() / side, place.y.floor_int() / side);
        let inside = (0..i32::from(self.columns)).contains(&column) && (0..i32::from(self.rows)).contains(&row);
        inside.then(|| (row * i32::from(self.columns) + column) as u16)
    }

    /// Hands out the cells around a place with ninths: nine in the middle, three fewer for each cell away.
    fn stamp(&self, place: Vec2, mut each: impl FnMut(u16, i32)) {
        let side = i32::from(self.side.max(1));
        let (column, row) = (place.x.floor_int() / side, place.y.floor_int() / side);
        let (columns, rows) = (i32::from(self.columns), i32::from(self.rows));
        for y in (row - INFLUENCE_REACH).max(0)..(row + INFLUENCE_REACH + 1).min(rows) {
            for x in (column - INFLUENCE_REACH).max(0)..(column + INFLUENCE_REACH + 1).min(columns) {
                each((y * columns + x) as u16, 9 - 3 * (x - column).abs().max((y - row).abs()));
            }
        }
    }

    /// Moves every cell towards what bears on it now: threat and control by cell.
    fn blend(&mut self, fresh: &[(i32, i32)]) {
        let old = std::mem::take(&mut self.spots);
        let mut before = old.iter().peekable();
        for (cell, &(threat, control)) in (0u16..).zip(fresh) {
            let was = before.next_if(|spot| spot.cell == cell).map_or((0, 0), |spot| (spot.threat, spot.control));
            if (was.0 | was.1 | threat | control) == 0 {
                continue;
            }
            let spot = InfluenceCell { cell, threat: toward(was.0, threat), control: toward(was.1, control) };
            if (spot.threat, spot.control) != (0, 0) {
                self.spots.push(spot);
            }
        }
    }
}

fn add(sum: &mut i32, more: i32) {
    *sum = sum.saturating_add(more);
}

/// A step of an exponential average, that arrives.
fn toward(was: i32, is: i32) -> i32 {
    let gap = is.saturating_sub(was);
    if gap.abs() < INFLUENCE_INERTIA { is } else { was + gap / INFLUENCE_INERTIA }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_follow_and_fade_away() {
        let mut influence = InfluenceMap { side: 4, columns: 8, rows: 8, spots: Vec::new() };
        let mut fresh = [(0, 0); 64];
        fresh[5] = (100, 8);
        influence.blend(&fresh);
        assert_eq!(influence.spots, [InfluenceCell { cell: 5, threat: 25, control: 2 }]);
        (0..40).for_each(|_| influence.blend(&fresh));
        assert_eq!(influence.spots, [InfluenceCell { cell: 5, threat: 100, control: 8 }]);
        (0..40).for_each(|_| influence.blend(&[(0, 0); 64]));
        assert_eq!(influence.spots, []);
    }

    #[test]
    fn stamps_end_at_the_edge() {
        let influence = InfluenceMap { side: 4, columns: 3, rows: 2, spots: Vec::new() };
        let mut cells = Vec::new();
        influence.stamp(Vec2::ZERO, |cell, ninths| cells.push((cell, ninths)));
        assert_eq!(cells, [(0, 9), (1, 6), (2, 3), (3, 6), (4, 6), (5, 3)]);
    }
}
