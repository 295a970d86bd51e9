//! From names to what a match needs: rules, maps, strategies, scenarios.

use std::path::Path;

use sandtable_ai::{Brief, Commander, Registry};
use sandtable_sim::content::{self, Checked, Issue, Issues, ReadError, Source};
use sandtable_sim::id::{PlayerId, TeamId};
use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::map::{Map, RawMap};
use sandtable_sim::replay;
use sandtable_sim::rules::Rules;
use sandtable_sim::scenario::{Fog, PlayerSetup, Scenario, Victory};

use crate::exit::Failure;
use crate::library::{Library, Shelf, read_text};

/// The terms of a match that is put together from a map and a ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Fog of war.
    pub fog: Fog,
    /// The last tick.
    pub time_limit_ticks: u32,
    /// Ticks between a decision and its effect beyond the next tick.
    pub order_delay_ticks: u8,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { fog: Fog::Full, time_limit_ticks: 30 * 60 * TICKS_PER_SECOND, order_delay_ticks: 1 }
    }
}

/// Reads a content file.
///
/// # Errors
/// That it cannot be read.
pub fn read(library: &Library, path: &str) -> Result<String, Failure> {
    library.read(path).map_err(|error| Issues::from(Issue::of_file(path, error.to_string(), "a text file")).into())
}

/// Reads a file that is no content of the library.
///
/// # Errors
/// That it cannot be read.
pub fn read_file(file: &Path) -> Result<String, Failure> {
    let refuse = |error: ReadError| Issues::from(Issue::of_file(&file.to_string_lossy(), error.to_string(), "a text file"));
    Ok(read_text(file).map_err(refuse)?)
}

/// What was read since this was last asked for, as a replay keeps it.
pub fn sources(library: &Library) -> Vec<replay::Source> {
    library.take_read().into_iter().map(|(name, text)| replay::Source { name, text }).collect()
}

/// Reads a rules file, warnings kept.
///
/// # Errors
/// Everything wrong with it.
pub fn parse_rules(library: &Library, path: &str) -> Result<Checked<Rules>, Failure> {
    Ok(content::load_rules(path, &read(library, path)?)?)
}

/// Loads a ruleset by file or name.
///
/// # Errors
/// Everything wrong with it.
pub fn load_rules(library: &mut Library, name: &str) -> Result<Rules, Failure> {
    let path = library.find(Shelf::Rules, name)?;
    Ok(parse_rules(library, &path)?.value)
}

/// Loads a map by file or name.
///
/// # Errors
/// Everything wrong with it.
pub fn load_map(library: &mut Library, name: &str, rules: &Rules) -> Result<Map, Failure> {
    let path = library.find(Shelf::Maps, name)?;
    let text = read(library, &path)?;
    Ok(RawMap::parse(&path, &text)?.resolve(rules)?)
}

/// Reads a match file and those it names, warnings kept.
///
/// # Errors
/// Everything wrong with them.
pub fn parse_match(library: &Library, path: &str) -> Result<Checked<Scenario>, Failure> {
    read(library, path)?;
    Err(Failure::Usage(format!("{path}: matches cannot be read yet")))
}

/// Loads a scenario by file or name.
///
/// # Errors
/// Everything wrong with it and the files it names.
pub fn load_match(library: &mut Library, name: &str) -> Result<Scenario, Failure> {
    let path = library.find(Shelf::Matches, name)?;
    Ok(parse_match(library, &path)?.value)
}

/// A plain match on a map: every start taken, each for itself, the ruleset's starting force.
pub fn skirmish(name: &str, rules: &Rules, map: Map, terms: &Terms) -> Scenario {
    let player = |row: usize| PlayerSetup {
        name: format!("player {}", row + 1),
        team: TeamId(row as u8),
        start: Some(row as u8),
        resources: rules.start.resources,
        strategy: String::new(),
    };
    Scenario {
        name: name.to_owned(),
        rules: rules.clone(),
        players: (0..map.starts.len()).map(player).collect(),
        map,
        placed: Vec::new(),
        fog: terms.fog,
        time_limit_ticks: terms.time_limit_ticks,
        order_delay_ticks: terms.order_delay_ticks,
        victory: Victory { annihilation: true, score_at_limit: true },
        start_forces: true,
    }
}

/// A strategy file, or a commander of the registry by its bare name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyFile {
    /// Its name.
    pub name: String,
    /// Where it was found; empty for a bare commander.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Loads a strategy by file, by name, or by the name of a commander.
///
/// # Errors
/// When there is none.
pub fn load_strategy(library: &mut Library, registry: &Registry, name: &str) -> Result<StrategyFile, Failure> {
    match library.find(Shelf::Strategies, name) {
        Ok(path) => {
            let text = read(library, &path)?;
            let bare = name.strip_suffix(Shelf::Strategies.ending()).unwrap_or(name);
            let bare = bare.rsplit_once("strategies/").map_or(bare, |(_, name)| name);
            Ok(StrategyFile { name: bare.to_owned(), path, text })
        }
        Err(_) if registry.names().any(|bot| bot == name) => Ok(StrategyFile {
            name: name.to_owned(),
            path: String::new(),
            text: format!("bot = {name:?}\nabout = \"The commander of that name.\"\n"),
        }),
        Err(failure) => Err(failure),
    }
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
        let brief = Brief { rules, player, seed, name: &self.name };
        let file = if self.path.is_empty() { &self.name } else { &self.path };
        registry.commander(file, &self.text, &brief).map(|checked| checked.value)
    }
}
