//! Rows in the order of ids, and ids to rows.

use sandtable_model::map::Rect;
use sandtable_model::rules::Class;
use sandtable_state::id::{PlayerId, UnitId};
use sandtable_state::limits::MAX_PLAYERS;

/// The living entities of one class: their ids ascending, and the archetype row of each.
///
/// hecs removes by moving the last row into the gap, so rows depend on history; every pass whose result
/// could depend on order goes over this instead.
#[derive(Clone, Default)]
pub struct Roster {
    /// Ids, ascending.
    ids: Vec<UnitId>,
    /// The row of each, in the order of `ids`.
    rows: Vec<u32>,
    /// The id in each row.
    by_row: Vec<UnitId>,
    /// The hecs entity in each row.
    entities: Vec<hecs::Entity>,
    /// The cells that each row stands on, which never change; of no meaning for what moves.
    rects: Vec<Rect>,
    /// Which of the world's archetypes it is.
    archetype: u32,
}

impl Roster {
    /// An empty roster over the archetype at this place of `hecs::World::archetypes`.
    pub(crate) fn new(archetype: u32) -> Roster {
        Roster { archetype, ..Roster::default() }
    }

    /// Its archetype.
    #[inline]
    pub(crate) fn archetype<'w>(&self, ecs: &'w hecs::World) -> &'w hecs::Archetype {
        ecs.archetypes().nth(self.archetype as usize).expect("archetypes are never removed")
    }

    /// The number of entities.
    #[inline]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// The ids, ascending.
    #[inline]
    pub fn ids(&self) -> &[UnitId] {
        &self.ids
    }

    /// The rows, in the order of ids.
    #[inline]
    pub(crate) fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The id in each row.
    #[inline]
    pub(crate) fn by_row(&self) -> &[UnitId] {
        &self.by_row
    }

    /// The ids of one owner, ascending, with their rows.
    pub(crate) fn of(&self, owner: PlayerId) -> impl Iterator<Item = (UnitId, usize)> + '_ {
        let low = self.ids.partition_point(|id| *id < UnitId::new(owner, 0));
        let high = self.ids.partition_point(|id| *id <= UnitId::new(owner, u32::MAX));
        self.ids[low..high].iter().zip(&self.rows[low..high]).map(|(id, row)| (*id, *row as usize))
    }

    /// The hecs entity in a row.
    pub(crate) fn entity(&self, row: u32) -> hecs::Entity {
        self.entities[row as usize]
    }

    /// A copy of the roster, over a copied archetype whose rows are these entities.
    pub(super) fn with_entities(&self, entities: Vec<hecs::Entity>) -> Roster {
        let mut copy = self.clone();
        copy.set_entities(entities);
        copy
    }

    /// Names the entities of the rows anew, for a copy of the archetype.
    fn set_entities(&mut self, entities: Vec<hecs::Entity>) {
        self.entities = entities;
    }

    /// The cells that a row stands on.
    #[inline]
    pub(crate) fn rect(&self, row: u32) -> Rect {
        self.rects[row as usize]
    }

    /// Notes an entity that was spawned in the next row and stands on the cells `rect`.
    pub(crate) fn insert_footprint(&mut self, id: UnitId, entity: hecs::Entity, rect: Rect) -> u32 {
        let row = self.insert(id, entity);
        self.rects[row as usize] = rect;
        row
    }

    /// Notes an entity that was spawned in the next row.
    pub(crate) fn insert(&mut self, id: UnitId, entity: hecs::Entity) -> u32 {
        let row = self.by_row.len() as u32;
        let at = self.ids.partition_point(|other| *other < id);
        self.ids.insert(at, id);
        self.rows.insert(at, row);
        self.by_row.push(id);
        self.entities.push(entity);
        self.rects.push(Rect::default());
        row
    }

    /// Notes that the entity in `row` was removed and the last row moved into its place.
    /// Returns the id that moved, if one did.
    pub(crate) fn swap_remove(&mut self, row: u32) -> Option<UnitId> {
        let id = self.by_row.swap_remove(row as usize);
        self.entities.swap_remove(row as usize);
        self.rects.swap_remove(row as usize);
        let at = self.ids.partition_point(|other| *other < id);
        self.ids.remove(at);
        self.rows.remove(at);
        let moved = self.by_row.get(row as usize).copied()?;
        let at = self.ids.partition_point(|other| *other < moved);
        self.rows[at] = row;
        Some(moved)
    }
}

/// Where an entity lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntityLocation {
    /// Its class.
    pub class: Class,
    /// Its row in the archetype of that class.
    pub row: u32,
}

/// Rows by owner and serial, for lookups in constant time.
#[derive(Clone, Default)]
pub struct EntityIndex {
    /// By owner (neutral last), then serial: 0 for none, else (row + 1) × 4 + class.
    by_owner: [Vec<u32>; MAX_PLAYERS + 1],
}

impl EntityIndex {
    fn owner_row(owner: PlayerId) -> usize {
        owner.index().min(MAX_PLAYERS)
    }

    /// Where `id` lives; none when it is dead or never was.
    #[inline]
    pub fn get(&self, id: UnitId) -> Option<EntityLocation> {
        let packed = *self.by_owner[EntityIndex::owner_row(id.owner())].get(id.serial() as usize)?;
        let row = (packed >> 2).checked_sub(1)?;
        let class = match packed & 3 {
            0 => Class::Unit,
            1 => Class::Building,
            _ => Class::Node,
        };
        Some(EntityLocation { class, row })
    }

    /// Notes where `id` lives.
    pub(crate) fn set(&mut self, id: UnitId, place: EntityLocation) {
        let serials = &mut self.by_owner[EntityIndex::owner_row(id.owner())];
        let serial = id.serial() as usize;
        if serials.len() <= serial {
            serials.resize(serial + 1, 0);
        }
        serials[serial] = ((place.row + 1) << 2) | place.class as u32;
    }

    /// Notes that `id` is dead.
    pub(crate) fn clear(&mut self, id: UnitId) {
        if let Some(packed) = self.by_owner[EntityIndex::owner_row(id.owner())].get_mut(id.serial() as usize) {
            *packed = 0;
        }
    }
}
