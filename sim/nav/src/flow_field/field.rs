//! The field of one goal: tiles made where somebody asks, each a pure function of goal and layer.
//!
//! A tile integrates its sector from what lies beyond the portals through which ways lead on: their cells start with the costs
//! the next sector found for them, which started with those of the sector after that, and so on to the goal (Emerson propagates
//! costs likewise; his seeds of zero are crooked). These propagated costs follow the way of that portal alone, so that a tile asks
//! for the sectors along its ways and no others. A sector's cost at a portal through which a way enters it is therefore at most what
//! that portal propagates: costs fall along any walk that follows the arrows, from tile to tile, and the walk arrives.

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_state::Arrange;

use super::arrow::{Inward, SIGHT, arrows};
use super::goal_sight::GoalSight;
use super::kernel::{FAR, Kernel, LANES, STRIDE, cell_of, lane, ring_lane};
use super::layer::{Layer, PortalId};
use super::partition::SIDE;
use super::portal_search::{PortalMark, PortalSearch};
use super::propagate::{PropagatedProfiles, PropagationPaths, goal_seeds};
use super::sector::Sector;
use crate::bits::Bits;

/// The flow of one region of a sector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowTile {
    /// The sector.
    pub sector: u16,
    /// The region, by its least cell.
    pub region: u8,
    /// The arrows of the sector's cells, by lane.
    pub arrows: [u8; LANES],
    /// The cost up to which exits count; 0 when the goal is all there is.
    bound: u32,
}

/// The field of one goal.
///
/// ```
/// use std::sync::Arc;
///
/// use sandtable_model::map::{Cell, Rect};
/// use sandtable_nav::flow_field::field::FlowField;
/// use sandtable_nav::flow_field::kernel::Kernel;
/// use sandtable_nav::flow_field::layer::{TerrainBase, Costing, Layer};
///
/// /// Plain ground everywhere: eight eighths a cell.
/// struct Plain;
///
/// impl Costing for Plain {
///     fn cost(&self, _cell: Cell) -> u8 {
///         8
///     }
/// }
///
/// let layer = Layer::new(Arc::new(TerrainBase::new(30, 20, 0, &Plain)));
/// let goal = Rect { x: 25, y: 15, width: 1, height: 1 };
/// let mut field = FlowField::new(&layer, Kernel::Eikonal, &[goal]);
/// // A tile is made where somebody asks: in the first region of the north-western sector.
/// assert!(field.serve(&layer, 0, 0));
/// assert!(field.tile(0, 0).is_some() && field.tile(1, 0).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct FlowField {
    kernel: Kernel,
    /// Rectangles of cells, any of which is the goal.
    goals: Vec<Rect>,
    /// By goal.
    sights: Vec<GoalSight>,
    wave: PortalSearch,
    propagated: PropagatedProfiles,
    tiles: Vec<FlowTile>,
    /// By sector: one more than the place of its first tile.
    first: Vec<u16>,
}

impl FlowField {
    /// The field towards the nearest of some rectangles of cells; nothing is searched yet.
    pub fn new(layer: &Layer, kernel: Kernel, goals: &[Rect]) -> FlowField {
        let wave = PortalSearch::new(layer, middle(goals), starts(layer, kernel, goals).into_iter());
        let first = vec![0; layer.partition().count()];
        let sights = goals.iter().copied().map(GoalSight::unseen).collect();
        FlowField {
            kernel,
            goals: goals.to_vec(),
            sights,
            wave,
            propagated: PropagatedProfiles::default(),
            tiles: Vec::new(),
            first,
        }
    }

    /// The search over portals.
    #[inline]
    pub fn wave(&self) -> &PortalSearch {
        &self.wave
    }

    /// The tiles made so far.
    #[inline]
    pub fn tiles(&self) -> &[FlowTile] {
        &self.tiles
    }

    /// The tile of a region, if it has been made.
    #[inline]
    pub fn tile(&self, sector: u16, region: u8) -> Option<&FlowTile> {
        let mut place = usize::from(self.first[usize::from(sector)]).checked_sub(1)?;
        // A sector's tiles follow its first one in the order in which they were made.
        while self.tiles[place].region != region {
            place += 1 + self.tiles[place + 1..].iter().position(|tile| tile.sector == sector)?;
        }
        Some(&self.tiles[place])
    }

    /// Makes the tile of a region unless it is there. False when the goal cannot be reached from there.
    pub fn serve(&mut self, layer: &Layer, sector: u16, region: u8) -> bool {
        if self.tile(sector, region).is_some() {
            return true;
        }
        let bound = self.wave.reach(layer, sector, region);
        let Some(tile) = self.make(layer, sector, region, bound) else { return false };
        self.put(tile);
        true
    }

    fn put(&mut self, tile: FlowTile) {
        let first = &mut self.first[usize::from(tile.sector)];
        self.tiles.push(tile);
        if *first == 0 {
            *first = self.tiles.len() as u16;
        }
    }

    /// Finds the way from a region, without its tile.
    pub fn route(&mut self, layer: &Layer, sector: u16, region: u8) {
        self.wave.reach(layer, sector, region);
    }

    /// The middle of the portal through which the shortest way from a region leads on, its way having been found.
    pub fn portal(&self, layer: &Layer, number: u16, region: u8) -> Option<Vec2> {
        let (portal, _) = self.exit(layer, number, region)?;
        let exit = layer.sector(number).portals()[layer.place_in(number, portal)];
        let (origin, (x, y)) = (layer.partition().origin(number), exit.middle());
        let half = |cells: i16, halves: i32| Fx::from_halves(2 * i32::from(cells) + halves);
        Some(Vec2::new(half(origin.x, x), half(origin.y, y)))
    }

    /// Where the shortest way from a region, found before, leads on: the sector beyond its portal, and the region there.
    pub fn beyond(&self, layer: &Layer, number: u16, region: u8) -> Option<(u16, u8)> {
        let (portal, mark) = self.exit(layer, number, region)?;
        let entry = layer.sector(mark.onward).portals()[layer.place_in(mark.onward, portal)];
        Some((mark.onward, entry.region))
    }

    /// The portal through which the shortest way from a region leads on.
    fn exit(&self, layer: &Layer, number: u16, region: u8) -> Option<(PortalId, PortalMark)> {
        let portals = layer.sector(number).portals().iter().filter(|portal| portal.region == region);
        let ids = portals.map(|portal| layer.portal_id(number, portal));
        let exits = ids.map(|id| (id, self.wave.mark(id))).filter(|(_, mark)| mark.settled && mark.onward != number);
        let origin = layer.partition().origin(number);
        let middle = (2 * i32::from(origin.x) + SIDE as i32, 2 * i32::from(origin.y) + SIDE as i32);
        exits.min_by_key(|(id, mark)| (mark.rest, self.wave.detour(layer, middle, *id)))
    }

    fn make(&mut self, layer: &Layer, number: u16, region: u8, bound: Option<u32>) -> Option<FlowTile> {
        let exits = bound.map_or_else(Vec::new, |bound| self.exits(layer, number, region, bound));
        let ways = PropagationPaths { layer, kernel: self.kernel, goals: &self.goals, wave: &self.wave };
        for (_, portal) in &exits {
            self.propagated.propagate(&ways, *portal);
        }
        let sector = layer.sector(number);
        let terms = sector.terms();
        let mut seeds = goal_seeds(layer, &self.goals, number);
        seeds.retain(|(lane, _)| touches(sector, usize::from(*lane), region));
        let least =
            exits.iter().filter_map(|(_, portal)| self.propagated.to(*portal)).map(|profile| profile.base).min();
        let least = if seeds.is_empty() { least? } else { 0 };
        for (place, portal) in exits {
            let side = usize::from(sector.portals()[place].side);
            let Some(profile) = self.propagated.to(portal) else { continue };
            for n in sector.portals()[place].cells() {
                let cost = (profile.base - least + profile.rise[n] as u32) >> terms.shift();
                seeds.push((ring_lane(side, n) as u8, cost.min(FAR as u32) as i16));
            }
        }
        let cost = terms.integrate(self.kernel, &seeds);
        let mut arrows = arrows(self.kernel, &cost, inward(layer, number));
        self.mark_sight(layer, number, &mut arrows);
        Some(FlowTile { sector: number, region, arrows, bound: bound.unwrap_or(0) })
    }

    /// Takes in that some sectors of the layer changed, which holds the changes already. Tiles that they may have touched are made
    /// anew, and marked anew where a goal was in sight; those of regions that are gone, or cut off, go.
    pub fn refresh(&mut self, layer: &Layer, changed: &[u16]) {
        let at_goal = |sector: &u16| self.goals.iter().any(|goal| near_goal(layer, goal).any(|near| near == *sector));
        if changed.iter().any(at_goal) {
            let tiles = std::mem::take(&mut self.tiles);
            *self = FlowField::new(layer, self.kernel, &self.goals);
            tiles
                .iter()
                .filter(|tile| exists(layer, tile))
                .for_each(|tile| _ = self.serve(layer, tile.sector, tile.region));
            return;
        }
        let level = self.wave.rewind(layer, changed, starts(layer, self.kernel, &self.goals).into_iter());
        self.propagated.retain(&self.wave);
        let tiles = std::mem::take(&mut self.tiles);
        self.first.fill(0);
        let looks = self.forget_sights(layer, changed);
        for mut tile in tiles {
            if tile.bound < level && changed.binary_search(&tile.sector).is_err() {
                if looks {
                    self.mark_again(layer, &mut tile);
                }
                self.put(tile);
            } else if exists(layer, &tile) {
                self.serve(layer, tile.sector, tile.region);
            }
        }
    }

    /// Forgets what is seen around the goals near which a sector changed; whether there is any.
    fn forget_sights(&mut self, layer: &Layer, changed: &[u16]) -> bool {
        let touches = |sight: &GoalSight| {
            changed.iter().any(|sector| sight.overlaps(layer.partition().origin(*sector), SIDE as u16))
        };
        let seen = self.sights.iter_mut().filter(|sight| touches(sight));
        seen.map(GoalSight::forget).count() > 0
    }

    /// Marks the cells of a finished tile that see a goal now.
    fn mark_again(&mut self, layer: &Layer, tile: &mut FlowTile) {
        tile.arrows.iter_mut().for_each(|arrow| *arrow &= !SIGHT);
        self.mark_sight(layer, tile.sector, &mut tile.arrows);
    }

    /// Marks the cells of a sector that see a goal.
    fn mark_sight(&mut self, layer: &Layer, number: u16, arrows: &mut [u8; LANES]) {
        let origin = layer.partition().origin(number);
        for sight in self.sights.iter_mut().filter(|sight| sight.overlaps(origin, SIDE as u16)) {
            sight.look(layer);
            for y in 0..SIDE {
                let seen = sight.seen_from(origin.offset(0, y as i16));
                for x in Bits(seen.into()) {
                    arrows[lane(y * SIDE + x)] |= SIGHT;
                }
            }
        }
    }

    /// The portals through which ways from a region lead on: place among the sector's portals, and number.
    fn exits(&self, layer: &Layer, number: u16, region: u8, bound: u32) -> Vec<(usize, PortalId)> {
        let portals = layer.sector(number).portals().iter().enumerate();
        let inside = portals.filter(|(_, portal)| portal.region == region);
        inside
            .map(|(place, portal)| (place, layer.portal_id(number, portal)))
            .filter(|(_, id)| {
                let mark = self.wave.mark(*id);
                mark.settled && mark.onward != number && mark.rest <= bound
            })
            .collect()
    }
}

/// The middle of the first goal, in half cells.
fn middle(goals: &[Rect]) -> (i32, i32) {
    goals.first().map_or((0, 0), |rect| {
        (2 * i32::from(rect.x) + i32::from(rect.width), 2 * i32::from(rect.y) + i32::from(rect.height))
    })
}

/// Which way the middle of the map lies.
fn inward(layer: &Layer, sector: u16) -> Inward {
    let (middle, origin) = (layer.partition().middle(), layer.partition().origin(sector));
    let before = |middle: i16, first: i16| (middle - first).clamp(0, SIDE as i16) as u8;
    Inward { east: before(middle.x, origin.x), south: before(middle.y, origin.y) }
}

/// Whether a lane is a cell of a region, or lies right beside one.
fn touches(sector: &Sector, at: usize, region: u8) -> bool {
    let near = [at, at.wrapping_sub(1), at + 1, at.wrapping_sub(STRIDE), at + STRIDE];
    near.into_iter().filter_map(cell_of).any(|local| sector.region(local) == region)
}

/// The sectors that hold cells of a goal, or cells right beside it.
fn near_goal(layer: &Layer, goal: &Rect) -> impl Iterator<Item = u16> + use<> {
    let grown = goal.grown(1);
    let last = Cell::new(grown.x + grown.width as i16 - 1, grown.y + grown.height as i16 - 1);
    layer.partition().covering(Cell::new(grown.x, grown.y), last)
}

/// Whether the region of a tile is still there.
fn exists(layer: &Layer, tile: &FlowTile) -> bool {
    layer.sector(tile.sector).has_region(tile.region)
}

/// The portals of the sectors at the goals, with the cost of the way from each: portal, sector, cost.
fn starts(layer: &Layer, kernel: Kernel, goals: &[Rect]) -> Vec<(PortalId, u16, u32)> {
    let mut sectors: Vec<u16> = goals.iter().flat_map(|goal| near_goal(layer, goal)).collect();
    sectors.arrange();
    sectors.dedup();
    let mut starts = Vec::new();
    for number in sectors {
        let (sector, terms) = (layer.sector(number), layer.sector(number).terms());
        let cost = terms.integrate(kernel, &goal_seeds(layer, goals, number));
        let reached = sector.portals().iter().filter_map(|portal| Some((portal, portal.cost_at_centre(&cost)?)));
        starts.extend(reached.map(|(portal, cost)| (layer.portal_id(number, portal), number, cost << terms.shift())));
    }
    starts
}
