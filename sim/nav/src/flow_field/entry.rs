//! One field of the cache, with the regions it serves and how far each has got.

use std::sync::Arc;

use sandtable_math::{mix, mix3};
use sandtable_model::map::Cell;

use super::components::{LayerComponents, sectors_between};
use super::field::FlowField;
use super::kernel::Kernel;
use super::layer::{Costing, Layer};
use super::saved::{FieldKey, FieldRegion, RequestStage, SavedField};
use super::tuning::{TILE_CELLS, WAY_CELLS};

/// A layer and its components.
#[derive(Clone, Debug)]
pub(super) struct LayerGround {
    pub(super) id: u16,
    pub(super) layer: Layer,
    pub(super) components: LayerComponents,
}

impl LayerGround {
    pub(super) fn new(id: u16, layer: Layer) -> LayerGround {
        LayerGround { id, components: LayerComponents::new(&layer), layer }
    }

    pub(super) fn change(&mut self, cells: &[Cell], costing: &impl Costing) -> Vec<u16> {
        let changed = self.layer.change(cells, costing);
        if !changed.is_empty() {
            self.components = LayerComponents::new(&self.layer);
        }
        changed
    }
}

/// A field and what of it is in use.
#[derive(Clone, Debug)]
pub(super) struct FieldEntry {
    pub(super) key: FieldKey,
    /// The hash of `key`.
    pub(super) key_hash: u64,
    /// The last tick at which somebody asked.
    pub(super) used: u32,
    /// By sector, then region.
    regions: Vec<FieldRegion>,
    /// The sum of the digests of `regions`, kept up with each change.
    digest: u64,
    /// Shared with forks until one of them changes it.
    field: Arc<FlowField>,
    /// By region that is cut off from the goal: the cell nearest to the goal that is not.
    detours: Vec<(u16, u8, Cell)>,
}

impl FieldEntry {
    pub(super) fn new(ground: &LayerGround, key: &FieldKey) -> FieldEntry {
        let field = FlowField::new(&ground.layer, Kernel::Eikonal, &key.goals);
        FieldEntry {
            key: key.clone(),
            key_hash: key.hash(),
            used: 0,
            regions: Vec::new(),
            digest: 0,
            field: Arc::new(field),
            detours: Vec::new(),
        }
    }

    /// An entry as it was when it was saved; none when it cannot have been like that.
    pub(super) fn restored(ground: &LayerGround, saved: &SavedField) -> Option<FieldEntry> {
        saved.key.is_possible(ground.layer.partition()).then_some(())?;
        let mut entry = FieldEntry::new(ground, &saved.key);
        entry.used = saved.used;
        for FieldRegion { sector, region, stage } in &saved.regions {
            ground.layer.partition().holds(*sector).then_some(())?;
            entry.enlist(*sector, *region).then_some(())?;
            if *stage != RequestStage::Waiting {
                entry.route(ground, *sector, *region);
            }
            if *stage == RequestStage::Tiled {
                entry.lay(ground, *sector, *region);
            }
            (entry.stage(*sector, *region) == Some(*stage)).then_some(())?;
        }
        Some(entry)
    }

    /// Its field.
    #[inline]
    pub(super) fn field(&self) -> &FlowField {
        &self.field
    }

    /// The regions it serves or is to serve, by sector, then region.
    pub(super) fn regions(&self) -> &[FieldRegion] {
        &self.regions
    }

    /// The hash of what of it is saved.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        mix3(self.key_hash, u64::from(self.used), self.digest)
    }

    fn place(&self, sector: u16, region: u8) -> Result<usize, usize> {
        self.regions.binary_search_by_key(&(sector, region), |known| (known.sector, known.region))
    }

    /// How far a region has got; none when nobody has asked for it.
    #[inline]
    pub(super) fn stage(&self, sector: u16, region: u8) -> Option<RequestStage> {
        self.place(sector, region).ok().map(|place| self.regions[place].stage)
    }

    fn set(&mut self, sector: u16, region: u8, stage: RequestStage) {
        if let Ok(place) = self.place(sector, region) {
            let old = std::mem::replace(&mut self.regions[place], FieldRegion { sector, region, stage });
            self.digest = self.digest.wrapping_sub(digest(&old)).wrapping_add(digest(&self.regions[place]));
        }
    }

    /// Lists a region as waiting; false when it was listed already.
    pub(super) fn enlist(&mut self, sector: u16, region: u8) -> bool {
        let place = self.place(sector, region);
        if let Err(place) = place {
            let new = FieldRegion { sector, region, stage: RequestStage::Waiting };
            self.digest = self.digest.wrapping_add(digest(&new));
            self.regions.insert(place, new);
        }
        place.is_err()
    }

    /// Finds the way from a waiting region; returns the charge.
    pub(super) fn route(&mut self, ground: &LayerGround, sector: u16, region: u8) -> u32 {
        if self.stage(sector, region) != Some(RequestStage::Waiting) {
            return 0;
        }
        let Some(component) = ground.components.of(sector, region) else { return 0 };
        if self.key.goals.iter().any(|goal| ground.components.reaches(&ground.layer, component, *goal)) {
            Arc::make_mut(&mut self.field).route(&ground.layer, sector, region);
            self.set(sector, region, RequestStage::Routed);
        } else {
            let nearest =
                self.key.goals.first().and_then(|goal| ground.components.nearest(&ground.layer, component, *goal));
            self.detours.extend(nearest.map(|cell| (sector, region, cell)));
            self.set(sector, region, RequestStage::CutOff);
        }
        let goal =
            self.key.goals.first().map_or(0, |goal| ground.layer.partition().nearest_sector(Cell::new(goal.x, goal.y)));
        WAY_CELLS * (1 + sectors_between(&ground.layer, sector, goal))
    }

    /// Makes the tile of a region whose way has been found; returns the charge.
    pub(super) fn lay(&mut self, ground: &LayerGround, sector: u16, region: u8) -> u32 {
        if self.stage(sector, region) != Some(RequestStage::Routed) {
            return 0;
        }
        if Arc::make_mut(&mut self.field).serve(&ground.layer, sector, region) {
            self.set(sector, region, RequestStage::Tiled);
        }
        TILE_CELLS
    }

    /// The cell to go to from a region that is cut off.
    pub(super) fn detour(&self, sector: u16, region: u8) -> Option<Cell> {
        let known = self.detours.iter().find(|(at, of, _)| (*at, *of) == (sector, region));
        known.map(|(.., cell)| *cell)
    }

    /// Takes in that sectors of its layer changed: tiles follow, ways are found again, and whoever was cut off may ask again.
    pub(super) fn refresh(&mut self, ground: &LayerGround, changed: &[u16]) {
        Arc::make_mut(&mut self.field).refresh(&ground.layer, changed);
        self.detours.clear();
        let field = &self.field;
        self.regions.retain_mut(|known| {
            if known.stage == RequestStage::Routed {
                known.stage = RequestStage::Waiting;
            }
            match known.stage {
                RequestStage::Tiled => field.tile(known.sector, known.region).is_some(),
                RequestStage::CutOff => false,
                _ => ground.layer.sector(known.sector).has_region(known.region),
            }
        });
        self.digest = self.regions.iter().fold(0, |sum, region| sum.wrapping_add(digest(region)));
    }
}

/// The hash of a region.
fn digest(region: &FieldRegion) -> u64 {
    mix(u64::from(region.sector) << 8 | u64::from(region.region), region.stage as u64)
}
