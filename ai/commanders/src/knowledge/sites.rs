//! Sites for bases: clusters of the map's rarer nodes, which are public knowledge.

use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_nav::flow_field::group::mean;
use sandtable_state::id::KindId;
use sandtable_state::limits::MAX_RESOURCES;

use sandtable_model::rules::Rules;
use sandtable_sim::view::View;
use serde::{Deserialize, Serialize};

use super::tuning::{MAX_SITES, SITE_HELD_CELLS, SITE_HOSTILE_CELLS, SITE_LINK_CELLS};
use crate::perception::{Situation, enemy_starts, footprint, near, resource_of};

/// A place worth a base.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct BaseSite {
    /// The mean position of its nodes.
    pub middle: Vec2,
}

/// The sites of the map.
pub(crate) fn find_sites(view: &View<'_>) -> Vec<BaseSite> {
    let (map, rules) = (view.map(), view.rules());
    let nodes: Vec<(usize, Vec2)> = map
        .nodes
        .iter()
        .filter_map(|(kind, cell)| Some((resource_of(rules, *kind)?.index(), place_of(rules, *kind, *cell))))
        .collect();
    let Some(rare) = rarest(&nodes) else { return Vec::new() };
    let mut clusters: Vec<Vec<Vec2>> = Vec::new();
    for (_, position) in nodes.iter().filter(|node| node.0 == rare) {
        let linked = |cluster: &Vec<Vec2>| cluster.iter().any(|other| near(*other, *position, SITE_LINK_CELLS));
        match clusters.iter().position(linked) {
            Some(row) => clusters[row].push(*position),
            None if clusters.len() < MAX_SITES => clusters.push(vec![*position]),
            None => {}
        }
    }
    clusters.iter().map(|cluster| BaseSite { middle: mean(cluster) }).collect()
}

/// Whether nothing hostile is known to be near a place and no opponent that is still in the match started there.
fn is_safe(view: &View<'_>, situation: &Situation, place: Vec2) -> bool {
    let hostile = situation.enemies().any(|it| near(it.position, place, SITE_HOSTILE_CELLS));
    !(hostile || enemy_starts(view).any(|start| near(start, place, SITE_HOSTILE_CELLS)))
}

/// Whether a place is safe and no own base stands there; one that is being built does not count.
pub(crate) fn is_free(view: &View<'_>, situation: &Situation, place: Vec2) -> bool {
    let stands = situation.base_buildings().any(|base| near(base.position, place, SITE_HELD_CELLS));
    !stands && is_safe(view, situation, place)
}

/// Whether a place is safe, and no base of kind `base` stands there or is being built.
pub(crate) fn is_unheld(view: &View<'_>, situation: &Situation, base: Option<KindId>, place: Vec2) -> bool {
    let own = |kind| Some(kind) == base;
    let taken = situation.buildings.iter().any(|it| own(it.kind) && near(it.position, place, SITE_HELD_CELLS));
    !taken && is_safe(view, situation, place)
}

/// The resource with the fewest nodes on the map.
fn rarest(nodes: &[(usize, Vec2)]) -> Option<usize> {
    let count = |resource: usize| nodes.iter().filter(|node| node.0 == resource).count();
    (0..MAX_RESOURCES).filter(|resource| count(*resource) > 0).min_by_key(|resource| count(*resource))
}

fn place_of(rules: &Rules, kind: KindId, cell: Cell) -> Vec2 {
    footprint(rules, kind, cell).centre()
}
