//! Flow fields as a part of the state: which are in use, and what waits to be made.

use super::FlowFields;
use super::goal::is_possible_layer;
use super::team::TeamFields;
use crate::sight::Knowledge;
use crate::state::{PartSetting, SnapshotError, StatePart};
use sandtable_math::mix;
use sandtable_model::scenario::Scenario;
use sandtable_nav::flow_field::partition::Partition;
use sandtable_nav::flow_field::saved::{LayersMismatch, SavedFields};
use sandtable_nav::ground::GroundMap;
use sandtable_state::id::TeamId;
use sandtable_state::{ByteReader, Field, Record, Sink};

impl StatePart for FlowFields {
    const NAME: &'static str = "flow";

    fn new(scenario: &Scenario) -> FlowFields {
        let partition = Partition::new(scenario.map.width, scenario.map.height);
        FlowFields { partition, teams: vec![TeamFields::default(); scenario.teams()], ..FlowFields::default() }
    }

    /// Kept up with each change.
    fn hash(&self) -> u64 {
        self.teams.iter().fold(0, |total, team| mix(total, team.fields.hash()))
    }

    fn put<S: Sink>(&self, _setting: PartSetting<'_>, sink: &mut S) {
        self.teams.iter().for_each(|team| Field::put(&team.fields.save(), sink));
    }

    fn take(&mut self, _setting: PartSetting<'_>, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError> {
        *self.loaded = self.teams.iter().map(|_| <SavedFields as Record>::take(reader)).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn show(&self, _setting: PartSetting<'_>, each: &mut dyn FnMut(&str, &'static str, &dyn std::fmt::Debug)) {
        for (row, team) in self.teams.iter().enumerate() {
            let owner = format!("t{}", row + 1);
            Record::show(&team.fields.save(), &mut |field, value| each(&owner, field, value));
        }
    }
}

impl FlowFields {
    /// Makes the fields again from what was read, when what the teams know is made.
    ///
    /// # Errors
    /// Fields that cannot be of this map.
    pub(crate) fn restore(&mut self, ground: &GroundMap, knowledge: &[Knowledge]) -> Result<(), LayersMismatch> {
        for (row, saved) in std::mem::take(&mut *self.loaded).iter().enumerate() {
            for field in &saved.fields {
                is_possible_layer(field.key.layer).then_some(()).ok_or(LayersMismatch)?;
                self.prepare(ground, knowledge, TeamId(row as u8), field.key.layer);
            }
            self.teams[row].fields.restore(saved)?;
        }
        Ok(())
    }
}
