//! What a commander remembers: enemies it saw a while ago, and when it last looked at each part of the map.

use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_model::rules::{Class, Locomotion};
use sandtable_sim::sight::Visibility;
use sandtable_sim::view::View;
use sandtable_state::id::{Handle, KindId};
use serde::{Deserialize, Serialize};

use super::tuning::{MAX_SIGHTINGS, SECTORS_A_SIDE, SIGHTING_FADE_TICKS};
use crate::perception::{KindRoles, Situation, UnitTrait};

/// An enemy unit as it was last seen.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct EnemySighting {
    pub handle: Handle,
    pub kind: KindId,
    pub position: Vec2,
    pub might: u32,
    pub tick: u32,
}

impl EnemySighting {
    /// Its might, the less the longer ago it was seen.
    pub fn faded(&self, now: u32) -> u32 {
        let left = SIGHTING_FADE_TICKS.saturating_sub(now.saturating_sub(self.tick));
        (u64::from(self.might) * u64::from(left) / u64::from(SIGHTING_FADE_TICKS)) as u32
    }
}

/// A part of the map.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct MapSector {
    pub middle: Vec2,
    cell: Cell,
    /// The tick its middle was last visible; 0 never.
    pub seen_tick: u32,
    /// Whether soldiers on foot can stand in the middle.
    pub walkable: bool,
}

/// The memory of one commander.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ScoutingMemory {
    /// By handle.
    pub seen: Vec<EnemySighting>,
    pub sectors: Vec<MapSector>,
    /// Whether an enemy building was ever seen.
    pub found_enemy: bool,
}

impl ScoutingMemory {
    /// Whether there are no more sightings than are kept, by handle, of so much might that more can be added.
    pub fn fits(&self) -> bool {
        let might: u64 = self.seen.iter().map(|seen| u64::from(seen.might)).sum();
        let kept = self.seen.len() <= MAX_SIGHTINGS && self.seen.is_sorted_by_key(|seen| seen.handle);
        kept && might <= u64::from(u32::MAX / 2)
    }

    /// Takes in what is visible now.
    pub fn update(&mut self, view: &View<'_>, situation: &Situation, roles: &KindRoles) {
        if self.sectors.is_empty() {
            self.sectors = sectors(view);
        }
        for sector in &mut self.sectors {
            if view.visibility(sector.cell) == Visibility::Visible {
                sector.seen_tick = view.tick().max(1);
            }
        }
        self.forget(view);
        for enemy in situation.enemies() {
            if enemy.class == Class::Building {
                self.found_enemy = true;
            } else if enemy.visible {
                let might = roles.might(enemy.kind);
                let (handle, kind, position) = (enemy.handle, enemy.kind, enemy.position);
                self.remember(EnemySighting { handle, kind, position, might, tick: view.tick() });
            }
        }
    }

    /// Forgets whatever is not in sight.
    pub fn keep_only_visible(&mut self, now: u32) {
        self.seen.retain(|seen| seen.tick == now);
    }

    /// The might of the enemy soldiers remembered.
    pub fn enemy_might(&self, roles: &KindRoles) -> u32 {
        self.soldiers(roles).map(|seen| seen.might).sum()
    }

    /// How many enemy units of a sort are remembered.
    pub fn count_of(&self, roles: &KindRoles, sort: UnitTrait) -> usize {
        self.seen.iter().filter(|seen| roles.has(seen.kind, sort)).count()
    }

    /// The enemy soldiers remembered.
    pub fn soldiers(&self, roles: &KindRoles) -> impl Iterator<Item = &EnemySighting> {
        self.seen.iter().filter(|seen| roles.marches(seen.kind))
    }

    /// The share that soldiers of a trait have in the might of all soldiers remembered, in percent.
    pub fn percent_of(&self, roles: &KindRoles, sort: UnitTrait) -> u32 {
        let all: u32 = self.soldiers(roles).map(|seen| seen.might).sum();
        let some: u32 = self.soldiers(roles).filter(|seen| roles.has(seen.kind, sort)).map(|seen| seen.might).sum();
        (u64::from(some) * 100).checked_div(all.into()).map_or(0, |percent| percent as u32)
    }

    /// What a kind is worth against the soldiers remembered, for its price: 100 as much as they.
    pub fn edge_of(&self, kind: KindId, roles: &KindRoles) -> u32 {
        let all: u64 = self.soldiers(roles).map(|seen| u64::from(seen.might)).sum();
        let edge = self.soldiers(roles).map(|seen| u64::from(seen.might) * u64::from(roles.edge(kind, seen.kind)));
        let edge: u64 = edge.sum();
        edge.checked_div(all).map_or(100, |edge| edge as u32)
    }

    /// Drops what faded, and what is gone from a place that is in sight: it moved on or died.
    fn forget(&mut self, view: &View<'_>) {
        let now = view.tick();
        let gone = |seen: &EnemySighting| view.visibility(Cell::at(seen.position)) == Visibility::Visible;
        self.seen.retain(|seen| now.saturating_sub(seen.tick) < SIGHTING_FADE_TICKS && !gone(seen));
    }

    fn remember(&mut self, seen: EnemySighting) {
        match self.seen.binary_search_by_key(&seen.handle, |it| it.handle) {
            Ok(row) => self.seen[row] = seen,
            Err(row) if self.seen.len() < MAX_SIGHTINGS => self.seen.insert(row, seen),
            Err(_) => {}
        }
    }
}

fn sectors(view: &View<'_>) -> Vec<MapSector> {
    let map = view.map();
    let side = (map.width.max(map.height) / SECTORS_A_SIDE).max(4);
    let (columns, rows) = (middles(side, map.width), middles(side, map.height));
    let cells = rows.iter().flat_map(|y| columns.iter().map(|x| Cell::new(*x, *y)));
    let sector = |cell: Cell| MapSector {
        middle: cell.centre(),
        cell,
        seen_tick: 0,
        walkable: view.passable(cell, Locomotion::Foot),
    };
    cells.map(sector).collect()
}

/// The middle cells of an even number of parts, each at most `part_cells` long, laid out the same from either end of
/// the map: the player who starts south-east divides it as the one who starts north-west does.
fn middles(part_cells: u16, whole_cells: u16) -> Vec<i16> {
    let half = whole_cells.div_ceil(2 * part_cells);
    let from_edge = |part: u16| (u32::from(2 * part + 1) * u32::from(whole_cells) / u32::from(4 * half)) as i16;
    let near = (0..half).map(from_edge);
    let far = (0..half).rev().map(|part| whole_cells as i16 - 1 - from_edge(part));
    near.chain(far).collect()
}

impl ScoutingMemory {
    /// When the part of the map around a place was last seen; 0 never.
    pub fn seen_tick_at(&self, place: Vec2) -> u32 {
        self.sector_at(place).map_or(0, |row| self.sectors[row].seen_tick)
    }

    /// Takes the part of the map around a place as seen.
    pub fn mark_seen(&mut self, place: Vec2, tick: u32) {
        if let Some(row) = self.sector_at(place) {
            self.sectors[row].seen_tick = tick;
        }
    }

    fn sector_at(&self, place: Vec2) -> Option<usize> {
        let apart = |row: &usize| self.sectors[*row].middle.distance_squared_wide(place);
        (0..self.sectors.len()).min_by_key(apart)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_divided_the_same_from_either_end() {
        for (length, side) in [(8, 4), (16, 4), (63, 5), (64, 5), (96, 8), (127, 10), (1024, 85)] {
            let middles = middles(side, length);
            let turned: Vec<i16> = middles.iter().rev().map(|cell| length as i16 - 1 - cell).collect();
            assert_eq!(middles, turned, "{length} cells in parts of {side}");
            assert!(middles.windows(2).all(|pair| (1..=side as i16 + 1).contains(&(pair[1] - pair[0]))), "{middles:?}");
        }
    }
}
