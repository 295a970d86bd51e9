//! Memories as state: their hash, their bytes, and what a snapshot may say of them.

use std::sync::Arc;

use super::{Minds, digest, mind_of};
use crate::component::{Identity, MindMemory};
use crate::state::{Derived, Newborn, PartSetting, SceneBase, SnapshotError, StatePart};
use sandtable_decide::Behaviours;
use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::Rules;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::{TeamId, UnitId};
use sandtable_state::limits::MAX_LOSSES;
use sandtable_state::{ByteReader, Field, Record, Sink, StateHasher};

impl StatePart for Minds {
    const NAME: &'static str = "minds";

    fn new(scenario: &Scenario) -> Minds {
        let rules = &scenario.rules;
        let followed = rules.behaviours().filter(|_| scenario.players.iter().any(|player| player.minds));
        let behaviours = followed.map(Arc::clone);
        let tags = behaviours.as_ref().map(|behaviours| tags_of(rules, behaviours)).unwrap_or_default();
        Minds { behaviours: Derived(behaviours), tags: Derived(tags), ..Minds::default() }
    }

    /// Whether there are any.
    fn present(&self) -> bool {
        self.exist()
    }

    /// 0 in a world without them.
    fn hash(&self) -> u64 {
        if !self.exist() {
            return 0;
        }
        let mut losses = StateHasher::new(0);
        self.losses.put(&mut losses);
        self.digests.iter().fold(losses.finish(), |sum, digest| sum.wrapping_add(*digest))
    }

    /// By id; nothing in a world without minds.
    fn put<S: Sink>(&self, setting: PartSetting<'_>, sink: &mut S) {
        if self.exist() {
            self.losses.put(sink);
            minded(self, setting).for_each(|(_, row)| Field::put(&self.memories[row], sink));
        }
    }

    fn take(&mut self, setting: PartSetting<'_>, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError> {
        if !self.exist() {
            return Ok(());
        }
        self.losses = Field::take(reader)?;
        let rows: Vec<(UnitId, usize)> = minded(self, setting).collect();
        for (id, row) in rows {
            let memory = Field::take(reader)?;
            (self.digests[row], self.memories[row]) = (digest(id, &memory), memory);
        }
        Ok(())
    }

    fn check(&self, base: SceneBase<'_>) -> Result<(), &'static str> {
        are_possible(self, base).then_some(()).ok_or("what a mind remembers is out of range")
    }

    /// Units in the order of ids.
    fn show(&self, setting: PartSetting<'_>, each: &mut dyn FnMut(&str, &'static str, &dyn std::fmt::Debug)) {
        if !self.exist() {
            return;
        }
        each("match", "losses", &self.losses);
        for (id, row) in minded(self, setting) {
            let owner = id.to_string();
            Record::show(&self.memories[row], &mut |field, value| each(&owner, field, value));
        }
    }

    fn born(&mut self, setting: PartSetting<'_>, newborn: &Newborn) {
        if !self.exist() {
            return;
        }
        let Identity { id, kind } = newborn.identity;
        let memory = MindMemory { place: newborn.position, ..MindMemory::fresh(newborn.hp) };
        let minded = mind_of(setting.scenario, id.owner(), kind).is_some();
        self.digests.push(if minded { digest(id, &memory) } else { 0 });
        self.memories.push(memory);
    }

    fn died(&mut self, _identity: Identity, row: u32) {
        if self.exist() {
            self.memories.swap_remove(row as usize);
            self.digests.swap_remove(row as usize);
        }
    }
}

fn tags_of(rules: &Rules, behaviours: &Behaviours) -> Vec<u64> {
    let bits = |tags: &[String]| {
        let named = behaviours.tags().iter().take(64).enumerate();
        named.filter(|(_, tag)| tags.contains(tag)).fold(0, |bits, (row, _)| bits | 1 << row)
    };
    rules.kinds.iter().map(|kind| bits(&kind.tags)).collect()
}

/// The units with a mind, by id, with their rows.
fn minded<'w>(
    minds: &Minds,
    PartSetting { scenario, entities }: PartSetting<'w>,
) -> impl Iterator<Item = (UnitId, usize)> + 'w {
    let (units, exist) = (&entities.units, minds.exist());
    let kinds = entities.column::<Identity>(units);
    let rows = units.ids().iter().zip(units.rows()).map(|(id, row)| (*id, *row as usize));
    rows.filter(move |(id, row)| exist && mind_of(scenario, id.owner(), kinds[*row].kind).is_some())
}

/// Whether a world whose units are loaded can have these memories.
fn are_possible(minds: &Minds, base: SceneBase<'_>) -> bool {
    let map = &base.scenario.map;
    let within = |value: Fx, cells: u16| (0..i32::from(cells) << 16).contains(&value.bits());
    let on_map = |point: Vec2| within(point.x, map.width) && within(point.y, map.height);
    let teams = base.scenario.teams();
    let losses = minds.losses.iter().all(|loss| on_map(loss.at) && TeamId(loss.team).index() < teams);
    let most = Fx::from_int(128);
    losses
        && minds.losses.len() <= MAX_LOSSES + base.entities.units.len()
        && minded(minds, base.setting()).all(|(_, row)| {
            let memory = &minds.memories[row];
            on_map(memory.place)
                && (Fx::ZERO..=most).contains(&memory.reach)
                && (Fx::ZERO..=Fx::from_int(100)).contains(&memory.morale)
                && (Fx::ZERO..=Fx::from_int(30_000)).contains(&memory.hp)
        })
}
