//! Asking a strategy's own position queries.

use sandtable_decide::Shortlist;
use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_state::id::KindId;

use super::survey::{PlaceSubject, PlaceSurvey};
use crate::context::Assessment;
use crate::place_queries::SiteQuery;

/// Where the strategy has a building stand, as a north-west cell: outer none when it says nothing of the kind, inner none when no place
/// will do.
pub(crate) fn for_building(known: &Assessment<'_, '_>, kind: KindId, site: Option<Vec2>) -> Option<Option<Cell>> {
    let query = known.places.for_kind(kind)?;
    let survey = PlaceSurvey::new(known, PlaceSubject { kind: Some(kind), site, last: None });
    let found = query.find(&survey, survey.site(), |place| known.situation.lot_of(place), &mut Shortlist::default());
    Some(found.and_then(|found| survey.corner(found.place)))
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
