//! Units that move as badly as people complain of, and the figures that tell.

use sandtable_diagnostics::Issues;

use super::Family;
use super::figures::figures;
use super::grid::Point;
use super::metric::METRICS;
use super::outcome::MoveOutcome;
use super::setup::Setup;
use super::trajectory::Trajectory;
use crate::drawn_family::fixture::movers;

const LIMIT: u32 = 320;

fn parse(text: &str) -> Result<Family, Issues> {
    Family::parse("test.toml", text, &movers()).map(|checked| checked.value)
}

/// Soldiers in a row on open ground, told something.
fn row_of(count: usize, task: &str) -> Setup {
    let text = format!(
        "about = \"a test\"\nsize = [40, 20]\ntime_limit = 20\n\
         [[groups]]\nkind = \"soldier\"\ncount = {count}\nblock = [4, 10, 10, 1]\n{task}\n"
    );
    Setup::set(&parse(&text).unwrap_or_else(|issues| panic!("{issues}")), 1, 0).expect("there is room")
}

fn found(setup: &Setup, ticks: u32, metric: &str, at: impl Fn(usize, u32) -> Point) -> f64 {
    let trajectory = Trajectory::scripted(setup, ticks, at);
    let row = METRICS.iter().position(|known| known.name == metric).expect("a metric");
    figures(&[MoveOutcome::measure(setup, &trajectory, LIMIT)])[row].expect("something to measure")
}

/// On a line at full speed from its start, 10 cells far, in time.
fn along(setup: &Setup, row: usize, tick: u32, cells: f64) -> Point {
    let [x, y] = setup.actors[row].start();
    [x + (f64::from(tick) * 0.125).min(cells), y]
}

#[test]
fn a_straight_walk_is_perfect() {
    let setup = row_of(1, "goal = [30, 10]");
    let at = |row, tick| along(&setup, row, tick, 26.0);
    let perfect = [
        ("arrived", 100.0),
        ("path_mean", 1.0),
        ("stuck_longest", 0.0),
        ("overlap_deepest", 0.0),
        ("turnbacks", 0.0),
        ("reversals", 0.0),
        ("restless", 0.0),
    ];
    for (metric, value) in perfect {
        let found = found(&setup, 300, metric, at);
        assert!((found - value).abs() < 0.02, "{metric}: {found}");
    }
    // The arrival is that tick in which the edge of the place is passed.
    let time = found(&setup, 300, "time_median", at);
    assert!((1.0..1.02).contains(&time), "{time}");
}

#[test]
fn who_circles_the_goal_never_settles() {
    let setup = row_of(2, "goal = [20, 10]");
    let circle = |row: usize, tick: u32| {
        let angle = f64::from(tick) * 0.2 + row as f64 * 3.0;
        [20.5 + 0.5 * angle.cos(), 10.5 + 0.5 * angle.sin()]
    };
    assert!(found(&setup, LIMIT, "settling", circle) > 15.0);
    assert!(found(&setup, LIMIT, "restless", circle) > 99.0);
}

#[test]
fn who_drops_the_order_or_is_deadlocked_is_stuck_and_late() {
    let setup = row_of(4, "goal = [30, 10]");
    let stops = |row: usize, tick: u32| along(&setup, row, tick, if row == 0 { 5.0 } else { 26.0 - row as f64 });
    assert_eq!(found(&setup, LIMIT, "arrived", stops), 75.0);
    assert!(found(&setup, LIMIT, "finish", stops) > 1.3);
    // Forty ticks of walking, then standing to the end.
    let stuck = found(&setup, LIMIT, "stuck_longest", stops);
    assert!((16.0..18.5).contains(&stuck), "{stuck}");
}

#[test]
fn overlaps_are_measured_and_those_at_rest_apart() {
    let setup = row_of(3, "goal = [30, 10]");
    // The second stands 0.72 from the first, a fifth of 0.9 too near; the third is far off.
    let stand = |row: usize, _| [[5.0, 5.0], [5.72, 5.0], [20.0, 15.0]][row];
    let deepest = found(&setup, 64, "overlap_deepest", stand);
    assert!((deepest - 20.0).abs() < 0.01, "{deepest}");
    assert!((found(&setup, 64, "overlap_share", stand) - 200.0 / 3.0).abs() < 0.01);
    assert_eq!(found(&setup, 64, "overlap_at_rest", stand), 1.0);
    let drift = |row: usize, tick| [stand(row, tick)[0] + f64::from(tick) * 0.1, 5.0 + 9.0 * f64::from(row as u8 / 2)];
    assert_eq!(found(&setup, 64, "overlap_at_rest", drift), 0.0);
}

#[test]
fn steps_to_and_fro_are_turnbacks_and_reversals() {
    let setup = row_of(1, "goal = [30, 10]");
    let wavers = |_, tick: u32| [10.0 + f64::from(tick % 2) * 0.1, 10.0];
    assert!(found(&setup, LIMIT, "turnbacks", wavers) > 99.0);
    assert!(found(&setup, LIMIT, "reversals", wavers) > 99.0);
    // Who turns round by way of a step to the side turns back, and no two steps on end tell.
    let turns = |_, tick: u32| match tick % 8 {
        3 | 4 => [10.3, 10.0 + f64::from(tick % 8 - 3) * 0.1],
        side @ 0..3 => [10.0 + f64::from(side) * 0.1, 10.0],
        side => [10.7 - f64::from(side) * 0.1, 10.1],
    };
    assert!(found(&setup, LIMIT, "turnbacks", turns) > 10.0);
    assert!(found(&setup, LIMIT, "reversals", turns) < found(&setup, LIMIT, "turnbacks", turns) / 2.0);
}

#[test]
fn who_goes_through_a_wall_or_between_corners_is_caught() {
    let text = "about = \"a test\"\nsize = [20, 20]\nstairs = [[0, 0, 19, 19]]\ntime_limit = 20\n\
                [[groups]]\nkind = \"scout\"\ncount = 1\nblock = [12, 4, 1, 1]\ngoal = [4, 12]\n";
    let setup = Setup::set(&parse(text).expect("valid"), 1, 0).expect("there is room");
    let through = |_, tick: u32| {
        let way = (f64::from(tick) * 0.1).min(8.0);
        [12.5 - way, 4.0 + way + 0.5]
    };
    assert!(found(&setup, LIMIT, "in_wall", through) > 0.0);
    // Between (8, 8) and (9, 9), by the point where they touch.
    let between = |_, tick: u32| {
        let way = (f64::from(tick) * 0.1).min(8.0);
        [13.0 - way, 5.0 + way]
    };
    assert!(found(&setup, LIMIT, "wall_depth", between) > 90.0);
}

#[test]
fn who_is_pushed_off_his_place_has_drifted() {
    for (task, metric) in [("task = \"hold\"", "drift_hold"), ("task = \"idle\"", "drift_idle")] {
        let setup = row_of(2, task);
        let pushed = |row: usize, tick: u32| along(&setup, row, tick, if row == 0 { 1.5 } else { 0.0 });
        assert!((found(&setup, 64, metric, pushed) - 1.5).abs() < 1e-6);
    }
    // Whoever idles may make way, as long as he returns; whoever holds may not.
    let away_and_back = |setup: &Setup, tick: u32| along(setup, 0, if tick < 32 { tick } else { 64 - tick }, 4.0);
    let idle = row_of(1, "task = \"idle\"");
    assert_eq!(found(&idle, 64, "drift_idle", |_, tick| away_and_back(&idle, tick)), 0.0);
    let hold = row_of(1, "task = \"hold\"");
    assert_eq!(found(&hold, 64, "drift_hold", |_, tick| away_and_back(&hold, tick)), 4.0);
}

#[test]
fn a_clump_is_denser_than_a_crowd() {
    let setup = row_of(6, "goal = [30, 10]");
    let crowd = found(&setup, 16, "density", |row, _| [5.0 + row as f64, 5.0]);
    let clump = found(&setup, 16, "density", |row, _| [5.0 + row as f64 * 0.1, 5.0]);
    // Six discs of 0.45 in a circle of 2.
    assert!((clump - 100.0 * 6.0 * 0.2025 / 4.0).abs() < 0.01 && crowd < clump, "{crowd} {clump}");
}

#[test]
fn the_throughput_of_a_full_file_is_ideal() {
    let text = "about = \"a test\"\nsize = [60, 8]\ntime_limit = 20\nlanes = 1\ngate = [30, 3, 1, 2]\n\
                [[groups]]\nkind = \"soldier\"\ncount = 20\nblock = [4, 4, 20, 1]\ngoal = [50, 4]\n";
    let setup = Setup::set(&parse(text).expect("valid"), 1, 0).expect("there is room");
    // One behind the other, touching: 2 cells a second over 0.9 cells each.
    let file = |row: usize, tick: u32| [28.0 - row as f64 * 0.9 + f64::from(tick) * 0.125, 4.5];
    let flow = found(&setup, 240, "flow", file);
    assert!((0.97..1.03).contains(&flow), "{flow}");
}

#[test]
fn mistakes_in_a_family_are_told_with_their_place() {
    let text = "about = \"a test\"\nsize = [20, 20]\ntime_limt = 20\n\n[[groups]]\nkind = \"soldeir\"\ncount = 2\n\
                block = [1, 1, 4]\n\n[[groups]]\nkind = \"scout\"\ncount = 1\nblock = [1, 1, 1, 1]\ntask = \"swap\"\n\n\
                [budget]\nturnback = 1\n";
    let told = parse(text).expect_err("it is full of mistakes").to_string();
    let parts = [
        "test.toml:3:1: time_limt: found an unknown key",
        "did you mean \"time_limit\"?",
        "test.toml:6:8: groups[1].kind: found \"soldeir\"",
        "did you mean \"soldier\"?",
        "test.toml:8:9: groups[1].block: found 3 numbers; expected 4 whole numbers",
        "groups[2].task: found \"swap\" of a block; expected a disc or a ring",
        "budget.turnback: found an unknown key",
        "did you mean \"turnbacks\"?",
    ];
    for part in parts {
        assert!(told.contains(part), "{part:?} is not in\n{told}");
    }
    let crammed = "about = \"a test\"\nsize = [20, 20]\ntime_limit = 20\n[[groups]]\nkind = \"scout\"\ncount = 20\n\
                   block = [1, 1, 4, 4]\ngoal = [9, 9]\n";
    let endless = crammed.replace("time_limit = 20", "time_limit = 1200").replace("count = 20", "count = 8000");
    let told = parse(&endless).expect_err("too much to keep").to_string();
    assert!(told.contains("test.toml:3:1: time_limit: found 8000 units for 19200 ticks"), "{told}");
    let told = parse(crammed).expect_err("there is no room").to_string();
    assert!(told.contains("test.toml:4:1: groups[1]: found room for 16 units; expected room for 20"), "{told}");
}
