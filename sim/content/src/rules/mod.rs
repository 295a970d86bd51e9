//! A rules file becomes [`Rules`].
//!
//! Two passes: first the names of everything that is defined, so that a file may use a name before it defines it,
//! then the tables. What single values cannot show, the checks and lints of the whole find afterwards.

mod ability;
mod attainable;
mod jobs;
mod kind;
mod lint;
mod names;
mod parts;
mod senses;
mod tech;
mod terrain;
mod tuning;

use sandtable_diagnostics::{Checked, Issues, Severity};
use sandtable_model::rules::{BehaviourFile, Class, Rules, StartingForce, ranges};
use sandtable_model::vocabulary::AGENTS;
use sandtable_state::id::KindId;

use super::folder::{is_behaviours, read_behaviours_named};
use super::{ContentSource, Document, MemorySource, TableReader, behaviour_file, load_behaviours, reading};
use names::RuleNames;

/// Reads the rules file called `file`.
///
/// Every problem of a file is found at once, each with its place and what was expected.
///
/// ```
/// use sandtable_content::load_rules;
///
/// let issues = load_rules("tiny.toml", "name = 7\nnmae = 'tiny'").unwrap_err().to_string();
/// assert!(issues.contains("tiny.toml:1"), "{issues}");
/// assert!(issues.contains("nmae"), "{issues}");
/// ```
///
/// # Errors
/// Every problem found, when one of them refuses the file.
pub fn load_rules(file: &str, text: &str) -> Result<Checked<Rules>, Issues> {
    load_rules_with(&MemorySource::new(), file, text)
}

/// Reads a ruleset from the text of a file that may name a behaviour file, which is looked up in `source`.
///
/// # Errors
/// Every problem found in the first that has any of: behaviours, rules.
pub fn load_rules_with(source: &dyn ContentSource, file: &str, text: &str) -> Result<Checked<Rules>, Issues> {
    reading(file, text, |text| read_file(source, file, text))
}

fn read_file(source: &dyn ContentSource, file: &str, text: &str) -> Result<Checked<Rules>, Issues> {
    let document = Document::parse(file, text)?;
    let conduct = read_conduct(source, &document.root())?;
    let rules = read(&document.root(), conduct);
    if !document.has_errors() {
        for defect in rules.check() {
            document.report(Severity::Error, &defect.path, defect.found, defect.expected);
        }
    }
    if !document.has_errors() {
        for defect in lint::lint(&rules) {
            document.report(Severity::Warning, &defect.path, defect.found, defect.expected);
        }
    }
    let mut checked = document.finish(rules)?;
    if let Some(conduct) = &checked.value.conduct {
        // Once more, for what can be said of tags only now.
        let again = load_behaviours(conduct.name(), conduct.text(), &AGENTS, Some(&checked.value))?;
        checked.warnings.extend(again.warnings);
    }
    Ok(checked)
}

/// The behaviours that `behaviours` names, if it names any.
fn read_conduct(source: &dyn ContentSource, root: &TableReader<'_>) -> Result<Option<BehaviourFile>, Issues> {
    let Some(word) = root.reference("behaviours", "a behaviour file").optional() else { return Ok(None) };
    if !is_behaviours(source, &word) {
        return Ok(None);
    }
    let (label, text) = read_behaviours_named(source, word.text)?;
    behaviour_file::read(word.text, &label, &text).map(|checked| Some(checked.value))
}

fn read(root: &TableReader<'_>, conduct: Option<BehaviourFile>) -> Rules {
    let names = RuleNames::read(root);
    let (damage_kinds, damage_percent) = terrain::read_damage(root, &names);
    let minds = conduct.as_ref().and_then(BehaviourFile::behaviours).map(|behaviours| behaviours.minds());
    let kinds = kind::read_all(root, &names, minds);
    let techs = tech::read_all(root, &names, &kinds);
    let abilities = ability::read_all(root, &names);
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Rules {
        name: root.text("name", ranges::NAME_CHARS).required().to_owned(),
        resources: owned(&names.resources),
        terrain: terrain::read_all(root),
        damage_kinds,
        armour_classes: owned(&names.armour_classes),
        damage_percent,
        kinds,
        techs,
        abilities,
        refund_percent: root.int("refund_percent", ranges::SHARE_PERCENT).or(100),
        repair_cost_percent: root.int("repair_cost_percent", ranges::SHARE_PERCENT).or(50),
        supply_limit: root.int("supply_limit", ranges::SUPPLY_LIMIT).required(),
        start: read_start(&root.required_table("start"), &names),
        slots: root.boolean("slots").or(false),
        conduct,
        jobs: jobs::read(root),
        perception: senses::read(root),
    }
}

fn read_start(start: &TableReader<'_>, names: &RuleNames<'_>) -> StartingForce {
    let base = names.kind(&start.reference("base", "a building").required(), Some(Class::Building));
    let units = start.table("units").map_or_else(Vec::new, |units| {
        let count = |key: &super::Word<'_>| {
            let count = units.int(key.text, ranges::START_COUNT).required();
            Some((names.kind(key, Some(Class::Unit))?, count))
        };
        units.keys().iter().filter_map(count).collect()
    });
    StartingForce { resources: names.amounts(start, "resources"), base: base.unwrap_or(KindId(0)), units }
}
