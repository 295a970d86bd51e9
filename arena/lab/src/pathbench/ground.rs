//! The ground to search: a map of Sandtable's for a class of locomotion, or a MovingAI file by the benchmark's own rules.

use std::path::Path;

use sandtable_content::map::{import_movingai, read_movingai};
use sandtable_match::library::Library;
use sandtable_match::{Failure, assemble};
use sandtable_model::map::{Cell, Map, footprint};
use sandtable_model::rules::{Locomotion, Rules, WALL_COST};
use sandtable_nav::search::CostGrid;

/// Loads the grid of a map, by file or name. A MovingAI file without a class is open or closed, as the benchmark has it;
/// everything else costs what the ruleset says for the class, on foot when none is given.
///
/// # Errors
/// That it cannot be read, or what is wrong with it.
pub fn load(name: &str, class: Option<Locomotion>, rules: &str) -> Result<CostGrid, Failure> {
    let file = Path::new(name);
    let text = if file.is_file() { assemble::read_file(file)? } else { String::new() };
    let first = text.trim_start().lines().next().unwrap_or_default();
    let movingai = first.starts_with("type ") && !first.contains('=');
    if movingai && class.is_none() {
        return load_benchmark(file);
    }
    let mut library = Library::here();
    let rules = assemble::load_rules(&mut library, rules)?;
    let map = if movingai {
        import_movingai(name, name, &text)?.resolve(&rules)?
    } else {
        assemble::load_map(&mut library, name, &rules)?
    };
    Ok(with_nodes(&map, &rules, class.unwrap_or_default()))
}

/// Loads the grid of a MovingAI file.
///
/// # Errors
/// That it cannot be read, or what is wrong with it.
pub fn load_benchmark(file: &Path) -> Result<CostGrid, Failure> {
    let text = assemble::read_file(file)?;
    Ok(CostGrid::of_open(&read_movingai(&file.to_string_lossy(), &text)?))
}

/// The terrain with the resource nodes standing on it.
fn with_nodes(map: &Map, rules: &Rules, class: Locomotion) -> CostGrid {
    let mut grid = CostGrid::of_map(map, rules, class);
    if class != Locomotion::Air {
        let cells = map.nodes.iter().flat_map(|(kind, cell)| footprint(rules, *kind, *cell).cells());
        cells.for_each(|cell| grid.set(cell, WALL_COST));
    }
    grid
}

/// Checks that a way can begin or end in a cell; `option` is what messages call the cell.
///
/// # Errors
/// That the cell is off the map, or closed.
pub fn check_end(grid: &CostGrid, option: &str, cell: Cell) -> Result<(), Failure> {
    let (width, height) = grid.size();
    let (x, y) = (cell.x, cell.y);
    let found = match grid.node(cell) {
        None => format!("{x},{y}, which is off the map; expected 0,0 to {},{}", width - 1, height - 1),
        Some(_) if !grid.is_open(cell) => format!("{x},{y}, which cannot be entered; expected an open cell"),
        Some(_) => return Ok(()),
    };
    Err(Failure::Usage(format!("{option}: found {found}")))
}
