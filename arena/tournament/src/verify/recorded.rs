//! A game in which a process played: what its replay makes of it. Why a process failed and what it said it was after, no replay shows:
//! that stays claimed.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use sandtable_match::Failure;
use sandtable_match::progress::Unseen;
use sandtable_match::replays::{Claim, ClaimKind, Depth, ReplayVerdict};
use sandtable_match::runner::{Forfeited, MatchResult, MatchSession, Observer, Recording, Termination, clock, guarded};
use sandtable_match::store::{pack_replay, read_replay};
use sandtable_replay::{RecordStatus, Replay};
use sandtable_sim::event::TickReport;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_sim::victory::Ending;
use sandtable_sim::{Threads, World};

use super::folder::name_of;
use super::games_check::{GameFound, GamesCheck, missing_replay};
use crate::game::Game;
use crate::game_observer::{GameObserver, Together};
use crate::plans::Plans;
use crate::record::{GameRecord, MAX_GOALS};
use crate::results::LIST;
use crate::run::{names_of, observer_of, recording_of};

/// The game as its replay shows it, besides what is claimed of it.
pub(super) fn from_replay(check: &GamesCheck<'_>, game: &Game, written: &GameRecord) -> GameFound {
    let scheduled = check.as_scheduled(game, written);
    let mut found = GameFound { made_again: true, replay: scheduled.replay.clone(), ..GameFound::default() };
    let Some(name) = scheduled.replay.clone() else {
        let why = "bots that are processes may decide differently each time, and the tournament keeps no replays: its result cannot be checked";
        found
            .differences
            .push(format!("{LIST}: game {}: {why}; play it again with replays = true", name_of(&scheduled)));
        found.record = Some(scheduled);
        return found;
    };
    match whole_replay(check, &name, &scheduled) {
        Ok((replay, _)) if is_engine_error(&replay, written) => {
            found.claim(&scheduled, "the engine error is claimed: its replay also records it, and ends before it");
            found.record = Some(scheduled);
        }
        Ok((replay, claims)) => {
            played_again(check, game, written, &name, &replay, &mut found);
            found.claim_of_replay(&scheduled, &claims);
        }
        Err(_) if matches!(written.termination, Termination::Desync { .. }) => {
            found.claim(&scheduled, "a desync, as recorded: its replay plays differently");
            found.record = Some(scheduled);
        }
        Err(what) => {
            found.differences.push(what);
            found.record = Some(scheduled);
        }
    }
    found
}

/// The replay of a game, when it plays as recorded to the end of its match and the strategies in it that can be run again decide so, with
/// what is claimed of it.
fn whole_replay(check: &GamesCheck<'_>, name: &str, record: &GameRecord) -> Result<(Replay, Vec<Claim>), String> {
    let path = check.folder.join(name);
    if !path.is_file() {
        return Err(missing_replay(name, record));
    }
    let verdict = ReplayVerdict::of_file(&path, Depth::Strategies, check.registry, &Threads::default(), &Unseen);
    let (said, claims) = (verdict.text(), verdict.claims().to_vec());
    match (verdict.into_failure(), read_replay(&path)) {
        (None, Ok(Ok(replay))) => Ok((replay, claims)),
        // A record that ends where the engine failed is whole.
        (Some(Failure::Incomplete), Ok(Ok(replay))) if replay.status() == RecordStatus::EngineError => {
            Ok((replay, claims))
        }
        _ => Err(format!("{name}: the replay of game {}: {said}", name_of(record))),
    }
}

fn is_engine_error(replay: &Replay, written: &GameRecord) -> bool {
    let said = replay.end.as_ref().filter(|end| end.status == RecordStatus::EngineError).map(|end| end.note.as_str());
    matches!(&written.termination, Termination::EngineError { message } if Some(message.as_str()) == said)
}

/// Plays the orders of a replay in the game of the schedule, and records them again.
fn played_again(
    check: &GamesCheck<'_>,
    game: &Game,
    written: &GameRecord,
    name: &str,
    replay: &Replay,
    found: &mut GameFound,
) {
    let prepared = check.prepared;
    let scenario = &prepared.arenas[game.map].scenario;
    let delay = u32::from(scenario.order_delay_ticks);
    let claimed: Vec<Option<Forfeited>> = (0..scenario.players.len())
        .map(|row| written.sides.get(row)?.forfeited.clone().filter(|it| gave_up(replay, row, it, delay)))
        .collect();
    let every = replay.chunks.first().map_or(1, |chunk| chunk.check_every.max(1));
    let mut recording =
        WithClaims { recording: recording_of(prepared, game, false).checking_every(every), forfeits: claimed.clone() };
    let mut observer = observer_of(prepared, game);
    let stop = AtomicBool::new(false);
    let played = guarded(|| {
        let mut together = Together { observers: vec![&mut observer, &mut recording], stop: &stop };
        let session = MatchSession::new(World::new(Arc::clone(scenario), game.seed), Vec::new());
        session.judged_by(prepared.file.adjudication.referee()).play_recorded(replay, &mut together)
    });
    let record = match played {
        Ok(result) => claims_over(record_of(check, game, result, observer, name), written, claimed, found),
        Err(fault) => {
            found.differences.push(format!("{name}: its orders cause an engine error: {}", fault.message));
            check.as_scheduled(game, written)
        }
    };
    if let Ok(bytes) = pack_replay(&recording.recording.into_sink()) {
        found.compare_replay(check, name, &record, &bytes);
    }
    found.record = Some(record);
}

fn record_of(
    check: &GamesCheck<'_>,
    game: &Game,
    result: MatchResult,
    observer: GameObserver,
    name: &str,
) -> GameRecord {
    GameRecord::new(game, names_of(check.prepared, game), &result, observer, Some(name.to_owned()))
}

/// Whether a replay bears out that a commander failed: its player gave up afterwards, or the match was over before it could.
fn gave_up(replay: &Replay, row: usize, forfeited: &Forfeited, delay: u32) -> bool {
    let surrender = Order::surrender();
    let by =
        |order: &StampedOrder| order.player.index() == row && order.tick > forfeited.tick && order.order == surrender;
    forfeited.tick + 1 + delay > replay.last_tick() || replay.chunks.iter().flat_map(|chunk| &chunk.orders).any(by)
}

/// Puts what is claimed of a game into its record, and tells of it.
fn claims_over(
    mut record: GameRecord,
    written: &GameRecord,
    claimed: Vec<Option<Forfeited>>,
    found: &mut GameFound,
) -> GameRecord {
    record.termination = with_failures(&record, &claimed);
    for (row, (side, forfeited)) in record.sides.iter_mut().zip(claimed).enumerate() {
        if let Some(failed) = &forfeited {
            let how = Termination::of_failing(failed.how, Vec::new());
            let (player, at) = (row + 1, clock(failed.tick));
            let said = failed.message.lines().next().unwrap_or_default();
            let how = how.name();
            let what = format!(
                "the failure of player {player} at {at} by {how} ({said}) is claimed: its replay shows the surrender, not the reason"
            );
            found.claims.push(format!("{LIST}: game {}: {what}", written.game));
        }
        side.forfeited = forfeited;
        let Some(old) = written.sides.get(row) else { continue };
        side.goals.clone_from(&old.goals);
        // A longer timeline is cut off in its record, and its plans are of the whole.
        side.plans = if old.goals.len() < MAX_GOALS { Plans::from_timeline(&old.goals) } else { old.plans.clone() };
        if !old.goals.is_empty() {
            found.claims.push(format!("{LIST}: game {}: the goals of player {} are claimed", written.game, row + 1));
        }
    }
    record
}

/// How a game ended in which these failed.
fn with_failures(record: &GameRecord, claimed: &[Option<Forfeited>]) -> Termination {
    let failed = || claimed.iter().enumerate().filter_map(|(row, one)| Some((row as u8 + 1, one.as_ref()?)));
    let first = failed().min_by_key(|(player, one)| (one.tick, *player)).map(|(_, one)| one.how);
    let gave_up = matches!(record.ending, Some(Ending::Surrender | Ending::MutualDestruction));
    let by_players = matches!(record.termination, Termination::Normal | Termination::MutualDestruction);
    match first {
        Some(how) if gave_up && by_players => {
            let players = failed().filter(|(_, one)| one.how == how).map(|(player, _)| player).collect();
            Termination::of_failing(how, players)
        }
        _ => record.termination.clone(),
    }
}

/// Records a match whose commanders are not there, with the failures that are claimed of them.
struct WithClaims {
    recording: Recording<Vec<u8>>,
    forfeits: Vec<Option<Forfeited>>,
}

impl Observer for WithClaims {
    fn tick(&mut self, world: &World, orders: &[StampedOrder], report: &TickReport) -> ControlFlow<()> {
        self.recording.tick(world, orders, report)
    }

    fn finished(&mut self, world: Option<&World>, result: &MatchResult) {
        let mut result = result.clone();
        for (side, forfeited) in result.sides.iter_mut().zip(&self.forfeits) {
            side.forfeited.clone_from(forfeited);
        }
        self.recording.finished(world, &result);
    }
}

impl GameFound {
    /// Tells what a replay claims that the rest of the folder does not show: who decided, and who gave up by no decision of its own.
    fn claim_of_replay(&mut self, scheduled: &GameRecord, claims: &[Claim]) {
        let adjudicated = |record: &GameRecord| {
            matches!(record.termination, Termination::Adjudicated { .. } | Termination::IllegalOrders)
        };
        let by_rule = self.record.as_ref().is_some_and(adjudicated);
        let told = claims.iter().filter(|claim| match claim.kind {
            ClaimKind::Decisions => true,
            ClaimKind::Surrender => !by_rule,
            _ => false,
        });
        told.for_each(|claim| self.claim(scheduled, &format!("{}, which is claimed", claim.text)));
    }

    fn claim(&mut self, record: &GameRecord, what: &str) {
        self.claims.push(format!("{LIST}: game {}: {what}", name_of(record)));
    }
}
