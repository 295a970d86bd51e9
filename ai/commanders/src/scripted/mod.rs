//! The commander that reads its orders off a list: a timeline in a strategy file.
//!
//! An entry is for the first so many own entities of a kind, or for a squad by its number.
//!
//! ```toml
//! bot = "scripted"
//! about = "Trains a soldier after ten seconds and sends everyone east after a minute."
//!
//! [[orders]]
//! at = 10
//! who = "barracks"
//! order = "train"
//! what = "swordsman"
//!
//! [[orders]]
//! at = 60
//! who = "swordsman"
//! order = "attack-move"
//! to = [40, 12]
//!
//! [[orders]]
//! at = 90
//! squad = 1
//! order = "move"
//! to = [20, 12]
//! ```

mod read;
mod timetable;

pub(crate) use read::timetable;
pub(crate) use timetable::OrderTimetable;

use sandtable_sim::codec::{self, DecodeError};
use sandtable_sim::content::Reader;
use sandtable_sim::view::View;

use crate::commander::{Commander, MatchInfo, Orders};

/// Bytes of what it remembers.
const MEMORY_BYTES: usize = 4;

/// Gives listed orders at listed times.
#[derive(Clone, Debug)]
pub struct ScriptedCommander {
    name: String,
    timetable: OrderTimetable,
    next: u32,
}

/// Builds it from a strategy file with a list of `orders`.
pub fn build(file: &Reader<'_>, brief: &MatchInfo<'_>) -> Box<dyn Commander> {
    Box::new(ScriptedCommander { name: brief.name.to_owned(), timetable: timetable(file, brief.rules), next: 0 })
}

impl Commander for ScriptedCommander {
    fn name(&self) -> &str {
        &self.name
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        self.timetable.give(&mut self.next, view, orders);
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(codec::encode(&self.next))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), DecodeError> {
        let next: u32 = codec::decode(bytes, MEMORY_BYTES)?;
        if next as usize > self.timetable.entries.len() {
            return Err(DecodeError::Malformed("past the end of the list of orders".to_owned()));
        }
        self.next = next;
        Ok(())
    }
}
