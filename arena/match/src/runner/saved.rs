//! What a match is besides its world, as keyframes keep it, and what of that is not what a match played again has.

use std::fmt;

use sandtable_ai::{Commander, memory_difference};
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_state::codec::MAX_DECODED_BYTES;
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

/// What the commanders of a match remember, by player, from what a keyframe keeps of it; none when that is none.
pub(crate) fn memories_of(table: &[u8]) -> Option<Vec<Vec<u8>>> {
    let saved: Saved = sandtable_state::codec::decode_compact(table, MAX_DECODED_BYTES).ok()?;
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

impl Saved {
    /// The first thing saved that is not what was played. Of commanders that were not run again orders under way alone are looked at:
    /// those that the record, by tick, does not have later.
    pub fn first_difference<'r>(
        &self,
        seats: &[PlayedSeat<'_>],
        pending: &[StampedOrder],
        sides: &[Side],
        recorded: impl Fn(u32) -> Option<&'r [StampedOrder]>,
    ) -> Option<OtherMemory> {
        let first = |player: PlayerId, what: String| Some(OtherMemory { player, what });
        if self.seats.len() != seats.len() || self.sides.len() != sides.len() {
            return first(PlayerId(0), "seat: the keyframe is of a match of other players".to_owned());
        }
        for (seat, saved) in seats.iter().zip(&self.seats).filter(|(seat, _)| seat.present) {
            if let Some(what) = seat.difference(saved) {
                return first(seat.player, what);
            }
        }
        for (row, (side, saved)) in sides.iter().zip(&self.sides).enumerate() {
            if let Some(path) = differing_path(side, saved) {
                return first(PlayerId(row as u8), format!("figures ({path})"));
            }
        }
        let under_way = "orders under way".to_owned();
        let present = |player: PlayerId| seats.iter().any(|seat| seat.player == player && seat.present);
        let [own, other] = [pending, &self.pending].map(|orders| orders.iter().filter(|order| present(order.player)));
        if !own.clone().eq(other.clone()) {
            let player = own.clone().zip(other.clone()).find(|(one, other)| one != other).map(|(one, _)| one.player);
            let rest = own.chain(other).next_back().map(|order| order.player);
            return first(player.or(rest).unwrap_or(PlayerId(0)), under_way);
        }
        let mut absent = self.pending.iter().filter(|order| !present(order.player));
        let stray = absent.find(|order| recorded(order.tick).is_some_and(|later| !comes(order, later)))?;
        first(stray.player, under_way)
    }
}

/// Whether an order under way is among those of its tick, or its player gave up before it applied.
fn comes(order: &StampedOrder, later: &[StampedOrder]) -> bool {
    let gives_up = |other: &StampedOrder| other.player == order.player && other.order == Order::surrender();
    later.contains(order) || later.iter().any(gives_up)
}

impl PlayedSeat<'_> {
    fn difference(&self, saved: &SavedSeat) -> Option<String> {
        let same = match (&self.forfeited, &saved.forfeited) {
            (Some(own), Some(saved)) => own.is_as(saved.tick, &saved.message) && own.how == saved.how,
            (own, saved) => own.is_none() && saved.is_none(),
        };
        if !same {
            return Some("failure".to_owned());
        }
        let own = self.memory.as_ref()?;
        let difference = memory_difference(self.commander, own, &saved.memory)?;
        Some(format!("memory ({difference})"))
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
fn differing_path(one: &Side, other: &Side) -> Option<String> {
    if one == other {
        return None;
    }
    let value = |side: &Side| serde_json::to_value(side).unwrap_or_default();
    Some(path_between(&value(one), &value(other), String::new()))
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
