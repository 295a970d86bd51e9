//! What of the content of recorded matches is to be another.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use sandtable_content::{ContentSource, ReadError, load_rules_named};
use sandtable_diagnostics::nearest;
use sandtable_model::rules::Rules;
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Contestant, Replay, SourceText};

use super::keys::{KeyChange, changed_keys};
use crate::Failure;
use crate::assemble::read_file;
use crate::derived::read_strategy;
use crate::library::{ContentKind, Library};
use crate::store::read_replay;
use crate::tunable::with_value;

/// A value to be set: `units.archer.weapon.damage=7` of the rules, `first/rush:goals.rush.size=8` of a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The strategy; none for the rules.
    pub strategy: Option<String>,
    /// The path of the key.
    pub key: String,
    /// The value, as TOML; what is no TOML is a text.
    pub value: String,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Setting, String> {
        let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE, or STRATEGY:KEY=VALUE")?;
        let (strategy, key) = key.split_once(':').map_or((None, key), |(name, key)| (Some(name.to_owned()), key));
        Ok(Setting { strategy, key: key.trim().to_owned(), value: value.trim().to_owned() })
    }
}

/// What is to be another in the content of recorded matches.
#[derive(Clone, Debug, Default)]
pub struct ContentChanges {
    /// A file of rules to play under instead.
    pub rules: Option<PathBuf>,
    /// A folder of strategies, by the names that records give them; those that are not there stay.
    pub strategies: Option<PathBuf>,
    /// Values set on top of that.
    pub settings: Vec<Setting>,
}

/// A recorded match with other content.
#[derive(Clone, Debug)]
pub struct ChangedMatch {
    /// What is played.
    pub scenario: Arc<Scenario>,
    /// Who commands.
    pub contestants: Vec<Contestant>,
    /// The texts it is made from.
    pub sources: Vec<SourceText>,
    /// What is another.
    pub keys: Vec<KeyChange>,
}

impl ContentChanges {
    /// Whether nothing is to be another.
    pub fn is_empty(&self) -> bool {
        self.rules.is_none() && self.strategies.is_none() && self.settings.is_empty()
    }

    /// Holds the strategies that settings and the folder name to those of these records: what names none of them changes nothing. A
    /// record that cannot be read names none.
    ///
    /// # Errors
    /// The first that no record names, or that strategies are changed where none is played.
    pub fn check_strategies(&self, records: &[PathBuf], orders_only: bool) -> Result<(), Failure> {
        let mut settings: Vec<(&Setting, &str)> =
            self.settings.iter().filter_map(|setting| Some((setting, setting.strategy.as_deref()?))).collect();
        if let Some((Setting { key, .. }, name)) = settings.first().filter(|_| orders_only) {
            let text = format!(
                "--set {name}:{key}: has no effect with --orders, which plays the recorded orders; leave out --orders"
            );
            return Err(Failure::Usage(text));
        }
        let mut folder = self.strategies.as_deref();
        let mut recorded = BTreeSet::new();
        for file in records {
            if settings.is_empty() && folder.is_none() {
                return Ok(());
            }
            let Ok(Ok(replay)) = read_replay(file) else { continue };
            recorded.extend(replay.header.contestants.into_iter().map(|contestant| contestant.name));
            settings.retain(|(_, name)| !recorded.contains(*name));
            folder = folder.filter(|folder| !recorded.iter().any(|name| has_strategy(folder, name)));
        }
        if recorded.is_empty() {
            // The records themselves are what is wrong, and told so.
            return Ok(());
        }
        let recorded: Vec<&str> = recorded.iter().map(String::as_str).collect();
        let text = match (settings.first(), folder) {
            (Some((Setting { key, .. }, name)), _) => {
                let hint = nearest(name, recorded.iter().copied());
                let hint = hint.map(|name| format!("; did you mean {name:?}?")).unwrap_or_default();
                let expected = recorded.join(", ");
                format!(
                    "--set {name}:{key}: found {name:?}; expected a strategy that the records name ({expected}){hint}"
                )
            }
            (None, Some(folder)) => {
                format!("--strategies: {}: found no strategy that the records name", folder.display())
            }
            (None, None) => return Ok(()),
        };
        Err(Failure::Usage(text))
    }

    /// A recorded match with the changes made.
    ///
    /// # Errors
    /// When the record does not hold what is to be changed, or there cannot be such a match.
    pub fn apply(&self, replay: &Replay) -> Result<ChangedMatch, Failure> {
        let header = &replay.header;
        let refuse = |error: sandtable_replay::ReplayError| Failure::Mismatch(error.to_string());
        let mut changed = ChangedMatch {
            scenario: Arc::new(header.decode_scenario().map_err(refuse)?),
            contestants: header.contestants.clone(),
            sources: header.sources.clone(),
            keys: Vec::new(),
        };
        self.change_rules(&mut changed)?;
        for row in 0..changed.contestants.len() {
            self.change_strategy(&mut changed, row)?;
        }
        changed.keys.sort();
        changed.keys.dedup();
        Ok(changed)
    }

    fn change_rules(&self, changed: &mut ChangedMatch) -> Result<(), Failure> {
        let mut settings = self.settings.iter().filter(|it| it.strategy.is_none()).peekable();
        if self.rules.is_none() && settings.peek().is_none() {
            return Ok(());
        }
        let row = changed.sources.iter().position(is_ruleset);
        let row = row.ok_or_else(|| Failure::Mismatch("the record has no text of its rules".to_owned()))?;
        let SourceText { name, text: before } = changed.sources[row].clone();
        let mut text = self.rules.as_deref().map_or_else(|| Ok(before.clone()), read_file)?;
        for setting in settings {
            text = with_value(&name, &text, &setting.key, &setting.value)?;
        }
        changed.keys.extend(changed_keys(&name, &before, &text));
        changed.sources[row].text = text;
        let rules = load_rules_named(&RecordedTexts(&changed.sources, Library::here()), &name)?.value;
        changed.scenario = Arc::new(under_rules(&changed.scenario, rules)?);
        Ok(())
    }

    fn change_strategy(&self, changed: &mut ChangedMatch, row: usize) -> Result<(), Failure> {
        let contestant = &mut changed.contestants[row];
        let before = contestant.source.clone();
        let named = |folder: &PathBuf| folder.join(format!("{}{}", contestant.name, ContentKind::Strategies.ending()));
        let file = self.strategies.as_ref().map(named).filter(|file| file.is_file());
        let mut text = file.as_deref().map_or_else(|| Ok(before.clone()), strategy_text)?;
        for setting in self.settings.iter().filter(|it| it.strategy.as_deref() == Some(&contestant.name)) {
            text = with_value(&contestant.strategy, &text, &setting.key, &setting.value)?;
        }
        changed.keys.extend(changed_keys(&contestant.strategy, &before, &text));
        contestant.source = text;
        Ok(())
    }
}

/// The text of a strategy file as it plays.
fn strategy_text(file: &Path) -> Result<String, Failure> {
    let mut library = Library::here();
    let path = library.find(ContentKind::Strategies, &file.to_string_lossy())?;
    Ok(read_strategy(&mut library, &path)?.text)
}

/// Whether a text is of a ruleset: no other content has classes of armour.
fn is_ruleset(source: &SourceText) -> bool {
    let document = source.text.parse::<toml_edit::DocumentMut>();
    document.is_ok_and(|document| document.contains_key("armour_classes"))
}

/// The scenario under other rules, which must number what the map and the scenario name as the former do.
fn under_rules(scenario: &Scenario, rules: Rules) -> Result<Scenario, Failure> {
    let former = &scenario.rules;
    let pairs = [
        (
            former.terrain.iter().map(|it| &it.name).collect::<Vec<_>>(),
            rules.terrain.iter().map(|it| &it.name).collect(),
        ),
        (former.kinds.iter().map(|it| &it.name).collect(), rules.kinds.iter().map(|it| &it.name).collect()),
        (former.resources.iter().collect(), rules.resources.iter().collect::<Vec<_>>()),
    ];
    for (before, now) in pairs {
        let moved = before.iter().enumerate().find(|(row, name)| now.get(*row) != Some(name));
        if let Some((row, name)) = moved {
            let instead = now.get(row).map_or("no kind".to_owned(), |other| format!("{other:?}"));
            let text = format!(
                "--rules: found {instead}; expected {name:?}, in the order of the recorded rules; add new kinds behind the recorded ones of their class, and play matches anew whose maps name other kinds"
            );
            return Err(Failure::Usage(text));
        }
    }
    let changed = Scenario { rules, ..scenario.clone() };
    match changed.check().into_iter().next() {
        None => Ok(changed),
        Some(defect) => Err(Failure::Usage(format!("the match is not valid under the changed rules: {defect}"))),
    }
}

/// The texts of a record; others are those of this program.
struct RecordedTexts<'r>(&'r [SourceText], Library);

impl ContentSource for RecordedTexts<'_> {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        let recorded = self.0.iter().find(|source| source.name == path);
        recorded.map_or_else(|| self.1.read(path), |source| Ok(source.text.clone()))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.1.list(folder)
    }
}

/// Whether a folder holds a strategy that records name.
fn has_strategy(folder: &Path, name: &str) -> bool {
    folder.join(format!("{name}{}", ContentKind::Strategies.ending())).is_file()
}
