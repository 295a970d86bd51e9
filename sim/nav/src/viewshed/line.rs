//! Lines of sight between two eyes, over ground and cover.
//!
//! A line goes from one eye to the other, falling or rising evenly, along the rays that the sight of teams is made of
//! (`ray.rs`): it is clear when one of the two Bresenham lines between the cells passes over the cover of every cell between
//! them. Whoever sees is seen: the cells and the heights are the same from either end. Between eyes of one height it tells the
//! same as the sight of teams, which asks whether *the ground* of a cell is in sight, whoever stands there.

use super::height_map::cover;
use super::ray::crossed_cells;
use sandtable_model::map::{Cell, Map};
use sandtable_model::rules::Rules;

/// What stands in the way of eyes on a map. Never changes.
#[derive(Clone, Debug, Default)]
pub struct Skyline {
    width: i32,
    height: i32,
    /// Height of the ground by cell.
    ground: Vec<u8>,
    /// How high eyes must be to see across each cell.
    cover: Vec<u8>,
    /// The highest of those.
    highest: u8,
}

impl Skyline {
    /// The skyline of a map.
    pub fn new(map: &Map, rules: &Rules) -> Skyline {
        let cover = cover(map, rules);
        let highest = cover.iter().copied().max().unwrap_or(0);
        Skyline { width: map.width.into(), height: map.height.into(), ground: map.heights.clone(), cover, highest }
    }

    /// How high eyes are, this high above the ground of a cell of the map.
    #[inline]
    pub fn eye_level(&self, cell: Cell, eyes: u8) -> u8 {
        self.index(cell.x.into(), cell.y.into()).map_or(0, |at| self.ground[at]).saturating_add(eyes)
    }

    /// Whether eyes in two cells see each other; levels as [`Skyline::eye_level`] gives them. What lies off the map hides nothing.
    pub fn is_clear(&self, (from, level): (Cell, u8), (to, other): (Cell, u8)) -> bool {
        if self.highest <= level.min(other) {
            return true;
        }
        let (x, y) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
        let long = x.abs().max(y.abs());
        let (start, end) = (i32::from(level), i32::from(other));
        let passes = |(step, (dx, dy)): (i32, (i32, i32))| {
            let at = self.index(i32::from(from.x) + dx, i32::from(from.y) + dy);
            at.is_none_or(|at| i32::from(self.cover[at]) * long <= start * (long - step) + end * step)
        };
        [false, true].into_iter().any(|towards| (1..).zip(crossed_cells(x, y, towards)).all(passes))
    }

    #[inline]
    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then_some((y * self.width + x) as usize)
    }
}
