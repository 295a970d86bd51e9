//! One `[[expect]]` table, in the keys of today or in those it had before.

use sandtable_content::{TableReader, Word};
use sandtable_math::Bounds;

use super::metric::Metric;

/// A table that names its metric by `what` is written in the keys that expectations had before: its filters stand beside the metric
/// and not under `where`, and `of` is called by what it names.
pub struct ExpectTable<'r, 'd> {
    table: &'r TableReader<'d>,
    filters: Option<TableReader<'d>>,
    is_former: bool,
}

impl<'r, 'd> ExpectTable<'r, 'd> {
    pub(super) fn is_former(table: &TableReader<'_>) -> bool {
        table.keys().iter().any(|key| key.text == "what") && !table.has("metric")
    }

    pub(super) fn open(table: &'r TableReader<'d>, metric: &Metric) -> ExpectTable<'r, 'd> {
        let is_former = ExpectTable::is_former(table);
        let filters = match () {
            () if is_former => Some(table.clone()),
            () if metric.needs_filters() => Some(table.required_table("where")),
            () if metric.filters.is_empty() => None,
            () => table.table("where"),
        };
        ExpectTable { table, filters, is_former }
    }

    /// The key of today, or the one it had before.
    pub fn key(&self, current: &'static str, former: &'static str) -> &'static str {
        if self.is_former { former } else { current }
    }

    /// The table itself.
    pub fn table(&self) -> &'r TableReader<'d> {
        self.table
    }

    /// The table of its filters; none when it has no filters.
    pub fn filters(&self) -> Option<&TableReader<'d>> {
        self.filters.as_ref()
    }

    /// The number of the player it is of, from 1; none when nobody is named.
    pub fn player(&self, players: u8) -> Option<u8> {
        self.table.int(self.key("of", "player"), Bounds::new(1, players)).optional()
    }

    /// The number of the player it is of, who must be named.
    pub fn required_player(&self, players: u8) -> u8 {
        self.table.int(self.key("of", "player"), Bounds::new(1, players)).required()
    }

    /// The strategy it is of; none when none is named.
    pub fn strategy(&self) -> Option<Word<'d>> {
        self.table.reference(self.key("of", "strategy"), "a strategy of this tournament").optional()
    }

    /// The strategy it is of, which must be named.
    pub fn required_strategy(&self) -> Word<'d> {
        self.table.reference(self.key("of", "strategy"), "a strategy of this tournament").required()
    }

    /// The quantile that is meant, in thousandths; the median when none is named.
    pub fn quantile_permille(&self) -> u32 {
        match self.is_former {
            true => self.table.int("percentile", Bounds::new(0_u32, 100)).or(50) * 10,
            false => self.table.thousandths("quantile", Bounds::new(0, 1_000)).or(500) as u32,
        }
    }
}
