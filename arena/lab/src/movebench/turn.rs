//! The eight ways to lay a situation on the map: an engine that prefers one direction shows it here.

use super::grid::{Grid, Point};

/// Whether east and south change places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Axes {
    #[default]
    Kept,
    Swapped,
}

/// Which way an axis runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Direction {
    #[default]
    Kept,
    Flipped,
}

impl Direction {
    /// Where a coordinate comes to lie on a side of this length.
    fn apply(self, offset: f64, length: f64) -> f64 {
        match self {
            Direction::Kept => offset,
            Direction::Flipped => length - offset,
        }
    }
}

/// Swap the axes, then flip them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    axes: Axes,
    x: Direction,
    y: Direction,
}

impl Turn {
    /// The turn of this number, counted round: 0 leaves everything in place, 1 to 3 turn by quarters, 4 to 7 mirror as well.
    pub fn numbered(number: u32) -> Turn {
        use Axes::Swapped;
        use Direction::{Flipped, Kept};
        let (axes, x, y) = match number % 8 {
            0 => (Axes::Kept, Kept, Kept),
            1 => (Swapped, Flipped, Kept),
            2 => (Axes::Kept, Flipped, Flipped),
            3 => (Swapped, Kept, Flipped),
            4 => (Axes::Kept, Flipped, Kept),
            5 => (Swapped, Kept, Kept),
            6 => (Axes::Kept, Kept, Flipped),
            _ => (Swapped, Flipped, Flipped),
        };
        Turn { axes, x, y }
    }

    /// Whether width and height change places.
    pub fn swaps(self) -> bool {
        self.axes == Axes::Swapped
    }

    /// Where a point of the plan comes to lie.
    pub fn point(self, [x, y]: Point, plan: &Grid) -> Point {
        let [x, y] = if self.swaps() { [y, x] } else { [x, y] };
        let (width, height) = self.size(plan);
        [self.x.apply(x, width), self.y.apply(y, height)]
    }

    /// Where a rectangle of whole cells comes to lie: its north-west cell, its width and height.
    pub fn rect(self, [x, y, width, height]: [i64; 4], plan: &Grid) -> [i64; 4] {
        let one = self.point([x as f64, y as f64], plan);
        let other = self.point([(x + width) as f64, (y + height) as f64], plan);
        let low = [one[0].min(other[0]), one[1].min(other[1])];
        let size = [(one[0] - other[0]).abs(), (one[1] - other[1]).abs()];
        [low[0] as i64, low[1] as i64, size[0] as i64, size[1] as i64]
    }

    /// The plan turned.
    pub fn grid(self, plan: &Grid) -> Grid {
        let (width, height) = if self.swaps() { (plan.height, plan.width) } else { (plan.width, plan.height) };
        let mut grid = Grid::clear(width, height);
        for (index, open) in plan.open.iter().enumerate() {
            let cell = [(index % plan.width) as i64, (index / plan.width) as i64, 1, 1];
            let [x, y, ..] = self.rect(cell, plan);
            if let Some(place) = grid.index(x, y) {
                grid.open[place] = *open;
            }
        }
        grid
    }

    fn size(self, plan: &Grid) -> (f64, f64) {
        let (width, height) = (plan.width as f64, plan.height as f64);
        if self.swaps() { (height, width) } else { (width, height) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_turns_are_different_and_keep_the_plan() {
        let mut plan = Grid::clear(5, 3);
        plan.fill([1, 0, 1, 1], false);
        plan.fill([3, 1, 1, 1], false);
        let turned: Vec<Grid> = (0..8).map(|number| Turn::numbered(number).grid(&plan)).collect();
        for (row, grid) in turned.iter().enumerate() {
            assert_eq!(grid.open.iter().filter(|open| !**open).count(), 2);
            assert!(turned[..row].iter().all(|other| other != grid), "{row}");
        }
        assert_eq!(Turn::numbered(1).rect([0, 0, 2, 1], &plan), [2, 0, 1, 2]);
        assert_eq!(Turn::numbered(2).point([1.0, 0.5], &plan), [4.0, 2.5]);
    }
}
