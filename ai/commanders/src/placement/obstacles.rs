//! What a building may not shut in: other buildings, nodes, the ways of gatherers.

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Rect;

use super::tuning::{LANE_CELLS, STREET_CELLS};
use crate::context::Assessment;
use crate::perception::{footprint, near};

/// What stands near the place searched.
pub(crate) struct Obstacles {
    buildings: Vec<Rect>,
    nodes: Vec<Rect>,
    /// From the middle of a base to a node of its own: the way of its gatherers.
    lanes: Vec<(Vec2, Vec2)>,
}

impl Obstacles {
    /// What stands within a number of cells of a place.
    pub fn around(known: &Assessment<'_, '_>, middle: Vec2, reach: i16) -> Obstacles {
        let close = |position: Vec2| near(position, middle, reach);
        let rect = |kind, cell| footprint(known.rules, kind, cell);
        let buildings = known.situation.buildings.iter().filter(|it| close(it.position));
        let nodes: Vec<_> = known.situation.nodes.iter().filter(|it| close(it.position)).collect();
        let lanes = known.situation.base_buildings().flat_map(|base| {
            let own = nodes.iter().filter(|node| near(node.position, base.position, LANE_CELLS));
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

    /// Whether the streets between a building there and all others are wide enough for two to pass each other.
    pub fn leaves_streets(&self, rect: Rect) -> bool {
        let ring = rect.grown(STREET_CELLS);
        !self.buildings.iter().chain(&self.nodes).any(|other| ring.overlaps(*other))
    }
}

/// Whether a straight way touches the rectangle, by eight points along it.
fn crosses(rect: Rect, (from, to): (Vec2, Vec2)) -> bool {
    (1..8).any(|eighth| {
        let along = |a: Fx, b: Fx| Fx::from_bits(a.bits() + ((b.bits() - a.bits()) / 8) * eighth);
        rect.overlaps(Rect::touching(Vec2::new(along(from.x, to.x), along(from.y, to.y))))
    })
}
