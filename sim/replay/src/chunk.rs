//! Chunks of ticks, and the end record.

use sandtable_sim::order::StampedOrder;
use sandtable_sim::victory::{Ending, MatchOutcome};
use sandtable_state::id::{PlayerId, TeamId};
use sandtable_state::limits::{MAX_PLAYERS, MAX_TICKS};
use sandtable_state::{ByteReader, Field, Malformed};

use super::layout::{CHUNK_RECORD, NO_WINNER, SPARSE_CHUNK_RECORD};
use super::pack::{self, put_bytes, put_text, take_bytes, take_text};
use super::{CHUNK_TICKS, MAX_RECORD_BYTES, MAX_TEXT_BYTES, ReplayError};

/// Some ticks in a row: their orders, a short check of each, the full hash after the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The first tick.
    pub first_tick: u32,
    /// How many there are.
    pub ticks: u16,
    /// A check is kept of every tick that this divides: 1 for all.
    pub check_every: u16,
    /// A short check of the state hash after each of those; see `short_check`.
    pub checks: Vec<u16>,
    /// The orders of these ticks, by tick, in the order they were applied.
    pub orders: Vec<StampedOrder>,
    /// The state hash after the last tick.
    pub total: u64,
    /// Its parts, in the order of the header's names, those of the commanders' memories last; none when the engine failed in the next tick.
    pub parts: Vec<u64>,
}

/// The 16 bits of a state hash that are kept of every tick.
pub(super) const fn short_check(total: u64) -> u16 {
    (total ^ (total >> 16) ^ (total >> 32) ^ (total >> 48)) as u16
}

impl Chunk {
    /// The last tick.
    pub fn last_tick(&self) -> u32 {
        self.first_tick + u32::from(self.ticks) - 1
    }

    /// The short check of a tick; none when none is kept.
    pub fn check_of(&self, tick: u32) -> Option<u16> {
        let every = u32::from(self.check_every);
        let before = tick.checked_sub(self.first_tick).filter(|_| tick.is_multiple_of(every))?;
        // Of each run of `every` ticks one has a check, this one of its own.
        self.checks.get((before / every) as usize).copied()
    }

    /// The hashes of what the commanders remember after the last tick, by player: 0 for one that is not known. Empty in a record without
    /// them. `states` is how many parts are of the state.
    pub fn memories(&self, states: usize) -> &[u64] {
        self.parts.get(states..).unwrap_or_default()
    }

    /// Whether a tick's check is kept.
    pub(super) const fn keeps(&self, tick: u32) -> bool {
        tick.is_multiple_of(self.check_every as u32)
    }

    /// The kind of its record.
    pub(super) const fn kind(&self) -> u8 {
        if self.check_every == 1 { CHUNK_RECORD } else { SPARSE_CHUNK_RECORD }
    }

    /// The orders of one tick.
    pub fn orders_of(&self, tick: u32) -> &[StampedOrder] {
        let low = self.orders.partition_point(|order| order.tick < tick);
        let high = self.orders.partition_point(|order| order.tick <= tick);
        &self.orders[low..high]
    }

    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        self.first_tick.put(bytes);
        self.ticks.put(bytes);
        if self.check_every != 1 {
            self.check_every.put(bytes);
        }
        self.checks.iter().for_each(|check| check.put(bytes));
        put_bytes(bytes, &pack::encode_orders(&self.orders));
        self.total.put(bytes);
        (!self.parts.is_empty()).put(bytes);
        self.parts.iter().for_each(|part| part.put(bytes));
    }

    pub(super) fn take(payload: &[u8], parts: usize, sparse: bool) -> Result<Chunk, ReplayError> {
        let mut reader = ByteReader::new(payload);
        let first_tick = reader.named("first_tick")?;
        let ticks = reader.named::<u16>("ticks")?;
        if ticks == 0 || usize::from(ticks) > CHUNK_TICKS || first_tick == 0 || first_tick > MAX_TICKS {
            return Err(reader.malformed("no such ticks").into());
        }
        let check_every = if sparse { reader.named("check_every")? } else { 1 };
        if sparse && !(2..=CHUNK_TICKS as u16).contains(&check_every) {
            return Err(reader.malformed("no such ticks with checks").into());
        }
        let last_tick = first_tick + u32::from(ticks) - 1;
        let count = last_tick / u32::from(check_every) - (first_tick - 1) / u32::from(check_every);
        let checks = (0..count).map(|_| u16::take(&mut reader)).collect::<Result<_, _>>()?;
        let orders = pack::decode_orders(take_bytes(reader.naming("orders"), MAX_RECORD_BYTES)?)?;
        let total = reader.named("total")?;
        let parts = if reader.named("has parts")? { parts } else { 0 };
        let parts = (0..parts).map(|_| u64::take(&mut reader)).collect::<Result<_, _>>()?;
        let chunk = Chunk { first_tick, ticks, check_every, checks, orders, total, parts };
        if !chunk.orders_are_in_order() {
            return Err(reader.malformed("orders out of order or of other ticks").into());
        }
        reader.finish()?;
        Ok(chunk)
    }

    fn orders_are_in_order(&self) -> bool {
        let inside = |order: &StampedOrder| (self.first_tick..=self.last_tick()).contains(&order.tick);
        self.orders.iter().all(inside) && self.orders.is_sorted_by_key(|order| order.tick)
    }
}

sandtable_state::state_enum! {
    /// How a match's record ends.
    pub enum RecordStatus {
        /// The match was played to its outcome.
        Complete = 0,
        /// It was stopped before: killed, or cut off.
        Incomplete = 1,
        /// The engine failed; the note says how.
        EngineError = 2,
    }
}

/// A commander that failed and gave the match up by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Whose commander.
    pub player: PlayerId,
    /// The tick after which it failed.
    pub tick: u32,
    /// What it said.
    pub why: String,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnd {
    /// Whether it was played out.
    pub status: RecordStatus,
    /// The last tick.
    pub last_tick: u32,
    /// The outcome, when there was one.
    pub outcome: Option<MatchOutcome>,
    /// Commanders that failed.
    pub forfeits: Vec<Forfeit>,
    /// What else there is to say; empty mostly.
    pub note: String,
}

const ENDINGS: [Ending; 5] =
    [Ending::Annihilation, Ending::Surrender, Ending::Score, Ending::TimeLimit, Ending::MutualDestruction];

impl MatchEnd {
    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        self.status.put(bytes);
        self.last_tick.put(bytes);
        self.outcome.is_some().put(bytes);
        if let Some(outcome) = &self.outcome {
            put_outcome(bytes, outcome);
        }
        (self.forfeits.len() as u8).put(bytes);
        for forfeit in &self.forfeits {
            forfeit.player.put(bytes);
            forfeit.tick.put(bytes);
            put_text(bytes, &forfeit.why, MAX_TEXT_BYTES);
        }
        put_text(bytes, &self.note, MAX_TEXT_BYTES);
    }

    pub(super) fn take(payload: &[u8], last_tick: u32) -> Result<MatchEnd, ReplayError> {
        let mut reader = ByteReader::new(payload);
        let end = MatchEnd {
            status: reader.named("status")?,
            last_tick: reader.named("last_tick")?,
            outcome: if reader.named("outcome")? { Some(take_outcome(&mut reader)?) } else { None },
            forfeits: take_forfeits(&mut reader)?,
            note: take_text(reader.naming("note"), MAX_TEXT_BYTES)?,
        };
        if end.last_tick != last_tick {
            return Err(reader.naming("last_tick").malformed("the last tick is not the last one recorded").into());
        }
        reader.finish()?;
        Ok(end)
    }
}

fn put_outcome(bytes: &mut Vec<u8>, outcome: &MatchOutcome) {
    outcome.winner.map_or(NO_WINNER, |team| team.0).put(bytes);
    let ending = ENDINGS.iter().position(|ending| *ending == outcome.ending).unwrap_or(0);
    (ending as u8).put(bytes);
    outcome.tick.put(bytes);
}

fn take_outcome(reader: &mut ByteReader<'_>) -> Result<MatchOutcome, Malformed> {
    let winner = match u8::take(reader)? {
        NO_WINNER => None,
        team if usize::from(team) < MAX_PLAYERS => Some(TeamId(team)),
        _ => return Err(reader.malformed("no such team")),
    };
    let ending = usize::from(u8::take(reader)?);
    let ending = *ENDINGS.get(ending).ok_or_else(|| reader.malformed("no such ending"))?;
    Ok(MatchOutcome { winner, ending, tick: reader.named("outcome tick")? })
}

fn take_forfeits(reader: &mut ByteReader<'_>) -> Result<Vec<Forfeit>, Malformed> {
    let count = usize::from(reader.named::<u8>("forfeits")?);
    if count > MAX_PLAYERS {
        return Err(reader.malformed("count over its limit"));
    }
    let forfeit = |_| {
        let player = reader.named::<PlayerId>("player")?;
        Ok(Forfeit { player, tick: reader.named("tick")?, why: take_text(reader.naming("why"), MAX_TEXT_BYTES)? })
    };
    (0..count).map(forfeit).collect()
}
