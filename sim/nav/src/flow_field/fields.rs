//! The fields in use: found by goal, made in the order asked for within a budget, the least recently used giving way.
//!
//! A budget makes it visible which tiles are there, so that is state: the keys of fields with when they were used and the
//! regions they serve, and what is still waiting ([`SavedFields`]). Everything else is a pure function of it and of the layers, and
//! is made again on load. For the same reason the work is charged by what it is for and not by what it took: a search that was
//! further along than another would otherwise show.

use std::collections::VecDeque;

use sandtable_math::{Vec2, mix, mix3};
use sandtable_model::map::{Cell, Rect};
use sandtable_state::Arrange;
use sandtable_state::limits::{MAX_FIELD_SECTORS, MAX_FIELDS, MAX_TILE_REQUESTS, MAX_TILES};

use super::components::LayerComponents;
use super::entry::{FieldEntry, LayerGround};
use super::layer::{Costing, Layer};
use super::sample::FlowSample;
use super::saved::{FieldKey, FieldRequest, LayersMismatch, RequestStage, SavedField, SavedFields, hash};
use super::tuning::{KEEP_TICKS, LEAST_FIELDS};

/// What a walker learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowAnswer {
    /// What the tile says.
    Tile(FlowSample),
    /// There is no tile yet: towards the middle of the portal through which the way leads on.
    Portal(Vec2),
    /// Nothing has been found yet: straight on.
    Pending,
    /// The goal cannot be reached; this cell is the nearest to it that can.
    CutOff(Cell),
    /// Nobody has asked for this yet.
    Unknown,
}

/// The fields of a world.
#[derive(Clone, Debug, Default)]
pub struct FlowFieldSet {
    /// By ascending id.
    grounds: Vec<LayerGround>,
    entries: Vec<FieldEntry>,
    /// Hashes of keys and places in `entries`, ascending.
    table: Vec<(u64, u32)>,
    pending: VecDeque<FieldRequest>,
}

impl FlowFieldSet {
    /// Puts in a layer under an id of the caller's; fields over what had this id go.
    pub fn put_layer(&mut self, id: u16, layer: Layer) {
        self.entries.retain(|entry| entry.key.layer != id);
        self.pending.retain(|request| request.key.layer != id);
        self.index();
        let ground = LayerGround::new(id, layer);
        match self.grounds.binary_search_by_key(&id, |ground| ground.id) {
            Ok(place) => self.grounds[place] = ground,
            Err(place) => self.grounds.insert(place, ground),
        }
    }

    /// The layer with an id.
    #[inline]
    pub fn layer(&self, id: u16) -> Option<&Layer> {
        ground(&self.grounds, id).map(|ground| &ground.layer)
    }

    /// The ids of the layers, ascending.
    pub fn layers(&self) -> Vec<u16> {
        self.grounds.iter().map(|ground| ground.id).collect()
    }

    /// The components of a layer.
    #[inline]
    pub fn components(&self, id: u16) -> Option<&LayerComponents> {
        ground(&self.grounds, id).map(|ground| &ground.components)
    }

    /// Regions that fields serve or are to serve.
    #[inline]
    pub fn regions(&self) -> usize {
        self.entries.iter().map(|entry| entry.regions().len()).sum()
    }

    /// Requests that wait.
    #[inline]
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Takes in that the costs of some cells of a layer changed, which `costing` knows already. Fields used within the last ticks
    /// follow at once, the others go. Returns the sectors that changed.
    pub fn change(&mut self, id: u16, cells: &[Cell], costing: &impl Costing, now: u32) -> Vec<u16> {
        let Ok(place) = self.grounds.binary_search_by_key(&id, |ground| ground.id) else { return Vec::new() };
        let changed = self.grounds[place].change(cells, costing);
        if changed.is_empty() {
            return changed;
        }
        self.entries.retain(|entry| entry.key.layer != id || now.saturating_sub(entry.used) <= KEEP_TICKS);
        self.index();
        for entry in self.entries.iter_mut().filter(|entry| entry.key.layer == id) {
            entry.refresh(&self.grounds[place], &changed);
        }
        changed
    }

    /// What a walker at `position` learns about the way to a goal. Reads only, so that many may ask at once.
    pub fn ask(&self, key: &FieldKey, position: Vec2) -> FlowAnswer {
        let place = self.find(key.layer, &key.goals, 0);
        place.map_or(FlowAnswer::Unknown, |place| self.ask_field(place, position, Cell::at(position)))
    }

    /// What a walker at `position`, which lies in `cell` or on its border, learns from the field at a place.
    #[inline]
    pub fn ask_field(&self, place: u32, position: Vec2, cell: Cell) -> FlowAnswer {
        let entry = &self.entries[place as usize];
        let Some(ground) = ground(&self.grounds, entry.key.layer) else { return FlowAnswer::Unknown };
        let Some((sector, local)) = ground.layer.partition().locate(cell) else { return FlowAnswer::Unknown };
        let region = ground.layer.sector(sector).region(local);
        if let Some(tile) = entry.field().tile(sector, region) {
            return FlowAnswer::Tile(tile.blended(position, cell, local));
        }
        match entry.stage(sector, region) {
            None => FlowAnswer::Unknown,
            Some(RequestStage::Routed) => {
                entry.field().portal(&ground.layer, sector, region).map_or(FlowAnswer::Pending, FlowAnswer::Portal)
            }
            Some(RequestStage::CutOff) => entry.detour(sector, region).map_or(FlowAnswer::Pending, FlowAnswer::CutOff),
            Some(RequestStage::Waiting | RequestStage::Tiled) => FlowAnswer::Pending,
        }
    }

    /// Notes that a goal is in use at this tick; notes made in any order come to the same.
    #[inline]
    pub fn touch(&mut self, key: &FieldKey, now: u32) {
        if let Some(place) = self.find(key.layer, &key.goals, 0) {
            self.touch_field(place, now);
        }
    }

    /// Notes that the field at a place is in use.
    #[inline]
    pub fn touch_field(&mut self, row: u32, now: u32) {
        self.entries[row as usize].used = now;
    }

    /// Puts the region of a cell in the queue, unless it has been asked for before or the queue is full.
    pub fn want(&mut self, key: &FieldKey, cell: Cell, now: u32) {
        let Some(ground) = ground(&self.grounds, key.layer) else { return };
        let Some((sector, local)) = ground.layer.partition().locate(cell) else { return };
        let region = ground.layer.sector(sector).region(local);
        let is_known = self.row(key).is_some_and(|row| self.entries[row].stage(sector, region).is_some());
        let is_wall = ground.components.of(sector, region).is_none();
        if is_known || is_wall || self.pending.len() >= MAX_TILE_REQUESTS || !key.is_possible(ground.layer.partition())
        {
            return;
        }
        let entry = self.enter(key, now);
        if entry.is_some_and(|entry| entry.enlist(sector, region)) {
            self.pending.push_back(FieldRequest { key: key.clone(), sector, region });
        }
    }

    /// The entry of a goal, made if it is not there; the least recently used goes when there are too many.
    fn enter(&mut self, key: &FieldKey, now: u32) -> Option<&mut FieldEntry> {
        self.make_room(key);
        if self.row(key).is_none() {
            let ground = ground(&self.grounds, key.layer)?;
            self.entries.push(FieldEntry::new(ground, key));
            self.index();
        }
        let row = self.row(key)?;
        self.entries[row].used = now;
        Some(&mut self.entries[row])
    }

    /// Makes room for a region more of `key`. Its own field goes only when it alone fills the cache.
    fn make_room(&mut self, key: &FieldKey) {
        while self.regions() >= MAX_TILES || self.is_full(key) && self.row(key).is_none() {
            let oldest = self.entries.iter().min_by_key(|entry| (entry.key == *key, entry.used, &entry.key));
            let Some(gone) = oldest.map(|entry| entry.key.clone()) else { return };
            self.entries.retain(|entry| entry.key != gone);
            self.pending.retain(|request| request.key != gone);
            self.index();
        }
    }

    /// Whether there are as many fields as are kept on a map of this size.
    fn is_full(&self, key: &FieldKey) -> bool {
        let sectors = self.layer(key.layer).map_or(1, |layer| layer.partition().count());
        self.entries.len() >= (MAX_FIELD_SECTORS / sectors.max(1)).clamp(LEAST_FIELDS, MAX_FIELDS)
    }

    /// Works off the queue until `budget` cells are spent: first ways for all who wait, so that they can set out, then tiles.
    /// Returns what was charged: the last request may go over.
    pub fn serve(&mut self, budget: u32) -> u32 {
        let mut spent = 0;
        for place in 0..self.pending.len() {
            if spent >= budget {
                return spent;
            }
            spent += self.advance(place, FieldEntry::route);
        }
        while spent < budget && !self.pending.is_empty() {
            spent += self.advance(0, FieldEntry::lay);
            self.pending.pop_front();
        }
        spent
    }

    /// Does a step of the request at a place of the queue; returns its charge.
    fn advance(&mut self, place: usize, step: impl Fn(&mut FieldEntry, &LayerGround, u16, u8) -> u32) -> u32 {
        let FieldRequest { key, sector, region } = &self.pending[place];
        let (Some(row), Some(ground)) = (self.row(key), ground(&self.grounds, key.layer)) else { return 0 };
        step(&mut self.entries[row], ground, *sector, *region)
    }

    /// All there is to save: see [`FlowFieldSet::restore`].
    pub fn save(&self) -> SavedFields {
        let field = |entry: &FieldEntry| SavedField {
            key: entry.key.clone(),
            used: entry.used,
            regions: entry.regions().to_vec(),
        };
        let mut fields: Vec<SavedField> = self.entries.iter().map(field).collect();
        fields.arrange_by(|a, b| (a.used, &a.key).cmp(&(b.used, &b.key)));
        SavedFields { fields, pending: self.pending.iter().cloned().collect() }
    }

    /// The hash of what [`FlowFieldSet::save`] gives, kept up with each change: a sum over the fields, and the queue in its order.
    #[inline]
    pub fn hash(&self) -> u64 {
        let fields = self.entries.iter().fold(0u64, |sum, entry| sum.wrapping_add(entry.hash()));
        let place = |request: &FieldRequest| u64::from(request.sector) << 8 | u64::from(request.region);
        self.pending.iter().fold(mix(fields, self.entries.len() as u64), |hash, request| {
            mix3(hash, request.key.hash(), place(request))
        })
    }

    /// Makes everything again from what was saved, over layers that are in already and equal those of then.
    ///
    /// # Errors
    /// Keys of layers or regions that do not exist or come twice, or that cannot be at the stage they are said to be at; more
    /// than there may be.
    pub fn restore(&mut self, saved: &SavedFields) -> Result<(), LayersMismatch> {
        self.entries.clear();
        self.pending.clear();
        self.index();
        if saved.pending.len() > MAX_TILE_REQUESTS {
            return Err(LayersMismatch);
        }
        for field in &saved.fields {
            let ground = ground(&self.grounds, field.key.layer).ok_or(LayersMismatch)?;
            if self.row(&field.key).is_some() || self.is_full(&field.key) || field.regions.len() > MAX_TILES {
                return Err(LayersMismatch);
            }
            self.entries.push(FieldEntry::restored(ground, field).ok_or(LayersMismatch)?);
            self.index();
        }
        self.pending = saved.pending.iter().cloned().collect();
        let queued = |request: &FieldRequest| self.row(&request.key).is_some();
        if self.pending.iter().all(queued) { Ok(()) } else { Err(LayersMismatch) }
    }

    /// The place of the field to these goals, if it is in use; it is looked for first where it was found last, by `hint`.
    #[inline]
    pub fn find(&self, layer: u16, goals: &[Rect], hint: u32) -> Option<u32> {
        if self.entries.get(hint as usize).is_some_and(|entry| entry.key.is(layer, goals)) {
            return Some(hint);
        }
        let hash = hash(layer, goals);
        let first = self.table.partition_point(|(known, _)| *known < hash);
        let same = self.table[first..].iter().take_while(|(known, _)| *known == hash);
        same.map(|(_, place)| *place).find(|place| self.entries[*place as usize].key.is(layer, goals))
    }

    fn row(&self, key: &FieldKey) -> Option<usize> {
        self.find(key.layer, &key.goals, 0).map(|place| place as usize)
    }

    /// Makes the table again.
    fn index(&mut self) {
        self.table.clear();
        self.table.extend(self.entries.iter().enumerate().map(|(place, entry)| (entry.key_hash, place as u32)));
        self.table.arrange_many();
    }
}

#[inline]
fn ground(grounds: &[LayerGround], id: u16) -> Option<&LayerGround> {
    let place = grounds.binary_search_by_key(&id, |ground| ground.id).ok()?;
    Some(&grounds[place])
}
