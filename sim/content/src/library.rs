//! Finding content by name: a match file says `rules = "classic"`, the source has `rules/classic.toml`.

use sandtable_decide::{Behaviours, Vocabulary};
use sandtable_diagnostics::{Checked, Issues};
use sandtable_model::map::Map;
use sandtable_model::rules::Rules;

use super::behaviours::load_behaviours;
use super::folder::{MAPS, RULES, read_behaviours_named};
use super::rules::load_rules_with;
use super::source::ContentSource;
use crate::map::{RawMap, check_map};

/// The ruleset of this name or path.
///
/// # Errors
/// That there is no such file, or what is wrong with it.
pub fn load_rules_named(source: &dyn ContentSource, name: &str) -> Result<Checked<Rules>, Issues> {
    let path = RULES.locate(name);
    let text = source.read(&path).map_err(|error| RULES.unreadable(source, name, &path, &error))?;
    load_rules_with(source, &source.label(&path), &text)
}

/// The behaviours of this name or path, under a vocabulary and, for the tags they name, a ruleset.
///
/// # Errors
/// That there is no such file, or what is wrong with it.
pub fn load_behaviours_named(
    source: &dyn ContentSource,
    name: &str,
    vocabulary: &Vocabulary,
    rules: Option<&Rules>,
) -> Result<Checked<Behaviours>, Issues> {
    let (label, text) = read_behaviours_named(source, name)?;
    load_behaviours(&label, &text, vocabulary, rules)
}

/// The map of this name or path, under a ruleset.
///
/// # Errors
/// That there is no such file, or what is wrong with it.
pub fn load_map_named(source: &dyn ContentSource, name: &str, rules: &Rules) -> Result<Checked<Map>, Issues> {
    let path = MAPS.locate(name);
    let text = source.read(&path).map_err(|error| MAPS.unreadable(source, name, &path, &error))?;
    load_map(&source.label(&path), &text, rules)
}

/// Reads the map file called `file`, under a ruleset.
///
/// # Errors
/// Every problem found, when one of them refuses the file.
pub fn load_map(file: &str, text: &str, rules: &Rules) -> Result<Checked<Map>, Issues> {
    let raw = RawMap::parse(file, text)?;
    let map = raw.resolve(rules).map_err(|issues| issues.quoting(file, text))?;
    let issues = check_map(&map, rules).into_iter().map(|finding| raw.issue(finding)).collect();
    Checked::new(map, Issues(issues).quoting(file, text))
}
