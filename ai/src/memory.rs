//! What a commander remembers: enemies it saw a while ago, and when it last looked at each part of the map.

use sandtable_sim::id::{Handle, PlayerId};
use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::map::Cell;
use sandtable_sim::math::Vec2;
use sandtable_sim::rules::{Class, Locomotion};
use sandtable_sim::sight::Visibility;
use sandtable_sim::view::View;

use crate::roles::Roles;
use crate::situation::Situation;

/// Ticks after which a unit not seen again is forgotten.
const FADE_TICKS: u32 = 90 * TICKS_PER_SECOND;
/// Enemy units remembered at once.
const MAX_SEEN: usize = 512;
/// Parts of the map along its longer side.
const SECTORS_A_SIDE: u16 = 12;

/// An enemy unit as it was last seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub handle: Handle,
    pub position: Vec2,
    pub might: u32,
    pub tick: u32,
}

/// A part of the map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sector {
    pub middle: Vec2,
    cell: Cell,
    /// The tick its middle was last visible; 0 never.
    pub seen_tick: u32,
    /// Whether soldiers on foot can stand in the middle.
    pub walkable: bool,
}

/// The memory of one commander.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// By handle.
    pub seen: Vec<Seen>,
    pub sectors: Vec<Sector>,
    /// The most enemy might remembered at one time.
    pub greatest_might: u32,
    /// Whether an enemy building was ever seen.
    pub found_enemy: bool,
}

impl Memory {
    /// Takes in what is visible now.
    pub fn update(&mut self, view: &View<'_>, situation: &Situation, roles: &Roles) {
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
                self.remember(Seen { handle: enemy.handle, position: enemy.position, might, tick: view.tick() });
            }
        }
        self.greatest_might = self.greatest_might.max(self.enemy_might());
    }

    /// The might of the enemy units remembered.
    pub fn enemy_might(&self) -> u32 {
        self.seen.iter().map(|seen| seen.might).sum()
    }

    /// Drops what faded, and what is gone from a place that is in sight: it moved on or died.
    fn forget(&mut self, view: &View<'_>) {
        let now = view.tick();
        let gone = |seen: &Seen| view.visibility(Cell::at(seen.position)) == Visibility::Visible;
        self.seen.retain(|seen| now - seen.tick < FADE_TICKS && !gone(seen));
    }

    fn remember(&mut self, seen: Seen) {
        match self.seen.binary_search_by_key(&seen.handle, |it| it.handle) {
            Ok(row) => self.seen[row] = seen,
            Err(row) if self.seen.len() < MAX_SEEN => self.seen.insert(row, seen),
            Err(_) => {}
        }
    }
}

fn sectors(view: &View<'_>) -> Vec<Sector> {
    let map = view.map();
    let side = (map.width.max(map.height) / SECTORS_A_SIDE).max(4);
    let middle = |part: u16, length: u16| (part * side + side / 2).min(length - 1) as i16;
    let (columns, rows) = (map.width.div_ceil(side), map.height.div_ceil(side));
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let cells = cells.map(|(column, row)| Cell::new(middle(column, map.width), middle(row, map.height)));
    let sector = |cell: Cell| Sector {
        middle: cell.centre(),
        cell,
        seen_tick: 0,
        walkable: view.passable(cell, Locomotion::Foot),
    };
    cells.map(sector).collect()
}

/// The enemies that are still in the match.
pub(crate) fn opponents<'v>(view: &'v View<'_>) -> impl Iterator<Item = PlayerId> + 'v {
    (0..view.players()).map(PlayerId).filter(|player| view.is_enemy(*player) && !view.is_out(*player))
}

impl Memory {
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
