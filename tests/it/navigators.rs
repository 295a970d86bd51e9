//! Units that find their way by a path of their own: over cells, along waypoints, through a mesh.

use std::sync::Arc;

use sandtable_match::runner::threads_of_a_match;
use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::rules::{NAVIGATORS, WALL_COST};
use sandtable_model::scenario::Fog;
use sandtable_nav::search::{Algorithm, COST_PER_CELL, CostGrid, Finder, Route};
use sandtable_sim::World;
use sandtable_sim::snapshot::{dump, load, save};
use sandtable_state::id::Handle;
use sandtable_state::limits::{MAX_PATH_EXPANSIONS_PER_TICK, MAX_ROUTE_POINTS};
use sandtable_tests::{Fixture, Game};

const RULES: &str = include_str!("../../scenarios/rules/navigators.toml");
/// The couriers, in the order of their navigators.
const COURIERS: [&str; 4] = ["herald", "ranger", "postman", "runner"];
/// Those who walk by routes.
const ROUTED: [&str; 3] = ["ranger", "postman", "runner"];

fn fixture(rows: &str) -> Fixture {
    Fixture::with_rules("navigators.toml", RULES, rows)
}

/// Walls with a gap at either end in turn, so that the way winds; a door of two cells, and pillars between.
fn maze() -> String {
    let wall = |x: usize| x % 10 == 8;
    let gap = |x: usize, y: usize| if (x / 10).is_multiple_of(2) { y >= 36 } else { y < 4 };
    let pillar = |x: usize, y: usize| x % 10 == 3 && y % 6 == 3;
    let glyph = |x: usize, y: usize| if wall(x) && !gap(x, y) || pillar(x, y) { '#' } else { '.' };
    (0..40).map(|y| (0..70).map(|x| glyph(x, y)).collect::<String>() + "\n").collect()
}

/// A wall across the middle with two gaps of two cells, at rows 4 and 20.
fn two_gaps() -> String {
    let glyph = |x: usize, y: usize| if x == 20 && !matches!(y, 4 | 5 | 20 | 21) { '#' } else { '.' };
    (0..40).map(|y| (0..40).map(|x| glyph(x, y)).collect::<String>() + "\n").collect()
}

/// The length of the shortest way, in cells: the shorter of the one over cells and the one at any angle.
fn optimum(rows: &str, from: Cell, to: Cell) -> Fx {
    let open: Vec<bool> = rows.lines().flat_map(|row| row.bytes().map(|glyph| glyph == b'.')).collect();
    let (height, width) = (rows.lines().count() as u16, rows.lines().next().map_or(0, str::len) as u16);
    let mut finder = Finder::new(CostGrid::new(width, height, |n| if open[n] { 8 } else { WALL_COST }));
    let mut cost = |algorithm| {
        let mut route = Route::default();
        assert!(finder.find(algorithm, from, to, &mut route), "there is a way");
        Fx::ratio_floor(route.cost as i64, COST_PER_CELL as i64)
    };
    cost(Algorithm::AStar).min(cost(Algorithm::Mesh))
}

fn place(game: &Game, unit: Handle) -> Vec2 {
    game.position(unit).expect("it lives")
}

/// Walks a unit to a point; how far it walked, when it got there.
fn walk(game: &mut Game, unit: Handle, to: Vec2, seconds: u32) -> Option<Fx> {
    game.order(1, &[unit], OrderKind::Move(to));
    let mut walked = Fx::ZERO;
    for _ in 0..seconds * 16 {
        let before = place(game, unit);
        game.step();
        walked += Fx::root_of_wide(before.distance_squared_wide(place(game, unit)));
        if place(game, unit).distance_squared_wide(to) < Fx::HALF.squared_wide() {
            return Some(walked);
        }
    }
    None
}

#[test]
fn the_couriers_are_one_of_each_navigator() {
    let game = fixture(&maze()).place(1, "mason", 1, 1, 1).start(1);
    let navigator = |kind: &str| game.world.rules().kind(game.kind(kind)).body.as_ref().map(|body| body.navigator);
    assert_eq!(COURIERS.map(navigator), NAVIGATORS.map(Some));
}

#[test]
fn every_navigator_walks_hardly_farther_than_it_must() {
    let rows = maze();
    for kind in COURIERS {
        for (from, to) in [(Cell::new(1, 1), Cell::new(67, 38)), (Cell::new(66, 2), Cell::new(25, 20))] {
            let mut game = fixture(&rows).place(1, kind, from.x, from.y, 1).start(1);
            let unit = game.own(1, kind)[0];
            let walked = walk(&mut game, unit, to.centre(), 200).unwrap_or_else(|| panic!("{kind} arrives at {to:?}"));
            let best = optimum(&rows, from, to);
            assert!(walked <= best.percent_floor(110), "{kind} from {from:?}: {walked} of {best}");
        }
    }
}

/// How far north or south of the gap in front of it a walker to the east is when it turns to the other one.
fn blocked_gap(kind: &str, fog: Fog) -> (bool, Fx) {
    let fixture = fixture(&two_gaps()).fog(fog).place(1, kind, 4, 20, 1).place(2, "barrier", 20, 20, 1);
    let mut game = fixture.start(1);
    let (unit, to, mut eastmost) = (game.own(1, kind)[0], game.at(35, 20), Fx::ZERO);
    game.order(1, &[unit], OrderKind::Move(to));
    for _ in 0..60 * 16 {
        game.step();
        let at = place(&game, unit);
        if (at.y - to.y).abs() < Fx::from_int(2) && at.x < Fx::from_int(20) {
            eastmost = eastmost.max(at.x);
        }
        if at.distance_squared_wide(to) < Fx::ONE.squared_wide() {
            return (true, eastmost);
        }
    }
    (false, eastmost)
}

#[test]
fn a_wall_that_nobody_has_seen_is_walked_at_then_seen_and_walked_round() {
    for kind in COURIERS {
        let (arrived, eastmost) = blocked_gap(kind, Fog::Off);
        assert!(arrived, "{kind}: round by the other gap");
        assert!(eastmost < Fx::from_int(8), "{kind}: it sets out northwards at once: {eastmost}");
        let (arrived, eastmost) = blocked_gap(kind, Fog::Full);
        assert!(arrived, "{kind}: round by the other gap");
        assert!(eastmost > Fx::from_int(10), "{kind}: it walks at what it cannot know of: {eastmost}");
    }
}

fn has_broken_ground(game: &Game) -> bool {
    dump(&game.world).iter().any(|line| line.field == "stage" && line.value.contains("Rising"))
}

#[test]
fn a_wall_that_goes_up_before_a_walker_turns_it_within_two_ticks() {
    for kind in ROUTED {
        let fixture = fixture(&two_gaps()).stock(1, [900, 0, 0, 0]);
        let mut game = fixture.place(1, kind, 3, 20, 1).place(1, "mason", 17, 24, 1).start(1);
        let (walker, mason, to, barrier) =
            (game.own(1, kind), game.own(1, "mason"), game.at(37, 20), game.kind("barrier"));
        game.order(1, &walker, OrderKind::Move(to));
        game.order(1, &mason, OrderKind::Build { kind: barrier, cell: Cell::new(20, 20) });
        game.run_until(8, "the wall goes up", has_broken_ground);
        let before = place(&game, walker[0]);
        assert!(before.x < Fx::from_int(17), "{kind}: the gap was to be closed before it: {before:?}");
        game.step();
        game.step();
        let after = place(&game, walker[0]);
        assert!(after.y < before.y, "{kind} turns to the northern gap: {before:?} {after:?}");
        game.run_until(60, "it arrives", |game| place(game, walker[0]).distance_squared_wide(to) < 1 << 30);
    }
}

#[test]
fn a_gap_that_opens_is_taken_when_that_is_shorter() {
    for kind in ROUTED {
        let fixture = fixture(&two_gaps()).place(1, kind, 3, 20, 1).place(2, "barrier", 20, 20, 1);
        let mut game = fixture.place(1, "mason", 19, 21, 8).start(1);
        let (walker, masons) = (game.own(1, kind), game.own(1, "mason"));
        let barrier = game.view(1).foreign()[0].handle;
        game.order(1, &masons, OrderKind::Attack(barrier));
        let to = game.at(37, 20);
        game.order(1, &walker, OrderKind::Move(to));
        let is_open = |game: &Game| game.world.population()[1] == 0;
        game.run_until(8, "the barrier falls", is_open);
        assert!(place(&game, walker[0]).x < Fx::from_int(17), "{kind}: before it is past the gap");
        let mut southwards = || {
            let before = place(&game, walker[0]).y;
            game.step();
            place(&game, walker[0]).y - before
        };
        // It turns in the second tick, as fast as it can.
        let steps = [(); 3].map(|()| southwards());
        assert!(steps[2] > steps[0].max(Fx::ZERO), "{kind} turns from the gap to the north: {steps:?}");
    }
}

#[test]
fn who_is_cut_off_goes_as_near_as_it_gets() {
    let rows: String = (0..30).map(|_| format!("{}##{}\n", ".".repeat(20), ".".repeat(18))).collect();
    for kind in ROUTED {
        let mut game = fixture(&rows).place(1, kind, 3, 4, 1).start(1);
        let (unit, to) = (game.own(1, kind)[0], game.at(30, 20));
        game.order(1, &[unit], OrderKind::Move(to));
        game.run(20);
        assert_eq!(Cell::at(place(&game, unit)), Cell::new(19, 20), "{kind}");
    }
}

/// Forty of a kind sent through the maze, by both players' knowledge of nothing but the terrain.
fn crowd(kind: &str) -> (Game, Vec2) {
    let mut game = fixture(&maze()).fog(Fog::Full).place(1, kind, 1, 1, 40).start(7);
    let (units, to) = (game.own(1, kind), game.at(66, 20));
    game.order(1, &units, OrderKind::Move(to));
    (game, to)
}

#[test]
fn forty_get_through_a_maze_within_the_budget() {
    for kind in ROUTED {
        let (mut game, to) = crowd(kind);
        let mut pending = 0;
        for _ in 0..160 * 16 {
            game.step();
            for line in dump(&game.world).iter().filter(|line| line.value.contains("PathRequest")) {
                assert_eq!(line.owner, "t1", "the other team has nobody to send");
                pending += 1;
            }
            if game.world.tick().is_multiple_of(160) && packed(&game, kind, to) == 40 {
                break;
            }
        }
        assert_eq!(packed(&game, kind, to), 40, "{kind}: all arrive");
        // Forty searches over cells are more than the budget of a tick; a mesh has few borders.
        assert!(
            pending > 0 || kind == "runner",
            "{kind}: {MAX_PATH_EXPANSIONS_PER_TICK} expansions did for all at once"
        );
    }
}

fn packed(game: &Game, kind: &str, to: Vec2) -> usize {
    let near = |unit: &Handle| place(game, *unit).distance_squared_wide(to) < Fx::from_int(4).squared_wide();
    game.own(1, kind).iter().filter(|unit| near(unit)).count()
}

#[test]
fn a_match_goes_on_from_any_snapshot() {
    for kind in ROUTED {
        let (mut game, _) = crowd(kind);
        game.step();
        let mut restored = game.world.fork();
        for _ in 0..400 {
            game.step();
            restored.step(&[]);
            if restored.tick().is_multiple_of(13) {
                let bytes = save(&restored);
                let loaded = load(Arc::clone(restored.scenario()), &bytes).expect("a snapshot");
                assert_eq!(save(&loaded), bytes, "{kind}: a snapshot of a loaded snapshot is the same");
                restored = loaded;
            }
            assert_eq!(restored.part_hashes(), game.world.part_hashes(), "{kind}, tick {}", game.world.tick());
        }
    }
}

#[test]
fn snapshots_in_the_middle_of_requests_go_on_while_the_ground_changes() {
    let fixture = fixture(&two_gaps()).fog(Fog::Full).stock(1, [900, 0, 0, 0]).place(1, "mason", 17, 24, 1);
    let fixture = fixture.place(2, "barrier", 24, 12, 1).place(2, "barrier", 24, 20, 1).place(2, "barrier", 28, 30, 1);
    let mut game = ROUTED.iter().fold(fixture, |fixture, kind| fixture.place(1, kind, 2, 18, 30)).start(3);
    let (mason, kind) = (game.own(1, "mason"), game.kind("barrier"));
    game.order(1, &mason, OrderKind::Build { kind, cell: Cell::new(20, 20) });
    for (row, kind) in ROUTED.iter().enumerate() {
        let (units, to) = (game.own(1, kind), game.at(36, 4 + 14 * row as i16));
        game.order(1, &units, OrderKind::Move(to));
    }
    game.step();
    for _ in 0..240 {
        game.step();
        if game.world.tick().is_multiple_of(5) {
            let loaded = load(Arc::clone(game.world.scenario()), &save(&game.world)).expect("a snapshot");
            go_on_alike(loaded, game.world.fork());
        }
    }
}

fn go_on_alike(mut one: World, mut other: World) {
    for _ in 0..6 {
        let _ = (one.step(&[]), other.step(&[]));
        assert_eq!(one.part_hashes(), other.part_hashes(), "tick {}", one.tick());
    }
}

#[test]
fn routes_are_short_and_end_with_the_walk() {
    let (mut game, _) = crowd("ranger");
    let paths = |game: &Game| dump(&game.world).iter().filter(|line| line.field == "path").count();
    game.step();
    game.step();
    assert!(paths(&game) > 0);
    for line in dump(&game.world).iter().filter(|line| line.field == "path") {
        assert!(line.value.matches("Vec2 {").count() <= MAX_ROUTE_POINTS);
    }
    let units = game.own(1, "ranger");
    game.order(1, &units, OrderKind::Stop);
    game.step();
    game.step();
    assert_eq!(paths(&game), 0, "nobody is on its way");
}

#[test]
fn any_number_of_threads_plays_the_same_match() {
    let fixture = COURIERS.iter().fold(fixture(&maze()), |fixture, kind| fixture.place(1, kind, 1, 1, 150));
    let mut alone = fixture.start(5);
    for (row, kind) in COURIERS.iter().enumerate() {
        let (units, to) = (alone.own(1, kind), alone.at(66, 5 + 10 * row as i16));
        alone.order(1, &units, OrderKind::Move(to));
    }
    alone.step();
    let mut two = alone.world.fork();
    two.use_threads(threads_of_a_match(2).expect("threads"));
    for _ in 0..120 {
        alone.step();
        two.step(&[]);
        assert_eq!(alone.world.state_hash(), two.state_hash(), "tick {}", two.tick());
    }
}
