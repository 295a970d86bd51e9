//! Whether starts and nodes stand on ground that bears them, apart from each other, with room to build.

use sandtable_model::map::{Cell, Map, Rect, UNREACHED, Walk, footprint, starting_class};
use sandtable_model::rules::{Rules, WALL_COST};

use super::MapFinding;
use super::tuning::{HOME_REACH, ROOM_FACTOR};

/// Bases and nodes that are off the map, on ground that does not bear them, or upon each other.
pub(super) fn check(map: &Map, rules: &Rules) -> Vec<MapFinding> {
    let bases =
        map.starts.iter().enumerate().map(|(row, cell)| (format!("start {}", row + 1), rules.start.base, *cell));
    let nodes = map.nodes.iter().map(|(kind, cell)| (rules.kind(*kind).name.clone(), *kind, *cell));
    let mut taken = vec![false; map.cells()];
    let mut findings = Vec::new();
    for (number, (what, kind, cell)) in bases.chain(nodes).enumerate() {
        let rect = footprint(rules, kind, cell);
        let problem =
            if number < map.starts.len() { base_problem(map, rules, rect) } else { node_problem(map, rules, rect) };
        let overlaps = problem.is_none() && rect.cells().any(|cell| taken[map.index(cell)]);
        if let Some((found, expected)) = problem {
            findings.push(MapFinding::error(Some(cell), format!("{what} {found}"), expected));
        } else if overlaps {
            findings.push(MapFinding::error(Some(cell), format!("{what} overlapping another entity"), "free cells"));
        } else {
            rect.cells().for_each(|cell| taken[map.index(cell)] = true);
        }
    }
    findings
}

fn base_problem(map: &Map, rules: &Rules, rect: Rect) -> Option<(String, String)> {
    let base = &rules.kind(rules.start.base).name;
    let (width, height) = (rect.width, rect.height);
    if !rect.cells().all(|cell| map.contains(cell)) {
        return Some((format!("whose {base} reaches off the map"), format!("{width} x {height} cells on the map")));
    }
    let terrain = |cell: Cell| &rules.terrain[usize::from(map.terrain[map.index(cell)])];
    let bad = rect.cells().map(terrain).find(|terrain| !terrain.buildable)?;
    Some((format!("on {}", bad.name), format!("buildable terrain under {base}, {width} x {height} cells")))
}

fn node_problem(map: &Map, rules: &Rules, rect: Rect) -> Option<(String, String)> {
    if !rect.cells().all(|cell| map.contains(cell)) {
        return Some(("that reaches off the map".into(), format!("{} x {} cells on the map", rect.width, rect.height)));
    }
    let class = starting_class(rules);
    let terrain = |cell: Cell| &rules.terrain[usize::from(map.terrain[map.index(cell)])];
    let bad = rect.cells().map(terrain).find(|terrain| terrain.cost(class) == WALL_COST)?;
    Some((format!("on {}", bad.name), "terrain that can be walked on beneath it".into()))
}

/// Bases without free ground around them to build on.
pub(super) fn check_room(map: &Map, rules: &Rules) -> Vec<MapFinding> {
    let walk = Walk::at_start(map, rules);
    let short = |(row, cell): (usize, &Cell)| {
        let base = footprint(rules, rules.start.base, *cell);
        let reached = walk.distances(base);
        let free = |cell: &Cell| {
            map.contains(*cell)
                && reached.of(*cell) != UNREACHED
                && rules.terrain[usize::from(map.terrain[map.index(*cell)])].buildable
        };
        let room = base.grown(HOME_REACH).cells().filter(free).count();
        let wanted = ROOM_FACTOR * usize::from(base.width) * usize::from(base.height);
        (room < wanted).then(|| {
            let found = format!("{room} free cells to build on within {HOME_REACH} cells of start {}", row + 1);
            MapFinding::warning(Some(*cell), found, format!("at least {wanted}"))
        })
    };
    map.starts.iter().enumerate().filter_map(short).collect()
}
