//! What a tuned text is, and how a game of it is set up: a strategy on maps against others, or a match as its file has it.

use std::sync::Arc;

use sandtable_ai::{Commander, Registry};
use sandtable_match::Failure;
use sandtable_match::assemble::{self, StrategyFile};
use sandtable_match::library::{Kept, Library};
use sandtable_match::runner::{built, commander_seed};

use sandtable_math::mix;
use sandtable_model::rules::Rules;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::PlayerId;
use sandtable_tournament::Arena;

use super::entrant::{Entrant, Job};

/// What is tuned.
#[derive(Clone)]
pub(super) enum TuneTarget {
    /// A strategy, under these rules.
    Strategy(Box<Rules>),
    /// A match, with every text it needs but its own.
    Match(Box<Kept>),
}

/// A game that is ready to be played.
pub(super) struct GameSetup {
    pub scenario: Arc<Scenario>,
    pub commanders: Vec<Box<dyn Commander>>,
    pub seed: u64,
    /// Whose points count, from 0.
    pub player: usize,
}

impl TuneTarget {
    /// Whether a text is in order.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, registry: &Registry, entrant: &Entrant) -> Result<(), Failure> {
        match self {
            TuneTarget::Strategy(rules) => Ok(entrant.file.build(registry, rules, PlayerId(0), 0).map(drop)?),
            TuneTarget::Match(kept) => {
                let PreparedMatch { scenario, strategies } = prepare(kept, registry, entrant)?;
                for (player, file) in players(&strategies) {
                    file.build(registry, &scenario.rules, player, 0)?;
                }
                Ok(())
            }
        }
    }

    /// What games of an entrant of a match share: its scenario and strategies; none of a strategy.
    pub fn prepared(&self, registry: &Registry, entrant: &Entrant) -> Result<Option<PreparedMatch>, Failure> {
        match self {
            TuneTarget::Strategy(_) => Ok(None),
            TuneTarget::Match(kept) => prepare(kept, registry, entrant).map(Some),
        }
    }

    /// The first or the second game of a pair. Of a strategy: from the one side and from the other, on one seed. Of a match, whose sides are
    /// what they are: on two seeds.
    pub fn set_up(
        &self,
        registry: &Registry,
        arena: &Arena,
        job: &Job,
        game: usize,
        prepared: Option<&PreparedMatch>,
    ) -> Result<GameSetup, Failure> {
        match (self, prepared) {
            (TuneTarget::Strategy(rules), _) => {
                let mut sides = [&job.challenger, &job.opponent];
                if game == 1 {
                    sides.reverse();
                }
                let commander = |(row, entrant): (u8, &&Arc<Entrant>)| {
                    let (player, seed) = (PlayerId(row), commander_seed(job.seed, PlayerId(row)));
                    built(|| entrant.file.build(registry, rules, player, seed))
                };
                let commanders = (0_u8..).zip(&sides).map(commander).collect();
                Ok(GameSetup { scenario: Arc::clone(&arena.scenario), commanders, seed: job.seed, player: game })
            }
            (TuneTarget::Match(_), Some(PreparedMatch { scenario, strategies })) => {
                let seed = mix(job.seed, game as u64);
                let commander = |(player, file): (PlayerId, &StrategyFile)| {
                    built(|| file.build(registry, &scenario.rules, player, commander_seed(seed, player)))
                };
                let commanders = players(strategies).map(commander).collect();
                Ok(GameSetup { scenario: Arc::clone(scenario), commanders, seed, player: 0 })
            }
            (TuneTarget::Match(_), None) => Err(Failure::Engine("a match that was not prepared".to_owned())),
        }
    }
}

/// A match at some values, ready to be set up.
#[derive(Clone)]
pub(super) struct PreparedMatch {
    pub scenario: Arc<Scenario>,
    /// By player.
    pub strategies: Vec<StrategyFile>,
}

/// Strategies with their players.
fn players(strategies: &[StrategyFile]) -> impl Iterator<Item = (PlayerId, &StrategyFile)> {
    (0_u8..).map(PlayerId).zip(strategies)
}

/// Who commands where a match names nobody.
const IDLE: &str = "idle";

/// A match of these texts, and the strategies that it names.
fn prepare(kept: &Kept, registry: &Registry, entrant: &Entrant) -> Result<PreparedMatch, Failure> {
    let mut kept = kept.clone();
    kept.texts.insert(entrant.file.path.clone(), entrant.file.text.clone());
    kept.texts.extend(entrant.others.iter().map(|other| (other.path.clone(), other.text.clone())));
    let mut library = Library::from_kept(kept);
    let scenario = sandtable_content::load_scenario(&library, &entrant.file.path)?.value;
    let mut strategies = Vec::new();
    for setup in &scenario.players {
        let name = if setup.strategy.is_empty() { IDLE } else { &setup.strategy };
        strategies.push(assemble::load_strategy(&mut library, registry, name)?);
    }
    Ok(PreparedMatch { scenario: Arc::new(scenario), strategies })
}
