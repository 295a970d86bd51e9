//! From names to what a match needs: rules, maps, strategies, scenarios.

use std::path::Path;
use std::sync::Arc;

use sandtable_ai::{Commander, GoalCommander, MatchInfo, Registry, StrategyHeader};
use sandtable_content::{ContentSource, Document, MatchTerms, ReadError, build_scenario};
use sandtable_diagnostics::{Checked, Issues};
use sandtable_model::map::Map;
use sandtable_model::rules::Rules;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::TICKS_PER_SECOND;
use toml_edit::{Array, DocumentMut};

use crate::derived::{Derivation, StrategyText, own_text, read_strategy};
use crate::drawn::{draw, is_drawn};
use crate::library::{ContentKind, DEFAULT_RULES, Library, read_text};
use crate::tunable::Parameter;
use crate::{Failure, UnknownName, tunable};

/// A map with less than one in this many of the nodes of the richest is poor.
const POOR: usize = 10;

/// Reads a file that is no content of the library.
///
/// # Errors
/// That it cannot be read.
pub fn read_file(file: &Path) -> Result<String, Failure> {
    let refuse = |error: ReadError| error.issue(&file.to_string_lossy(), "a text file");
    Ok(read_text(file).map_err(|error| Issues::from(refuse(error)))?)
}

/// What was read since this was last asked for, as a replay keeps it.
pub fn sources(library: &Library) -> Vec<sandtable_replay::SourceText> {
    library.take_read().into_iter().map(|(name, text)| sandtable_replay::SourceText { name, text }).collect()
}

/// Loads a ruleset by file or name.
///
/// # Errors
/// Everything wrong with it.
pub fn load_rules(library: &mut Library, name: &str) -> Result<Rules, Failure> {
    let path = library.find(ContentKind::Rules, name)?;
    Ok(sandtable_content::load_rules_named(library, &path)?.value)
}

/// Loads a map by file or name, or draws the one that `drawn:SEED` and its settings name.
///
/// # Errors
/// Everything wrong with it.
pub fn load_map(library: &mut Library, name: &str, rules: &Rules) -> Result<Map, Failure> {
    let path = match is_drawn(name) {
        true => library.hold(ContentKind::Maps.path(name), draw(name, rules)?),
        false => library.find(ContentKind::Maps, name)?,
    };
    Ok(sandtable_content::load_map_named(library, &path, rules)?.value)
}

/// Loads a scenario by file or name.
///
/// # Errors
/// Everything wrong with it and the files it names.
pub fn load_match(library: &mut Library, name: &str) -> Result<Scenario, Failure> {
    let path = library.find(ContentKind::Matches, name)?;
    Ok(tunable::load_marked(library, &path)?.scenario.value)
}

/// Loads a map by file or name for a match on it, all its starts taken and nothing else said but the time limit, in game seconds.
///
/// # Errors
/// Everything wrong with the map and the rules.
pub fn load_open_match(
    library: &mut Library,
    rules: &str,
    map: &str,
    time_limit_seconds: Option<u32>,
) -> Result<Scenario, Failure> {
    let rules = load_rules(library, rules)?;
    let map = load_map(library, map, &rules)?;
    let mut terms = MatchTerms::default();
    if let Some(seconds) = time_limit_seconds {
        terms.time_limit_ticks = seconds * TICKS_PER_SECOND;
    }
    let players = map.starts.len() as u8;
    Ok(build_scenario(rules, map, players, terms)?)
}

/// Loads a map under the ruleset that is given, or else under the first that it fits, of which `classic` comes before all
/// others.
///
/// # Errors
/// Where it fits none, what is wrong under `classic`.
pub fn under_rules<T>(given: Option<&str>, load: impl Fn(&str) -> Result<T, Failure>) -> Result<T, Failure> {
    if let Some(name) = given {
        return load(name);
    }
    let known = Library::here().names(ContentKind::Rules);
    let others = known.iter().map(String::as_str).filter(|name| *name != DEFAULT_RULES);
    let plain = load(DEFAULT_RULES);
    if !matches!(plain, Err(Failure::Content(_))) {
        return plain;
    }
    others.map(load).find(Result::is_ok).unwrap_or(plain)
}

/// A strategy file, or a commander of the registry by its bare name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyFile {
    /// Its name.
    pub name: String,
    /// Its path in the library; empty for a bare commander.
    pub path: String,
    /// How messages name it.
    pub label: String,
    /// Its text, as it plays.
    pub text: String,
    /// How that came about; none for a file that builds on no other.
    pub derivation: Option<Arc<Derivation>>,
}

/// Loads a strategy by file, by name, or by the name of a commander.
///
/// # Errors
/// When there is none.
pub fn load_strategy(library: &mut Library, registry: &Registry, name: &str) -> Result<StrategyFile, Failure> {
    match library.find(ContentKind::Strategies, name) {
        Ok(path) => {
            let StrategyText { text, derivation } = read_strategy(library, &path)?;
            let bare = name.strip_suffix(ContentKind::Strategies.ending()).unwrap_or(name);
            let bare = bare.rsplit_once("strategies/").map_or(bare, |(_, name)| name);
            let (name, label) = (bare.to_owned(), library.label(&path));
            let file = StrategyFile { name, label, path, text, derivation: derivation.map(Arc::new) };
            file.parameters()?;
            Ok(file)
        }
        Err(_) if registry.names().any(|bot| bot == name) => Ok(StrategyFile {
            name: name.to_owned(),
            path: String::new(),
            label: name.to_owned(),
            text: format!("bot = {name:?}\nabout = \"The commander of that name.\"\n"),
            derivation: None,
        }),
        Err(Failure::Unknown(unknown)) => Err(Failure::Unknown(unknown.or_one_of(registry.names()))),
        Err(failure) => Err(failure),
    }
}

/// Loads the strategy that a player, by row from 0, of the match at `path` is given by its file.
///
/// # Errors
/// When there is none, at the name in the file.
pub fn load_player_strategy(
    library: &mut Library,
    registry: &Registry,
    path: &str,
    (row, name): (usize, &str),
) -> Result<StrategyFile, Failure> {
    let loaded = library.named_by(path, |library| load_strategy(library, registry, name));
    loaded.map_err(|failure| match failure {
        Failure::Unknown(unknown) => at_player(library, path, row, &unknown).unwrap_or(Failure::Unknown(unknown)),
        other => other,
    })
}

/// That a player's strategy is unknown, at its name in the file of the match; none where the file does not name it.
fn at_player(library: &Library, path: &str, row: usize, unknown: &UnknownName) -> Option<Failure> {
    let (label, text) = (library.label(path), library.content(path).ok()?);
    let document = Document::parse(&label, &text).ok()?;
    let players = document.root().rows("players");
    let word = players.get(row)?.reference("strategy", "a strategy").optional()?;
    Some(unknown.issues_at(&label, &word, &format!("players[{}].strategy", row + 1)).into())
}

/// The strategies of the goal commander for these rules, by name: those that name the rules, and of those that name none the ones that lie
/// in no folder. Strategies that cannot be built under the rules are left out.
pub fn goal_strategies(library: &mut Library, registry: &Registry, rules: &Rules) -> Vec<String> {
    let mut names = library.names(ContentKind::Strategies);
    names.retain(|name| {
        let Ok(file) = load_strategy(library, registry, name) else { return false };
        let Ok(header) = file.header(registry) else { return false };
        let fits = if header.rules.is_some() { header.fits(rules) } else { !name.contains('/') };
        header.bot == GoalCommander::BOT && fits && file.build(registry, rules, PlayerId(0), 0).is_ok()
    });
    names
}

/// The maps with two starts that fit the rules, but drill grounds: those with less than a tenth of the nodes of the richest have
/// nothing that an economy could live on.
pub fn duel_maps(library: &mut Library, rules: &Rules) -> Vec<String> {
    let names = library.names(ContentKind::Maps);
    let nodes_of = |name: String| {
        let map = load_map(library, &name, rules).ok().filter(|map| map.starts.len() == 2)?;
        Some((name, map.nodes.len()))
    };
    let maps: Vec<(String, usize)> = names.into_iter().filter_map(nodes_of).collect();
    let most = maps.iter().map(|(_, nodes)| *nodes).max().unwrap_or(0);
    maps.into_iter().filter(|(_, nodes)| nodes * POOR >= most).map(|(name, _)| name).collect()
}

impl StrategyFile {
    /// Builds its commander.
    ///
    /// # Errors
    /// Everything wrong with the file under these rules.
    pub fn build(
        &self,
        registry: &Registry,
        rules: &Rules,
        player: PlayerId,
        seed: u64,
    ) -> Result<Box<dyn Commander>, Issues> {
        let info = MatchInfo { rules, player, seed, name: &self.name };
        self.check(registry, &info).map(|checked| checked.value)
    }

    /// Builds its commander, and says what is odd about the file.
    ///
    /// # Errors
    /// Everything wrong with the file in this match.
    pub fn check(&self, registry: &Registry, info: &MatchInfo<'_>) -> Result<Checked<Box<dyn Commander>>, Issues> {
        let checked = registry.commander(&self.label, &self.text, info).map_err(|issues| self.located(issues))?;
        Ok(Checked { warnings: self.located(checked.warnings), ..checked })
    }

    /// Loads the ruleset that it names, whatever else is wrong with its file; none where it names none.
    ///
    /// # Errors
    /// Everything wrong with the ruleset; that there is none of that name, at the name in the file.
    pub fn load_rules(&self, library: &mut Library) -> Result<Option<Rules>, Failure> {
        let Ok(document) = Document::parse(&self.label, &self.text) else { return Ok(None) };
        let Some(word) = document.root().reference("rules", "a ruleset").optional() else { return Ok(None) };
        load_rules(library, word.text).map(Some).map_err(|failure| match failure {
            Failure::Unknown(unknown) => self.located(unknown.issues_at(&self.label, &word, "rules")).into(),
            other => other,
        })
    }

    /// What it says at its top.
    ///
    /// # Errors
    /// What is wrong with that.
    pub fn header(&self, registry: &Registry) -> Result<StrategyHeader, Issues> {
        registry.header(&self.label, &self.text).map_err(|issues| self.located(issues))
    }

    /// The values that it marks as tunable.
    ///
    /// # Errors
    /// Everything wrong with the marks.
    pub fn parameters(&self) -> Result<Vec<Parameter>, Issues> {
        tunable::parameters(&self.label, &self.text).map_err(|issues| self.located(issues))
    }

    /// The strategy that never makes something beside what it forbids itself.
    ///
    /// # Errors
    /// When its text is no TOML, or what it forbids no list.
    pub fn forbidding(&self, name: &str) -> Result<StrategyFile, Failure> {
        let wrong = |text: String| Failure::Usage(format!("{}: {text}", self.label));
        let mut document = self.text.parse::<DocumentMut>().map_err(|error| wrong(error.to_string()))?;
        let forbidden = document.entry("forbidden").or_insert_with(|| toml_edit::value(Array::new()));
        forbidden.as_array_mut().ok_or_else(|| wrong("`forbidden` is not a list".to_owned()))?.push(name);
        Ok(StrategyFile { text: document.to_string(), ..self.clone() })
    }

    /// The text to be written of it: its own, with what its text says otherwise than what was read.
    pub fn own_text(&self) -> String {
        own_text(self.derivation.as_deref(), &self.text)
    }

    fn located(&self, issues: Issues) -> Issues {
        match &self.derivation {
            Some(derivation) => derivation.located(&self.label, &self.text, issues),
            None => issues,
        }
    }
}
