//! Reading `[triggers.NAME]` of strategy files.

use sandtable_content::TableReader;
use sandtable_math::Bounds;
use sandtable_state::limits::{MAX_TICKS, TICKS_PER_SECOND};

use super::Trigger;
use crate::considerations::ConsiderationReader;
use crate::place_queries::PlaceQueries;
use crate::scripted;

/// Triggers of one strategy.
pub(crate) const MAX_TRIGGERS: usize = 64;

/// Reads `[triggers.NAME]`.
pub(crate) fn read(
    file: &TableReader<'_>,
    reader: &mut ConsiderationReader<'_>,
    places: &PlaceQueries,
) -> Vec<Trigger> {
    let tables = file.tables("triggers");
    if tables.len() > MAX_TRIGGERS {
        file.error("triggers", format!("{} triggers", tables.len()), format!("at most {MAX_TRIGGERS}"));
    }
    let clock = Bounds::new(TICKS_PER_SECOND, 3_600 * TICKS_PER_SECOND);
    let trigger = |table: &TableReader<'_>| Trigger {
        name: table.name().text.to_owned(),
        conditions: reader.comparisons(table, "when", ""),
        hold_ticks: table.seconds("for", clock).or(0),
        every_ticks: table.seconds("every", clock).optional(),
        until_tick: table.seconds("until", Bounds::new(TICKS_PER_SECOND, MAX_TICKS)).or(u32::MAX),
        orders: scripted::orders_at_once(table, reader.rules, places),
    };
    tables.iter().take(MAX_TRIGGERS).map(trigger).collect()
}
