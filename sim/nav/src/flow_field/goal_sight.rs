//! The line-of-sight pass: which cells around a goal see all of the way to it.
//!
//! From each corner of what is dearer than plain ground a line is drawn away from the goal, and a wave that runs out from the goal
//! over plain ground passes neither (Emerson, Game AI Pro ch. 23). Emerson draws the lines as the wave comes to the corners, and
//! by Bresenham: an obstacle that the wave does not touch has no shadow then, and cells that a shadow's edge only cuts
//! stay unmarked, so a walker there goes straight and catches the corner. Here all lines are drawn first, and mark every cell
//! that they touch: a cell in sight sees the goal from all over.

use sandtable_model::map::{Cell, Rect};

use super::layer::Layer;
use super::layout::SIGHT_COLUMNS;
use super::partition::SIDE;
pub use super::tuning::REACH;
use crate::bits::Bits;

/// The cells from which a goal is in sight, in a patch around it; found when somebody first looks.
#[derive(Clone, Debug, Default)]
pub struct GoalSight {
    goal: Rect,
    patch: Rect,
    /// By row of the patch; none before somebody looks.
    rows: Vec<u64>,
}

impl GoalSight {
    /// Nobody has looked yet. Rectangles so wide that no patch holds them are in sight from nowhere.
    pub fn unseen(goal: Rect) -> GoalSight {
        let reach = REACH.min((SIGHT_COLUMNS - goal.width as i16) / 2).min((SIGHT_COLUMNS - goal.height as i16) / 2);
        let patch = if reach > 0 { goal.grown(reach) } else { Rect::default() };
        GoalSight { goal, patch, rows: Vec::new() }
    }

    /// Looks around the goal, unless somebody has.
    pub fn look(&mut self, layer: &Layer) {
        if self.rows.is_empty() {
            let mut wave = SightWave::over(layer, self.goal, self.patch);
            wave.draw_edges();
            wave.run();
            self.rows = wave.seen;
        }
    }

    /// Which of the cells from one on, west to east, see the goal: a bit for each of a sector's side.
    #[inline]
    pub fn seen_from(&self, first: Cell) -> u16 {
        let row = usize::try_from(first.y - self.patch.y).ok().and_then(|y| self.rows.get(y));
        (shifted(*row.unwrap_or(&0), self.patch.x - first.x) & ((1 << SIDE) - 1)) as u16
    }

    /// Forgets what was seen: something around the goal has changed.
    pub fn forget(&mut self) {
        self.rows.clear();
    }

    /// Whether any cell of a square with this north-west corner may see the goal.
    #[inline]
    pub fn overlaps(&self, origin: Cell, side: u16) -> bool {
        self.patch.overlaps(Rect { x: origin.x, y: origin.y, width: side, height: side })
    }
}

/// A row moved to the east by a number of columns.
#[inline]
fn shifted(row: u64, columns: i16) -> u64 {
    let by = |columns: i16| columns.unsigned_abs().into();
    if columns < 0 { row.checked_shr(by(columns)) } else { row.checked_shl(by(columns)) }.unwrap_or(0)
}

/// A bit of a patch; false outside.
#[inline]
fn bit(rows: &[u64], x: i16, y: i16) -> bool {
    (0..SIGHT_COLUMNS).contains(&x) && y >= 0 && rows.get(y as usize).is_some_and(|row| row >> x & 1 != 0)
}

/// What the pass works on, in the patch's own coordinates.
struct SightWave {
    goal: Rect,
    width: i16,
    /// Plain ground.
    plain: Vec<u64>,
    /// Cells a shadow's edge touches.
    edge: Vec<u64>,
    /// The goal, and what sees it.
    seen: Vec<u64>,
}

impl SightWave {
    fn over(layer: &Layer, goal: Rect, patch: Rect) -> SightWave {
        let goal = Rect { x: goal.x - patch.x, y: goal.y - patch.y, ..goal };
        let none = vec![0; patch.height.into()];
        let mut seen = none.clone();
        for row in seen.iter_mut().skip(goal.y as usize).take(goal.height.into()) {
            *row = run_of(goal.width) << goal.x;
        }
        SightWave { goal, width: patch.width as i16, plain: plain(layer, patch), edge: none, seen }
    }

    /// Draws the edges of all shadows.
    fn draw_edges(&mut self) {
        for y in 1..self.plain.len() {
            let corners = self.corners(y);
            Bits(corners).for_each(|x| self.draw_edge(x as i16, y as i16));
        }
    }

    /// The points north of a row, by the cells east of them, where plain ground meets what is dearer.
    fn corners(&self, y: usize) -> u64 {
        let dearer = |y: usize| !(self.plain[y] | self.seen[y]) & run_of(self.width as u16);
        let around = |row: u64| row | row << 1;
        around(dearer(y - 1) | dearer(y)) & around(self.plain[y - 1] | self.plain[y])
    }

    /// Runs from the goal over plain ground up to the edges, row by row, southwards and northwards in turn.
    fn run(&mut self) {
        let rows = self.seen.len();
        let mut grows = true;
        while grows {
            grows = (0..rows).fold(false, |grows, y| self.run_along(y) | grows);
            grows = grows && (0..rows).rev().fold(false, |grows, y| self.run_along(y) | grows);
        }
    }

    /// Runs along a row from what is seen in it and beside it; returns whether more is seen now.
    fn run_along(&mut self, y: usize) -> bool {
        let (own, lit) = (self.seen[y], self.plain[y] & !self.edge[y]);
        let beside = |y: usize| self.seen.get(y).copied().unwrap_or(0);
        let near = own << 1 | own >> 1 | beside(y.wrapping_sub(1)) | beside(y + 1);
        let new = near & lit & !own;
        if new != 0 {
            let west = eastwards(new.reverse_bits(), lit.reverse_bits()).reverse_bits();
            self.seen[y] |= west | eastwards(new, lit);
        }
        new != 0
    }

    /// Draws the edge of the shadow behind a corner, a point between cells, unless what lies behind it is solid anyway.
    fn draw_edge(&mut self, corner_x: i16, corner_y: i16) {
        let away = |corner: i16, first: i16, length: u16| {
            // From the nearest point among the middles of the goal's cells, in half cells.
            2 * corner - (2 * corner).clamp(2 * first + 1, 2 * (first + length as i16) - 1)
        };
        let dx = i32::from(away(corner_x, self.goal.x, self.goal.width));
        let dy = i32::from(away(corner_y, self.goal.y, self.goal.height));
        // A corner that the cell before it hides lies in that one's shadow: its own has no edge.
        if dx != 0 && dy != 0 && self.is_dearer(corner_x - i16::from(dx > 0), corner_y - i16::from(dy > 0)) {
            return;
        }
        for (beside_x, beside_y) in [(0, 0), (1, 0), (0, 1)] {
            // A ray along the border of two cells, which wide goals have, touches both.
            if beside_x == 1 && dx != 0 || beside_y == 1 && dy != 0 {
                continue;
            }
            self.draw_ray(CornerRay::new(corner_x, corner_y, dx, dy), (beside_x, beside_y));
        }
    }

    /// Whether a cell of the patch, other than the goal's, is dearer than plain ground.
    fn is_dearer(&self, x: i16, y: i16) -> bool {
        !bit(&self.plain, x, y) && !self.goal.contains(Cell::new(x, y))
    }

    fn draw_ray(&mut self, line: CornerRay, (beside_x, beside_y): (i16, i16)) {
        let (x, y) = (line.cell.0 + beside_x, line.cell.1 + beside_y);
        if bit(&self.plain, x, y) {
            line.draw(1 << x, y as usize, run_of(self.width as u16), &mut self.edge);
        }
    }
}

/// The lowest `width` bits.
fn run_of(width: u16) -> u64 {
    u64::MAX.checked_shr(64 - u32::from(width)).unwrap_or(0)
}

/// The cells of a patch that are plain ground.
fn plain(layer: &Layer, patch: Rect) -> Vec<u64> {
    let rows = patch.y..patch.y + patch.height as i16;
    rows.map(|y| layer.plain().row_from(Cell::new(patch.x, y)) & run_of(patch.width)).collect()
}

/// What can be reached from some cells of runs by going east along them: a carry passes from each cell to the end of its run.
fn eastwards(cells: u64, runs: u64) -> u64 {
    (runs.wrapping_add(cells) ^ runs | cells) & runs
}

/// The cells that a ray from a corner touches, nearest first (after Amanatides and Woo 1987); of two on whose border it runs the
/// western or northern ones.
struct CornerRay {
    cell: (i16, i16),
    /// Whether it runs east, and south.
    forward: (bool, bool),
    /// From one border of columns to the next, and from one of rows, in parts of a time that is the same for both.
    pace: (i32, i32),
}

impl CornerRay {
    fn new(corner_x: i16, corner_y: i16, dx: i32, dy: i32) -> CornerRay {
        let first = |corner: i16, along: i32| if along > 0 { corner } else { corner - 1 };
        CornerRay {
            cell: (first(corner_x, dx), first(corner_y, dy)),
            forward: (dx > 0, dy > 0),
            pace: (dy.abs(), dx.abs()),
        }
    }

    /// Draws it from a cell, given as the bit of its column and its row, until it leaves the columns that are `inside`, or the rows.
    fn draw(&self, mut bit: u64, mut y: usize, inside: u64, rows: &mut [u64]) {
        let aside = |bit: u64| if self.forward.0 { bit << 1 } else { bit >> 1 };
        let below = |y: usize| if self.forward.1 { y + 1 } else { y.wrapping_sub(1) };
        let (mut time_x, mut time_y) = self.pace;
        while let Some(row) = rows.get_mut(y).filter(|_| bit & inside != 0) {
            *row |= bit;
            let (crosses_x, crosses_y) = (time_x <= time_y, time_y <= time_x);
            if crosses_x && crosses_y {
                // Through a corner, where it touches the cells on both sides.
                *row |= aside(bit) & inside;
                rows.get_mut(below(y)).into_iter().for_each(|row| *row |= bit);
            }
            if crosses_x {
                bit = aside(bit);
                time_x += self.pace.0;
            }
            if crosses_y {
                y = below(y);
                time_y += self.pace.1;
            }
        }
    }
}
