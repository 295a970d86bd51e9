//! Steering: small maps with units that are sent about, and what crowds show on their way.

mod crowds;
mod meter;
mod quality;
mod walks;

use meter::CrowdMeter;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{Kind, Rules, WALL_COST, Worker};
use sandtable_state::id::{Handle, KindId};
use sandtable_tests::kinds::{building, flyer, rules, terrain, unit, with_body};
use sandtable_tests::{Fixture, Game};

const SPEED: Fx = Fx::from_thousandths(150); // 2.4 cells a second

fn kinds() -> Rules {
    let sized = |kind: Kind, radius_percent: i32, mass: u16| {
        with_body(Kind { sight: 4, ..kind }, |body| {
            (body.radius, body.speed, body.mass) = (Fx::ONE.percent_floor(radius_percent), SPEED, mass);
        })
    };
    let builds = vec![KindId(0)];
    let work = Worker { gather_ticks: [0; 4], load: [0; 4], builds, build_percent: 100, repair_rate: Fx::ONE };
    let kinds = vec![
        Kind { make_ticks: 1_600, ..building("house", 2) },
        sized(unit("soldier"), 35, 80),
        sized(unit("giant"), 48, 1_000),
        sized(flyer("flyer"), 40, 80),
        sized(unit("trooper"), 45, 80),
        sized(flyer("hawk"), 45, 80),
        Kind { worker: Some(work), ..sized(unit("builder"), 35, 80) },
    ];
    rules(vec![terrain("grass", '.', 8), terrain("cliff", '#', WALL_COST), terrain("swamp", '~', 24)], kinds)
}

/// The drawn map with two hostile players and nothing on it.
fn arena(drawn: &str) -> Fixture {
    Fixture::sketched(kinds(), drawn)
}

/// An open map of this size.
fn field(width: usize, height: usize) -> String {
    vec![".".repeat(width); height].join("\n")
}

/// A map cut by a wall at column `at`, with a gap of `gap` cells in the middle.
fn choke(width: usize, height: usize, at: usize, gap: usize) -> String {
    let first = (height - gap) / 2;
    let open = ".".repeat(width);
    let shut = format!("{}#{}", ".".repeat(at), ".".repeat(width - at - 1));
    (0..height)
        .map(|y| if (first..first + gap).contains(&y) { open.clone() } else { shut.clone() })
        .collect::<Vec<_>>()
        .join("\n")
}

fn position(game: &Game, unit: Handle) -> Vec2 {
    game.position(unit).expect("alive")
}

/// Steps until everybody stands, checking walls at every tick and measuring overlaps.
fn run(game: &mut Game, limit: u32) -> CrowdMeter {
    let mut meter = CrowdMeter::default();
    while meter.ticks < limit {
        meter.tick(game);
        if meter.moving == 0 {
            break;
        }
    }
    meter
}

fn ticks_to_walk(cells: i32) -> u32 {
    ((cells << 16) / SPEED.bits()) as u32
}
