//! The line-of-sight pass: which cells around a goal see all of the way to it.
//!
//! From each corner of what is dearer than plain ground a line is drawn away from the goal, and a wave that runs out from the goal
//! over plain ground passes neither (Emerson, Game AI Pro ch. 23). Emerson draws the lines as the wave comes to the corners, and
//! by Bresenham: an obstacle that the wave does not touch has no shadow then, and cells that a shadow's edge only cuts
//! stay unmarked, so a walker there goes straight and catches the corner. Here all lines are drawn first, and mark every cell
//! that they touch: a cell in sight sees the goal from all over.

use super::layer::Layer;
use crate::map::{Cell, Rect};

/// Cells from the goal up to which sight reaches.
pub const REACH: i16 = 16;
/// Columns of a patch: the bits of a row.
const WIDTH: i16 = 64;
/// The cost of plain ground.
const PLAIN: u8 = 8;

/// The cells from which a goal is in sight, in a patch around it.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    origin: Cell,
    rows: Vec<u64>,
}

impl Sight {
    /// Looks around a goal. Rectangles so wide that no patch holds them are in sight from nowhere.
    pub fn around(layer: &Layer, goal: Rect) -> Sight {
        let reach = REACH.min((WIDTH - goal.width as i16) / 2).min((WIDTH - goal.height as i16) / 2);
        if reach <= 0 {
            return Sight::default();
        }
        let patch = goal.grown(reach);
        let mut wave = Wave::over(layer, goal, patch);
        wave.draw_edges();
        wave.run();
        Sight { origin: Cell::new(patch.x, patch.y), rows: wave.seen }
    }

    /// Whether the goal is in sight from a cell.
    #[inline]
    pub fn sees(&self, cell: Cell) -> bool {
        bit(&self.rows, cell.x - self.origin.x, cell.y - self.origin.y)
    }

    /// Whether any cell of a square with this north-west corner may see the goal.
    pub fn overlaps(&self, origin: Cell, side: i16) -> bool {
        let (x, y) = (origin.x - self.origin.x, origin.y - self.origin.y);
        x + side > 0 && y + side > 0 && x < WIDTH && y < self.rows.len() as i16
    }
}

/// A bit of a patch; false outside.
#[inline]
fn bit(rows: &[u64], x: i16, y: i16) -> bool {
    (0..WIDTH).contains(&x) && y >= 0 && rows.get(y as usize).is_some_and(|row| row >> x & 1 != 0)
}

/// What the pass works on, in the patch's own coordinates.
struct Wave {
    goal: Rect,
    width: i16,
    height: i16,
    /// Plain ground.
    plain: Vec<u64>,
    /// Cells a shadow's edge touches.
    edge: Vec<u64>,
    seen: Vec<u64>,
}

impl Wave {
    fn over(layer: &Layer, goal: Rect, patch: Rect) -> Wave {
        let (width, height) = (patch.width as i16, patch.height as i16);
        let mut plain = vec![0; patch.height.into()];
        for cell in patch.cells().filter(|cell| layer.cost(*cell) <= PLAIN) {
            plain[(cell.y - patch.y) as usize] |= 1 << (cell.x - patch.x);
        }
        let goal = Rect { x: goal.x - patch.x, y: goal.y - patch.y, ..goal };
        let none = vec![0; patch.height.into()];
        Wave { goal, width, height, plain, edge: none.clone(), seen: none }
    }

    fn is_inside(&self, x: i16, y: i16) -> bool {
        x >= 0 && y >= 0 && x < self.width && y < self.height
    }

    /// Draws the edges of all shadows, also those behind what lies in shadow itself, where they change nothing.
    fn draw_edges(&mut self) {
        let patch = Rect { x: 0, y: 0, width: self.width as u16, height: self.height as u16 };
        for cell in patch.cells() {
            if !bit(&self.plain, cell.x, cell.y) && !self.goal.contains(cell) {
                let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
                corners.into_iter().for_each(|(dx, dy)| self.draw_edge(cell.x + dx, cell.y + dy));
            }
        }
    }

    /// Runs from the goal over plain ground up to the edges.
    fn run(&mut self) {
        let mut front: Vec<(i16, i16)> = self.goal.cells().map(|cell| (cell.x, cell.y)).collect();
        for (x, y) in &front {
            self.seen[*y as usize] |= 1 << x;
        }
        while let Some((x, y)) = front.pop() {
            for (x, y) in [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)] {
                let is_lit = bit(&self.plain, x, y) && !bit(&self.edge, x, y) && !bit(&self.seen, x, y);
                if is_lit && self.is_inside(x, y) {
                    self.seen[y as usize] |= 1 << x;
                    front.push((x, y));
                }
            }
        }
    }

    /// Draws the edge of the shadow behind a corner, a point between cells, unless what lies behind it is solid anyway.
    fn draw_edge(&mut self, corner_x: i16, corner_y: i16) {
        let away = |corner: i16, first: i16, length: u16| {
            // From the nearest point among the middles of the goal's cells, in half cells.
            2 * corner - (2 * corner).clamp(2 * first + 1, 2 * (first + length as i16) - 1)
        };
        let dx = i32::from(away(corner_x, self.goal.x, self.goal.width));
        let dy = i32::from(away(corner_y, self.goal.y, self.goal.height));
        for (beside_x, beside_y) in [(0, 0), (1, 0), (0, 1)] {
            // A ray along the border of two cells, which wide goals have, touches both.
            if beside_x == 1 && dx != 0 || beside_y == 1 && dy != 0 {
                continue;
            }
            self.draw_ray(Line::new(corner_x, corner_y, dx, dy), (beside_x, beside_y));
        }
    }

    fn draw_ray(&mut self, mut line: Line, (beside_x, beside_y): (i16, i16)) {
        line.cell = (line.cell.0 + beside_x, line.cell.1 + beside_y);
        let (x, y) = line.cell;
        if bit(&self.plain, x, y) {
            while self.mark(line.cell) {
                if let Some((beside, below)) = line.advance() {
                    self.mark(beside);
                    self.mark(below);
                }
            }
        }
    }

    fn mark(&mut self, (x, y): (i16, i16)) -> bool {
        let inside = self.is_inside(x, y);
        if inside {
            self.edge[y as usize] |= 1 << x;
        }
        inside
    }
}

/// The cells that a ray from a corner touches, nearest first (after Amanatides and Woo 1987); of two on whose border it runs the
/// western or northern ones.
struct Line {
    cell: (i16, i16),
    sign: (i16, i16),
    length: (i32, i32),
    crossed: (i32, i32),
}

impl Line {
    fn new(corner_x: i16, corner_y: i16, dx: i32, dy: i32) -> Line {
        let first = |corner: i16, along: i32| if along > 0 { corner } else { corner - 1 };
        Line {
            cell: (first(corner_x, dx), first(corner_y, dy)),
            sign: (dx.signum() as i16, dy.signum() as i16),
            length: (dx.abs(), dy.abs()),
            crossed: (1, 1),
        }
    }

    /// Goes on to the next cell; where the ray passes through a corner, returns the two cells that it touches there.
    fn advance(&mut self) -> Option<((i16, i16), (i16, i16))> {
        let (time_x, time_y) = (self.crossed.0 * self.length.1, self.crossed.1 * self.length.0);
        let touched = ((self.cell.0 + self.sign.0, self.cell.1), (self.cell.0, self.cell.1 + self.sign.1));
        if time_x <= time_y {
            self.cell.0 += self.sign.0;
            self.crossed.0 += 1;
        }
        if time_y <= time_x {
            self.cell.1 += self.sign.1;
            self.crossed.1 += 1;
        }
        (time_x == time_y).then_some(touched)
    }
}
