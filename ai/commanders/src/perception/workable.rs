//! Nodes that workers can be sent to: those with a drop-off in reach.

use sandtable_math::Vec2;
use sandtable_model::rules::Rules;
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::view::{KnownNode, OwnBuilding};
use sandtable_state::id::Handle;

use super::geometry::wide_square;
use super::roles::resource_of;
use super::tuning::FAR_DROP_OFF_CELLS;

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

/// The nodes with a drop-off in reach, by handle, with all their room; `lot` draws lots among equals.
pub(crate) fn find_workable_nodes(
    rules: &Rules,
    buildings: &[OwnBuilding],
    nodes: &[KnownNode],
    lot: impl Fn(Vec2) -> u64,
) -> Vec<WorkableNode> {
    let takes = |it: &&OwnBuilding| it.stage == ConstructionStage::Complete && rules.kind(it.kind).drop_off != 0;
    let drop_offs: Vec<(Vec2, u8)> =
        buildings.iter().filter(takes).map(|it| (it.position, rules.kind(it.kind).drop_off)).collect();
    let pit = |node: &KnownNode| {
        let resource = resource_of(rules, node.kind)?.index();
        let fitting = drop_offs.iter().filter(|(_, takes)| takes & (1 << resource) != 0);
        let apart = fitting.map(|(place, _)| place.distance_squared_wide(node.position)).min()?;
        let room = rules.kind(node.kind).stock.as_ref().map_or(0, |stock| i32::from(stock.workers));
        let fits = apart <= wide_square(FAR_DROP_OFF_CELLS) && node.amount > 0;
        let (position, lot) = (node.position, lot(node.position));
        fits.then_some(WorkableNode { handle: node.handle, position, resource, lot, apart, room })
    };
    nodes.iter().filter_map(pit).collect()
}
