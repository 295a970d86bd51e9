//! Whether every base and every node can be walked to.

use sandtable_model::map::{Cell, Map, UNREACHED, Walk, WalkDistances, around, footprint, starting_class};
use sandtable_model::rules::Rules;

use super::MapFinding;
use super::tuning::MAX_NODES_SHOWN;

/// Bases that start 1 cannot walk to, and nodes that no base can.
pub(super) fn check(map: &Map, rules: &Rules) -> Vec<MapFinding> {
    let mut findings = if map.islands { Vec::new() } else { bases_out_of_reach(map, rules) };
    findings.extend(nodes_out_of_reach(map, rules));
    findings
}

fn bases_out_of_reach(map: &Map, rules: &Rules) -> Vec<MapFinding> {
    let Some(first) = map.starts.first() else { return Vec::new() };
    let from_first = Walk::at_start(map, rules).distances(footprint(rules, rules.start.base, *first));
    let apart = |(row, cell): &(usize, &Cell)| {
        *row > 0 && from_first.beside(footprint(rules, rules.start.base, **cell)).is_none()
    };
    let name = |(row, cell): (usize, &Cell)| {
        let class = starting_class(rules).name();
        let found =
            format!("an unreachable base: start {} of map \"{}\", cut off from start 1 on {class}", row + 1, map.name);
        MapFinding::error(
            Some(*cell),
            found,
            "a way between all bases, or `islands = true` for a map of air and transports",
        )
    };
    map.starts.iter().enumerate().filter(apart).map(name).collect()
}

/// A node inside a wood counts as reached: the wood falls from its edge inwards.
fn nodes_out_of_reach(map: &Map, rules: &Rules) -> Vec<MapFinding> {
    if map.starts.is_empty() {
        return Vec::new();
    }
    let bare = Walk::terrain(map, rules, starting_class(rules));
    let bases = map.starts.iter().map(|cell| footprint(rules, rules.start.base, *cell));
    let fields: Vec<WalkDistances> = bases.map(|base| bare.distances(base)).collect();
    let reached = |cell: Cell| fields.iter().any(|field| field.of(cell) != UNREACHED);
    let apart: Vec<&(sandtable_state::id::KindId, Cell)> =
        map.nodes.iter().filter(|(kind, cell)| !around(footprint(rules, *kind, *cell)).any(reached)).collect();
    let more = apart.len().saturating_sub(MAX_NODES_SHOWN);
    let name = |(row, (kind, cell)): (usize, &&(sandtable_state::id::KindId, Cell))| {
        let rest = if row + 1 == MAX_NODES_SHOWN && more > 0 { format!(" (and {more} more)") } else { String::new() };
        let found = format!("{} that no base can reach{rest}", rules.kind(*kind).name);
        MapFinding::error(Some(*cell), found, "a way to it")
    };
    apart.iter().take(MAX_NODES_SHOWN).enumerate().map(name).collect()
}
