//! Whether the declared symmetry holds: terrain, heights, nodes and starts are carried onto themselves.

use sandtable_model::map::{Cell, Isometry, Map, Symmetry, footprint};
use sandtable_model::rules::Rules;
use sandtable_state::Arrange;
use sandtable_state::id::KindId;

use super::MapFinding;
use super::tuning::MAX_DIFFERENCES_SHOWN;

/// The first differences between the map and its image.
pub(super) fn check(map: &Map, rules: &Rules) -> Vec<MapFinding> {
    if map.symmetry == Symmetry::None {
        return Vec::new();
    }
    if !map.symmetry.fits(map.width, map.height) {
        let found = format!("symmetry \"{}\" on {} x {} cells", map.symmetry.name(), map.width, map.height);
        return vec![MapFinding::error(None, found, "a square map, or another symmetry")];
    }
    let turn = map.symmetry.generator();
    let mut findings = grid_differences(map, turn, &map.terrain, &|row| {
        rules.terrain.get(usize::from(row)).map_or(String::new(), |terrain| terrain.name.clone())
    });
    findings.extend(grid_differences(map, turn, &map.heights, &|height| format!("height {height}")));
    findings.extend(node_differences(map, rules, turn));
    findings.extend(start_differences(map, rules, turn));
    findings
}

/// A place that differs from its image: `cell` holds `here`, its image holds something else.
fn difference(map: &Map, cell: Cell, here: &str, image: Cell, there: &str) -> MapFinding {
    let found = format!("{here} where {} has {there} at {}", map.symmetry.name(), place(image));
    MapFinding::error(Some(cell), found, format!("the same on both, or symmetry = \"{}\"", Symmetry::None.name()))
}

fn place(cell: Cell) -> String {
    format!("column {}, row {}", i32::from(cell.x) + 1, i32::from(cell.y) + 1)
}

fn grid_differences(map: &Map, turn: Isometry, grid: &[u8], name: &dyn Fn(u8) -> String) -> Vec<MapFinding> {
    let compared = map.bounds().cells().filter_map(|cell| {
        let image = turn.cell(cell, map.width, map.height);
        let (here, there) = (grid[map.index(cell)], grid[map.index(image)]);
        (here != there).then(|| difference(map, cell, &name(here), image, &name(there)))
    });
    compared.take(MAX_DIFFERENCES_SHOWN).collect()
}

fn node_differences(map: &Map, rules: &Rules, turn: Isometry) -> Vec<MapFinding> {
    let mut sorted: Vec<(KindId, Cell)> = map.nodes.clone();
    sorted.arrange();
    let compared = map.nodes.iter().filter_map(|(kind, cell)| {
        let rect = footprint(rules, *kind, *cell);
        let image = turn.rect(rect, map.width, map.height);
        let north_west = Cell::new(image.x, image.y);
        let same_shape = (image.width, image.height) == (rect.width, rect.height);
        let there = same_shape && sorted.binary_search(&(*kind, north_west)).is_ok();
        (!there).then(|| difference(map, *cell, &rules.kind(*kind).name, north_west, "none"))
    });
    compared.take(MAX_DIFFERENCES_SHOWN).collect()
}

fn start_differences(map: &Map, rules: &Rules, turn: Isometry) -> Vec<MapFinding> {
    let compared = map.starts.iter().enumerate().filter_map(|(row, cell)| {
        let image = turn.rect(footprint(rules, rules.start.base, *cell), map.width, map.height);
        let north_west = Cell::new(image.x, image.y);
        let there = map.starts.contains(&north_west);
        (!there).then(|| difference(map, *cell, &format!("start {}", row + 1), north_west, "no start"))
    });
    compared.take(MAX_DIFFERENCES_SHOWN).collect()
}
