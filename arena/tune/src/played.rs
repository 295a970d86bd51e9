//! Playing a pair of games: what is kept of it, here or on another machine.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use sandtable_expect::Aim;
use sandtable_lab::trial::{Gauge, Measure};
use sandtable_match::Failure;
use sandtable_match::runner::{MatchResult, Observer, Termination, run_match_with};
use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;
use serde::{Deserialize, Serialize};

use super::target::GameSetup;

/// The results of a pair of games, as the journal has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayedPair {
    pub half_points: [u8; 2],
    pub share_permille: [u16; 2],
    pub ticks: [u32; 2],
    pub hashes: [String; 2],
    pub courses: [String; 2],
    /// By game; nothing where nothing is measured.
    pub measured: Vec<Vec<i64>>,
}

/// Plays a pair; `set_up` makes its first or its second game ready.
pub(super) fn play_pair(
    set_up: &dyn Fn(usize) -> Result<GameSetup, Failure>,
    stop: &AtomicBool,
    aims: &[Aim<Measure>],
) -> Result<PlayedPair, Failure> {
    let [first, second] = [0, 1].map(|game| play_game(&|| set_up(game), stop, aims));
    let each = &[first?, second?];
    each.iter().try_for_each(PlayedGame::check)?;
    let each = [&each[0], &each[1]];
    let measured = each.iter().map(|game| game.measured.clone()).filter(|measured| !measured.is_empty());
    Ok(PlayedPair {
        half_points: each.map(PlayedGame::half_points),
        share_permille: each.map(|game| share_permille(&game.result, game.player)),
        ticks: each.map(|game| game.result.ticks),
        hashes: each.map(|game| game.result.hash.clone()),
        courses: each.map(|game| format!("{:016x}", game.result.course)),
        measured: measured.collect(),
    })
}

/// A game that was played.
struct PlayedGame {
    result: MatchResult,
    /// The player whose points count, from 0.
    player: usize,
    /// By aim.
    measured: Vec<i64>,
}

impl PlayedGame {
    /// Makes sure that the game was played to its end.
    fn check(&self) -> Result<(), Failure> {
        match &self.result.termination {
            Termination::Interrupted => Err(Failure::Interrupted),
            Termination::EngineError { message } => Err(Failure::Engine(message.clone())),
            _ => Ok(()),
        }
    }

    fn half_points(&self) -> u8 {
        match self.result.winner() {
            None => 1,
            Some(team) if self.result.sides.get(self.player).is_some_and(|own| own.team == team.0) => 2,
            Some(_) => 0,
        }
    }
}

/// Stops a match when it is told to, and measures it if there is something to be measured.
struct Watch<'s> {
    stop: &'s AtomicBool,
    gauge: Option<Gauge<'s>>,
}

impl Observer for Watch<'_> {
    fn tick(&mut self, world: &World, orders: &[StampedOrder], report: &TickReport) -> ControlFlow<()> {
        if self.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        self.gauge.as_mut().map_or(ControlFlow::Continue(()), |gauge| gauge.tick(world, orders, report))
    }

    fn finished(&mut self, world: Option<&World>, result: &MatchResult) {
        if let Some(gauge) = &mut self.gauge {
            gauge.finished(world, result);
        }
    }
}

/// The first or the second game of a pair.
fn play_game(
    set_up: &dyn Fn() -> Result<GameSetup, Failure>,
    stop: &AtomicBool,
    aims: &[Aim<Measure>],
) -> Result<PlayedGame, Failure> {
    let once = || {
        let GameSetup { scenario, commanders, seed, player } = set_up()?;
        let mut watch = Watch { stop, gauge: (!aims.is_empty()).then(|| Gauge::new(aims)) };
        let result = run_match_with(&scenario, commanders, seed, &mut watch);
        let measured = watch.gauge.map_or_else(Vec::new, Gauge::values);
        Ok(PlayedGame { result, player, measured })
    };
    let played = once()?;
    // Our fault: once more, as in a tournament.
    if played.result.engine_error().is_some() { once() } else { Ok(played) }
}

/// The share of all scores that a player's team has, the mean of all samples, in thousandths.
fn share_permille(result: &MatchResult, player: usize) -> u16 {
    let Some(own) = result.sides.get(player) else { return 500 };
    let score = |at: usize, team: Option<u8>| -> u64 {
        let sides = result.sides.iter().filter(|side| team.is_none_or(|team| side.team == team));
        sides.filter_map(|side| side.samples.get(at)).map(|sample| sample.score).sum()
    };
    let share = |at: usize| (score(at, Some(own.team)) * 1_000).checked_div(score(at, None)).unwrap_or(500);
    let shares: u64 = (0..own.samples.len()).map(share).sum();
    (shares / (own.samples.len() as u64).max(1)) as u16
}
