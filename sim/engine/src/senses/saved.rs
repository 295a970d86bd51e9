//! What is perceived as state: its hash, its bytes, and what a snapshot may say of it.

use std::sync::Arc;

use super::{Awareness, Perception, PerceptionTables};
use crate::component::Identity;
use crate::entities::Entities;
use crate::state::{Derived, Newborn, PartSetting, SceneBase, SnapshotError, StatePart};
use sandtable_math::mix;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::UnitId;
use sandtable_state::limits::MAX_INTERESTS;
use sandtable_state::{ByteReader, Field, Record, Sink, StateHasher};

/// The digest of what the unit of this id is aware of; never 0.
pub(super) fn digest(id: UnitId, awareness: &Awareness) -> u64 {
    let mut folder = StateHasher::new(u64::from(id.0));
    Field::put(awareness, &mut folder);
    folder.finish() | 1
}

/// The rows of units with senses, in the order of ids.
fn sensing<'s>(senses: &'s Perception, entities: &'s Entities) -> impl Iterator<Item = (UnitId, usize)> + 's {
    let units = &entities.units;
    let rows = units.ids().iter().zip(units.rows()).map(|(id, row)| (*id, *row as usize));
    rows.filter(|(_, row)| senses.of(*row).is_some())
}

impl StatePart for Perception {
    const NAME: &'static str = "senses";

    fn new(scenario: &Scenario) -> Perception {
        Perception { fixed: Derived(PerceptionTables::new(scenario).map(Arc::new)), ..Perception::default() }
    }

    /// Whether anybody has senses.
    fn present(&self) -> bool {
        self.exist()
    }

    /// 0 in a world without senses.
    fn hash(&self) -> u64 {
        if !self.exist() {
            return 0;
        }
        let mut folder = StateHasher::new(0);
        self.concerns.put(&mut folder);
        self.last.put(&mut folder);
        mix(folder.finish(), self.digests.iter().fold(0, |sum: u64, digest| sum.wrapping_add(*digest)))
    }

    /// Nothing in a world without senses.
    fn put<S: Sink>(&self, setting: PartSetting<'_>, sink: &mut S) {
        if self.exist() {
            self.concerns.put(sink);
            self.last.put(sink);
            sensing(self, setting.entities).for_each(|(_, row)| Field::put(&self.units[row], sink));
        }
    }

    fn take(&mut self, setting: PartSetting<'_>, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError> {
        if !self.exist() {
            return Ok(());
        }
        self.concerns = Field::take(reader)?;
        self.last = Field::take(reader)?;
        let rows: Vec<(UnitId, usize)> = sensing(self, setting.entities).collect();
        for (id, row) in rows {
            let awareness = Field::take(reader)?;
            (self.digests[row], self.units[row]) = (digest(id, &awareness), awareness);
        }
        Ok(())
    }

    fn check(&self, base: SceneBase<'_>) -> Result<(), &'static str> {
        are_possible(self, base).then_some(()).ok_or("what a unit perceives is out of range")
    }

    /// Concerns, then units in the order of ids.
    fn show(&self, setting: PartSetting<'_>, each: &mut dyn FnMut(&str, &'static str, &dyn std::fmt::Debug)) {
        if !self.exist() {
            return;
        }
        each("match", "last", &self.last);
        for concern in &self.concerns {
            let owner = format!("concern {}", concern.id);
            Record::show(concern, &mut |field, value| each(&owner, field, value));
        }
        for (id, row) in sensing(self, setting.entities) {
            let owner = id.to_string();
            Record::show(&self.units[row], &mut |field, value| each(&owner, field, value));
        }
    }

    fn born(&mut self, setting: PartSetting<'_>, newborn: &Newborn) {
        self.add(&setting.scenario.rules, newborn.identity.id, newborn.identity.kind);
    }

    fn died(&mut self, _identity: Identity, row: u32) {
        self.remove(row);
    }
}

/// Whether a world whose units are loaded can perceive this.
fn are_possible(senses: &Perception, base: SceneBase<'_>) -> bool {
    let map = &base.scenario.map;
    let on_map = |point: sandtable_math::Vec2| map.contains(sandtable_model::map::Cell::at(point));
    let perception = &base.rules().perception;
    let sound = senses.concerns.iter().all(|concern| {
        concern.player.index() < base.players.len()
            && (1..=senses.last).contains(&concern.id)
            && perception.interest(concern.incident).is_some()
            && on_map(concern.at)
            && concern.tick <= base.clock.tick
    });
    let few = senses.concerns.len() <= MAX_INTERESTS * base.players.len();
    let ordered = senses.concerns.windows(2).all(|pair| pair[0].id < pair[1].id);
    let aware = sensing(senses, base.entities).all(|(_, row)| {
        let awareness: &Awareness = &senses.units[row];
        on_map(awareness.heard_at) && awareness.strength_percent <= 100 && awareness.concern <= senses.last
    });
    sound && few && ordered && aware
}
