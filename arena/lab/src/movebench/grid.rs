//! The floor plan of a situation: which cells are open, and what can be seen over them.

use sandtable_math::Fx;
use sandtable_model::map::Map;
use sandtable_model::rules::{Locomotion, Rules, Terrain, WALL_COST};

/// A point in cells.
pub type Point = [f64; 2];

/// A fixed-point number as a float, exactly.
pub fn number(fixed: Fx) -> f64 {
    f64::from(fixed.bits()) / 65536.0
}

/// Open cells and walls. Outside is wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Cells eastwards.
    pub width: usize,
    /// Cells southwards.
    pub height: usize,
    /// Row by row: whether it is open.
    pub open: Vec<bool>,
}

impl Grid {
    /// A plan without walls.
    pub fn clear(width: usize, height: usize) -> Grid {
        Grid { width, height, open: vec![true; width * height] }
    }

    /// Whether a cell is on the plan and open.
    pub fn is_open(&self, x: i64, y: i64) -> bool {
        self.index(x, y).is_some_and(|index| self.open[index])
    }

    /// The index of a cell; none off the plan.
    pub fn index(&self, x: i64, y: i64) -> Option<usize> {
        let inside = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height;
        inside.then(|| y as usize * self.width + x as usize)
    }

    /// Opens or closes the cells of a rectangle, as far as they are on the plan.
    pub fn fill(&mut self, [x, y, width, height]: [i64; 4], open: bool) {
        for row in y..y + height {
            for column in x..x + width {
                if let Some(index) = self.index(column, row) {
                    self.open[index] = open;
                }
            }
        }
    }

    /// The map of the plan: open cells have the rules' first terrain that can be walked on, walls the first that cannot.
    pub fn to_map(&self, name: &str, rules: &Rules) -> Map {
        let terrain = |open: bool| {
            let fits = |terrain: &Terrain| (terrain.cost(Locomotion::Foot) != WALL_COST) == open;
            rules.terrain.iter().position(fits).unwrap_or(0) as u8
        };
        let (floor, wall) = (terrain(true), terrain(false));
        let cells = self.open.iter().map(|open| if *open { floor } else { wall });
        Map::level(name, self.width as u16, self.height as u16, cells.collect())
    }

    /// Whether a massless body can go straight from one point to another. It slips through no corner between two walls.
    pub fn sees(&self, from: Point, to: Point) -> bool {
        let (mut x, mut y) = (from[0].floor() as i64, from[1].floor() as i64);
        let (goal_x, goal_y) = (to[0].floor() as i64, to[1].floor() as i64);
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let (step_x, step_y) = (dx.signum() as i64, dy.signum() as i64);
        while self.is_open(x, y) {
            if (x, y) == (goal_x, goal_y) {
                return true;
            }
            let (across, down) = (crossing(x, from[0], dx), crossing(y, from[1], dy));
            if (across - down).abs() < 1e-9 {
                if !self.is_open(x + step_x, y) || !self.is_open(x, y + step_y) {
                    return false;
                }
                (x, y) = (x + step_x, y + step_y);
            } else if across < down {
                x += step_x;
            } else {
                y += step_y;
            }
            if across.min(down) > 1.0 + 1e-9 {
                return true;
            }
        }
        false
    }
}

/// The part of the way at which a line leaves a cell along one axis; never, when it does not move along it.
fn crossing(cell: i64, from: f64, step: f64) -> f64 {
    if step == 0.0 {
        return f64::INFINITY;
    }
    let border = if step > 0.0 { cell + 1 } else { cell };
    (border as f64 - from) / step
}

/// The distance between two points.
pub fn distance(one: Point, other: Point) -> f64 {
    let (dx, dy) = (one[0] - other[0], one[1] - other[1]);
    (dx * dx + dy * dy).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sight_stops_at_walls_and_between_corners() {
        let mut grid = Grid::clear(8, 8);
        assert!(grid.sees([0.5, 0.5], [7.5, 6.5]));
        grid.fill([3, 0, 1, 7], false);
        assert!(!grid.sees([0.5, 0.5], [7.5, 0.5]));
        assert!(grid.sees([0.5, 7.5], [7.5, 7.5]));
        let mut corners = Grid::clear(4, 4);
        corners.fill([1, 2, 1, 1], false);
        assert!(!corners.sees([0.5, 1.5], [1.5, 2.5]), "into the wall");
        assert!(!corners.sees([1.5, 1.5], [0.5, 2.5]), "past its corner");
        assert!(corners.sees([2.5, 1.5], [3.5, 2.5]));
    }
}
