//! A navigation mesh (GAP ch. 18, "Navigation meshes"): convex pieces, here rectangles of cells of one cost; A* from border to
//! border, then the shortest line through those borders.

mod funnel;
mod query;
mod rectangles;

use super::graph_search::{GraphSearch, SearchProgress};
use super::grid::CostGrid;
use super::open_list::Heap;
use super::tuning::MAX_BORDER_CELLS;
use funnel::{Gate, HalfCellPoint, pull};
pub(super) use query::MeshQuery;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_state::Arrange;

/// Where two rectangles touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Border {
    /// The western or northern rectangle, then the other.
    rects: [u32; 2],
    /// The ends, in half-cells, the western or northern first.
    ends: [HalfCellPoint; 2],
}

impl Border {
    fn middle(&self) -> HalfCellPoint {
        let [a, b] = self.ends;
        ((a.0 + b.0) / 2, (a.1 + b.1) / 2)
    }

    /// The border as one sees it who leaves `rect` by it.
    fn gate_from(&self, rect: u32) -> Gate {
        let [first, last] = self.ends;
        let upright = first.0 == last.0;
        // Eastwards the north end is on the left, southwards the east end is.
        let northern_left = (rect == self.rects[0]) == upright;
        if northern_left { Gate { left: first, right: last } } else { Gate { left: last, right: first } }
    }
}

/// The open ground of a grid as rectangles and the borders between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mesh {
    rects: Vec<Rect>,
    /// By rectangle: what its cells cost.
    costs: Vec<u8>,
    /// By node of the grid: its rectangle from 1, 0 for walls.
    labels: Vec<u32>,
    borders: Vec<Border>,
    /// By rectangle: the row in `around` of its first border; one more at the end.
    first: Vec<u32>,
    /// Borders by the rectangles they bound.
    around: Vec<u32>,
}

impl Mesh {
    /// For a grid.
    pub fn new(grid: &CostGrid) -> Mesh {
        let (rects, labels) = rectangles::cut(grid);
        let costs = rects.iter().map(|rect| grid.cost(Cell::new(rect.x, rect.y))).collect();
        let borders = borders(grid, &rects, &labels);
        let mut by_rect: Vec<(u32, u32)> =
            (0..).zip(&borders).flat_map(|(row, border)| border.rects.map(|rect| (rect, row))).collect();
        by_rect.arrange();
        let first = (0..=rects.len() as u32).map(|rect| by_rect.partition_point(|row| row.0 < rect) as u32).collect();
        let around = by_rect.into_iter().map(|(_, border)| border).collect();
        Mesh { rects, costs, labels, borders, first, around }
    }

    /// The rectangles, north-west corners row by row.
    pub fn rects(&self) -> &[Rect] {
        &self.rects
    }

    /// The borders of a rectangle, ascending.
    fn around(&self, rect: u32) -> &[u32] {
        &self.around[self.first[rect as usize] as usize..self.first[rect as usize + 1] as usize]
    }

    fn rect_at(&self, grid: &CostGrid, cell: Cell) -> Option<u32> {
        self.labels[grid.node(cell)? as usize].checked_sub(1)
    }

    /// Looks for a way between the middles of two cells; its corners, both ends included, in `points`. False when there is none.
    pub fn find(
        &self,
        grid: &CostGrid,
        search: &mut GraphSearch<Heap>,
        ends: (Cell, Cell),
        points: &mut Vec<Vec2>,
    ) -> bool {
        points.clear();
        let Some(query) = self.query(grid, ends) else { return false };
        let found = search.run(&query.query()) == SearchProgress::Found;
        if found {
            self.corners(&query, search, points);
        }
        found
    }

    /// What to ask for a way between the middles of two cells; none when one of them is a wall.
    pub(super) fn query(&self, grid: &CostGrid, (from, to): (Cell, Cell)) -> Option<MeshQuery<'_>> {
        let (start, goal) = self.rect_at(grid, from).zip(self.rect_at(grid, to))?;
        Some(MeshQuery { mesh: self, start: (start, centre(from)), goal: (goal, centre(to)) })
    }

    /// Appends the corners of the way that a search has found for a query, both ends included.
    pub(super) fn corners(&self, query: &MeshQuery<'_>, search: &GraphSearch<Heap>, points: &mut Vec<Vec2>) {
        let mut nodes = Vec::new();
        search.path(query, &mut nodes);
        let gates = self.gates(query.start.0, nodes.get(1..nodes.len().max(2) - 1).unwrap_or_default());
        let corners = pull(query.start.1, query.goal.1, &gates);
        points.extend(corners.into_iter().map(|(x, y)| Vec2 { x: Fx::from_halves(x), y: Fx::from_halves(y) }));
    }

    /// The borders on a path, as they are passed one after another.
    fn gates(&self, start: u32, path: &[u32]) -> Vec<Gate> {
        let mut rect = start;
        let mut pass = |border: &u32| {
            let border = &self.borders[*border as usize];
            let gate = border.gate_from(rect);
            rect = if border.rects[0] == rect { border.rects[1] } else { border.rects[0] };
            gate
        };
        path.iter().map(&mut pass).collect()
    }
}

fn centre(cell: Cell) -> HalfCellPoint {
    (2 * i32::from(cell.x) + 1, 2 * i32::from(cell.y) + 1)
}

/// All borders: those on the east sides of the rectangles, then those on the south sides.
fn borders(grid: &CostGrid, rects: &[Rect], labels: &[u32]) -> Vec<Border> {
    let label = |x: i16, y: i16| grid.node(Cell { x, y }).map_or(0, |node| labels[node as usize]);
    let mut borders = Vec::new();
    for (row, rect) in (0..).zip(rects) {
        let (east, south) = (rect.x + rect.width as i16, rect.y + rect.height as i16);
        let down = (rect.y..=south).map(|y| if y < south { label(east, y) } else { 0 });
        let upright = |at: i16| (2 * i32::from(east), 2 * (i32::from(rect.y) + i32::from(at)));
        stretches(down, |other, from, to| {
            borders.push(Border { rects: [row, other], ends: [upright(from), upright(to)] });
        });
        let along = (rect.x..=east).map(|x| if x < east { label(x, south) } else { 0 });
        let level = |at: i16| (2 * (i32::from(rect.x) + i32::from(at)), 2 * i32::from(south));
        stretches(along, |other, from, to| {
            borders.push(Border { rects: [row, other], ends: [level(from), level(to)] });
        });
    }
    borders
}

/// Gives each stretch of one label but 0, cut into pieces of at most [`MAX_BORDER_CELLS`]: the rectangle, where it begins and
/// where it has ended. The last label must be 0.
fn stretches(labels: impl Iterator<Item = u32>, mut each: impl FnMut(u32, i16, i16)) {
    let (mut known, mut began) = (0, 0);
    for (at, label) in (0..).zip(labels) {
        if label != known || at - began == MAX_BORDER_CELLS {
            if known != 0 {
                each(known - 1, began, at);
            }
            (known, began) = (label, at);
        }
    }
}
