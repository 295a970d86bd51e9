//! The armies that a strategy names: which soldiers each takes, and where it waits.

use sandtable_content::{TableReader, Word, read_formation};
use sandtable_math::Bounds;
use sandtable_model::Formation;
use sandtable_model::rules::Rules;
use sandtable_state::id::KindId;

use crate::perception::{KindRoles, Situation};
use crate::place_queries::{PlaceQueries, SiteQuery};

/// Armies of one strategy beside the reserve.
const MAX_ARMIES: usize = 8;

/// An army that a strategy names, beside the soldiers that all goals share.
#[derive(Clone, Debug)]
pub(crate) struct NamedArmy {
    pub name: String,
    /// Its share of the soldiers of its kinds.
    share_percent: u8,
    /// The kinds it takes; empty for all.
    pub kinds: Vec<KindId>,
    /// The query that finds where it waits; none for the usual rally point.
    pub rally: Option<SiteQuery>,
    /// How it goes to its missions; none for each soldier by itself.
    pub formation: Option<Formation>,
}

impl NamedArmy {
    /// Reads `[armies.NAME]` of a strategy file.
    pub fn read_all(file: &TableReader<'_>, rules: &Rules, places: &PlaceQueries) -> Vec<NamedArmy> {
        let tables = file.tables("armies");
        if tables.len() > MAX_ARMIES {
            file.error("armies", format!("{} armies", tables.len()), format!("at most {MAX_ARMIES}"));
        }
        let army = |table: &TableReader<'_>| NamedArmy {
            name: table.name().text.to_owned(),
            share_percent: table.int("share_percent", Bounds::new(1, 100)).required(),
            kinds: kinds(table, rules),
            rally: places.query(table, "rally"),
            formation: read_formation(table),
        };
        tables.iter().take(MAX_ARMIES).map(army).collect()
    }

    /// Whether it takes soldiers of this kind.
    pub fn takes(&self, kind: KindId) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// How many soldiers it should have of those there are.
    pub(super) fn wanted(&self, situation: &Situation) -> u16 {
        let there = situation.soldier_units().filter(|(_, unit)| self.takes(unit.kind)).count();
        (there * usize::from(self.share_percent) / 100) as u16
    }
}

/// The kinds of soldier under `kinds`; empty when the key is missing.
fn kinds(table: &TableReader<'_>, rules: &Rules) -> Vec<KindId> {
    if !table.has("kinds") {
        table.skip("kinds");
        return Vec::new();
    }
    let roles = KindRoles::from_rules(rules);
    let soldiers = || rules.kinds().filter(|(kind, _)| roles.marches(*kind));
    let named = |word: &Word<'_>| {
        let found = soldiers().find(|(_, kind)| kind.name == word.text).map(|(id, _)| id);
        if found.is_none() {
            word.unknown("a soldier", soldiers().map(|(_, kind)| kind.name.as_str()));
        }
        found
    };
    table.references("kinds", "soldiers").required().iter().filter_map(named).collect()
}
