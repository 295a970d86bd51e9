//! What is remembered, forgotten, named and kept from others.

use super::fixture::*;
use crate::component::{ConstructionStage, Footprint, Health, Motion};
use crate::scene::{handle_for, known_entity, resolve};
use crate::view::View;
use crate::world::World;
use sandtable_math::Fx;
use sandtable_model::map::Cell;
use sandtable_model::scenario::Fog;
use sandtable_state::id::{Handle, PlayerId, UnitId};
use sandtable_state::rng::Rng;

const ME: PlayerId = PlayerId(0);

fn blocked(world: &World, team: usize, x: i16, y: i16) -> bool {
    world.parts.knowledge[team].is_blocked(world.scenario.map.index(Cell::new(x, y)))
}

fn hurt(world: &World, id: UnitId, hp: i16) {
    let row = world.place(id).expect("alive").row as usize;
    world.column_mut::<Health>(&world.entities.buildings)[row].hp = Fx::from_int(hp);
}

fn centre(x: i16, y: i16) -> sandtable_math::Vec2 {
    Cell::new(x, y).centre()
}

#[test]
fn a_building_is_remembered_as_it_was_until_its_absence_is_seen() {
    let mut world = world(&meadow(32), &[0, 1]);
    let scout = spawn(&mut world, SCOUT, 0, 5, 5);
    let house = spawn(&mut world, HOUSE, 1, 8, 5);
    tick(&mut world);
    let shown = View::new(&world, ME).foreign();
    assert!(shown.len() == 1 && shown[0].visible && shown[0].hostile);
    assert!(blocked(&world, 0, 8, 5) && blocked(&world, 0, 9, 6) && !blocked(&world, 0, 10, 5));
    hurt(&world, house, 15);
    tick(&mut world);

    put(&world, scout, centre(25, 25));
    hurt(&world, house, 3);
    tick(&mut world);
    let shown = View::new(&world, ME).foreign()[0];
    assert_eq!((shown.visible, shown.hp, shown.seen_tick), (false, Fx::from_int(15), 2));
    let version = world.parts.knowledge[0].block_version();
    world.remove(house);
    tick(&mut world);
    assert_eq!(View::new(&world, ME).foreign()[0], shown, "nothing shows that it fell");
    assert!(known_entity(&world.scene(), ME, shown.handle).is_some());
    assert_eq!(world.parts.knowledge[0].block_version(), version);

    put(&world, scout, centre(5, 5));
    tick(&mut world);
    assert!(View::new(&world, ME).foreign().is_empty());
    assert!(known_entity(&world.scene(), ME, shown.handle).is_none() && !blocked(&world, 0, 8, 5));
    assert_ne!(world.parts.knowledge[0].block_version(), version);
}

#[test]
fn gates_let_their_team_through_and_plans_block_nobody() {
    let mut world = world(&meadow(16), &[0, 1]);
    spawn(&mut world, SCOUT, 0, 5, 5);
    spawn(&mut world, GATE, 0, 6, 5);
    spawn(&mut world, GATE, 1, 7, 5);
    world.spawn_building(HOUSE, ME, Cell::new(4, 7), ConstructionStage::Planned);
    let plan = world.spawn_building(HOUSE, PlayerId(1), Cell::new(7, 7), ConstructionStage::Planned).expect("room");
    tick(&mut world);
    assert!(!blocked(&world, 0, 6, 5) && blocked(&world, 0, 7, 5));
    assert!(!blocked(&world, 0, 4, 7) && !blocked(&world, 0, 7, 7));
    assert_eq!(handle_for(&world.scene(), ME, plan), Handle::NONE, "a plan is seen by its team alone");
    let view = View::new(&world, ME);
    let places = [(6, 5), (3, 6), (4, 7), (7, 7), (8, 2)].map(|(x, y)| view.can_place(HOUSE, Cell::new(x, y)));
    assert_eq!(places, [false, false, false, true, true], "gate, overlap, own plan, hidden plan, free");
    assert!(!view.can_place(HOUSE, Cell::new(15, 15)) && !view.can_place(HOUSE, Cell::new(-1, 4)));
    assert!(!view.can_place(SCOUT, Cell::new(9, 9)), "units are not placed");
}

#[test]
fn a_site_that_rises_is_seen_and_blocks() {
    let mut world = world(&meadow(16), &[0, 1]);
    spawn(&mut world, SCOUT, 0, 5, 5);
    let site = world.spawn_building(HOUSE, PlayerId(1), Cell::new(7, 7), ConstructionStage::Planned).expect("room");
    tick(&mut world);
    let row = world.place(site).expect("alive").row as usize;
    world.column_mut::<Footprint>(&world.entities.buildings)[row].stage = ConstructionStage::Rising;
    world.lifecycle_context().block_cells(site, HOUSE, Cell::new(7, 7));
    tick(&mut world);
    assert_eq!(View::new(&world, ME).foreign()[0].stage, ConstructionStage::Rising);
    assert!(blocked(&world, 0, 7, 7));
}

#[test]
fn nodes_are_public_and_their_end_is_learnt_on_sight() {
    let mut drawing = meadow(24);
    drawing[5] = format!("{}t{}", ".".repeat(20), "...");
    let mut world = world(&drawing, &[0, 1]);
    let scout = spawn(&mut world, SCOUT, 0, 3, 5);
    tick(&mut world);
    let tree = View::new(&world, ME).nodes()[0];
    assert_eq!((tree.amount, tree.visible, tree.cell), (100, false, Cell::new(20, 5)));
    assert!(blocked(&world, 0, 20, 5));
    world.remove(UnitId(tree.handle.0));
    tick(&mut world);
    assert_eq!(View::new(&world, ME).nodes(), [tree]);
    put(&world, scout, centre(18, 5));
    tick(&mut world);
    assert!(View::new(&world, ME).nodes().is_empty() && !blocked(&world, 0, 20, 5));
    assert!(!View::new(&world, PlayerId(1)).nodes().is_empty(), "the other team has not seen it");
}

#[test]
fn who_is_aboard_is_seen_by_its_team_alone() {
    let mut world = world(&meadow(16), &[0, 1]);
    spawn(&mut world, SCOUT, 0, 5, 5);
    let bird = spawn(&mut world, BIRD, 1, 7, 5);
    let rider = spawn(&mut world, SCOUT, 1, 7, 5);
    let row = world.place(rider).expect("alive").row as usize;
    world.column_mut::<Motion>(&world.entities.units)[row].aboard = bird;
    tick(&mut world);
    let shown = View::new(&world, ME).foreign();
    assert!(shown.len() == 1 && shown[0].kind == BIRD);
    assert_eq!(View::new(&world, PlayerId(1)).own_units().len(), 2);
}

#[test]
fn names_do_not_tell_how_many_were_made_unseen() {
    let handles = |unseen: i16| {
        let mut world = world(&meadow(32), &[0, 1]);
        spawn(&mut world, SCOUT, 0, 5, 5);
        for x in 0..unseen {
            spawn(&mut world, DIGGER, 1, 20 + x % 10, 25);
        }
        let (south, north) = (spawn(&mut world, DIGGER, 1, 6, 8), spawn(&mut world, DIGGER, 1, 7, 4));
        tick(&mut world);
        let names = [south, north].map(|id| handle_for(&world.scene(), ME, id));
        assert_eq!(names.map(|name| resolve(&world.scene(), ME, name)), [Some(south), Some(north)]);
        assert_eq!(resolve(&world.scene(), PlayerId(1), names[0]), Some(UnitId(names[0].0)), "one's own names are ids");
        names
    };
    assert_eq!(handles(0), handles(17));
    assert_eq!(handles(0), [Handle::new(PlayerId(1), 2), Handle::new(PlayerId(1), 1)], "named by place");
}

#[test]
fn allies_share_sight_and_are_named() {
    let mut world = world(&meadow(32), &[0, 1, 0]);
    spawn(&mut world, SCOUT, 0, 3, 3);
    let ally = spawn(&mut world, SCOUT, 2, 25, 25);
    let enemy = spawn(&mut world, DIGGER, 1, 27, 25);
    tick(&mut world);
    let shown = View::new(&world, ME).foreign();
    let rows: Vec<_> = shown.iter().map(|body| (resolve(&world.scene(), ME, body.handle), body.hostile)).collect();
    assert_eq!(rows, [(Some(enemy), true), (Some(ally), false)]);
}

#[test]
fn without_fog_everything_is_known_and_nothing_stamped() {
    let mut world = World::new(std::sync::Arc::new(scenario(&meadow(32), &[0, 1], Fog::Off)), 1);
    let digger = spawn(&mut world, DIGGER, 1, 30, 30);
    let house = spawn(&mut world, HOUSE, 1, 20, 20);
    tick(&mut world);
    assert!(world.derived.sight.stamps.is_none());
    assert_eq!(View::new(&world, ME).foreign().len(), 2);
    assert_eq!(View::new(&world, ME).explored_percent(), 100);
    assert!(blocked(&world, 0, 21, 21));
    world.remove(digger);
    world.remove(house);
    tick(&mut world);
    assert!(View::new(&world, ME).foreign().is_empty() && !blocked(&world, 0, 21, 21));
}

/// The hidden side lives two different lives far away; the other side's view stays the same to the byte.
#[test]
fn views_hold_nothing_of_what_is_hidden() {
    let mut worlds = [(); 2].map(|()| world(&meadow(64), &[0, 1]));
    let mut lives = [Rng::stream(5, "one life"), Rng::stream(5, "another life")];
    for world in &mut worlds {
        for x in 0..5 {
            spawn(world, SCOUT, 0, 4 + x, 4);
        }
        spawn(world, HOUSE, 0, 8, 8);
        spawn(world, HOUSE, 1, 50, 50);
        // Seen once, then left: what becomes of it stays unknown.
        let spy = spawn(world, SCOUT, 0, 40, 48);
        spawn(world, TOWER, 1, 42, 48);
        tick(world);
        put(world, spy, centre(4, 9));
    }
    for now in 0..1_000 {
        for (world, rng) in worlds.iter_mut().zip(&mut lives) {
            live_hidden(world, rng);
            tick(world);
        }
        let views = worlds.each_ref().map(|world| View::new(world, ME).encode());
        assert!(views[0] == views[1], "tick {now}");
    }
    let [one, other] = worlds.map(|world| world.state_hash());
    assert_ne!(one, other, "the lives differ");
}

/// Builds, trains and dies in the far quarter of the map.
fn live_hidden(world: &mut World, rng: &mut Rng) {
    let mut far = || 34 + rng.below(28) as i16;
    let cell = Cell::new(far(), far());
    match rng.below(4) {
        0 => drop(world.spawn_unit(SCOUT, PlayerId(1), cell.centre())),
        1 if world.rect(HOUSE, cell).cells().all(|cell| world.derived.ground.is_open(cell)) => {
            world.spawn_building(HOUSE, PlayerId(1), cell, ConstructionStage::Complete);
        }
        2 => remove_one(world, rng),
        _ => {
            let ids: Vec<UnitId> = world.entities.units.of(PlayerId(1)).map(|(id, _)| id).collect();
            if let Some(id) = ids.get(rng.below(ids.len() as u32) as usize) {
                put(world, *id, cell.centre());
            }
        }
    }
}

fn remove_one(world: &mut World, rng: &mut Rng) {
    let units = world.entities.units.of(PlayerId(1)).map(|(id, _)| id);
    let ids: Vec<UnitId> = units.chain(world.entities.buildings.of(PlayerId(1)).map(|(id, _)| id)).collect();
    if let Some(id) = ids.get(rng.below(ids.len() as u32) as usize) {
        world.remove(*id);
    }
}
