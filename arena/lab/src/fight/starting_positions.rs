//! The ground of one game: everybody on a cell near its own, drawn by the seed; in every second game a half turn about.

use sandtable_math::mix3;
use sandtable_model::map::{Cell, Rect};
use sandtable_model::scenario::{PlacedEntity, Scenario};
use sandtable_model::schedule::SchedulePlan;

/// The scenario with its units placed for game `number`: games 2n and 2n + 1 have one seed and swapped sides.
pub fn scatter(scenario: &Scenario, seed: u64, turned: bool) -> Scenario {
    let bounds = scenario.map.bounds();
    let mut taken: Vec<Cell> = Vec::new();
    let mut placed = Vec::new();
    let mut rows: Vec<std::ops::Range<u16>> = Vec::new();
    for (row, entry) in scenario.placed.iter().enumerate() {
        if scenario.rules.kind(entry.kind).class != sandtable_model::rules::Class::Unit {
            rows.push(placed.len() as u16..placed.len() as u16 + 1);
            placed.push(entry.clone());
            continue;
        }
        // A squad begins where it is in formation: it is moved as a whole.
        let whole = PlacedEntity { count: 1, ..entry.clone() };
        let drawn = if entry.formation.is_some() { &whole } else { entry };
        let cells = cells_around(bounds, drawn, mix3(seed, 1, row as u64), &taken);
        taken.extend(&cells);
        let count = if entry.formation.is_some() { entry.count } else { 1 };
        let one = |cell: Cell| PlacedEntity { cell: turn(bounds, cell, turned), count, ..entry.clone() };
        let first = placed.len() as u16;
        placed.extend(cells.into_iter().map(one));
        rows.push(first..placed.len() as u16);
    }
    let regroup = |plan: &SchedulePlan| {
        let placed = plan.placed.iter().filter_map(|row| rows.get(usize::from(*row))).flat_map(Clone::clone).collect();
        let plan = SchedulePlan { placed, ..plan.clone() };
        if turned { turn_plan(bounds, plan) } else { plan }
    };
    let schedules = scenario.schedules.iter().map(regroup).collect();
    Scenario { placed, schedules, ..scenario.clone() }
}

/// As many free cells as an entry has units, drawn from the square around its own that has room for twice as many.
fn cells_around(bounds: Rect, entry: &PlacedEntity, seed: u64, taken: &[Cell]) -> Vec<Cell> {
    let reach = (1i16..32).find(|reach| (2 * reach + 1).pow(2) >= 2 * entry.count as i16).unwrap_or(32);
    let square = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y)));
    let mut cells: Vec<Cell> = square.map(|(x, y)| entry.cell.offset(x, y)).collect();
    cells.retain(|cell| bounds.contains(*cell) && !taken.contains(cell));
    cells.sort_by_key(|cell| mix3(seed, cell.x as u64, cell.y as u64));
    cells.truncate(usize::from(entry.count));
    cells
}

/// A schedule a half turn about.
pub fn turn_plan(bounds: Rect, mut plan: SchedulePlan) -> SchedulePlan {
    for slice in &mut plan.slices {
        slice.action =
            slice.action.map(|action| action.cell().map_or(action, |cell| action.with_cell(turn(bounds, cell, true))));
        slice.wave.iter_mut().for_each(|wave| wave.cell = turn(bounds, wave.cell, true));
    }
    plan
}

/// Where a half turn of the map carries a cell.
pub fn turn(bounds: Rect, cell: Cell, turned: bool) -> Cell {
    let (width, height) = (bounds.width as i16, bounds.height as i16);
    if turned { Cell::new(width - 1 - cell.x, height - 1 - cell.y) } else { cell }
}
