//! The events worth reading: battles, what was built and researched, what fell, who went out.

use std::collections::BTreeMap;

use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::Class;
use sandtable_sim::World;
use sandtable_sim::event::{Event, TickReport};
use sandtable_state::id::{KindId, UnitId};
use serde::Serialize;

use crate::standing::value;

/// Blows that are farther apart than this belong to different battles, in cells.
const BATTLE_CELLS: i16 = 14;
/// Ticks without a blow after which a battle is over (ten game seconds).
const BATTLE_TICKS: u32 = 160;
/// Ticks between two looks for who was hurt.
const LOOK_TICKS: u32 = 8;
/// Entries kept; a match has some hundreds.
const MAX_ENTRIES: usize = 10_000;

/// What an entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum What {
    /// A fight, from its first blow.
    Battle,
    /// A building was completed.
    Completed,
    /// A technology was finished.
    Researched,
    /// A building fell.
    Fell,
    /// A building could not be begun where it was marked out.
    BuildFailed,
    /// A node was gathered empty.
    Depleted,
    /// A player is out.
    Out,
}

/// One entry.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Entry {
    pub tick: u32,
    /// The last tick of a battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<u32>,
    pub what: What,
    /// Whose it is: the owner, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<u8>,
    /// Row of the kind, or of the technology researched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u16>,
    /// Whole cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<(i32, i32)>,
    /// Units, buildings and value lost in a battle, by player.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub losses: BTreeMap<u8, (u32, u32, u32)>,
}

/// A fight that may go on.
struct Battle {
    entry: usize,
    last_tick: u32,
    /// Where the latest blow fell.
    at: Vec2,
}

/// The entries of a match.
#[derive(Default)]
pub(super) struct Chronicle {
    entries: Vec<Entry>,
    battles: Vec<Battle>,
}

impl Chronicle {
    /// Notes what a tick brought; `world` is as it was after it.
    pub fn report(&mut self, world: &World, report: &TickReport) {
        if report.tick.is_multiple_of(LOOK_TICKS) && self.entries.len() < MAX_ENTRIES {
            self.look_for_the_hurt(world);
        }
        for event in &report.events {
            if self.entries.len() < MAX_ENTRIES {
                self.event(world, report.tick, event);
            }
        }
    }

    /// The entries by tick.
    pub fn into_entries(mut self) -> Vec<Entry> {
        self.entries.sort_by_key(|entry| entry.tick);
        self.entries
    }

    fn event(&mut self, world: &World, tick: u32, event: &Event) {
        match event {
            Event::Died { id, kind, by, at } => self.death(world, tick, (*id, *kind), *by, *at),
            Event::Completed { id, kind } => {
                let at =
                    world.observe_buildings().find(|building| building.id == *id).map(|building| building.position);
                self.add(tick, What::Completed, Some(id.owner().0), Some(kind.0), at);
            }
            Event::Researched { player, tech } => self.add(tick, What::Researched, Some(player.0), Some(tech.0), None),
            Event::BuildFailed { id, kind } => {
                self.add(tick, What::BuildFailed, Some(id.owner().0), Some(kind.0), None);
            }
            Event::Depleted { .. } => self.add(tick, What::Depleted, None, None, None),
            Event::PlayerOut { player } => self.add(tick, What::Out, Some(player.0), None, None),
            Event::Rejected { .. } | Event::Born { .. } | Event::Attacked { .. } | Event::Cancelled { .. } => {}
            Event::Disobeyed { .. } => {}
        }
    }

    /// Notes the blows since the last look. Events alone would not do: they tell of the first blow only.
    fn look_for_the_hurt(&mut self, world: &World) {
        let since = world.tick().saturating_sub(LOOK_TICKS);
        let units = world.observe_units().map(|unit| (unit.hurt_tick, unit.id, unit.hurt_by, unit.position));
        let buildings = world.observe_buildings().map(|one| (one.hurt_tick, one.id, one.hurt_by, one.position));
        for (tick, id, by, at) in
            units.chain(buildings).filter(|(tick, id, by, _)| *tick > since && id.owner() != by.owner())
        {
            self.blow(tick, [id, by], at);
        }
    }

    fn add(&mut self, tick: u32, what: What, player: Option<u8>, row: Option<u16>, at: Option<Vec2>) {
        let at = at.map(|at| (at.x.floor_int(), at.y.floor_int()));
        self.entries.push(Entry { tick, until: None, what, player, row, at, losses: BTreeMap::new() });
    }

    fn death(&mut self, world: &World, tick: u32, (id, kind): (UnitId, KindId), by: UnitId, at: Vec2) {
        let dead = world.rules().kind(kind);
        let building = dead.class == Class::Building;
        if by.is_some() && by.owner() != id.owner() {
            self.blow(tick, [id, by], at);
        }
        if let Some(battle) = self.battle_near(tick, at) {
            let entry = self.battles[battle].entry;
            let loss = self.entries[entry].losses.entry(id.owner().0).or_default();
            *(if building { &mut loss.1 } else { &mut loss.0 }) += 1;
            loss.2 = loss.2.saturating_add(value(dead));
        }
        if building {
            self.add(tick, What::Fell, Some(id.owner().0), Some(kind.0), Some(at));
        }
    }

    /// Notes a blow between two entities: part of a battle near by, or a new one.
    fn blow(&mut self, tick: u32, sides: [UnitId; 2], at: Vec2) {
        let battle = self.battle_near(tick, at).unwrap_or_else(|| {
            self.add(tick, What::Battle, None, None, Some(at));
            self.battles.push(Battle { entry: self.entries.len() - 1, last_tick: tick, at });
            self.battles.len() - 1
        });
        let battle = &mut self.battles[battle];
        (battle.last_tick, battle.at) = (battle.last_tick.max(tick), at);
        let entry = &mut self.entries[battle.entry];
        entry.until = Some(battle.last_tick);
        for side in sides.into_iter().filter(|side| side.is_some() && !side.owner().is_neutral()) {
            entry.losses.entry(side.owner().0).or_default();
        }
    }

    fn battle_near(&mut self, tick: u32, at: Vec2) -> Option<usize> {
        self.battles.retain(|battle| battle.last_tick + BATTLE_TICKS >= tick);
        let reach = Fx::from_int(BATTLE_CELLS).squared_wide();
        let near = |battle: &Battle| battle.at.distance_squared_wide(at);
        let nearest = (0..self.battles.len()).min_by_key(|battle| near(&self.battles[*battle]))?;
        (near(&self.battles[nearest]) <= reach).then_some(nearest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_state::id::PlayerId;

    #[test]
    fn blows_near_in_place_and_time_are_one_battle() {
        let mut chronicle = Chronicle::default();
        let sides = [UnitId::new(PlayerId(0), 1), UnitId::new(PlayerId(1), 1)];
        for (tick, x) in [(10, 20), (100, 30), (100, 60), (250, 40), (500, 40)] {
            chronicle.blow(tick, sides, Vec2::cell_centre(x, 20));
        }
        let spans: Vec<_> = chronicle.into_entries().iter().map(|entry| (entry.tick, entry.until)).collect();
        assert_eq!(spans, [(10, Some(250)), (100, Some(100)), (500, Some(500))]);
    }
}
