//! Why a player's orders were refused, counted by reason.

use std::cmp::Reverse;

use sandtable_sim::event::Rejection;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// How many orders of a player were refused, by reason. As JSON it is an object: the words of a reason, and how many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusals {
    /// By the row of [`Rejection::ALL`].
    counts: [u32; Rejection::ALL.len()],
}

impl Refusals {
    /// Counts an order.
    pub fn count(&mut self, why: Rejection) {
        if let Some(row) = Rejection::ALL.iter().position(|(reason, _)| *reason == why) {
            self.counts[row] = self.counts[row].saturating_add(1);
        }
    }

    /// The reasons there were, in words, the most frequent first.
    pub fn reasons(&self) -> Vec<(&'static str, u32)> {
        let rows = Rejection::ALL.iter().zip(self.counts).map(|((_, words), count)| (*words, count));
        let mut found: Vec<(&str, u32)> = rows.filter(|(_, count)| *count > 0).collect();
        found.sort_by_key(|(_, count)| Reverse(*count));
        found
    }

    /// How many were refused of all that were, `all`, and why: `7 refused (5 not affordable, 2 target not known)`. Of those that are not
    /// counted here nothing is said.
    pub fn tell(&self, all: u32) -> String {
        let reasons: Vec<String> = self.reasons().iter().map(|(words, count)| format!("{count} {words}")).collect();
        if reasons.is_empty() { format!("{all} refused") } else { format!("{all} refused ({})", reasons.join(", ")) }
    }
}

impl Serialize for Refusals {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let reasons = self.reasons();
        let mut map = serializer.serialize_map(Some(reasons.len()))?;
        for (words, count) in reasons {
            map.serialize_entry(words, &count)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_reason_is_told_first() {
        let mut refusals = Refusals::default();
        assert_eq!(refusals.tell(0), "0 refused");
        for why in [Rejection::NotYours, Rejection::CannotAfford, Rejection::NotYours, Rejection::QueueFull] {
            refusals.count(why);
        }
        assert_eq!(
            refusals.tell(4),
            "4 refused (2 subject not alive or not one's own, 1 not affordable, 1 queue full)"
        );
        let json = serde_json::to_value(&refusals).expect("JSON");
        assert_eq!(json["not affordable"], 1);
        assert_eq!(json.as_object().map(serde_json::Map::len), Some(3));
    }
}
