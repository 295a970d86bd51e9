//! Where to build: candidates around a place, filtered, then weighed (Game AI Pro ch. 26: position queries).
//!
//! No building shuts another in: a ring of clear cells stays around each, and the way between a base and its
//! nodes stays open. Ties and near-ties are resolved by the random stream, never by a compass direction.

use sandtable_sim::id::KindId;
use sandtable_sim::map::{Cell, Rect};
use sandtable_sim::math::{Fx, Vec2};

use crate::desk::Desk;
use crate::situation::{footprint, near};

/// What a place is searched for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query {
    pub kind: KindId,
    /// The place to be near to.
    pub around: Vec2,
    /// Cells from there to search.
    pub radius: i16,
    /// A place to be rather near to as well, a quarter as important; none when it does not matter.
    pub toward: Option<Vec2>,
}

/// Candidates weighed before the best is taken.
const MAX_CANDIDATES: usize = 4_096;
/// Distance noise in cells, so that no two matches build alike.
const JITTER_CELLS: i16 = 2;

/// The best place, as a north-west cell.
pub(crate) fn find(desk: &mut Desk<'_, '_>, query: Query) -> Option<Cell> {
    let obstacles = Obstacles::around(desk, query.around, query.radius + 10);
    let shape = footprint(desk.rules, query.kind, Cell::at(query.around));
    let (half_x, half_y) = (shape.width as i16 / 2, shape.height as i16 / 2);
    let reach = query.radius;
    let side = (2 * reach + 1) as u16;
    let square = Rect { x: shape.x - half_x - reach, y: shape.y - half_y - reach, width: side, height: side };
    let mut best: Option<(i64, Cell)> = None;
    for cell in square.cells().take(MAX_CANDIDATES) {
        let rect = Rect { x: cell.x, y: cell.y, ..shape };
        if !near(rect.centre(), query.around, reach) || desk.yard.is_bad(cell) {
            continue;
        }
        let cost = weigh(query, rect.centre(), desk.rng.below(u32::from(JITTER_CELLS as u16) << 16));
        if best.is_some_and(|(least, _)| cost >= least) || !obstacles.leaves_way(rect) {
            continue;
        }
        if desk.view.can_place(query.kind, cell) {
            best = Some((cost, cell));
        }
    }
    best.map(|(_, cell)| cell)
}

/// Distance in 1/65536 cells with its noise: the less the better.
fn weigh(query: Query, middle: Vec2, noise: u32) -> i64 {
    let apart = |place: Vec2| i64::from(Fx::root_of_wide(middle.distance_squared_wide(place)).bits());
    apart(query.around) + query.toward.map_or(0, |place| apart(place) / 4) + i64::from(noise)
}

/// What stands near the place searched.
pub(crate) struct Obstacles {
    buildings: Vec<Rect>,
    nodes: Vec<Rect>,
    /// From the middle of a base to a node of its own: the way of its gatherers.
    lanes: Vec<(Vec2, Vec2)>,
}

impl Obstacles {
    /// What stands within so many cells of a place.
    pub fn around(desk: &Desk<'_, '_>, middle: Vec2, reach: i16) -> Obstacles {
        let close = |position: Vec2| near(position, middle, reach);
        let rect = |kind, cell| footprint(desk.rules, kind, cell);
        let buildings = desk.situation.buildings.iter().filter(|it| close(it.position));
        let nodes: Vec<_> = desk.situation.nodes.iter().filter(|it| close(it.position)).collect();
        let lanes = desk.situation.base_buildings().flat_map(|base| {
            let own = nodes.iter().filter(|node| near(node.position, base.position, 9));
            own.map(|node| (base.position, node.position))
        });
        Obstacles {
            buildings: buildings.map(|it| rect(it.kind, it.cell)).collect(),
            lanes: lanes.collect(),
            nodes: nodes.iter().map(|it| rect(it.kind, it.cell)).collect(),
        }
    }

    /// Whether a building there shuts in no other and no node, and stands in no way of gatherers.
    pub fn leaves_way(&self, rect: Rect) -> bool {
        let ring = rect.grown(1);
        !self.buildings.iter().any(|other| ring.overlaps(*other))
            && !self.nodes.iter().any(|other| ring.overlaps(*other))
            && !self.lanes.iter().any(|lane| crosses(ring, *lane))
    }
}

/// Whether a straight way touches the rectangle, by eight points along it.
fn crosses(rect: Rect, (from, to): (Vec2, Vec2)) -> bool {
    (1..8).any(|eighth| {
        let along = |a: Fx, b: Fx| Fx::from_bits(a.bits() + ((b.bits() - a.bits()) / 8) * eighth);
        rect.overlaps(Rect::touching(Vec2::new(along(from.x, to.x), along(from.y, to.y))))
    })
}
