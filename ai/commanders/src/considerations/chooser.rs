//! Choosing between options: what is attacked, trained, built, researched and settled first.

use sandtable_content::TableReader;
use sandtable_decide::{DecisionRule, SelectionPolicy};

use super::reader::{ConsiderationReader, policy};
use crate::input::{Input, InputScope};

/// How options of one sort are weighed.
pub(crate) struct OptionChooser {
    pub decision: DecisionRule<Input>,
    pub policy: SelectionPolicy,
}

/// How options are weighed, by sort; none does as the managers do without.
#[derive(Default)]
pub(crate) struct OptionChoosers {
    pub targets: Option<OptionChooser>,
    pub units: Option<OptionChooser>,
    pub buildings: Option<OptionChooser>,
    pub techs: Option<OptionChooser>,
    pub sites: Option<OptionChooser>,
}

impl OptionChoosers {
    /// Reads `[choose]` of a strategy file; none when there is no such table.
    pub fn read(file: &TableReader<'_>, reader: &mut ConsiderationReader<'_>) -> OptionChoosers {
        let Some(table) = file.table("choose") else { return OptionChoosers::default() };
        let mut chooser = |key: &str, scope: InputScope| {
            let entry = table.table(key)?;
            Some(OptionChooser { decision: reader.decision(&entry, scope, ""), policy: policy(&entry) })
        };
        OptionChoosers {
            targets: chooser("targets", InputScope::TARGET),
            units: chooser("units", InputScope::UNIT),
            buildings: chooser("buildings", InputScope::BUILDING),
            techs: chooser("techs", InputScope::TECH),
            sites: chooser("sites", InputScope::SITE),
        }
    }
}
