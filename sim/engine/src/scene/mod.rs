//! All that is about, as systems read it that act on it: who lives, what stands where at the start of the tick, and what the teams
//! know of that.

mod known;
mod spatial_snapshot;

use std::ops::Deref;

pub(crate) use known::{
    Whereabouts, any_in_sight, can_place, handle_for, has_open_side, is_in_sight, known_entity, resolve, whereabouts,
};
pub use spatial_snapshot::SpatialSnapshot;
pub(crate) use spatial_snapshot::{SnapshotContext, gather as gather_frame};

use crate::sight::{Knowledge, Sight};
use crate::state::SceneBase;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_nav::crowd::SpatialRow;
use sandtable_nav::ground::GroundMap;
use sandtable_state::id::{KindId, PlayerId, UnitId};

/// All that is about, as systems read it that act on it: the base, what stands where, and what the teams know of that.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'w> {
    /// What all systems read; its helpers are this one's as well.
    pub(crate) base: SceneBase<'w>,
    /// What stands on the cells.
    pub(crate) ground: &'w GroundMap,
    /// Who sees which cell.
    pub(crate) sight: &'w Sight,
    /// What each team knows.
    pub(crate) knowledge: &'w [Knowledge],
    /// Where everything stood at the start of the tick.
    pub(crate) frame: &'w SpatialSnapshot,
}

impl<'w> Deref for Scene<'w> {
    type Target = SceneBase<'w>;

    #[inline(always)]
    fn deref(&self) -> &SceneBase<'w> {
        &self.base
    }
}

impl<'w> Scene<'w> {
    /// The frame's row for a living unit or building that was there at the start of the tick.
    #[inline]
    pub(crate) fn body(&self, id: UnitId) -> Option<&'w SpatialRow> {
        self.frame.bodies.get(self.frame_row(id)?)
    }

    /// The number of that row.
    #[inline]
    pub(crate) fn frame_row(&self, id: UnitId) -> Option<usize> {
        let row = self.frame.row(self.place(id)?)?;
        self.frame.bodies.get(row).filter(|body| body.id == id).map(|_| row)
    }

    /// The cell with its centre nearest to `middle` that a unit of `kind` can stand in and is not `taken`, within 32 cells.
    ///
    /// Ties go to the cell nearer to the middle of the map, then to the one clockwise of the line to it:
    /// rules that a rotation of the map carries along, so that no start is favoured. For the same reason `middle` is a
    /// point: the middle of a building with an even number of cells lies in no cell.
    pub(crate) fn free_cell_near(&self, kind: KindId, owner: PlayerId, middle: Vec2, taken: &[Cell]) -> Option<Cell> {
        let class = self.kind(kind).body.as_ref()?.locomotion;
        let team = self.team(owner)?;
        let centre = self.scenario.map.bounds().centre();
        let key = |cell: &Cell| {
            let (away, inward) = (cell.centre() - middle, centre - middle);
            let side = inward.x.bits() as i64 * away.y.bits() as i64 - inward.y.bits() as i64 * away.x.bits() as i64;
            (away.length_squared_wide(), cell.centre().distance_squared_wide(centre), side < 0, *cell)
        };
        let from = Cell::at(middle);
        let rings = [2i16, 4, 8, 16, 32];
        rings.iter().find_map(|reach| {
            let side = (2 * reach + 3) as u16;
            let square = Rect { x: from.x - reach - 1, y: from.y - reach - 1, width: side, height: side };
            let free = square.cells().filter(|cell| self.ground.passable(*cell, class, team) && !taken.contains(cell));
            free.filter(|cell| key(cell).0 <= Fx::from_int(*reach).squared_wide()).min_by_key(key)
        })
    }
}
