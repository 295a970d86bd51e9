//! What a build order asks for.

use sandtable_model::rules::Rules;
use serde::{Deserialize, Serialize};

use crate::perception::ProductionTarget;
use crate::place_queries::SiteQuery;

/// One thing to have before the next is begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BuildItem {
    pub target: ProductionTarget,
    /// How many at once, those under way among them.
    pub count: u16,
    /// The tick from which it is left out when it is not begun.
    pub by_tick: Option<u32>,
    /// The query that finds the place of a building, where it is not the usual one.
    pub place: Option<SiteQuery>,
}

impl BuildItem {
    /// What it asks for, with the ruleset's names.
    pub fn describe(&self, rules: &Rules) -> String {
        match self.target {
            ProductionTarget::Kind(kind) => format!("have {} {}", self.count, rules.kind(kind).name),
            ProductionTarget::Tech(tech) => format!("research {}", rules.tech(tech).name),
        }
    }
}
