//! Choosing between options: what is attacked, trained, built, researched and settled first.

use sandtable_sim::content::Reader;
use sandtable_sim::decide::{Decision, Policy};

use super::reader::{Lens, policy};
use crate::input::{Input, Scope};

/// How options of one sort are weighed.
pub(crate) struct Chooser {
    pub decision: Decision<Input>,
    pub policy: Policy,
}

/// How options are weighed, by sort; none does as the managers do without.
#[derive(Default)]
pub(crate) struct Choosers {
    pub targets: Option<Chooser>,
    pub units: Option<Chooser>,
    pub buildings: Option<Chooser>,
    pub techs: Option<Chooser>,
    pub sites: Option<Chooser>,
}

impl Choosers {
    /// Reads `[choose]` of a strategy file; none when there is no such table.
    pub fn read(file: &Reader<'_>, lens: &mut Lens<'_>) -> Choosers {
        let Some(table) = file.table("choose") else { return Choosers::default() };
        let mut chooser = |key: &str, scope: Scope| {
            let entry = table.table(key)?;
            Some(Chooser { decision: lens.decision(&entry, scope, ""), policy: policy(&entry) })
        };
        Choosers {
            targets: chooser("targets", Scope::TARGET),
            units: chooser("units", Scope::UNIT),
            buildings: chooser("buildings", Scope::BUILDING),
            techs: chooser("techs", Scope::TECH),
            sites: chooser("sites", Scope::SITE),
        }
    }
}
