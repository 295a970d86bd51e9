//! A match as it is asked for by names: what is played, and whose strategies play it.

use sandtable_ai::Registry;
use sandtable_model::scenario::Scenario;

use crate::Failure;
use crate::assemble::{self, StrategyFile};
use crate::library::{ContentKind, Library};
use crate::setup::MatchSetup;

/// Who commands a player that neither the request nor the match gives a strategy.
const IDLE: &str = "idle";

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchGround<'a> {
    /// A match, by file or name.
    Match(&'a str),
    /// A map with every start taken.
    Map {
        /// The map, by file or name.
        map: &'a str,
        /// The ruleset, by file or name.
        rules: &'a str,
        /// The time limit in game seconds; none for the usual one.
        time_limit_seconds: Option<u32>,
    },
}

/// A match by names.
#[derive(Clone, Copy, Debug)]
pub struct MatchRequest<'a> {
    /// What is played.
    pub ground: MatchGround<'a>,
    /// Strategies by player: files, names, or names of commanders; none for that of the match, or for an idle commander.
    pub strategies: &'a [Option<&'a str>],
    /// Ticks from a decision to its effect beyond the next; none for those of the match.
    pub order_delay_ticks: Option<u8>,
    /// The match seed.
    pub seed: u64,
}

impl MatchRequest<'_> {
    /// Loads all that it names, and seats its commanders.
    ///
    /// # Errors
    /// Everything wrong with a file that it names, a strategy of a player that the match does not have, or a map on which nobody plays.
    pub fn load(&self, registry: &Registry) -> Result<MatchSetup, Failure> {
        let mut library = Library::here();
        let mut scenario = match self.ground {
            MatchGround::Match(name) => assemble::load_match(&mut library, name)?,
            MatchGround::Map { map, rules, time_limit_seconds } => {
                assemble::load_open_match(&mut library, rules, map, time_limit_seconds)?
            }
        };
        if let Some(ticks) = self.order_delay_ticks {
            scenario.order_delay_ticks = ticks;
        }
        let sources = assemble::sources(&library);
        let strategies = self.load_strategies(&scenario, &mut library, registry)?;
        MatchSetup::seated(scenario, sources, strategies, self.seed, registry)
    }

    fn load_strategies(
        &self,
        scenario: &Scenario,
        library: &mut Library,
        registry: &Registry,
    ) -> Result<Vec<StrategyFile>, Failure> {
        let (given, players) = (self.strategies, scenario.players.len());
        if let Some(row) = given.iter().skip(players).position(Option::is_some) {
            let text = format!("--p{}: {} has {players} players", players + row + 1, scenario.name);
            return Err(Failure::Usage(text));
        }
        let names_from = match self.ground {
            MatchGround::Map { .. } if given.iter().all(Option::is_none) => {
                let known = library.names(ContentKind::Strategies).join(", ");
                let expected = format!("expected a strategy with --p1 or others (known: {known})");
                return Err(Failure::Usage(format!("--map: found no strategy; {expected}")));
            }
            MatchGround::Map { .. } => String::new(),
            MatchGround::Match(name) => library.find(ContentKind::Matches, name)?,
        };
        let load = |row: usize| {
            let given = given.get(row).copied().flatten();
            match (given, scenario.players[row].strategy.as_str()) {
                (Some(name), _) => assemble::load_strategy(library, registry, name),
                (None, "") => assemble::load_strategy(library, registry, IDLE),
                (None, own) => assemble::load_player_strategy(library, registry, &names_from, (row, own)),
            }
        };
        (0..players).map(load).collect()
    }
}
