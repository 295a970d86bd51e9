//! The ground of one game: everybody on a cell near its own, drawn by the seed; in every second game a half turn about.

use sandtable_sim::map::{Cell, Rect};
use sandtable_sim::math::mix3;
use sandtable_sim::scenario::{Placed, Scenario};

/// The scenario with its units placed for game `number`: games 2n and 2n + 1 have one seed and swapped sides.
pub fn scatter(scenario: &Scenario, seed: u64, turned: bool) -> Scenario {
    let bounds = scenario.map.bounds();
    let mut taken: Vec<Cell> = Vec::new();
    let mut placed = Vec::new();
    for (row, entry) in scenario.placed.iter().enumerate() {
        if scenario.rules.kind(entry.kind).class != sandtable_sim::rules::Class::Unit {
            placed.push(entry.clone());
            continue;
        }
        // A squad begins where it is in formation: it is moved as a whole.
        let whole = Placed { count: 1, ..entry.clone() };
        let drawn = if entry.formation.is_some() { &whole } else { entry };
        let cells = cells_around(bounds, drawn, mix3(seed, 1, row as u64), &taken);
        taken.extend(&cells);
        let there = |cell: Cell| if turned { turn(bounds, cell) } else { cell };
        let count = if entry.formation.is_some() { entry.count } else { 1 };
        let one = |cell: Cell| Placed { cell: there(cell), count, ..entry.clone() };
        placed.extend(cells.into_iter().map(one));
    }
    Scenario { placed, ..scenario.clone() }
}

/// As many free cells as an entry has units, drawn from the square around its own that has room for twice as many.
fn cells_around(bounds: Rect, entry: &Placed, seed: u64, taken: &[Cell]) -> Vec<Cell> {
    let reach = (1i16..32).find(|reach| (2 * reach + 1).pow(2) >= 2 * entry.count as i16).unwrap_or(32);
    let square = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y)));
    let mut cells: Vec<Cell> = square.map(|(x, y)| entry.cell.offset(x, y)).collect();
    cells.retain(|cell| bounds.contains(*cell) && !taken.contains(cell));
    cells.sort_by_key(|cell| mix3(seed, cell.x as u64, cell.y as u64));
    cells.truncate(usize::from(entry.count));
    cells
}

/// Where a half turn of the map carries a cell.
pub fn turn(bounds: Rect, cell: Cell) -> Cell {
    Cell::new(bounds.width as i16 - 1 - cell.x, bounds.height as i16 - 1 - cell.y)
}
