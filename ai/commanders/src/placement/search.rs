//! The place of a building no query is asked for: candidates around a place, filtered, then weighed.
//!
//! No building shuts another in: a ring of clear cells stays around each, and the way between a base and its
//! nodes stays open. Ties and near-ties are resolved by the random stream, never by a compass direction.

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_state::id::KindId;
use sandtable_state::rng::Rng;

use super::obstacles::Obstacles;
use super::tuning::{JITTER_CELLS, MAX_CANDIDATES, NARROW_CELLS, OBSTACLE_MARGIN_CELLS};
use crate::context::Assessment;
use crate::perception::{footprint, near};

/// What a place is searched for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceSearch {
    pub kind: KindId,
    /// The place to be near to.
    pub around: Vec2,
    /// Cells from there to search.
    pub radius: i16,
    /// A place to be rather near to as well, a quarter as important; none when it does not matter.
    pub toward: Option<Vec2>,
}

/// The best place, as a north-west cell.
pub(crate) fn find(known: &Assessment<'_, '_>, rng: &mut Rng, query: PlaceSearch) -> Option<Cell> {
    let obstacles = Obstacles::around(known, query.around, query.radius + OBSTACLE_MARGIN_CELLS);
    let shape = footprint(known.rules, query.kind, Cell::at(query.around));
    let (half_x, half_y) = (shape.width as i16 / 2, shape.height as i16 / 2);
    let reach = query.radius;
    let side = (2 * reach + 1) as u16;
    let square = Rect { x: shape.x - half_x - reach, y: shape.y - half_y - reach, width: side, height: side };
    let mut best: Option<(i64, Cell)> = None;
    for cell in square.cells().take(MAX_CANDIDATES) {
        let rect = Rect { x: cell.x, y: cell.y, ..shape };
        if !near(rect.centre(), query.around, reach) || known.construction.is_bad(cell) {
            continue;
        }
        let cost = weigh(query, rect.centre(), rng.below(u32::from(JITTER_CELLS as u16) << 16));
        let beats = |cost: i64| best.is_none_or(|(least, _)| cost < least);
        // What takes longer to tell is asked only of a place that can still be the best.
        if !beats(cost) || !obstacles.leaves_way(rect) {
            continue;
        }
        let narrow = if obstacles.leaves_streets(rect) { 0 } else { i64::from(NARROW_CELLS) << 16 };
        if beats(cost + narrow) && known.view.can_place(query.kind, cell) {
            best = Some((cost + narrow, cell));
        }
    }
    best.map(|(_, cell)| cell)
}

/// Distance in 1/65536 cells with its noise: the less the better.
fn weigh(query: PlaceSearch, middle: Vec2, noise: u32) -> i64 {
    let apart = |place: Vec2| i64::from(Fx::root_of_wide(middle.distance_squared_wide(place)).bits());
    apart(query.around) + query.toward.map_or(0, |place| apart(place) / 4) + i64::from(noise)
}
