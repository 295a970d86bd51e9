//! Stamps kept up step by step are those made from nothing, whatever happens in between.

use super::fixture::*;
use crate::component::{ConstructionStage, Motion, Sightings};
use crate::world::World;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::scenario::Fog;
use sandtable_state::id::{PlayerId, UnitId};
use sandtable_state::rng::Rng;

const SIDE: u32 = 24;

fn anywhere(rng: &mut Rng) -> Vec2 {
    let mut bits = || Fx::from_bits(rng.below(SIDE << 16) as i32);
    Vec2::new(bits(), bits())
}

fn drawn(rng: &mut Rng) -> Vec<String> {
    let glyphs = b".......ft2";
    let mut line = || (0..SIDE).map(|_| glyphs[rng.below(10) as usize] as char).collect();
    (0..SIDE).map(|_| line()).collect()
}

/// One thing that can happen: a step, a jump, a birth, a death, boarding and leaving a transport.
fn happen(world: &mut World, rng: &mut Rng) {
    let ids: Vec<UnitId> = world.entities.units.ids().to_vec();
    let player = rng.below(3) as u8;
    let kind = [SCOUT, DIGGER, BIRD][rng.below(3) as usize];
    let Some(id) = ids.get(rng.below(ids.len() as u32) as usize).copied() else {
        world.spawn_unit(kind, PlayerId(player), anywhere(rng));
        return;
    };
    let row = world.place(id).expect("alive").row as usize;
    match rng.below(12) {
        0 if ids.len() < 40 => {
            world.spawn_unit(kind, PlayerId(player), anywhere(rng));
        }
        1 => put(world, id, anywhere(rng)),
        2 if ids.len() > 20 => world.remove(id),
        3 => world.column_mut::<Motion>(&world.entities.units)[row].aboard = ids[0],
        4 => world.column_mut::<Motion>(&world.entities.units)[row].aboard = UnitId::NONE,
        5 => happen_to_buildings(world, rng, player),
        _ => {
            let here = world.column::<Motion>(&world.entities.units)[row].position;
            let mut step = || Fx::from_bits(rng.between(-70_000, 70_000));
            let last = Fx::from_bits((SIDE << 16) as i32 - 1);
            let to = here + Vec2::new(step(), step());
            put(world, id, Vec2::new(to.x.clamp(Fx::ZERO, last), to.y.clamp(Fx::ZERO, last)));
        }
    }
}

fn happen_to_buildings(world: &mut World, rng: &mut Rng, player: u8) {
    let kind = [HOUSE, TOWER, GATE][rng.below(3) as usize];
    let stage =
        [ConstructionStage::Planned, ConstructionStage::Rising, ConstructionStage::Complete][rng.below(3) as usize];
    let cell = Cell::new(rng.below(SIDE - 1) as i16, rng.below(SIDE - 1) as i16);
    let rect = world.rect(kind, cell);
    if rng.below(2) == 0 && rect.cells().all(|cell| world.derived.ground.is_open(cell)) {
        world.spawn_building(kind, PlayerId(player), cell, stage);
    } else if let Some(id) =
        world.entities.buildings.ids().get(rng.below(world.entities.buildings.len() as u32) as usize)
    {
        world.remove(*id);
    } else if let Some(id) = world.entities.nodes.ids().first() {
        world.remove(*id);
    }
}

/// All derived state made again from the basic state, in a copy.
fn remade(world: &World) -> World {
    let mut copy = world.fork();
    crate::sight::rebuild(copy.sight_context());
    copy
}

fn check_derived(world: &World) {
    let copy = remade(world);
    let (kept, made) = (world.derived.sight.stamps.as_ref(), copy.derived.sight.stamps.as_ref());
    let counts = |stamps: Option<&crate::sight::Stamps>| stamps.map(|stamps| stamps.snapshot());
    assert_eq!(counts(kept), counts(made), "tick {}", world.parts.clock.tick);
    for (kept, made) in world.parts.knowledge.iter().zip(&copy.parts.knowledge) {
        assert_eq!(kept.hash(), made.hash());
        assert_eq!(kept.explored_cells(), made.explored_cells());
        assert_eq!(kept.blocked_words(), made.blocked_words());
    }
}

fn check_seen_by(world: &World) {
    let motion = world.column::<Motion>(&world.entities.units);
    let sightings = world.column::<Sightings>(&world.entities.units);
    for (row, id) in world.entities.units.by_row().iter().enumerate() {
        let own = 1 << world.team(id.owner()).expect("a player").0;
        let seen = world.derived.sight.seen_by(Cell::at(motion[row].position)) & 0b11 | own;
        let expected = if motion[row].aboard.is_some() { own } else { seen };
        assert_eq!(sightings[row].seen_by, expected);
    }
}

#[test]
fn stamps_kept_up_equal_stamps_made_anew() {
    let mut rng = Rng::stream(3, "sight");
    for fog in [Fog::Full, Fog::Explored, Fog::Off] {
        let scenario = scenario(&drawn(&mut rng), &[0, 1, 0], fog);
        let mut world = World::new(std::sync::Arc::new(scenario), 1);
        for _ in 0..400 {
            for _ in 0..rng.below(8) {
                happen(&mut world, &mut rng);
            }
            tick(&mut world);
            check_derived(&world);
            check_seen_by(&world);
        }
    }
}

#[test]
fn a_saved_world_sees_on_as_the_original_does() {
    let mut rng = Rng::stream(4, "sight");
    let scenario = std::sync::Arc::new(scenario(&drawn(&mut rng), &[0, 1, 0], Fog::Full));
    let mut world = World::new(std::sync::Arc::clone(&scenario), 1);
    for _ in 0..200 {
        happen(&mut world, &mut rng);
        tick(&mut world);
    }
    let mut loaded = crate::snapshot::load(scenario, &crate::snapshot::save(&world)).expect("just saved");
    let mut same = rng.clone();
    for _ in 0..200 {
        happen(&mut world, &mut rng);
        happen(&mut loaded, &mut same);
        tick(&mut world);
        tick(&mut loaded);
        assert_eq!(world.state_hash(), loaded.state_hash(), "tick {}", world.parts.clock.tick);
    }
}
