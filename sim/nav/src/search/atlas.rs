//! The ground of requests with what searches over it need: made when it is first asked for, and again when the ground has changed.

use std::sync::Arc;

use sandtable_model::map::Cell;
use sandtable_model::rules::Navigator;
use sandtable_state::limits::MAX_PIVOT_CELLS;

use super::aids::Aids;
use super::differential::Pivots;
use super::grid::{CostGrid, OctileGrid};
use super::mesh::Mesh;
use super::region::Regions;
use super::waypoint::Waypoints;

/// A grid, and over it a mesh and a graph of waypoints, which are pure functions of it.
#[derive(Clone, Debug)]
pub struct Atlas {
    grid: CostGrid,
    landmarks: Option<Arc<Landmarks>>,
    aids: Aids,
}

/// Pivots over a grid that others are made from by putting up walls.
///
/// Walls only lengthen ways, so what these distances bound stays bounded whatever is built, and what is consistent here is
/// consistent there: they need not be made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landmarks {
    pivots: Pivots,
    /// What one unit of a distance stands for: see [`OctileGrid::unit`].
    unit: u32,
}

impl Landmarks {
    /// Over a grid of at most [`MAX_PIVOT_CELLS`] cells; none over a larger one, or one all walls. They lie in the largest connected part.
    pub fn over(grid: &CostGrid) -> Option<Landmarks> {
        let (width, height) = grid.size();
        if u32::from(width) * u32::from(height) > MAX_PIVOT_CELLS {
            return None;
        }
        let space = OctileGrid::new(grid);
        let pivots = Pivots::choose(&space, seed(grid)?);
        Some(Landmarks { pivots, unit: space.unit() })
    }
}

/// The lowest node of the largest part that can be walked through.
fn seed(grid: &CostGrid) -> Option<u32> {
    let offsets = grid.padded().offsets();
    let mut seen = vec![false; grid.nodes() as usize];
    let mut best: Option<(usize, u32)> = None;
    for start in (0..grid.nodes()).filter(|node| !grid.is_wall(*node)) {
        let mut part = if std::mem::replace(&mut seen[start as usize], true) { continue } else { vec![start] };
        let mut next = 0;
        while let Some(node) = part.get(next).copied() {
            next += 1;
            // Straight steps reach all that any steps do, since no corner is cut.
            for beside in offsets.into_iter().step_by(2).map(|offset| node.wrapping_add_signed(offset)) {
                if !grid.is_wall(beside) && !std::mem::replace(&mut seen[beside as usize], true) {
                    part.push(beside);
                }
            }
        }
        if best.is_none_or(|(size, _)| part.len() > size) {
            best = Some((part.len(), start));
        }
    }
    best.map(|(_, start)| start)
}

impl Atlas {
    /// Over a grid, with nothing made yet.
    pub fn new(grid: CostGrid) -> Atlas {
        Atlas { grid, landmarks: None, aids: Aids::default() }
    }

    /// Guides the searches of this atlas by landmarks of a grid that has the same costs, and no wall that this one has not.
    pub fn with_landmarks(self, landmarks: Option<Arc<Landmarks>>) -> Atlas {
        Atlas { landmarks, ..self }
    }

    /// The grid.
    pub fn grid(&self) -> &CostGrid {
        &self.grid
    }

    /// Changes the cost of a cell; see [`CostGrid::set`]. Landmarks stay as they are.
    pub fn set(&mut self, cell: Cell, cost: u8) {
        self.aids.set(&mut self.grid, cell, cost);
    }

    /// The pivots, where there are some in the grid's unit.
    pub(super) fn pivots(&self) -> Option<&Pivots> {
        let landmarks = self.landmarks.as_ref()?;
        (landmarks.unit == OctileGrid::new(&self.grid).unit()).then_some(&landmarks.pivots)
    }

    /// What a navigator searches. Ground that is too dear for waypoints is searched by cells.
    pub(super) fn space(&self, navigator: Navigator) -> SpaceOf<'_> {
        match navigator {
            Navigator::Flow | Navigator::AStar => SpaceOf::Cells(&self.grid, self.pivots()),
            Navigator::Mesh => SpaceOf::Mesh(&self.grid, self.aids.mesh(&self.grid)),
            Navigator::Waypoints => match self.aids.waypoints(&self.grid) {
                Some((regions, waypoints)) => SpaceOf::Waypoints((&self.grid, regions, waypoints)),
                None => SpaceOf::Cells(&self.grid, self.pivots()),
            },
        }
    }
}

/// The space that a navigator searches, of those over one grid.
#[derive(Clone, Copy, Debug)]
pub(super) enum SpaceOf<'a> {
    /// Cells, with pivots where there are some.
    Cells(&'a CostGrid, Option<&'a Pivots>),
    /// Waypoints between regions.
    Waypoints((&'a CostGrid, &'a Regions, &'a Waypoints)),
    /// Rectangles.
    Mesh(&'a CostGrid, &'a Mesh),
}
