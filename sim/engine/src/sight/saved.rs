//! What the teams know as a part of the state.

use super::Knowledge;
use crate::state::{PartSetting, SnapshotError, StatePart};
use sandtable_math::mix;
use sandtable_model::scenario::Scenario;
use sandtable_state::{ByteReader, Field, Record, Sink};

impl StatePart for Vec<Knowledge> {
    const NAME: &'static str = "knowledge";

    fn new(scenario: &Scenario) -> Vec<Knowledge> {
        (0..scenario.teams()).map(|_| Knowledge::new(scenario)).collect()
    }

    /// Kept up with each change.
    fn hash(&self) -> u64 {
        self.iter().fold(0, |total, knowledge| mix(total, knowledge.hash()))
    }

    fn put<S: Sink>(&self, _setting: PartSetting<'_>, sink: &mut S) {
        self.iter().for_each(|knowledge| Field::put(knowledge, sink));
    }

    /// Derived parts are made by [`rebuild`](super::rebuild), when everything is loaded.
    fn take(&mut self, setting: PartSetting<'_>, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError> {
        for knowledge in self {
            let taken = <Knowledge as Record>::take(reader)?;
            if !taken.is_possible(setting.scenario) {
                return Err(reader.malformed("knowledge of another map").into());
            }
            *knowledge = taken;
        }
        Ok(())
    }

    fn show(&self, _setting: PartSetting<'_>, each: &mut dyn FnMut(&str, &'static str, &dyn std::fmt::Debug)) {
        for (team, knowledge) in self.iter().enumerate() {
            let owner = format!("t{}", team + 1);
            Record::show(knowledge, &mut |field, value| each(&owner, field, value));
        }
    }
}
