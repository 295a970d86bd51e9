//! The commander that reads its orders off a list: a timeline in a strategy file.
//!
//! An entry is for the first N own entities of a kind, or for a squad by its number.
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

pub(crate) use read::{orders_at_once, timetable};
pub(crate) use timetable::{OrderTimetable, ScriptedOrder};

use sandtable_content::TableReader;
use sandtable_sim::view::View;
use sandtable_state::codec::DecodeError;
use sandtable_state::named::{NamedField, named_fields};
use serde::Serialize;

use crate::commander::{Commander, MatchInfo, Orders};

/// Bytes of what it remembers.
const MEMORY_BYTES: usize = 4;

/// The commander that gives listed orders at listed times.
///
/// # Examples
///
/// ```
/// use sandtable_ai::{MatchInfo, Orders, Registry};
/// use sandtable_sim::World;
/// use sandtable_state::id::PlayerId;
/// use sandtable_sim::view::View;
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let text = r#"
/// bot = "scripted"
/// about = "Sends the workers off at once."
/// [[orders]]
/// at = 0
/// who = "worker"
/// order = "move"
/// to = [8, 8]
/// "#;
/// let info = MatchInfo { rules: &scenario.rules, player: PlayerId(0), seed: 0, name: "off" };
/// let mut commander = Registry::standard().commander("off.toml", text, &info).unwrap().value;
/// let (world, mut orders) = (World::new(Arc::clone(&scenario), 1), Orders::new());
/// commander.decide(&View::new(&world, PlayerId(0)), &mut orders);
/// assert_eq!(orders.as_slice().len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct ScriptedCommander {
    name: String,
    timetable: OrderTimetable,
    next: u32,
}

/// What it remembers, for those who want it by name.
#[derive(Serialize)]
struct ScriptedMemory {
    next: u32,
}

/// Builds it from a strategy file with a list of `orders`.
pub fn build(file: &TableReader<'_>, info: &MatchInfo<'_>) -> Box<dyn Commander> {
    Box::new(ScriptedCommander { name: info.name.to_owned(), timetable: timetable(file, info.rules), next: 0 })
}

impl Commander for ScriptedCommander {
    fn name(&self) -> &str {
        &self.name
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        self.timetable.give(&mut self.next, view, orders);
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(sandtable_state::codec::encode(&self.next))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), DecodeError> {
        let next: u32 = sandtable_state::codec::decode(bytes, MEMORY_BYTES)?;
        if next as usize > self.timetable.entries.len() {
            return Err(DecodeError::Malformed("past the end of the list of orders".to_owned()));
        }
        self.next = next;
        Ok(())
    }

    fn memory_fields(&self, memory: &[u8]) -> Option<Vec<NamedField>> {
        let next: u32 = sandtable_state::codec::decode_loosely(memory, MEMORY_BYTES).ok()?;
        Some(named_fields(&ScriptedMemory { next }))
    }
}
