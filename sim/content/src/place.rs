//! Places in content files.

use sandtable_math::Bounds;
use sandtable_model::map::Cell;
use sandtable_state::limits::MAX_MAP_SIDE;

use super::TableReader;

/// Reads a place: cells from the west, cells from the north.
pub(super) fn read_cell(table: &TableReader<'_>, key: &str) -> Cell {
    let at = table.int_list(key, Bounds::new(0, i64::from(MAX_MAP_SIDE) - 1)).required();
    match at[..] {
        [x, y] => Cell::new(x as i16, y as i16),
        // Nothing was read: that has been recorded.
        [] => Cell::default(),
        _ => {
            table.error(key, format!("{} numbers", at.len()), "two: cells from the west, cells from the north");
            Cell::default()
        }
    }
}
