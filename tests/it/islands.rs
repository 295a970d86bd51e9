//! Maps of islands: drawn ones keep their players apart, and whoever attacks there crosses the water.

use std::ops::ControlFlow;

use sandtable_content::map::{GenerateOptions, generate};
use sandtable_match::runner::{MatchResult, Observer, run_match_with};
use sandtable_math::Vec2;
use sandtable_model::map::{Map, Symmetry, Walk, footprint};
use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;
use sandtable_sim::view::View;
use sandtable_state::id::{PlayerId, TeamId};
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::meeting::{CLASSIC, MEADOW, built, classic, scenario};

const IDLE: &str = include_str!("../../scenarios/strategies/idle.toml");
const BALANCED: &str = include_str!("../../scenarios/strategies/balanced.toml");
const EXPAND: &str = include_str!("../../scenarios/strategies/expand.toml");

/// Soldiers that attack when they are forty, and says nothing of water.
const ATTACK: &str = r#"
bot = "goals"
about = "Test."
rules = "classic"
noise_percent = 0
[goals.economy]
priority = 80
workers = 18
[goals.attack]
priority = 70
mix = { swordsman = 1, spearman = 1 }
size = 40
wave = 12
buildings = { barracks = 3 }
"#;

fn options(strait: u8) -> GenerateOptions {
    GenerateOptions { strait, ..GenerateOptions::default() }
}

/// The map of a seed with a strait, as text.
fn drawn(seed: u64, strait: u8) -> String {
    generate(seed, &options(strait), &classic()).expect("a map").to_text()
}

/// How many starts one reaches on foot from each start, itself included.
fn reached(map: &Map) -> Vec<usize> {
    let rules = classic();
    let base = |cell| footprint(&rules, rules.start.base, cell);
    let from = |start| Walk::at_start(map, &rules).distances(base(start));
    let count = |start: &_| {
        let distances = from(*start);
        map.starts.iter().filter(|other| distances.beside(base(**other)).is_some()).count()
    };
    map.starts.iter().map(count).collect()
}

#[test]
fn a_strait_parts_all_players_and_leaves_each_an_island_with_its_sites() {
    let four = GenerateOptions { players: 4, symmetry: Symmetry::Rotate4, width: 96, height: 96, ..options(6) };
    let across = GenerateOptions { symmetry: Symmetry::MirrorY, height: 80, ..options(12) };
    for options in [options(4), options(20), across, four] {
        for seed in 0..5 {
            let rules = classic();
            let raw = generate(seed, &options, &rules).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert_eq!(raw.check(&rules).to_string(), "", "seed {seed} of {options:?}");
            let map = raw.resolve(&rules).expect("it was checked");
            assert!(map.islands);
            assert_eq!(reached(&map), vec![1; usize::from(options.players)], "seed {seed} of {options:?}");
        }
    }
}

#[test]
fn a_strait_that_leaves_no_land_or_is_too_wide_is_refused() {
    let error = |options: GenerateOptions| generate(1, &options, &classic()).expect_err("it is refused").to_string();
    assert!(error(options(41)).contains("strait: found 41; expected 0 to 40"), "{}", error(options(41)));
    assert!(error(GenerateOptions { width: 24, height: 24, ..options(40) }).contains("no map in 16 attempts"));
}

/// What was seen of the first player's units, once a second.
#[derive(Default)]
struct Crossing {
    start: Vec2,
    /// By second: soldiers aboard, and soldiers within 34 cells of the enemy's start.
    soldiers: Vec<(usize, usize)>,
    /// The most transports there were.
    transports: usize,
}

impl Observer for Crossing {
    fn tick(&mut self, world: &World, _: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        if world.tick().is_multiple_of(TICKS_PER_SECOND) {
            self.start = world.scenario().map.starts[1].centre();
            let view = View::new(world, PlayerId(0));
            let units = view.own_units();
            let kind = |unit: &sandtable_sim::view::OwnUnit| view.rules().kind(unit.kind);
            self.transports = self.transports.max(units.iter().filter(|unit| kind(unit).cargo.is_some()).count());
            let armed = || units.iter().filter(|unit| kind(unit).weapon.is_some() && kind(unit).worker.is_none());
            let aboard = armed().filter(|unit| !unit.aboard.is_none()).count();
            let near = |at: Vec2| (at - self.start).length_floor().floor_int() < 34;
            let ashore = armed().filter(|unit| unit.aboard.is_none() && near(unit.position)).count();
            self.soldiers.push((aboard, ashore));
        }
        ControlFlow::Continue(())
    }
}

fn play(map: &str, texts: &[&str], minutes: u32, seed: u64) -> (MatchResult, Crossing) {
    let scenario = scenario(CLASSIC, map, minutes);
    let sides = texts.iter().enumerate().map(|(row, text)| built(&scenario.rules, text, row as u8, seed)).collect();
    let mut seen = Crossing::default();
    (run_match_with(&scenario, sides, seed, &mut seen), seen)
}

#[test]
fn an_attack_crosses_the_water_together_and_wins() {
    let (result, seen) = play(&drawn(43_001, 8), &[ATTACK, IDLE], 20, 3);
    assert_eq!(result.winner(), Some(TeamId(0)), "{:?}", result.sides[0].goals);
    assert!(seen.transports >= 2, "{} transports", seen.transports);
    // Nobody leaves the landing before two of three are ashore.
    let first = seen.soldiers.iter().position(|(_, ashore)| *ashore > 0).expect("they land");
    let most = seen.soldiers[first..].iter().take(90).map(|(_, ashore)| *ashore).max();
    assert!(most >= Some(26), "{most:?} ashore together");
    let idle = seen.soldiers.iter().rev().take_while(|(aboard, _)| *aboard > 0).count();
    assert!(idle < 60, "aboard for the last {idle} s");
}

#[test]
fn an_army_that_is_done_on_one_island_goes_on_to_the_next() {
    let options = GenerateOptions { players: 4, symmetry: Symmetry::Rotate4, width: 80, height: 80, ..options(6) };
    let map = generate(43_005, &options, &classic()).expect("a map").to_text();
    let (result, _) = play(&map, &[ATTACK, IDLE, IDLE, IDLE], 30, 3);
    assert_eq!(result.winner(), Some(TeamId(0)), "{:?}", result.sides[0].goals);
    assert!(result.ticks < 30 * 60 * TICKS_PER_SECOND, "before the time limit");
}

#[test]
fn where_a_way_leads_on_foot_nobody_makes_transports() {
    let ways = MEADOW.replace("symmetry = \"rotate2\"", "symmetry = \"rotate2\"\nislands = true");
    let (result, seen) = play(&ways, &[ATTACK, IDLE], 20, 3);
    assert_eq!((result.winner(), seen.transports), (Some(TeamId(0)), 0));
}

#[test]
fn shipped_strategies_that_know_nothing_of_islands_decide_matches_on_them() {
    let games = [(43_002, 5, [BALANCED, EXPAND]), (43_003, 12, [EXPAND, BALANCED]), (43_004, 8, [BALANCED, BALANCED])];
    let decided = games.iter().filter(|(seed, strait, texts)| {
        let (result, seen) = play(&drawn(*seed, *strait), texts, 30, *seed);
        seen.transports > 0 && result.outcome.is_some_and(|outcome| outcome.tick < 30 * 60 * TICKS_PER_SECOND)
    });
    assert!(decided.count() >= 2);
}

#[test]
fn maps_that_are_drawn_when_they_are_named_are_played_kept_and_verified() {
    let folder = Folder::new("drawn");
    let cup = "name = \"cup\"\nabout = \"Drawn.\"\nrules = \"classic\"\nmaps = [\"drawn:44001:strait=6\", \"drawn:3\"]\n\
               strategies = [\"first/rush\", \"idle\"]\nseeds = 1\ntime_limit = 10\n";
    let (file, out) = (folder.file("cup.toml", cup), folder.0.join("out"));
    let (file, results) = (file.to_str().expect("text"), out.to_str().expect("text"));
    sandtable(&["tournament", file, "--out", results]).expect("it is played");
    sandtable(&["verify", results]).expect("all is regenerated");
    let replay = folder.0.join("game.replay");
    let replay = replay.to_str().expect("text");
    let map = "drawn:5:players=4:width=96:height=96:strait=8";
    sandtable(&["match", "--map", map, "--p1", "first/rush", "--time-limit", "10", "--replay", replay])
        .expect("played");
    sandtable(&["replay", "verify", replay]).expect("its texts make the map again");
    for (map, expected) in [
        ("drawn:x", "seed: found \"x\""),
        ("drawn:1:strat=8", "did you mean \"strait\"?"),
        ("drawn:1:strait", "strait: found \"\"; expected a whole number"),
        ("drawn:1:strait=99", "strait: found 99; expected 0 to 40"),
        ("drawn:1:symmetry=none2", "expected one of none, rotate2"),
        ("drawn:1:players=3", "for 3 players"),
    ] {
        let (code, text) = error_of(&["match", "--map", map, "--p1", "idle"]);
        assert!(code == 2 && text.contains(expected), "{map}: {code} {text}");
    }
    let wrong = folder.file("wrong.toml", &cup.replace("strait=6", "strait=66"));
    let (code, text) = error_of(&["tournament", wrong.to_str().expect("text"), "--out", results]);
    assert!(code == 2 && text.contains("maps[1]") && text.contains("strait: found 66"), "{code} {text}");
}
