//! Asking a strategy's own position queries.

use sandtable_decide::{PositionQuery, Shortlist};
use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_state::id::KindId;

use super::survey::{PlaceSubject, PlaceSurvey};
use crate::context::Assessment;
use crate::place_queries::SiteQuery;

/// Where the strategy has a building stand, as a north-west cell: outer none when it says nothing of the kind, inner none when no place
/// will do.
pub(crate) fn for_building(known: &Assessment<'_, '_>, kind: KindId, site: Option<Vec2>) -> Option<Option<Cell>> {
    known.places.for_kind(kind).map(|query| corner(known, kind, site, query))
}

/// Where a query has a building stand, as a north-west cell.
pub(crate) fn by_query(known: &Assessment<'_, '_>, kind: KindId, query: SiteQuery) -> Option<Cell> {
    corner(known, kind, None, known.places.site_query(query)?)
}

/// Where a query points at when it is not asked whether anything can stand there.
pub(crate) fn goal_of(known: &Assessment<'_, '_>, query: SiteQuery) -> Option<Vec2> {
    let survey = PlaceSurvey::new(known, PlaceSubject::default());
    let query = known.places.site_query(query)?;
    let lot = |place| known.situation.lot_of(place);
    query.find(&survey, survey.site(), lot, &mut Shortlist::default()).map(|found| found.place)
}

fn corner(known: &Assessment<'_, '_>, kind: KindId, site: Option<Vec2>, query: &PositionQuery) -> Option<Cell> {
    let survey = PlaceSurvey::new(known, PlaceSubject { kind: Some(kind), site, last: None });
    let found = query.find(&survey, survey.site(), |place| known.situation.lot_of(place), &mut Shortlist::default());
    found.and_then(|found| survey.corner(found.place))
}

/// The site that a query finds, by its row among those known; `last` is the one that was chosen last.
pub(crate) fn site(known: &Assessment<'_, '_>, query: SiteQuery, last: Option<Vec2>) -> Option<usize> {
    let query = known.places.site_query(query)?;
    let survey = PlaceSurvey::new(known, PlaceSubject { kind: None, site: None, last });
    let lot = |place| known.situation.lot_of(place);
    let place = query.find(&survey, known.situation.home, lot, &mut Shortlist::default())?.place;
    let away = |row: &usize| known.knowledge.sites[*row].middle.distance_squared_wide(place);
    (0..known.knowledge.sites.len()).min_by_key(away)
}
