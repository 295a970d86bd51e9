//! The same strategy on both sides of a whole match, one of them without a system.

use std::collections::BTreeSet;
use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_match::progress::ProgressSink;
use sandtable_match::runner::{built, commander_seed, run_match};
use sandtable_match::score::WinDrawLoss;
use sandtable_math::mix;
use sandtable_state::id::PlayerId;
use sandtable_tournament::{Prepared, Strategy};
use serde_json::{Value, json};

use super::Missing;

/// The result of matches, of pairs that repeat no other.
#[derive(Clone, Copy, Debug, Default)]
pub struct AblationOutcome {
    /// The games of the side with the system.
    pub tally: WinDrawLoss,
    /// Pairs whose two games were the same to the last tick: nobody used the system. None where that is not looked at.
    pub alike: Option<u32>,
}

impl AblationOutcome {
    /// Whether the system is worth something, by the interval of the score.
    pub fn verdict(&self) -> &'static str {
        let [low, high] = self.tally.interval();
        match (low > 0.5, high < 0.5) {
            _ if self.alike.is_some_and(|pairs| 2 * pairs >= self.tally.games()) => "not in use",
            (true, _) => "better with it",
            (_, true) => "worse with it",
            _ => "no effect measured",
        }
    }

    /// The score of the side that has the system, where it was played, and the verdict, in a line.
    pub fn line(&self, system: &str, place: &str) -> String {
        let [score, low, high] =
            [self.tally.score(), self.tally.interval()[0], self.tally.interval()[1]].map(|share| 100.0 * share);
        let (games, verdict) = (self.tally.games(), self.verdict());
        format!("{system:14} {place:32} {score:5.1} % of {games} ({low:.1} to {high:.1} %): {verdict}\n")
    }

    /// The score as an object, with the seed of the games.
    pub fn json(&self, system: &str, place: &str, seed: u64) -> Value {
        let AblationOutcome { tally, alike } = self;
        json!({ "system": system, "in": place, "seed": seed, "score": tally.score(), "interval": tally.interval(),
            "games": tally, "alike": alike })
    }
}

/// What a side with the system scores over `games` games (rounded up to pairs) of the tournament's strategies against themselves, on
/// its maps in turn: each seed is played twice, once with each side without the system. A pair that went as one before it did on the same map
/// is counted once.
///
/// # Errors
/// When threads cannot be had, or a strategy has no commander that could do without it.
pub fn matches(
    prepared: &Prepared,
    registry: &Registry,
    missing: impl Into<Missing>,
    seed: u64,
    count: u32,
    threads: usize,
    progress: &dyn ProgressSink,
) -> Result<AblationOutcome, Failure> {
    let (mut tally, mut alike, mut seen) = (WinDrawLoss::default(), 0, BTreeSet::new());
    let missing = missing.into();
    let lesser: Vec<Strategy> = prepared.strategies.iter().map(|strategy| without(strategy, missing)).collect();
    for (strategy, arena) in lesser.iter().zip(prepared.arenas.iter().cycle()) {
        strategy.build(registry, &arena.scenario.rules, PlayerId(0), 0)?;
    }
    let play = |pair: u32| [0, 1].map(|side| game(prepared, &lesser, registry, missing, seed, pair, side));
    in_order(count.div_ceil(2), threads, play, |games| {
        if seen.insert(games.each_ref().map(|game| (game.place, game.course))) {
            games.iter().for_each(|game| tally.add(game.half_points));
            alike += u32::from(games[0].course == games[1].course);
        }
        progress.advance(2);
        Ok(())
    })?;
    Ok(AblationOutcome { tally, alike: Some(alike) })
}

/// A game that was played.
struct Game {
    /// Twice the points of the side that has the system.
    half_points: u32,
    /// Rows of the map and of the strategy.
    place: [usize; 2],
    /// How it went, alike for games that went the same way under whatever seeds.
    course: u64,
}

/// The strategy, doing without what is its commander's.
fn without(strategy: &Strategy, missing: Missing) -> Strategy {
    match missing {
        Missing::Units(_) => strategy.clone(),
        Missing::Commander(part) => {
            Strategy { text: format!("without = [{part:?}]\n{}", strategy.text), ..strategy.clone() }
        }
    }
}

fn game(
    prepared: &Prepared,
    lesser: &[Strategy],
    registry: &Registry,
    missing: Missing,
    seed: u64,
    pair: u32,
    side: usize,
) -> Game {
    let row = pair as usize;
    let place = [row % prepared.arenas.len(), row / prepared.arenas.len() % prepared.strategies.len()];
    let [arena, strategy] = place;
    let arena = &prepared.arenas[arena];
    let mut scenario = (*arena.scenario).clone();
    if let Missing::Units(system) = missing {
        system.switch_off(&mut scenario.players[side]);
    }
    let scenario = Arc::new(scenario);
    let seed = mix(seed, u64::from(pair));
    let commander = |row: u8| {
        let player = PlayerId(row);
        let strategies = if usize::from(row) == side { lesser } else { &prepared.strategies[..] };
        built(|| strategies[strategy].build(registry, &scenario.rules, player, commander_seed(seed, player)))
    };
    let result = run_match(&scenario, (0..2).map(commander).collect(), seed);
    let half_points = match result.winner() {
        None => 1,
        Some(team) if team == scenario.players[side].team => 0,
        Some(_) => 2,
    };
    Game { half_points, place, course: result.course }
}
