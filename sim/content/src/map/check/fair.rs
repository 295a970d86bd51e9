//! Whether every start has the same riches as near as every other.

use sandtable_model::map::{Cell, Map, PLAIN_STEP, Walk, WalkDistances, footprint};
use sandtable_model::rules::Rules;
use sandtable_state::Arrange;
use sandtable_state::id::ResourceId;

use super::MapFinding;
use super::tuning::{COMPARED_NODES, NEAR_CELLS};

/// What one start finds of one resource.
#[derive(PartialEq, Eq)]
struct Riches {
    /// Distances of the nearest nodes, ascending.
    nearest: Vec<u32>,
    /// Nodes within [`NEAR_CELLS`].
    nodes: u32,
    /// What they hold together.
    amount: u64,
}

/// Starts that have it better or worse than start 1; too few starts to play.
pub(super) fn check(map: &Map, rules: &Rules) -> Vec<MapFinding> {
    if map.starts.len() < 2 {
        let found = format!("{} start places", map.starts.len());
        return vec![MapFinding::warning(None, found, "at least 2, drawn with the digits 1 to 8")];
    }
    let walk = Walk::at_start(map, rules);
    let fields: Vec<WalkDistances> =
        map.starts.iter().map(|cell| walk.distances(footprint(rules, rules.start.base, *cell))).collect();
    let mut findings = Vec::new();
    for row in 0..rules.resources.len() {
        let resource = ResourceId(row as u8);
        let riches: Vec<Riches> = fields.iter().map(|field| riches(map, rules, field, resource)).collect();
        findings.extend(compare(map, &rules.resources[row], &riches));
    }
    findings
}

fn riches(map: &Map, rules: &Rules, field: &WalkDistances, resource: ResourceId) -> Riches {
    let mut sum = Riches { nearest: Vec::new(), nodes: 0, amount: 0 };
    for (kind, cell) in &map.nodes {
        let Some(stock) = rules.kind(*kind).stock.as_ref().filter(|stock| stock.resource == resource) else { continue };
        let Some(distance) = field.beside(footprint(rules, *kind, *cell)) else { continue };
        sum.nearest.push(distance);
        if distance <= NEAR_CELLS * PLAIN_STEP {
            sum.nodes += 1;
            sum.amount += u64::from(stock.amount);
        }
    }
    sum.nearest.arrange();
    sum.nearest.truncate(COMPARED_NODES);
    sum
}

fn compare(map: &Map, resource: &str, riches: &[Riches]) -> Vec<MapFinding> {
    let Some(first) = riches.first() else { return Vec::new() };
    let none = riches.iter().all(|riches| riches.nodes == 0);
    if none {
        let found = format!("no {resource} within {NEAR_CELLS} cells of any start");
        return vec![MapFinding::warning(None, found, "some for each start")];
    }
    let different = riches.iter().zip(&map.starts).enumerate().filter(|(_, (riches, _))| *riches != first);
    let name = |(row, (riches, cell)): (usize, (&Riches, &Cell))| {
        let found = format!("start {} with {}", row + 1, riches.describe(resource));
        MapFinding::warning(Some(*cell), found, format!("as start 1: {}", first.describe(resource)))
    };
    different.map(name).collect()
}

impl Riches {
    fn describe(&self, resource: &str) -> String {
        let cells = |distance: &u32| format!("{}.{}", distance / PLAIN_STEP, distance % PLAIN_STEP * 10 / PLAIN_STEP);
        let nearest: Vec<String> = self.nearest.iter().map(cells).collect();
        let (amount, nodes, nearest) = (self.amount, self.nodes, nearest.join(", "));
        format!("{amount} of {resource} in {nodes} nodes within {NEAR_CELLS} cells, the nearest {nearest} cells away")
    }
}
