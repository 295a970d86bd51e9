//! What-if: a recorded match goes on from a tick many times, chance falling otherwise each time.

use std::collections::BTreeSet;
use std::sync::Arc;

use sandtable_ai::{Commander, Registry};
use sandtable_lens::fork_seed;
use sandtable_model::scenario::Scenario;
use sandtable_replay::Replay;
use sandtable_state::id::PlayerId;
use sandtable_stats::{Confidence, wilson_at};
use serde::Serialize;

use super::departure::{Departure, Followed};
use super::resume::{ResumeError, commander, resume};
use crate::Failure;
use crate::assemble::StrategyFile;
use crate::parallel::in_order;
use crate::progress::ProgressSink;
use crate::runner::{GameCount, MatchResult, MatchSession, Observer, Silent, Stoppable, Termination, commander_seed};
use crate::score::WinDrawLoss;

/// How to go on.
pub struct ForkTerms {
    /// After which tick.
    pub tick: u32,
    /// Who commands from there on, by player; none goes on as recorded.
    pub strategies: Vec<Option<StrategyFile>>,
    /// How often it is played on: the first time with the recorded seed, then with others.
    pub seeds: u32,
    /// Threads that play.
    pub threads: usize,
}

/// The result of the forks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ForkOutcome {
    /// The tick they went on after.
    pub tick: u32,
    /// How many were played: fewer than were asked for when they were stopped.
    pub games: u32,
    /// How many of them went as no other did, to the last bit. Shares count all, for it is seeds that are drawn: a course that nine of ten
    /// seeds lead to is nine times as likely as one that a single seed leads to. Intervals count these alone as observations.
    pub distinct: u32,
    /// How many had no winner.
    pub draws: u32,
    /// By team.
    pub teams: Vec<TeamOdds>,
    /// Where the first fork, of the recorded seed and commanders, first was not the recorded match; none too when others command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub departs: Option<Departure>,
}

impl ForkOutcome {
    /// The forks, in words, with how many of them are distinct where not all are.
    pub fn counted(&self) -> String {
        GameCount { played: self.games, distinct: self.distinct }.every_told("forks")
    }
}

/// What a team made of the forks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TeamOdds {
    /// The team, from 1.
    pub team: u32,
    /// Forks it won.
    pub wins: u32,
    /// The share of forks it won.
    pub probability: f64,
    /// The 95 % interval of that (Wilson 1927), forks that went the same way being one observation.
    pub interval: [f64; 2],
}

/// Continues a recorded match from a tick, with its commanders or with others. When `progress` stops it, the forks played before
/// are counted.
///
/// # Errors
/// When the match cannot be taken up there, a strategy cannot be built, or it was stopped before a fork was played.
pub fn fork(
    replay: &Replay,
    registry: &Registry,
    terms: &ForkTerms,
    progress: &dyn ProgressSink,
) -> Result<Result<ForkOutcome, ResumeError>, Failure> {
    let scenario = match replay.header.decode_scenario() {
        Ok(scenario) => Arc::new(scenario),
        Err(error) => return Ok(Err(error.into())),
    };
    let given = terms.strategies.iter().enumerate().filter(|(_, strategy)| strategy.is_some());
    let absent: Vec<PlayerId> = given.map(|(row, _)| PlayerId(row as u8)).collect();
    // Whether the match can be taken up, and strategies built, shows once; from there on forks differ in chance alone.
    let trunk = match resume(replay, registry, terms.tick, &absent) {
        Ok(session) => Trunk { bytes: session.save(), world: session.world().fork() },
        Err(error) => return Ok(Err(error)),
    };
    for (row, strategy) in terms.strategies.iter().enumerate() {
        if let Some(strategy) = strategy {
            strategy.build(registry, &scenario.rules, PlayerId(row as u8), 0)?;
        }
    }
    let mut winners = vec![0; scenario.teams()];
    let mut draws = 0;
    let branch = |number: u32| -> Result<_, ResumeError> {
        let mut session = trunk.session(replay, registry, &scenario, terms, &absent)?;
        let seed = fork_seed(replay.header.seed, number);
        for (row, strategy) in terms.strategies.iter().enumerate() {
            let player = PlayerId(row as u8);
            let built = |strategy: &StrategyFile| {
                strategy.build(registry, &scenario.rules, player, commander_seed(seed, player)).ok()
            };
            if let Some(commander) = strategy.as_ref().and_then(built) {
                session.seat(player, commander);
            }
        }
        session.reseed(seed);
        let (result, departs) = played_on(session, (number == 0 && absent.is_empty()).then_some(replay), progress);
        match result.engine_error() {
            _ if result.termination == Termination::Interrupted => Ok(None),
            // What an engine makes of a match that is none any more is less to know than where it went astray.
            Some(message) if departs.is_none() => Err(ResumeError::Engine(message.to_owned())),
            _ => Ok(Some((result.course, result.winner(), departs))),
        }
    };
    let (mut failed, mut departs, mut seen, mut games) = (None, None, BTreeSet::new(), 0);
    progress.expect(terms.seeds.into());
    let played = in_order(terms.seeds, terms.threads, branch, |played| {
        match played {
            Ok(None) => return Err(Failure::Interrupted),
            Ok(Some((course, winner, first))) => {
                games += 1;
                seen.insert(course);
                winner.map_or_else(|| draws += 1, |team| winners[team.index()] += 1);
                departs = departs.take().or(first);
            }
            Err(error) => failed = Some(error),
        }
        progress.counted(1)
    });
    if !matches!(played, Err(Failure::Interrupted) if games > 0) {
        played?;
    }
    progress.finish();
    let (distinct, teams) =
        (seen.len() as u32, odds(&winners, GameCount { played: games, distinct: seen.len() as u32 }));
    let outcome = ForkOutcome { tick: terms.tick, games, distinct, draws, teams, departs };
    Ok(failed.map_or(Ok(outcome), Err))
}

/// Plays a fork to its end, unless it is stopped, held to the record when it should be the recorded match.
fn played_on(
    session: MatchSession,
    record: Option<&Replay>,
    progress: &dyn ProgressSink,
) -> (MatchResult, Option<Departure>) {
    let stop = || progress.is_interrupted();
    let play =
        |session: MatchSession, observer: &mut dyn Observer| session.play(&mut Stoppable { observer, stop: &stop });
    let Some(record) = record else { return (play(session, &mut Silent), None) };
    let mut followed = Followed::new(record, session.world());
    let result = play(session, &mut followed);
    (result, followed.found)
}

fn odds(winners: &[u32], games: GameCount) -> Vec<TeamOdds> {
    let of = |(row, wins): (usize, &u32)| {
        let probability = WinDrawLoss { wins: *wins, draws: 0, losses: games.played - wins }.score();
        let interval = wilson_at(probability, f64::from(games.distinct), Confidence::NINETY_FIVE);
        TeamOdds { team: row as u32 + 1, wins: *wins, probability, interval }
    };
    winners.iter().enumerate().map(of).collect()
}

/// The match where the forks part.
struct Trunk {
    /// What it is besides its world; none when a commander cannot be saved.
    bytes: Option<Vec<u8>>,
    world: sandtable_sim::World,
}

impl Trunk {
    /// A session of one's own: from what was saved, or else by deciding everything again.
    fn session(
        &self,
        replay: &Replay,
        registry: &Registry,
        scenario: &Arc<Scenario>,
        terms: &ForkTerms,
        absent: &[PlayerId],
    ) -> Result<MatchSession, ResumeError> {
        let Some(bytes) = &self.bytes else { return resume(replay, registry, terms.tick, absent) };
        let players = (0..replay.header.contestants.len() as u8).map(PlayerId);
        let build = |player: PlayerId| match absent.contains(&player) {
            true => Ok(Box::new(sandtable_ai::IdleCommander::named("absent")) as Box<dyn Commander>),
            false => commander(replay, registry, &scenario.rules, player),
        };
        let commanders = players.map(build).collect::<Result<_, _>>()?;
        let mut session =
            MatchSession::new(sandtable_sim::World::new(Arc::clone(scenario), replay.header.seed), commanders);
        let restored = session.restore(self.world.fork(), bytes);
        restored.map_err(|error| {
            let why = format!("what was saved of the commanders does not load: {error}");
            ResumeError::Replay(sandtable_replay::ReplayError::BadKeyframe { tick: terms.tick, why })
        })?;
        Ok(session)
    }
}
