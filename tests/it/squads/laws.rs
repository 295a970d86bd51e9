//! What holds of squads whatever they do: they are state, favour no side, and every member has a slot.

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::scenario::Scenario;
use sandtable_model::{Formation, FormationShape};
use sandtable_nav::formation::{assign, slots};
use sandtable_sim::order::Order;
use sandtable_sim::snapshot::{load, save};
use sandtable_state::id::{PlayerId, SquadId};
use sandtable_state::limits::MAX_SQUAD_MEMBERS;
use sandtable_tests::{Fixture, Game};

use super::{FIRST, wall};
use crate::properties::cases;

/// Two squads in formation, one of them narrowed in a gap, the other fighting its way.
fn busy() -> Game {
    let rows = wall(64, 40, 30, 2);
    let fixture = Fixture::classic(&rows).place(1, "swordsman", 22, 20, 10).place(1, "archer", 8, 8, 9);
    let mut game = fixture.place(2, "knight", 20, 6, 4).start(3);
    let (swords, bows) = (game.own(1, "swordsman"), game.own(1, "archer"));
    game.order(1, &swords, OrderKind::Form(Formation::in_shape(FormationShape::Wedge)));
    game.order(1, &bows, OrderKind::Form(Formation::in_shape(FormationShape::Line)));
    let (through, on) = (game.at(48, 20), game.at(24, 8));
    game.give(1, Order::squad(FIRST, OrderKind::Move(through)));
    game.give(1, Order::squad(SquadId::new(PlayerId(0), 2), OrderKind::Patrol(on)));
    game
}

/// These squads after nine seconds, saved.
static BUSY: LazyLock<(Arc<Scenario>, Vec<u8>)> = LazyLock::new(|| {
    let mut game = busy();
    game.run(9);
    (Arc::clone(game.world.scenario()), save(&game.world))
});

#[test]
fn squads_go_on_from_any_snapshot() {
    let (mut straight, mut restored) = (busy(), busy());
    let (mut narrowed, mut phases) = (false, Vec::new());
    for _ in 0..16 * 40 {
        assert_eq!(straight.step(), restored.step());
        if restored.world.tick().is_multiple_of(13) {
            let bytes = save(&restored.world);
            restored.world = load(Arc::clone(restored.world.scenario()), &bytes).expect("its own snapshot");
            assert_eq!(save(&restored.world), bytes);
        }
        assert_eq!(straight.world.part_hashes(), restored.world.part_hashes(), "tick {}", straight.world.tick());
        for squad in straight.view(1).own_squads() {
            narrowed |= squad.narrowed;
            if !phases.contains(&squad.phase) {
                phases.push(squad.phase);
            }
        }
    }
    assert!(narrowed && phases.len() >= 4, "{phases:?}: it was seen at all its work");
}

#[test]
fn any_number_of_threads_moves_the_same_formations() {
    let large = || {
        let mut fixture = Fixture::meadow(120, 100);
        for y in [20, 50, 80] {
            fixture = fixture.place(1, "swordsman", 20, y, 250);
        }
        let mut game = fixture.start(5);
        for (at, units) in game.own(1, "swordsman").chunks(250).enumerate() {
            let shape = [FormationShape::Line, FormationShape::Box, FormationShape::Wedge][at];
            let to = game.at(80, 20 + 30 * at as i16);
            game.order(1, units, OrderKind::Form(Formation::in_shape(shape)));
            game.give(1, Order::squad(SquadId::new(PlayerId(0), at as u32 + 1), OrderKind::Move(to)));
        }
        game
    };
    let (mut alone, mut four) = (large(), large());
    four.world.use_threads(sandtable_match::runner::threads_of_a_match(4).expect("threads"));
    for _ in 0..160 {
        assert_eq!(alone.step(), four.step());
        assert_eq!(alone.world.state_hash(), four.world.state_hash(), "tick {}", alone.world.tick());
    }
}

/// A half turn of the map turns formations too.
#[test]
fn twin_squads_march_alike() {
    let rows = wall(60, 40, 30, 3).replace('#', ".");
    let turned = |at: Vec2| Vec2::new(Fx::from_int(60), Fx::from_int(40)) - at;
    for shape in [FormationShape::Line, FormationShape::Column, FormationShape::Wedge, FormationShape::Box] {
        let fixture = Fixture::classic(&rows).place(1, "swordsman", 10, 8, 7).place(2, "swordsman", 49, 31, 7);
        let mut game = fixture.start(2);
        let to = Vec2::new(Fx::from_bits(20 << 16 | 1 << 14), Fx::from_bits(30 << 16 | 3 << 13));
        for (player, to) in [(1, to), (2, turned(to))] {
            let units = game.own(player, "swordsman");
            game.order(player, &units, OrderKind::Form(Formation::in_shape(shape)));
            game.give(player, Order::squad(SquadId::new(PlayerId(player - 1), 1), OrderKind::Move(to)));
        }
        for tick in 0..16 * 20 {
            assert_eq!(game.step(), []);
            let front = |player: u8| game.view(player).own_squads()[0].front;
            assert_eq!(front(1), turned(front(2)), "{shape:?}, tick {tick}");
        }
    }
}

fn shape() -> impl Strategy<Value = FormationShape> {
    prop::sample::select(vec![
        FormationShape::Loose,
        FormationShape::Line,
        FormationShape::Column,
        FormationShape::Wedge,
        FormationShape::Box,
    ])
}

proptest! {
    #![proptest_config(cases(64))]

    /// A damaged snapshot of a world with squads is refused or loads to a world that steps; it never panics.
    #[test]
    fn damaged_squads_do_no_harm(at in any::<prop::sample::Index>(), value in any::<u8>()) {
        let (scenario, whole) = &*BUSY;
        let mut bytes = whole.clone();
        // Squads lie behind the units, before the fields.
        let place = at.index(bytes.len() / 2) + bytes.len() / 2;
        bytes[place] = value;
        if let Ok(mut loaded) = load(Arc::clone(scenario), &bytes) {
            for _ in 0..20 {
                loaded.step(&[]);
            }
        }
    }

    /// Every shape has as many slots as are asked for, all different, symmetric to its axis up to the last rank.
    #[test]
    fn shapes_have_a_slot_for_everybody(shape in shape(), count in 1usize..MAX_SQUAD_MEMBERS) {
        let mut slots = slots(shape, count);
        prop_assert_eq!(slots.len(), count);
        for slot in &slots {
            prop_assert!(slots.iter().any(|other| (other.back, other.right) == (slot.back, -slot.right)));
        }
        slots.sort_unstable();
        slots.dedup();
        prop_assert_eq!(slots.len(), count);
    }

    /// Every slot goes to one member, the short-ranged get the first ones, and who stands on a slot keeps it.
    #[test]
    fn slots_are_given_once_and_kept(
        shape in shape(),
        crowd in prop::collection::vec((0i32..40 << 16, 0i32..40 << 16, 0i16..3), 1..80),
    ) {
        let point = |x, y| Vec2::new(Fx::from_bits(x), Fx::from_bits(y));
        let members: Vec<(Vec2, Fx)> = crowd.iter().map(|(x, y, range)| (point(*x, *y), Fx::from_int(*range))).collect();
        let lattice = slots(shape, members.len());
        let places: Vec<Vec2> =
            lattice.iter().map(|slot| point((20 << 16) - (i32::from(slot.back) << 15), (20 << 16) + (i32::from(slot.right) << 15))).collect();
        let assigned = assign(&members, &places);
        let mut given = assigned.clone();
        given.sort_unstable();
        prop_assert_eq!(given, (0..members.len() as u16).collect::<Vec<u16>>());
        for (one, slot) in members.iter().zip(&assigned) {
            prop_assert!(members.iter().zip(&assigned).all(|(other, later)| other.1 <= one.1 || later > slot));
        }
        let settled: Vec<(Vec2, Fx)> =
            members.iter().zip(&assigned).map(|((_, range), slot)| (places[usize::from(*slot)], *range)).collect();
        prop_assert_eq!(assign(&settled, &places), assigned);
    }
}
