//! A match is the same for any number of threads within it, tick for tick.

use sandtable_match::runner::threads_of_a_match;
use sandtable_model::OrderKind;
use sandtable_model::scenario::Fog;
use sandtable_sim::snapshot::dump;
use sandtable_state::limits::{MAX_ORDER_UNITS, MIN_ROWS_FOR_THREADS};
use sandtable_tests::{Fixture, Game};

const TICKS: u32 = 240;

/// Two hosts of all arms on ground with woods to see round, workers and trees behind them, a tower in the middle.
fn hosts() -> Game {
    let row = |y: usize| {
        if y % 9 == 4 { format!("{}\n", "....ff......".repeat(9)) } else { format!("{}\n", ".".repeat(108)) }
    };
    let mut fixture = Fixture::classic(&(0..72).map(row).collect::<String>()).fog(Fog::Full);
    let army = [("swordsman", 45), ("archer", 40), ("knight", 30), ("catapult", 10), ("healer", 10), ("gryphon", 15)];
    for (line, y) in [8i16, 26, 44, 62].into_iter().enumerate() {
        for (column, (kind, count)) in army.into_iter().enumerate() {
            let x = 8 + 6 * column as i16;
            fixture = fixture.place(1, kind, x, y, count).place(2, kind, 107 - x, 71 - y, count);
        }
        let y = 17 + 9 * line as i16;
        fixture = fixture.place(1, "worker", 3, y, 10).place(2, "worker", 104, 71 - y, 10);
        fixture = fixture.place(0, "tree", 1, y, 1).place(0, "tree", 106, 71 - y, 1);
    }
    fixture.place(1, "tower", 53, 35, 1).place(1, "town_centre", 2, 34, 1).place(2, "town_centre", 102, 34, 1).start(7)
}

/// Some walk, some fight their way, workers gather: every pass over units has something to do.
fn command(game: &mut Game) {
    let trees = game.nodes();
    for (player, x) in [(1, 100), (2, 8)] {
        for (at, kind) in ["swordsman", "archer", "knight", "catapult", "healer", "gryphon"].into_iter().enumerate() {
            let units = game.own(player, kind);
            for (squad, units) in units.chunks(MAX_ORDER_UNITS.min(40)).enumerate() {
                let to = game.at(x, 8 + 18 * squad as i16);
                let verb = if (at + squad) % 4 == 3 { OrderKind::Move(to) } else { OrderKind::AttackMove(to) };
                game.order(player, units, verb);
            }
        }
        let workers = game.own(player, "worker");
        for (workers, tree) in workers.chunks(10).zip(trees.chunks(2)) {
            game.order(player, workers, OrderKind::Gather(tree[player as usize - 1]));
        }
    }
}

#[test]
fn any_number_of_threads_plays_the_same_match() {
    let [mut alone, mut two, mut three, mut eight] = [1, 2, 3, 8].map(|threads| {
        let mut game = hosts();
        game.world.use_threads(threads_of_a_match(threads).expect("threads"));
        command(&mut game);
        game
    });
    assert!(alone.world.population()[0] > 2 * MIN_ROWS_FOR_THREADS);
    let mut shots = 0;
    for tick in 1..=TICKS {
        alone.step();
        shots += alone.world.population()[3];
        for (threads, game) in [(2, &mut two), (3, &mut three), (8, &mut eight)] {
            game.step();
            if game.world.state_hash() != alone.world.state_hash() {
                let (ours, theirs) = (dump(&game.world), dump(&alone.world));
                let differing = ours.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs);
                panic!("{threads} threads, tick {tick}: {differing:?}");
            }
        }
    }
    for game in [&two, &three, &eight] {
        assert_eq!(game.events, alone.events);
    }
    let population = alone.world.population();
    assert!(population[0] > MIN_ROWS_FOR_THREADS && shots > 0, "{population:?}: they fight, and go on");
}
