//! Position queries of strategy files: where to expand, where towers and other buildings stand (Game AI Pro ch. 26).
//!
//! A strategy writes queries in the vocabulary of [`COMMANDERS`](vocabulary::COMMANDERS), and says which of them finds the place of which building; what
//! has none is placed by the construction manager's own rule.

mod vocabulary;

pub use vocabulary::COMMANDERS;
pub(crate) use vocabulary::{Anchor, PlaceCondition, PlaceInput, Source};

use sandtable_content::{TableReader, read_queries};
use sandtable_decide::PositionQuery;
use sandtable_model::rules::{Class, Rules};
use sandtable_state::Arrange;
use sandtable_state::id::KindId;
use serde::{Deserialize, Serialize};

/// The queries of a strategy.
#[derive(Default)]
pub(crate) struct PlaceQueries {
    queries: Vec<PositionQuery>,
    /// By tag that the file names: whether each kind has it.
    pub tagged: Vec<Vec<bool>>,
    /// The query that finds the place of a kind of building; ascending by kind.
    of_kinds: Vec<(KindId, u8)>,
}

/// A query that a goal names for its sites or buildings, by its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SiteQuery(u8);

impl PlaceQueries {
    /// Reads `[queries.NAME]` and `[places]` of a strategy file.
    pub fn read(file: &TableReader<'_>, rules: &Rules) -> PlaceQueries {
        let (queries, tags) = read_queries(file, &vocabulary::COMMANDERS, rules);
        let has = |tag: &String| rules.kinds.iter().map(|kind| kind.tags.contains(tag)).collect();
        let mut places = PlaceQueries { queries, tagged: tags.iter().map(has).collect(), of_kinds: Vec::new() };
        let Some(table) = file.table("places") else { return places };
        for word in table.keys() {
            let query = places.query(&table, word.text);
            let buildings = || rules.kinds().filter(|(_, kind)| kind.class == Class::Building);
            match (buildings().find(|(_, kind)| kind.name == word.text), query) {
                (Some((kind, _)), Some(query)) => places.of_kinds.push((kind, query.0)),
                (Some(_), None) => {}
                (None, _) => word.unknown("a building", buildings().map(|(_, kind)| kind.name.as_str())),
            }
        }
        places.of_kinds.arrange();
        places
    }

    /// The query that `key` names; none when it names none, which is recorded.
    pub fn query(&self, table: &TableReader<'_>, key: &str) -> Option<SiteQuery> {
        let word = table.reference(key, "a query of this file").optional()?;
        let row = self.queries.iter().position(|query| query.name() == word.text);
        if row.is_none() {
            word.unknown("a query of this file", self.queries.iter().map(PositionQuery::name));
        }
        row.map(|row| SiteQuery(row as u8))
    }

    /// The query that a goal names.
    pub fn site_query(&self, query: SiteQuery) -> Option<&PositionQuery> {
        self.queries.get(usize::from(query.0))
    }

    /// The query for a kind of building.
    pub fn for_kind(&self, kind: KindId) -> Option<&PositionQuery> {
        let row = self.of_kinds.binary_search_by_key(&kind, |entry| entry.0).ok()?;
        self.queries.get(usize::from(self.of_kinds[row].1))
    }
}
