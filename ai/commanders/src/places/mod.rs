//! Position queries of strategy files: where to expand, where towers and other buildings stand (Game AI Pro ch. 26).
//!
//! A strategy writes queries in the vocabulary of [`vocabulary`], and says which of them finds the place of which building; what
//! has none is placed by the construction manager's own rule.

mod ground;
pub(crate) mod vocabulary;

use sandtable_sim::content::{Reader, read_queries};
use sandtable_sim::decide::{Query, Shortlist};
use sandtable_sim::id::KindId;
use sandtable_sim::map::Cell;
use sandtable_sim::math::Vec2;
use sandtable_sim::rules::{Class, Rules};

use crate::desk::Desk;
use ground::Survey;

/// The queries of a strategy.
#[derive(Default)]
pub(crate) struct Places {
    queries: Vec<Query>,
    /// By tag that the file names: whether each kind has it.
    tagged: Vec<Vec<bool>>,
    /// The query that finds the place of a kind of building; ascending by kind.
    of_kinds: Vec<(KindId, u8)>,
}

/// A query for the sites of bases, by its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SiteQuery(u8);

/// What a query is asked about.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct About {
    /// The building to be placed.
    pub kind: Option<KindId>,
    /// The site that it is to be placed on.
    pub site: Option<Vec2>,
    /// The site that was chosen last.
    pub last: Option<Vec2>,
}

impl Places {
    /// Reads `[queries.NAME]` and `[places]` of a strategy file.
    pub fn read(file: &Reader<'_>, rules: &Rules) -> Places {
        let (queries, tags) = read_queries(file, &vocabulary::COMMANDERS, rules);
        let has = |tag: &String| rules.kinds.iter().map(|kind| kind.tags.contains(tag)).collect();
        let mut places = Places { queries, tagged: tags.iter().map(has).collect(), of_kinds: Vec::new() };
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
        places.of_kinds.sort_unstable();
        places
    }

    /// The query that `key` names; none when it names none, which is recorded.
    pub fn query(&self, table: &Reader<'_>, key: &str) -> Option<SiteQuery> {
        let word = table.reference(key, "a query of this file").optional()?;
        let row = self.queries.iter().position(|query| query.name() == word.text);
        if row.is_none() {
            word.unknown("a query of this file", self.queries.iter().map(Query::name));
        }
        row.map(|row| SiteQuery(row as u8))
    }

    /// The query for a kind of building.
    fn of(&self, kind: KindId) -> Option<&Query> {
        let row = self.of_kinds.binary_search_by_key(&kind, |entry| entry.0).ok()?;
        self.queries.get(usize::from(self.of_kinds[row].1))
    }
}

/// Where the strategy has a building stand, as a north-west cell: outer none when it says nothing of the kind, inner none when no place
/// will do.
pub(crate) fn for_building(desk: &Desk<'_, '_>, kind: KindId, site: Option<Vec2>) -> Option<Option<Cell>> {
    let query = desk.places.of(kind)?;
    let survey = Survey::new(desk, About { kind: Some(kind), site, last: None });
    let found = query.find(&survey, survey.site(), |place| desk.situation.lot_of(place), &mut Shortlist::default());
    Some(found.and_then(|found| survey.corner(found.place)))
}

/// The site that a query finds, by its row among those known; `last` is the one that was chosen last.
pub(crate) fn site(desk: &Desk<'_, '_>, query: SiteQuery, last: Option<Vec2>) -> Option<usize> {
    let query = desk.places.queries.get(usize::from(query.0))?;
    let survey = Survey::new(desk, About { kind: None, site: None, last });
    let lot = |place| desk.situation.lot_of(place);
    let place = query.find(&survey, desk.situation.home, lot, &mut Shortlist::default())?.place;
    let away = |row: &usize| desk.knowledge.sites[*row].middle.distance_squared_wide(place);
    (0..desk.knowledge.sites.len()).min_by_key(away)
}
