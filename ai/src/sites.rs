//! Sites for bases: clusters of the map's rarer nodes, which are public knowledge.

use sandtable_sim::flow::tile::group::mean;
use sandtable_sim::id::KindId;
use sandtable_sim::limits::MAX_RESOURCES;
use sandtable_sim::map::Cell;
use sandtable_sim::math::Vec2;

use sandtable_sim::rules::Rules;
use sandtable_sim::view::View;
use serde::{Deserialize, Serialize};

use crate::desk::Desk;
use crate::manager::construction::SITE_CELLS;
use crate::memory::enemy_starts;
use crate::roles::resource_of;
use crate::situation::{footprint, near};

/// Cells between nodes of one cluster.
const LINK_CELLS: i16 = 7;
/// Sites kept.
const MAX_SITES: usize = 64;

/// A place worth a base.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Site {
    /// The mean position of its nodes.
    pub middle: Vec2,
}

/// The sites of the map.
pub(crate) fn on(view: &View<'_>) -> Vec<Site> {
    let (map, rules) = (view.map(), view.rules());
    let nodes: Vec<(usize, Vec2)> = map
        .nodes
        .iter()
        .filter_map(|(kind, cell)| Some((resource_of(rules, *kind)?.index(), place_of(rules, *kind, *cell))))
        .collect();
    let Some(rare) = rarest(&nodes) else { return Vec::new() };
    let mut clusters: Vec<Vec<Vec2>> = Vec::new();
    for (_, position) in nodes.iter().filter(|node| node.0 == rare) {
        let linked = |cluster: &Vec<Vec2>| cluster.iter().any(|other| near(*other, *position, LINK_CELLS));
        match clusters.iter().position(linked) {
            Some(row) => clusters[row].push(*position),
            None if clusters.len() < MAX_SITES => clusters.push(vec![*position]),
            None => {}
        }
    }
    clusters.iter().map(|cluster| Site { middle: mean(cluster) }).collect()
}

/// Cells from a site within which a base is the one of that site: where one may be founded, and half a base more.
pub(crate) const HELD_CELLS: i16 = SITE_CELLS + 2;

/// Whether no base of the own side and nothing hostile is known to be near a place, no other plan is for it, and no opponent that is
/// still in the match started there.
pub(crate) fn is_unheld(desk: &Desk<'_, '_>, place: Vec2) -> bool {
    let base = desk.roles.base;
    let taken = desk.situation.buildings.iter().any(|it| Some(it.kind) == base && near(it.position, place, HELD_CELLS));
    let hostile = desk.situation.enemies().any(|it| near(it.position, place, 12));
    let pledged = desk.pledged.iter().any(|site| near(*site, place, HELD_CELLS));
    !(taken || hostile || pledged || enemy_starts(desk.view).any(|start| near(start, place, 12)))
}

/// The resource with the fewest nodes on the map.
fn rarest(nodes: &[(usize, Vec2)]) -> Option<usize> {
    let count = |resource: usize| nodes.iter().filter(|node| node.0 == resource).count();
    (0..MAX_RESOURCES).filter(|resource| count(*resource) > 0).min_by_key(|resource| count(*resource))
}

fn place_of(rules: &Rules, kind: KindId, cell: Cell) -> Vec2 {
    footprint(rules, kind, cell).centre()
}
