//! What a tuning is asked for, and the settings that follow from it: all that the request leaves open is named there.

use sandtable_ai::Registry;
use sandtable_match::library::{ContentKind, DEFAULT_RULES, Library};
use sandtable_match::{Failure, assemble, tunable};
use sandtable_state::limits::TICKS_PER_SECOND;

use super::budget::GameBudget;
use super::choice::{all_opponents, is_match, split_maps};
use super::optimizer::{Axis, Method};
use super::settings::{Mixture, Objective, Settings};

/// Games of the search and of the proof when nothing is said.
const GAMES: u32 = 2_000;
const PROOF_GAMES: u32 = 400;
/// The word for all opponents there are.
const ALL: &str = "all";

/// What a tuning is asked for.
#[derive(Clone, Debug)]
pub struct TuneRequest {
    /// The strategy or the match: a file or a name.
    pub file: String,
    /// The one opponent of a strategy; none for those of the pool.
    pub against: Option<String>,
    /// Opponents of a strategy; none, or the word `all`, for all of its rules.
    pub pool: Vec<String>,
    /// How the pool is weighed.
    pub mixture: Mixture,
    /// Generations of a league; none for one search.
    pub league: Option<u32>,
    /// Points of the front of a match with several aims; none for as many as usual.
    pub front: Option<u32>,
    /// Games of the search; none for as many as usual.
    pub games: Option<GameBudget>,
    /// Games of the proof, at most; none for as many as usual.
    pub proof_games: Option<GameBudget>,
    /// Games that tell which value mattered; 0 for none.
    pub deviation_games: u32,
    /// Pairs of games that a new point plays at once; by the budget when none is given.
    pub pairs: Option<u32>,
    /// The search method; none for the one that suits the values and games.
    pub method: Option<Method>,
    /// What makes a game good.
    pub objective: Objective,
    /// Maps of the search; none for every other one that fits the rules.
    pub maps: Vec<String>,
    /// Maps of the proof, or the word `seeds`; none for those that the search leaves.
    pub held_out: Vec<String>,
    /// The longest a game may last, in game seconds.
    pub time_limit_seconds: u32,
    /// A strategy that plays the proof as well; none without.
    pub reference: Option<String>,
    /// Normalized Elo that the proof tests for, against none.
    pub elo: u32,
    /// Points of score, 1 … 100, within which two files count as equal.
    pub equal_points: u32,
    /// The seed of the run.
    pub seed: u64,
}

impl TuneRequest {
    /// Games that tell which value mattered, unless another number is asked for.
    pub const DEVIATION_GAMES: u32 = 400;
    /// The longest a game may last, in game seconds, unless another time is asked for.
    pub const TIME_LIMIT_SECONDS: u32 = 1_800;
    /// Normalized Elo that the proof tests for, unless another is asked for.
    pub const ELO: u32 = 50;
    /// Points of score within which files count as equal, unless others are asked for.
    pub const EQUAL_POINTS: u32 = 5;

    /// The request for a file with everything else left open.
    pub fn plain(file: String, seed: u64) -> TuneRequest {
        TuneRequest {
            file,
            against: None,
            pool: Vec::new(),
            mixture: Mixture::Even,
            league: None,
            front: None,
            games: None,
            proof_games: None,
            deviation_games: TuneRequest::DEVIATION_GAMES,
            pairs: None,
            method: None,
            objective: Objective::Blend,
            maps: Vec::new(),
            held_out: Vec::new(),
            time_limit_seconds: TuneRequest::TIME_LIMIT_SECONDS,
            reference: None,
            elo: TuneRequest::ELO,
            equal_points: TuneRequest::EQUAL_POINTS,
            seed,
        }
    }

    /// The settings of the run, with everything named that the request leaves open.
    ///
    /// # Errors
    /// Everything wrong with a file that it names, too few games, or what goes with a strategy only in the request for a match.
    pub fn settings(&self, registry: &Registry) -> Result<Settings, Failure> {
        let mut library = Library::here();
        if is_match(&mut library, &self.file)? {
            return self.match_settings(&mut library);
        }
        let file = assemble::load_strategy(&mut library, registry, &self.file)?;
        let own = file.load_rules(&mut library)?;
        let rules_name = file.header(registry)?.rules.unwrap_or_else(|| DEFAULT_RULES.to_owned());
        let rules = own.map_or_else(|| assemble::load_rules(&mut library, &rules_name), Ok)?;
        let axes: Vec<_> = file.parameters()?.iter().map(Axis::from).collect();
        let opponents = match &self.against {
            Some(one) => vec![one.clone()],
            None if self.pool.is_empty() || self.pool == [ALL] => {
                all_opponents(&mut library, registry, &rules, &file.name)
            }
            None => self.pool.clone(),
        };
        let (maps, held_out, held_out_seeds) = split_maps(&self.maps, &self.held_out, &mut library, &rules);
        Ok(Settings { opponents, maps, held_out, held_out_seeds, rules: rules_name, ..self.plain_settings(&axes)? })
    }

    /// What the request says by itself.
    fn plain_settings(&self, axes: &[Axis]) -> Result<Settings, Failure> {
        let games = GameBudget::at_begin("--games", self.games, GAMES, 16..)?;
        let (method, method_reason) = match self.method {
            Some(method) => (method, "as asked".to_owned()),
            None => Method::suited(axes, games),
        };
        Ok(Settings {
            mixture: self.mixture,
            reference: self.reference.clone(),
            time_limit_ticks: self.time_limit_seconds * TICKS_PER_SECOND,
            games,
            proof_games: GameBudget::at_begin("--proof-games", self.proof_games, PROOF_GAMES, 4..)?,
            deviation_games: self.deviation_games,
            pairs: self.pairs,
            method_reason,
            objective: self.objective,
            elo: [0.0, f64::from(self.elo)],
            margin: f64::from(self.equal_points) / 100.0,
            league: self.league,
            front: self.front,
            ..Settings::plain(self.file.clone(), method, self.seed)
        })
    }

    /// A match says itself who plays, where and for how long.
    fn match_settings(&self, library: &mut Library) -> Result<Settings, Failure> {
        let other = [
            ("--against", self.against.is_some()),
            ("--pool", !self.pool.is_empty()),
            ("--maps", !self.maps.is_empty()),
            ("--held-out", !self.held_out.is_empty()),
            ("--reference", self.reference.is_some()),
            ("--league", self.league.is_some()),
        ];
        let name = &self.file;
        if let Some((flag, _)) = other.iter().find(|(_, given)| *given) {
            return Err(Failure::Usage(format!(
                "{flag}: found the match {name}, which has players and a map; expected a strategy"
            )));
        }
        let path = library.find(ContentKind::Matches, name)?;
        let axes: Vec<_> = tunable::load_marked(library, &path)?.parameters.iter().map(Axis::from).collect();
        Ok(Settings { is_match: true, ..self.plain_settings(&axes)? })
    }
}
