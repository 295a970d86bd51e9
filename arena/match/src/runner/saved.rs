//! What a match is besides its world, as keyframes keep it, and what of that is not what a match played again has.

use std::fmt;

use sandtable_ai::{Commander, memory_difference};
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_state::codec::{DecodeError, MAX_DECODED_BYTES};
use sandtable_state::id::PlayerId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::result::{Forfeited, Side};

/// What a match is besides its world, as bytes.
#[derive(Serialize, Deserialize)]
pub(super) struct Saved {
    pub pending: Vec<StampedOrder>,
    pub seats: Vec<SavedSeat>,
    pub sides: Vec<Side>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct SavedSeat {
    #[serde(with = "serde_bytes")]
    pub memory: Vec<u8>,
    pub forfeited: Option<Forfeited>,
}

/// What of a keyframe is not as it comes out when the match is played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherMemory {
    /// Whose.
    pub player: PlayerId,
    /// What: a commander's memory by its first field and byte that differ, figures by their path.
    pub what: String,
}

impl fmt::Display for OtherMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}'s {}", self.player.0 + 1, self.what)
    }
}

/// What the commanders of a match remember, by player, from the table of a keyframe; none when the bytes are no such table.
pub fn memories_of(table: &[u8]) -> Option<Vec<Vec<u8>>> {
    let saved = Saved::decode(table).ok()?;
    Some(saved.seats.into_iter().map(|seat| seat.memory).collect())
}

/// A seat of the match played again: the commander's memory, none when it cannot be saved, and how it failed.
pub(super) struct PlayedSeat<'s> {
    pub player: PlayerId,
    pub commander: &'s dyn Commander,
    /// Whether its commander was run again.
    pub present: bool,
    pub memory: Option<Vec<u8>>,
    pub forfeited: Option<Forfeited>,
}

/// What a match played again is besides its world at one tick: made once, to compare any number of saved tables with it.
pub struct PlayedTable<'s> {
    pub(super) seats: Vec<PlayedSeat<'s>>,
    pub(super) pending: Vec<StampedOrder>,
    pub(super) sides: &'s [Side],
}

/// The first thing saved that is not as it was played, by the row of its player where it has one.
enum FirstDifference {
    /// The saved match is one of other players.
    Players,
    Failure(usize),
    Memory(usize),
    Figures(usize),
    UnderWay(PlayerId),
}

impl PlayedTable<'_> {
    /// What of a saved table is not as it is here; `recorded` tells the orders of later ticks.
    ///
    /// # Errors
    /// When the bytes are no such table.
    pub fn differing<'r>(
        &self,
        bytes: &[u8],
        recorded: impl Fn(u32) -> Option<&'r [StampedOrder]>,
    ) -> Result<Option<OtherMemory>, DecodeError> {
        let saved = Saved::decode(bytes)?;
        Ok(self.first_difference(&saved, recorded).map(|first| self.told(&saved, first)))
    }

    /// Whether a saved table is as it is here; without a look at what differs, which takes far longer.
    ///
    /// # Errors
    /// When the bytes are no such table.
    pub fn is_saved_as(&self, bytes: &[u8]) -> Result<bool, DecodeError> {
        Ok(self.first_difference(&Saved::decode(bytes)?, |_| None).is_none())
    }

    /// The first thing saved that is not what was played. Of commanders that were not run again orders under way alone are looked at:
    /// those that the record, by tick, does not have later.
    fn first_difference<'r>(
        &self,
        saved: &Saved,
        recorded: impl Fn(u32) -> Option<&'r [StampedOrder]>,
    ) -> Option<FirstDifference> {
        if saved.seats.len() != self.seats.len() || saved.sides.len() != self.sides.len() {
            return Some(FirstDifference::Players);
        }
        for (row, (seat, saved)) in self.seats.iter().zip(&saved.seats).enumerate().filter(|(_, it)| it.0.present) {
            if !seat.failed_as(saved) {
                return Some(FirstDifference::Failure(row));
            }
            if seat.memory.as_ref().is_some_and(|own| *own != saved.memory) {
                return Some(FirstDifference::Memory(row));
            }
        }
        if let Some(row) = self.sides.iter().zip(&saved.sides).position(|(side, saved)| side != saved) {
            return Some(FirstDifference::Figures(row));
        }
        let present = |player: PlayerId| self.seats.iter().any(|seat| seat.player == player && seat.present);
        let [own, other] =
            [&self.pending, &saved.pending].map(|orders| orders.iter().filter(|order| present(order.player)));
        if !own.clone().eq(other.clone()) {
            let player = own.clone().zip(other.clone()).find(|(one, other)| one != other).map(|(one, _)| one.player);
            let rest = own.chain(other).next_back().map(|order| order.player);
            return Some(FirstDifference::UnderWay(player.or(rest).unwrap_or(PlayerId(0))));
        }
        let mut absent = saved.pending.iter().filter(|order| !present(order.player));
        let stray = absent.find(|order| recorded(order.tick).is_some_and(|later| !comes(order, later)))?;
        Some(FirstDifference::UnderWay(stray.player))
    }

    /// A difference in words.
    fn told(&self, saved: &Saved, first: FirstDifference) -> OtherMemory {
        let (player, what) = match first {
            FirstDifference::Players => (PlayerId(0), "seat: the keyframe is of a match of other players".to_owned()),
            FirstDifference::Failure(row) => (self.seats[row].player, "failure".to_owned()),
            FirstDifference::Memory(row) => (self.seats[row].player, self.seats[row].memory_told(&saved.seats[row])),
            FirstDifference::Figures(row) => {
                let path = path_of_figures(&self.sides[row], &saved.sides[row]);
                (PlayerId(row as u8), format!("figures ({path})"))
            }
            FirstDifference::UnderWay(player) => (player, "orders under way".to_owned()),
        };
        OtherMemory { player, what }
    }
}

impl Saved {
    /// What a keyframe's table holds.
    ///
    /// # Errors
    /// When the bytes are none.
    pub fn decode(bytes: &[u8]) -> Result<Saved, DecodeError> {
        sandtable_state::codec::decode_compact(bytes, MAX_DECODED_BYTES)
    }
}

/// Whether an order under way is among those of its tick, or its player gave up before it applied.
fn comes(order: &StampedOrder, later: &[StampedOrder]) -> bool {
    let gives_up = |other: &StampedOrder| other.player == order.player && other.order == Order::surrender();
    later.contains(order) || later.iter().any(gives_up)
}

impl PlayedSeat<'_> {
    /// Whether it failed as the saved one, or neither did.
    fn failed_as(&self, saved: &SavedSeat) -> bool {
        match (&self.forfeited, &saved.forfeited) {
            (Some(own), Some(saved)) => own.is_as(saved.tick, &saved.message) && own.how == saved.how,
            (own, saved) => own.is_none() && saved.is_none(),
        }
    }

    /// In what the saved memory differs.
    fn memory_told(&self, saved: &SavedSeat) -> String {
        let own = self.memory.as_deref().unwrap_or_default();
        let difference = memory_difference(self.commander, own, &saved.memory);
        difference.map_or_else(|| "memory".to_owned(), |difference| format!("memory ({difference})"))
    }
}

impl Forfeited {
    /// Whether it is the failure of a record: of that tick, in those words but for the place in the source, which differs between builds.
    pub(crate) fn is_as(&self, tick: u32, words: &str) -> bool {
        self.tick == tick && without_place(&self.message) == without_place(words)
    }
}

fn without_place(words: &str) -> &str {
    let place = |text: &str| text.strip_suffix(')').is_some_and(|text| text.rsplit_once(".rs:").is_some());
    words.rsplit_once(" (").filter(|(_, end)| place(end)).map_or(words, |(said, _)| said)
}

/// The path of the first figure that differs, as JSON names it.
fn path_of_figures(one: &Side, other: &Side) -> String {
    let value = |side: &Side| serde_json::to_value(side).unwrap_or_default();
    path_between(&value(one), &value(other), String::new())
}

fn path_between(one: &Value, other: &Value, path: String) -> String {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let differing =
                one.iter().find_map(|(key, value)| Some((key, value, other.get(key)?)).filter(|it| it.1 != it.2));
            match differing {
                Some((key, one, other)) => path_between(one, other, join(path, key)),
                None => path,
            }
        }
        (Value::Array(one), Value::Array(other)) => {
            match one.iter().zip(other).enumerate().find(|(_, (one, other))| one != other) {
                Some((row, (one, other))) => path_between(one, other, format!("{path}[{row}]")),
                None => path,
            }
        }
        _ => path,
    }
}

fn join(path: String, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
