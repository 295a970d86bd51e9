//! Everything a tournament needs, loaded and checked before the first game.

use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_content::{MatchTerms, build_scenario};
use sandtable_diagnostics::{Code, Issue, Issues, nearest};
use sandtable_match::Failure;
use sandtable_match::assemble::{self, StrategyFile};
use sandtable_match::library::{ContentKind, Library};
use sandtable_model::scenario::Scenario;
use sandtable_replay::SourceText;
use sandtable_state::id::{PlayerId, TeamId};

use super::file::TournamentFile;

/// A map made ready.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The map's name in the tournament file.
    pub name: String,
    /// The scenario played on it.
    pub scenario: Arc<Scenario>,
    /// The texts it was made from.
    pub sources: Vec<SourceText>,
}

/// A strategy made ready.
pub type Strategy = StrategyFile;

/// A tournament made ready.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// What its file says.
    pub file: TournamentFile,
    /// The maps, by row of the file.
    pub arenas: Vec<Arena>,
    /// The strategies, by row of the file.
    pub strategies: Vec<Strategy>,
}

/// Loads everything a tournament names.
///
/// # Errors
/// Everything wrong with any of the files, but for what only commanders know.
fn read(path: &str, file: TournamentFile, library: &mut Library, registry: &Registry) -> Result<Prepared, Failure> {
    let rules = assemble::load_rules(library, &file.rules.text).map_err(|failure| file.rules.located(path, failure))?;
    let rules_sources = assemble::sources(library);
    for (expectation, limit) in file.expectations.iter().filter_map(|it| Some((it, it.measure.figure.unspent_limit()?)))
    {
        if !rules.resources.contains(&limit.resource) {
            let known = rules.resources.join(", ");
            let (line, column) = expectation.place;
            let expected = format!("a resource of {}: {known}", rules.name);
            let found = format!("{:?}", limit.resource);
            let issue = Issue::at((path, line, column), Code::UnknownName, found, expected);
            let meant = nearest(&limit.resource, rules.resources.iter().map(String::as_str));
            let issue = Issue { field: "expect.resource".to_owned(), ..issue }.suggesting(meant);
            return Err(Issues::from(issue).quoting(path, &library.content(path)?).into());
        }
    }
    let mut arenas = Vec::new();
    for name in &file.maps {
        let map = assemble::load_map(library, &name.text, &rules).map_err(|failure| name.located(path, failure))?;
        let sources = rules_sources.iter().cloned().chain(assemble::sources(library)).collect();
        let seats = file.format.seats();
        if map.starts.len() != seats {
            let found = format!("{:?}, a map with {} starts", name.text, map.starts.len());
            return Err(name.refuse(path, found, format!("a map with {seats} starts, one for each player")));
        }
        let terms = MatchTerms { fog: file.fog, time_limit_ticks: file.time_limit_ticks, ..MatchTerms::default() };
        let mut scenario = build_scenario(rules.clone(), map, seats as u8, terms)?;
        for (row, player) in scenario.players.iter_mut().enumerate() {
            player.team = TeamId((row / file.format.team_size()) as u8);
        }
        arenas.push(Arena { name: name.text.clone(), scenario: Arc::new(scenario), sources });
    }
    let mut strategies = Vec::new();
    for name in &file.strategies {
        let loaded = assemble::load_strategy(library, registry, &name.text);
        let strategy = loaded.map_err(|failure| name.located(path, failure))?;
        if let Some(other) = strategies.iter().find(|other: &&Strategy| other.name == strategy.name) {
            let found =
                format!("{:?}, whose name {:?} in the results is that of {}", name.text, strategy.name, other.label);
            return Err(name.refuse(path, found, "strategies with different names: copy one to a new name"));
        }
        strategies.push(strategy);
    }
    library.take_read();
    Ok(Prepared { file, arenas, strategies })
}

/// Loads everything a tournament names and builds every commander once, so that no game can fail for content.
///
/// # Errors
/// Everything wrong with any of the files.
///
/// ```
/// use sandtable_ai::Registry;
/// use sandtable_match::library::Library;
/// use sandtable_tournament::{TournamentFile, play_game, prepare, schedule, summarize};
///
/// let text = "name = \"cup\"\nabout = \"A short one\"\nrules = \"classic\"\nmaps = [\"meadow\"]\ntime_limit = 5\n\
///             strategies = [\"idle\", \"first/rush\"]\nseeds = 1\nreplays = false\nrecheck_percent = 0\n";
/// let (mut library, registry) = (Library::embedded_only(), Registry::standard());
/// let file = TournamentFile::parse("cup.toml", text)?;
/// let prepared = prepare("cup.toml", file, &mut library, &registry)?;
/// let games = schedule(&prepared.file);
/// let records: Vec<_> = games.iter().map(|game| play_game(&prepared, &registry, game).record).collect();
/// let summary = summarize(&prepared.file, &prepared.names(), &records);
/// assert_eq!((summary.games, summary.pairs), (2, 1));
/// # Ok::<(), sandtable_match::Failure>(())
/// ```
pub fn prepare(
    path: &str,
    file: TournamentFile,
    library: &mut Library,
    registry: &Registry,
) -> Result<Prepared, Failure> {
    let prepared = read(path, file, library, registry)?;
    prepared.build_all(registry)?;
    Ok(prepared)
}

impl Prepared {
    /// Builds every commander once.
    ///
    /// # Errors
    /// Everything wrong with the files of any, programs that are not there among it.
    pub fn build_all(&self, registry: &Registry) -> Result<(), Failure> {
        let Some(arena) = self.arenas.first() else { return Ok(()) };
        for strategy in &self.strategies {
            strategy.build(registry, &arena.scenario.rules, PlayerId(0), 0)?;
        }
        Ok(())
    }

    /// Which strategies give the same orders whenever they are asked, by row: no process, and nobody who cannot be built here.
    pub fn pure_strategies(&self, registry: &Registry) -> Vec<bool> {
        let rules = self.arenas.first().map(|arena| &arena.scenario.rules);
        let build = |strategy: &Strategy| strategy.build(registry, rules?, PlayerId(0), 0).ok();
        self.strategies.iter().map(|strategy| build(strategy).is_some_and(|commander| commander.is_pure())).collect()
    }

    /// The names of the strategies, by row.
    pub fn names(&self) -> Vec<String> {
        self.strategies.iter().map(|strategy| strategy.name.clone()).collect()
    }

    /// Reads a tournament file and makes it ready.
    ///
    /// # Errors
    /// Everything wrong with any of the files.
    pub fn load(name: &str, library: &mut Library, registry: &Registry) -> Result<Prepared, Failure> {
        let prepared = Prepared::read(name, library, registry)?;
        prepared.build_all(registry)?;
        Ok(prepared)
    }

    /// Loads what a tournament names to read results by, not to play: bots need not be where they were.
    ///
    /// # Errors
    /// Everything wrong with any of the files, but for what only commanders know.
    pub fn read(name: &str, library: &mut Library, registry: &Registry) -> Result<Prepared, Failure> {
        let path = library.find(ContentKind::Tournaments, name)?;
        let text = library.content(&path)?;
        let file = TournamentFile::parse(&path, &text)?;
        library.named_by(&path, |library| read(&path, file, library, registry))
    }
}
