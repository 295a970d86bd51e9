//! Nodes that workers can be sent to: those with a drop-off in reach that one can stand beside.

use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::{Kind, Stats};
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::view::{KnownNode, OwnBuilding, View};
use sandtable_state::id::{Handle, KindId};

use super::geometry::wide_square;
use super::roles::resource_of;
use super::tuning::{FAR_DROP_OFF_CELLS, MAX_SHIFTS};

/// A node that can be worked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorkableNode {
    pub handle: Handle,
    pub position: Vec2,
    pub resource: usize,
    /// Equal nodes are chosen between by lot.
    pub lot: u64,
    /// Squared distance to the nearest drop-off, wide.
    pub apart: i64,
    /// Workers that still fit.
    pub room: i32,
}

/// What shifts are counted in: quarters of a worker for each place of a node.
const SHIFT_PARTS: i32 = 4;

/// The nodes with a drop-off in reach and an open side, by handle, with all their room for workers of this kind; `lot` draws lots
/// among equals.
pub(super) fn find_workable_nodes(
    view: &View<'_>,
    worker: Option<KindId>,
    buildings: &[OwnBuilding],
    nodes: &[KnownNode],
    lot: impl Fn(Vec2) -> u64,
) -> Vec<WorkableNode> {
    let rules = view.rules();
    let takes = |it: &&OwnBuilding| it.stage == ConstructionStage::Complete && rules.kind(it.kind).drop_off != 0;
    let drop_offs: Vec<(Vec2, &Kind)> =
        buildings.iter().filter(takes).map(|it| (it.position, rules.kind(it.kind))).collect();
    let workable = |node: &KnownNode| {
        let (resource, kind) = (resource_of(rules, node.kind)?.index(), rules.kind(node.kind));
        let fitting = drop_offs.iter().filter(|(_, kind)| kind.drop_off & (1 << resource) != 0);
        let nearest = fitting.min_by_key(|(place, _)| place.distance_squared_wide(node.position))?;
        let apart = nearest.0.distance_squared_wide(node.position);
        if apart > wide_square(FAR_DROP_OFF_CELLS) || node.amount == 0 {
            return None;
        }
        let way = (nearest.0 - node.position).length_floor() - half_width(nearest.1) - half_width(kind);
        let places = kind.stock.as_ref().map_or(0, |stock| i32::from(stock.workers));
        let (shifts, open) = match worker {
            Some(worker) => (shifts(view.stats(worker), resource, way), view.has_open_side(worker, node)),
            None => (SHIFT_PARTS, true),
        };
        let (position, lot) = (node.position, lot(node.position));
        let room = places * shifts / SHIFT_PARTS;
        open.then_some(WorkableNode { handle: node.handle, position, resource, lot, apart, room })
    };
    nodes.iter().filter_map(workable).collect()
}

/// How many workers it takes to keep one at work at a node, in quarters, while the others carry what they have on a way this long: a
/// cycle of gathering and walking, over the gathering.
fn shifts(worker: &Stats, resource: usize, way: Fx) -> i32 {
    let gathers = i32::from(worker.gather_ticks[resource]).max(1);
    let walks = (i64::from(way.max(Fx::ZERO).bits()) * 2 / i64::from(worker.speed.bits().max(1))) as i32;
    (SHIFT_PARTS * (gathers + walks) / gathers).min(SHIFT_PARTS * MAX_SHIFTS)
}

fn half_width(kind: &Kind) -> Fx {
    let width = kind.footprint.as_ref().map_or(0, |cells| i32::from(cells.width.min(cells.height)));
    Fx::from_bits(Fx::HALF.bits() * width)
}
