//! The dense frame: where everything stood at the start of the tick, for passes that look at neighbours.
//!
//! A row for each unit (by archetype row), then one for each building (by archetype row after the units).

use crate::component::{ConstructionStage, CrowdConduct, Footprint, Health, Identity, Motion, Sightings};
use crate::entities::EntityLocation;
use crate::state::SceneBase;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Rect;
use sandtable_model::rules::{Class, Locomotion};
use sandtable_nav::crowd::{BodyFlags, Presence, ProximityGrid, SpatialRow};
use sandtable_state::{FillWithJunk, Junk};

/// All rows, and a grid over the units.
#[derive(Clone, Default)]
pub struct SpatialSnapshot {
    /// Units by row, then buildings by row.
    pub bodies: Vec<SpatialRow>,
    /// How many of them are units.
    pub units: usize,
    /// Buckets over the bodies' positions.
    pub grid: ProximityGrid,
}

impl SpatialSnapshot {
    /// The row of a place, unless it is a node.
    #[inline]
    pub(crate) fn row(&self, place: EntityLocation) -> Option<usize> {
        match place.class {
            Class::Unit => Some(place.row as usize),
            Class::Building => Some(self.units + place.row as usize),
            Class::Node => None,
        }
    }
}

impl FillWithJunk for SpatialSnapshot {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let SpatialSnapshot { bodies, units, grid } = self;
        *bodies = junk.some(|junk| SpatialRow {
            id: junk.id(),
            flags: BodyFlags::NONE.with(BodyFlags::PRESENT, junk.coin()).with(BodyFlags::MOVES, junk.coin()),
            team: junk.below(2) as u8,
            position: junk.point(),
            goal: junk.point(),
            radius: Fx::HALF,
            speed: Fx::HALF,
            hp: junk.length(),
            incoming: junk.length(),
            ..SpatialRow::NOBODY
        });
        *units = junk.below(bodies.len() as u64 + 1) as usize;
        grid.fill(&bodies[..*units], 32, 32);
    }
}

/// What gathering the frame borrows of a world.
pub(crate) struct SnapshotContext<'w> {
    pub(crate) base: SceneBase<'w>,
    /// What it is about.
    pub(crate) frame: &'w mut SpatialSnapshot,
    /// Who is about, for combat to look at.
    pub(crate) presence: &'w mut Presence,
}

/// Gathers the frame.
pub(crate) fn gather(cx: SnapshotContext<'_>) {
    let SnapshotContext { base, frame: SpatialSnapshot { bodies, units, grid }, presence } = cx;
    *units = base.entities.units.len();
    // Rows of the last tick stay where they are until they are written over.
    bodies.resize(*units, SpatialRow::NOBODY);
    base.threads.by_chunks(&mut bodies[..], |first, bodies| gather_units(base, first, bodies));
    gather_buildings(base, bodies);
    let (width, height) = (base.scenario.map.width, base.scenario.map.height);
    let sort = || grid.fill(&bodies[..*units], width, height);
    base.threads.both(*units, sort, || presence.fill(bodies, *units, width, height));
}

/// Writes the bodies of the units from row `first` on.
fn gather_units(base: SceneBase<'_>, first: usize, bodies: &mut [SpatialRow]) {
    let identity = base.entities.column::<Identity>(&base.entities.units);
    let motion = base.entities.column::<Motion>(&base.entities.units);
    let health = base.entities.column::<Health>(&base.entities.units);
    let sightings = base.entities.column::<Sightings>(&base.entities.units);
    let rows = first..first + bodies.len();
    let columns = identity[rows.clone()].iter().zip(&motion[rows.clone()]);
    let columns = columns.zip(&health[rows.clone()]).zip(&sightings[rows]);
    for (row, (((identity, motion), health), sightings)) in bodies.iter_mut().zip(columns) {
        let body = base.kind(identity.kind).body.as_ref();
        *row = SpatialRow {
            id: identity.id,
            kind: identity.kind,
            team: base.team(identity.owner()).map_or(u8::MAX, |team| team.0),
            class: Class::Unit,
            flags: unit_flags(motion, health, body.is_some_and(|body| body.locomotion == Locomotion::Air)),
            position: motion.position,
            velocity: motion.velocity,
            steered: motion.steered,
            radius: body.map_or(Fx::ZERO, |body| body.radius),
            speed: base.stats(identity.owner(), identity.kind).speed,
            mass: body.map_or(1, |body| body.mass),
            half: Vec2::ZERO,
            hp: health.hp,
            incoming: health.incoming,
            seen_by: sightings.seen_by,
            goal: motion.goal,
        };
    }
}

#[inline]
fn unit_flags(motion: &Motion, health: &Health, flies: bool) -> BodyFlags {
    BodyFlags::NONE
        .with(BodyFlags::MOVES, motion.moves())
        .with(BodyFlags::ARRIVED, motion.has_arrived())
        .with(BodyFlags::HOLDS, motion.holds())
        .with(BodyFlags::TURNED, motion.has_turned())
        .with(BodyFlags::PASSES, motion.passes())
        .with(BodyFlags::WAITS, motion.conduct.contains(CrowdConduct::WAITS))
        .with(BodyFlags::FLIES, flies)
        .with(BodyFlags::PRESENT, motion.aboard.is_none() && health.hp > Fx::ZERO)
}

fn gather_buildings(base: SceneBase<'_>, bodies: &mut Vec<SpatialRow>) {
    let identity = base.entities.column::<Identity>(&base.entities.buildings);
    let footprint = base.entities.column::<Footprint>(&base.entities.buildings);
    let health = base.entities.column::<Health>(&base.entities.buildings);
    let sightings = base.entities.column::<Sightings>(&base.entities.buildings);
    for row in 0..identity.len() {
        let (identity, footprint, health) = (&identity[row], &footprint[row], &health[row]);
        let rect = base.entities.buildings.rect(row as u32);
        bodies.push(SpatialRow {
            id: identity.id,
            kind: identity.kind,
            team: base.team(identity.owner()).map_or(u8::MAX, |team| team.0),
            class: Class::Building,
            flags: BodyFlags::HOLDS
                .with(BodyFlags::PRESENT, footprint.stage != ConstructionStage::Planned && health.hp > Fx::ZERO),
            position: rect.centre(),
            velocity: Vec2::ZERO,
            steered: Vec2::ZERO,
            radius: Fx::ZERO,
            speed: Fx::ZERO,
            mass: 0,
            half: half_extent(rect),
            hp: health.hp,
            incoming: health.incoming,
            seen_by: sightings[row].seen_by,
            goal: rect.centre(),
        });
    }
}

fn half_extent(rect: Rect) -> Vec2 {
    Vec2 { x: Fx::from_halves(i32::from(rect.width)), y: Fx::from_halves(i32::from(rect.height)) }
}
