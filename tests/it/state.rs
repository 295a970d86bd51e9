//! The state list at work: what is saved and loaded, or forked, goes on exactly as what it was taken from.

use std::sync::Arc;

use proptest::prelude::*;
use sandtable_math::Fx;
use sandtable_model::OrderKind;
use sandtable_replay::Replay;
use sandtable_sim::World;
use sandtable_sim::order::StampedOrder;
use sandtable_sim::snapshot::{PART_NAMES, dump, load, save};
use sandtable_tests::{Fixture, golden};

use crate::properties::cases;

fn start(replay: &Replay) -> World {
    World::new(Arc::new(replay.header.decode_scenario().expect("a scenario")), replay.header.seed)
}

/// The orders of each tick of a replay, from tick 1.
fn orders(replay: &Replay) -> Vec<Vec<StampedOrder>> {
    let ticks = replay
        .chunks
        .iter()
        .flat_map(|chunk| (chunk.first_tick..=chunk.last_tick()).map(|tick| chunk.orders_of(tick).to_vec()));
    ticks.collect()
}

fn assert_same(one: &World, other: &World, what: &str) {
    if one.state_hash() == other.state_hash() {
        return;
    }
    let (ours, theirs) = (dump(one), dump(other));
    let differing = ours.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs);
    panic!("{what}, tick {}: {differing:?}", one.tick());
}

/// Plays a golden twice: straight through, and saved and loaded at regular intervals.
fn restored_runs_like_the_original(name: &str, every: u32) {
    let replay = golden(name);
    let (mut straight, mut restored) = (start(&replay), start(&replay));
    for orders in orders(&replay) {
        straight.step(&orders);
        restored.step(&orders);
        if restored.tick().is_multiple_of(every) {
            let bytes = save(&restored);
            let loaded =
                load(Arc::clone(restored.scenario()), &bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(save(&loaded), bytes, "{name}: a snapshot of a loaded snapshot is the same");
            assert_eq!(loaded.part_hashes(), restored.part_hashes(), "{name}, tick {}", restored.tick());
            restored = loaded;
        }
        assert_same(&straight, &restored, name);
    }
}

#[test]
fn a_duel_goes_on_from_any_snapshot() {
    restored_runs_like_the_original("duel", 7);
}

#[test]
fn a_classic_match_goes_on_from_any_snapshot() {
    restored_runs_like_the_original("ford-tech-expand", 61);
}

#[test]
fn a_match_of_four_goes_on_from_any_snapshot() {
    restored_runs_like_the_original("quarters", 97);
}

#[test]
fn a_match_of_couriers_by_four_navigators_goes_on_from_any_snapshot() {
    restored_runs_like_the_original("couriers", 13);
}

/// Thirty swordsmen round somebody in the corner of the map, where places round a target may lie beyond its edge.
#[test]
fn a_fight_at_the_edge_of_the_map_is_saved_and_loaded() {
    let mut fixture = Fixture::meadow(24, 24).with(|scenario| {
        scenario.rules.kinds.iter_mut().for_each(|kind| kind.max_hp = Fx::from_int(20_000));
    });
    for number in 0..30 {
        fixture = fixture.place(1, "swordsman", 6 + number % 6, 4 + number / 6, 1);
    }
    let mut game = fixture.place(2, "spearman", 0, 0, 1).start(5);
    let victim = game.own(2, "spearman");
    game.order(2, &victim, OrderKind::Hold);
    game.step();
    let (known, units) = (game.view(1).foreign()[0].handle, game.own(1, "swordsman"));
    game.order(1, &units, OrderKind::Attack(known));
    for _ in 0..12 * 16 {
        game.step();
        let loaded = load(Arc::clone(game.world.scenario()), &save(&game.world));
        let loaded = loaded.unwrap_or_else(|error| panic!("tick {}: {error}", game.world.tick()));
        assert_eq!(loaded.part_hashes(), game.world.part_hashes());
    }
}

#[test]
fn a_fork_runs_like_its_original_and_leaves_it_alone() {
    let replay = golden("meadow-rush-tech");
    let mut world = start(&replay);
    let mut fork = world.fork();
    for (at, orders) in orders(&replay).iter().enumerate() {
        world.step(orders);
        fork.step(orders);
        assert_same(&world, &fork, "a fork");
        if at % 111 == 0 {
            let before = world.state_hash();
            fork = world.fork();
            let mut other = world.fork();
            (0..40).for_each(|_| drop(other.step(&[])));
            assert_eq!(world.state_hash(), before, "stepping a fork changes the original");
        }
    }
}

#[test]
fn every_part_has_a_name_and_changes_show_in_their_part() {
    let replay = golden("duel");
    let mut world = start(&replay);
    let mut changed = vec![false; PART_NAMES.len()];
    let mut before = world.part_hashes();
    assert!(before.iter().map(|part| part.name).eq(PART_NAMES.iter().copied()));
    for orders in orders(&replay) {
        world.step(&orders);
        let after = world.part_hashes();
        for (row, pair) in before.iter().zip(&after).enumerate() {
            changed[row] |= pair.0.hash != pair.1.hash;
        }
        before = after;
    }
    let still: Vec<_> =
        PART_NAMES.iter().zip(&changed).filter(|(_, changed)| !**changed).map(|(name, _)| *name).collect();
    assert_eq!(
        still,
        ["routes", "squads", "minds", "senses", "reservations", "schedules", "node.identity", "node.footprint"],
        "all walk by fields and alone, nobody has a mind, senses, a slot or a schedule, and no vein is emptied; all else changes"
    );
}

#[test]
fn the_sizes_of_parts_are_the_size_of_a_snapshot() {
    for name in ["duel", "couriers", "minds-goap-plays"] {
        let replay = golden(name);
        let mut world = start(&replay);
        for orders in orders(&replay).iter().take(400) {
            world.step(orders);
        }
        let sizes = world.part_sizes();
        assert!(sizes.iter().map(|(name, _)| name).eq(PART_NAMES));
        // Each of four classes begins with the number of its entities.
        assert_eq!(sizes.iter().map(|(_, bytes)| bytes).sum::<usize>() + 4 * 4, save(&world).len(), "{name}");
    }
}

proptest! {
    #![proptest_config(cases(400))]

    /// A damaged snapshot is refused or loads to a world that steps; it never panics.
    #[test]
    fn damaged_snapshots_do_no_harm(at in any::<prop::sample::Index>(), value in any::<u8>(), cut in any::<prop::sample::Index>()) {
        // Units of this one walk by fields and by routes.
        let replay = golden("couriers");
        let mut world = start(&replay);
        for orders in orders(&replay).iter().take(400) {
            world.step(orders);
        }
        let mut bytes = save(&world);
        let place = at.index(bytes.len());
        bytes[place] = value;
        if value % 4 == 0 {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(mut loaded) = load(Arc::clone(world.scenario()), &bytes) {
            for _ in 0..20 {
                loaded.step(&[]);
            }
        }
    }
}
