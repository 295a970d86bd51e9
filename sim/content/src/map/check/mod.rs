//! What is wrong with a map as a place to play: each lint in a file of its own, each finding at its cell.

mod fair;
mod place;
mod symmetric;
mod tuning;
mod walkable;

use sandtable_diagnostics::Severity;
use sandtable_model::map::{Cell, Map};
use sandtable_model::rules::Rules;

/// One problem of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapFinding {
    /// Whether the map can be used.
    pub severity: Severity,
    /// Where, when it has a place.
    pub cell: Option<Cell>,
    /// What was found.
    pub found: String,
    /// What would do.
    pub expected: String,
}

impl MapFinding {
    fn error(cell: Option<Cell>, found: String, expected: impl Into<String>) -> MapFinding {
        MapFinding { severity: Severity::Error, cell, found, expected: expected.into() }
    }

    fn warning(cell: Option<Cell>, found: String, expected: impl Into<String>) -> MapFinding {
        MapFinding { severity: Severity::Warning, cell, found, expected: expected.into() }
    }
}

/// Everything there is to say about a map under a ruleset: errors as `errors_of`, and warnings about fairness and room.
pub fn check_map(map: &Map, rules: &Rules) -> Vec<MapFinding> {
    let mut findings = errors_of(map, rules);
    if findings.is_empty() {
        findings.extend(fair::check(map, rules));
        findings.extend(place::check_room(map, rules));
    }
    findings
}

/// What makes a map unusable: things off the map or upon each other, a false symmetry, places that cannot be reached.
pub(super) fn errors_of(map: &Map, rules: &Rules) -> Vec<MapFinding> {
    let mut findings = place::check(map, rules);
    if findings.is_empty() {
        findings.extend(symmetric::check(map, rules));
        findings.extend(walkable::check(map, rules));
    }
    findings
}
