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
    pub fn check(&self, registry: &Registry, file: &StrategyFile) -> Result<(), Failure> {
        match self {
            TuneTarget::Strategy(rules) => Ok(file.build(registry, rules, PlayerId(0), 0).map(drop)?),
            TuneTarget::Match(kept) => load(kept, file).map(drop),
        }
    }

    /// The first or the second game of a pair. Of a strategy: from the one side and from the other, on one seed. Of a match, whose sides are
    /// what they are: on two seeds.
    pub fn set_up(&self, registry: &Registry, arena: &Arena, job: &Job, game: usize) -> Result<GameSetup, Failure> {
        match self {
            TuneTarget::Strategy(rules) => {
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
            TuneTarget::Match(kept) => {
                let (mut library, scenario) = load(kept, &job.challenger.file)?;
                let seed = mix(job.seed, game as u64);
                let mut commanders = Vec::new();
                for (row, setup) in (0_u8..).zip(&scenario.players) {
                    let (player, own) = (PlayerId(row), commander_seed(seed, PlayerId(row)));
                    let name = if setup.strategy.is_empty() { IDLE } else { &setup.strategy };
                    let file = assemble::load_strategy(&mut library, registry, name)?;
                    commanders.push(built(|| file.build(registry, &scenario.rules, player, own)));
                }
                Ok(GameSetup { scenario: Arc::new(scenario), commanders, seed, player: 0 })
            }
        }
    }
}

/// Who commands where a match names nobody.
const IDLE: &str = "idle";

/// A match of this text, and the library with it.
fn load(kept: &Kept, file: &StrategyFile) -> Result<(Library, Scenario), Failure> {
    let mut kept = kept.clone();
    kept.texts.insert(file.path.clone(), file.text.clone());
    let library = Library::from_kept(kept);
    let scenario = sandtable_content::load_scenario(&library, &file.path)?.value;
    Ok((library, scenario))
}
