//! A record taken at its word no further than it must be: its strategies decide again, and whatever it says of them must come out the same.
//!
//! Playing the recorded orders (`sandtable_replay::verify`) proves the world. This proves who commanded in it, as far as the record holds
//! them: their orders, their failures, what keyframes say they remembered, what they are called. The rest is told as claimed.

use std::sync::Arc;

use sandtable_ai::{Commander, IdleCommander, Registry};
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Contestant, Forfeit, MatchEnd, RecordStatus, Replay, ReplayError};
use sandtable_sim::World;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_state::id::PlayerId;

use super::audit_error::AuditError;
use super::claim::{Claim, ClaimKind};
use super::first_decision::FirstDecision;
use super::names::check_names;
use super::other_versions::OtherVersions;
use super::resume::{ResumeError, commander};
use super::texts::check_texts;
use super::trace::chunk_ending;
use crate::progress::ProgressSink;
use crate::runner::{MatchResult, MatchSession, Silent, Termination, clock};

/// Runs the strategies of a record again, which plays as recorded, and compares what it says of them; what cannot be compared comes back.
///
/// # Errors
/// The first thing that is not so.
pub fn audit(replay: &Replay, registry: &Registry, progress: &dyn ProgressSink) -> Result<Vec<Claim>, AuditError> {
    let scenario = Arc::new(replay.header.decode_scenario().map_err(ResumeError::from)?);
    let mut claims = check_header(replay, &scenario, registry)?;
    claims.extend(claim_of_other_bytes(replay));
    let seats = Seats::from_record(replay, registry, &scenario, &mut claims)?;
    let tables = replay.keyframes.iter().any(|keyframe| !keyframe.table.is_empty());
    let absent = seats.absent.clone();
    if tables || absent.len() < scenario.players.len() {
        let mut rerun = AuditedMatch::new(replay, &scenario, seats);
        while rerun.session.world().tick() < replay.last_tick() {
            rerun.advance(&mut claims)?;
            progress.advance(1);
        }
        rerun.check_failures()?;
    }
    claims.extend(claims_of_end(replay, |player| absent.contains(&player)));
    Ok(claims)
}

/// Holds what the header says of texts and names to the scenario that is embedded; what cannot be compared comes back.
///
/// # Errors
/// The first thing that is not so.
pub(super) fn check_header(
    replay: &Replay,
    scenario: &Scenario,
    registry: &Registry,
) -> Result<Vec<Claim>, AuditError> {
    let mut claims = check_texts(replay, scenario)?;
    claims.extend(check_names(replay, registry)?);
    Ok(claims)
}

/// Checks what a record says besides its commanders; what it says of them is claimed.
///
/// # Errors
/// The first thing that is not so.
pub(super) fn audit_without_commanders(replay: &Replay) -> Result<Vec<Claim>, AuditError> {
    let mut claims = check_texts(replay, &replay.header.decode_scenario().map_err(ResumeError::from)?)?;
    let text = "the decisions, memories and names of the commanders (--orders-only)".to_owned();
    claims.push(Claim::of_match(ClaimKind::Decisions, text));
    claims.extend(claim_of_other_bytes(replay));
    claims.extend(claims_of_end(replay, |_| true));
    Ok(claims)
}

/// Of a record of other versions: their bytes of states and memories are not compared with those of this one.
fn claim_of_other_bytes(replay: &Replay) -> Option<Claim> {
    let held = replay.header.memories() > 0 || !replay.keyframes.is_empty();
    let text = || "the keyframes and memories of commanders, which other versions wrote".to_owned();
    let compared = OtherVersions::from_header(&replay.header).is_empty();
    (held && !compared).then(|| Claim::of_match(ClaimKind::Memories, text()))
}

/// What the end of a record says that no playing proves.
fn claims_of_end(replay: &Replay, claimed: impl Fn(PlayerId) -> bool) -> Vec<Claim> {
    let Some(MatchEnd { status, forfeits, note, .. }) = &replay.end else { return Vec::new() };
    let told = |forfeit: &&Forfeit| claimed(forfeit.player);
    let forfeits = forfeits.iter().filter(told).map(|forfeit| {
        let Forfeit { player, tick, why } = forfeit;
        Claim::of_player(ClaimKind::Forfeit, *player, format!("forfeited at {} (tick {tick}): {why}", clock(*tick)))
    });
    let rest = match status {
        RecordStatus::EngineError => {
            Some(Claim::of_match(ClaimKind::EngineError, format!("the engine failed: {note}")))
        }
        // So a match that was stopped says that it was.
        RecordStatus::Incomplete if note == "interrupted" => None,
        _ if note.is_empty() => None,
        _ => Some(Claim::of_match(ClaimKind::Note, format!("the note: {note}"))),
    };
    forfeits.chain(rest).collect()
}

/// Who decides again, and who does not.
struct Seats {
    commanders: Vec<Box<dyn Commander>>,
    absent: Vec<PlayerId>,
}

impl Seats {
    fn from_record(
        replay: &Replay,
        registry: &Registry,
        scenario: &Scenario,
        claims: &mut Vec<Claim>,
    ) -> Result<Seats, ResumeError> {
        let mut seats = Seats { commanders: Vec::new(), absent: Vec::new() };
        for player in (0..scenario.players.len() as u8).map(PlayerId) {
            match run_again(replay, registry, scenario, player)? {
                Ok(commander) => seats.commanders.push(commander),
                Err(why) => {
                    let mut orders = replay.chunks.iter().flat_map(|chunk| &chunk.orders);
                    if orders.any(|order| order.player == player) {
                        let text = format!("gave the recorded orders ({why})");
                        claims.push(Claim::of_player(ClaimKind::Decisions, player, text));
                    }
                    seats.absent.push(player);
                    if player.index() < replay.header.contestants.len() {
                        seats.commanders.push(Box::new(IdleCommander::named("absent")));
                    }
                }
            }
        }
        Ok(seats)
    }
}

/// A player's commander, when the record holds all there is of it; or why it is not run again.
///
/// # Errors
/// That what the record holds of it cannot have played.
fn run_again(
    replay: &Replay,
    registry: &Registry,
    scenario: &Scenario,
    player: PlayerId,
) -> Result<Result<Box<dyn Commander>, String>, ResumeError> {
    let contestant = replay.header.contestants.get(player.index()).cloned().unwrap_or_default();
    let Contestant { name, strategy, source, .. } = &contestant;
    let built = match registry.header(strategy, source) {
        Ok(header) if registry.is_outside(&header.bot) => return Ok(Err("an external bot".to_owned())),
        // Nobody from outside is started for a text that says nothing else right.
        Err(issues) if !source.is_empty() => {
            Err(ResumeError::Unbuilt { player, name: name.clone(), why: issues.to_string() })
        }
        _ => commander(replay, registry, &scenario.rules, player),
    };
    match built {
        Ok(built) if built.is_pure() => Ok(Ok(built)),
        Ok(_) => Ok(Err("its decisions depend on more than its view".to_owned())),
        Err(error) if cannot_have_played(replay, registry, player, &contestant) => Err(error),
        Err(_) if source.is_empty() => Ok(Err("the record has no text of its strategy".to_owned())),
        Err(error) => Ok(Err(error.to_string().lines().next().unwrap_or_default().to_owned())),
    }
}

/// Whether what a record holds of a strategy, of which nothing can be built here, cannot have been what played.
fn cannot_have_played(replay: &Replay, registry: &Registry, player: PlayerId, contestant: &Contestant) -> bool {
    let Contestant { strategy, source, .. } = contestant;
    // A commander that cannot be built gives up before its first decision, and is recorded so.
    let mut forfeits = replay.end.iter().flat_map(|end| &end.forfeits);
    if forfeits.any(|forfeit| forfeit.player == player && forfeit.tick == 0) {
        return false;
    }
    let same_versions = OtherVersions::from_header(&replay.header).is_empty();
    let is_lie = if source.is_empty() {
        // An environment names no file, and between processes whose delay adapts the texts of all are left out.
        !strategy.is_empty() && replay.header.contestants.iter().any(|other| !other.source.is_empty())
    } else {
        // Another program may have commanders of its own.
        bot_of(source).is_none_or(|bot| registry.names().any(|known| known == bot))
    };
    same_versions && is_lie
}

/// The commander that a strategy's text names; none when it is no TOML, or names none.
fn bot_of(source: &str) -> Option<String> {
    let document = source.parse::<toml_edit::DocumentMut>().ok()?;
    document.get("bot")?.as_str().map(str::to_owned)
}

/// A recorded match played again by those who decide again.
pub(super) struct AuditedMatch<'r> {
    replay: &'r Replay,
    pub(super) session: MatchSession,
    /// Who does not decide again.
    absent: Vec<PlayerId>,
    /// Whether commanders here remember what they decide by in the bytes that the recording ones do.
    comparable: bool,
}

impl<'r> AuditedMatch<'r> {
    fn new(replay: &'r Replay, scenario: &Arc<Scenario>, seats: Seats) -> AuditedMatch<'r> {
        let world = World::new(Arc::clone(scenario), replay.header.seed);
        AuditedMatch {
            absent: seats.absent,
            ..AuditedMatch::of_all(replay, MatchSession::new(world, seats.commanders))
        }
    }

    /// One that everybody decides in.
    pub(super) fn of_all(replay: &'r Replay, session: MatchSession) -> AuditedMatch<'r> {
        let comparable = OtherVersions::from_header(&replay.header).is_empty();
        AuditedMatch { replay, session, absent: Vec::new(), comparable }
    }

    fn orders_of(&self, tick: u32) -> Option<&'r [StampedOrder]> {
        self.replay.chunk_of(tick).map(|chunk| chunk.orders_of(tick))
    }

    /// Plays a tick and compares it.
    fn advance(&mut self, claims: &mut Vec<Claim>) -> Result<(), AuditError> {
        self.session.sample();
        self.session.decide();
        let recorded = self.orders_of(self.session.world().tick() + 1).unwrap_or_default();
        self.compare(recorded, claims)?;
        let followed = self.session.follow(recorded, &mut Silent);
        let _ = followed.map_err(|fault| ResumeError::Engine(fault.message))?;
        self.check_memories()
    }

    /// Holds what the record says of the match beside its world, after this tick, to what it is here.
    pub(super) fn check_memories(&self) -> Result<(), AuditError> {
        if self.comparable {
            self.check_keyframe()?;
            self.check_hashes()?;
        }
        Ok(())
    }

    fn compare(&mut self, recorded: &[StampedOrder], claims: &mut Vec<Claim>) -> Result<(), AuditError> {
        let given = self.session.next_orders().to_vec();
        let world = self.session.world();
        let mut excused = self.absent.clone();
        for player in (0..world.players().len() as u8).map(PlayerId) {
            let of = |order: &&StampedOrder| order.player == player;
            if excused.contains(&player) || given.iter().filter(of).eq(recorded.iter().filter(of)) {
                continue;
            }
            // Between two processes a commander that failed gives up with the delay of any other order.
            let late = self.session.has_forfeited(player) && world.scenario().order_delay_ticks > 0;
            let mut orders = recorded.iter().filter(of);
            let gives_up =
                orders.next().is_some_and(|order| order.order == Order::surrender()) && orders.next().is_none();
            if !late && !gives_up {
                let first = FirstDecision::between(self.replay, world, recorded, &given, &excused);
                return Err(ResumeError::OtherDecision(first).into());
            }
            if !late {
                let tick = world.tick() + 1;
                let text = format!("was surrendered at {} (tick {tick}), as by an adjudication", clock(tick));
                claims.push(Claim::of_player(ClaimKind::Surrender, player, text));
            }
            excused.push(player);
        }
        Ok(())
    }

    /// Holds what a keyframe of this tick says of the commanders to what they remember here.
    fn check_keyframe(&self) -> Result<(), AuditError> {
        let tick = self.session.world().tick();
        let keyframe = self.replay.keyframe_before(tick).filter(|keyframe| keyframe.tick == tick);
        let Some(keyframe) = keyframe.filter(|keyframe| !keyframe.table.is_empty()) else { return Ok(()) };
        let differing = self.session.played(&self.absent).differing(&keyframe.table, |tick| self.orders_of(tick));
        let bad = |why: String| ResumeError::Replay(ReplayError::BadKeyframe { tick, why });
        match differing.map_err(|error| bad(error.to_string()))? {
            Some(other) => Err(AuditError::Memory { tick, other }),
            None => Ok(()),
        }
    }

    /// Holds the hashes of memories at a chunk's end to what is remembered here. Where a record was cut off they are not known.
    fn check_hashes(&self) -> Result<(), AuditError> {
        let tick = self.session.world().tick();
        let states = self.replay.header.states();
        let Some(chunk) = chunk_ending(self.replay, tick).filter(|chunk| chunk.parts.len() > states) else {
            return Ok(());
        };
        let last = tick == self.replay.last_tick();
        let pairs = chunk.memories(states).iter().zip(self.session.memory_hashes());
        let differs = |(recorded, here): (&u64, u64)| *recorded != here && !(last && *recorded == 0);
        let present = |row: usize| !self.absent.contains(&PlayerId(row as u8));
        match pairs.enumerate().find(|(row, pair)| present(*row) && differs(*pair)) {
            Some((row, _)) => Err(AuditError::MemoryHash { tick, player: PlayerId(row as u8) }),
            None => Ok(()),
        }
    }

    /// Holds the recorded failures of those who decided again to their own.
    fn check_failures(mut self) -> Result<(), AuditError> {
        let Some(end) = &self.replay.end else { return Ok(()) };
        let decided = self.session.world().outcome().is_some();
        if !decided && end.forfeits.iter().any(|forfeit| forfeit.tick == end.last_tick) {
            // Between two processes the other can be lost after a decision.
            self.session.decide();
        }
        let termination = if decided { Termination::Normal } else { Termination::Interrupted };
        let played = self.session.finish(termination, &mut Silent);
        let present = (0..played.sides.len() as u8).map(PlayerId).filter(|player| !self.absent.contains(player));
        present.into_iter().try_for_each(|player| check_failure(end, &played, player))
    }
}

/// Holds the recorded failure of one player, or that there is none, to what happens when it plays again.
fn check_failure(end: &MatchEnd, played: &MatchResult, player: PlayerId) -> Result<(), AuditError> {
    let recorded = end.forfeits.iter().find(|forfeit| forfeit.player == player);
    let forfeited = played.sides[player.index()].forfeited.as_ref();
    let same = match (recorded, forfeited) {
        (Some(recorded), Some(played)) => played.is_as(recorded.tick, &recorded.why),
        (recorded, played) => recorded.is_none() && played.is_none(),
    };
    if same {
        return Ok(());
    }
    let told = |tick: u32, why: &str| format!("after tick {tick}: {why}");
    let recorded = recorded.map(|recorded| told(recorded.tick, &recorded.why));
    let played = forfeited.map(|played| told(played.tick, &played.message));
    Err(AuditError::Forfeit {
        player,
        recorded: recorded.map_or("without a failure".to_owned(), |told| format!("with a forfeit {told}")),
        played: played.map_or("does not forfeit".to_owned(), |told| format!("forfeits {told}")),
    })
}
