//! Build orders: begun one after the other and before anything else, each step by its clock, at the places of queries; and their search.

use std::fs;
use std::ops::ControlFlow;

use sandtable_ai::Registry;
use sandtable_content::map::{GenerateOptions, generate};
use sandtable_match::progress::Unseen;
use sandtable_match::runner::{Observer, run_match, run_match_with};
use sandtable_sim::World;
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;
use sandtable_state::id::PlayerId;
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::meeting::{CLASSIC, MEADOW, build, built, classic, scenario};
use sandtable_tune::{OpeningReport, OpeningRequest, run_opening};

const IDLE: &str = include_str!("../../scenarios/strategies/idle.toml");

/// A strategy with a build order, and a goal below it that would like soldiers at once.
const ORDERED: &str = r#"
bot = "goals"
about = "An order, and an army beside it."
rules = "classic"
noise_percent = 0
[goals.opening]
goal = "build_order"
priority = 200
until = 240
KEYS
steps = [STEPS]
[goals.army]
goal = "rush"
priority = 50
mix = { swordsman = 1 }
size = 300
buildings = { barracks = 2 }
[goals.economy]
priority = 40
workers = 30
"#;

fn ordered(keys: &str, steps: &str) -> String {
    ORDERED.replace("KEYS", keys).replace("STEPS", steps)
}

/// How the order of a strategy goes on the meadow.
fn opening(text: &str, search: u32, threads: usize) -> OpeningReport {
    let folder = Folder::new("opening");
    let file = folder.file("order.toml", text).to_string_lossy().into_owned();
    let maps = ["meadow".to_owned()];
    let request = OpeningRequest { strategy: &file, rules: "classic", maps: &maps, seed: 5, search, threads };
    run_opening(&request, &Registry::standard(), &Unseen).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The mean second at which each step was had; none where it never was.
fn had(text: &str) -> Vec<Option<f64>> {
    opening(text, 0, 1).steps().iter().map(|step| step.mean_seconds).collect()
}

#[test]
fn steps_are_begun_in_order_and_goals_below_wait_for_them() {
    let steps = r#"{ train = "worker", count = 9 }, { build = "barracks" }, { train = "spearman", count = 2 }"#;
    let alone = had(&ordered("", steps));
    assert!(alone.iter().all(Option::is_some) && alone.is_sorted(), "{alone:?}");
    let beside = had(&ordered("alone = false", steps));
    assert!(beside[1] < beside[0], "{beside:?} beside an army, which builds its barracks first");
    let other_way = r#"{ build = "barracks" }, { train = "worker", count = 9 }, { train = "spearman", count = 2 }"#;
    let other_way = had(&ordered("", other_way));
    assert!(other_way[0] < alone[1] && !other_way.is_sorted_by(|a, b| b <= a), "{other_way:?} the other way round");
}

#[test]
fn a_step_that_is_not_begun_in_time_is_left_out_and_an_order_is_over_at_its_end() {
    // A second base costs more than there is in the first minute.
    let steps = r#"{ build = "town_centre", count = 2, by = 20 }, { train = "worker", count = 8 }"#;
    let times = had(&ordered("", steps));
    assert_eq!((times[0], times[1].is_some_and(|second| second < 90.0)), (None, true), "{times:?}");
    let steps = r#"{ build = "barracks" }, { train = "archer", count = 1 }"#;
    let never = had(&ordered("", steps));
    assert_eq!(never[1], None, "archers need a range, which is not asked for");
    // Two minutes of a match with nothing for anybody else, and all of it from the end of the first on.
    let made = |until: &str| {
        let scenario = scenario(CLASSIC, MEADOW, 2);
        let text = ordered("", steps).replace("until = 240", until);
        let sides = vec![built(&scenario.rules, &text, 0, 3), built(&scenario.rules, IDLE, 1, 3)];
        let result = run_match(&scenario, sides, 3);
        let over = result.sides[0].goals.iter().any(|goal| goal.progress == "failed: its time is over");
        (result.sides[0].sums.units_made, over)
    };
    let (waiting, over) = (made("until = 240"), made("until = 60"));
    assert!(!waiting.1 && over.1 && over.0 > waiting.0, "{waiting:?} under an order, {over:?} after it");
}

#[test]
fn a_building_stands_where_the_query_of_its_step_says_on_ground_that_was_looked_at() {
    let text = ordered("", r#"{ train = "worker", count = 9 }, { build = "barracks", place = "outwork" }"#)
        + "[queries.outwork]\n[[queries.outwork.options]]\ngenerate = [{ grid = \"enemy\", radius = 20, step = 3 }]\n\
           filters = [{ if = \"enemy_distance\", min = 12 }, { if = \"placeable\" }]\n\
           weights = [{ input = \"enemy_distance\", base = [[12, 20], [20, 0]] }]\n";
    for seed in [41_000, 41_001] {
        let map = generate(seed, &GenerateOptions::default(), &classic()).expect("a map");
        let scenario = scenario(CLASSIC, &map.to_text(), 4);
        let sides = vec![built(&scenario.rules, &text, 0, seed), built(&scenario.rules, IDLE, 1, seed)];
        let mut seen = Outwork::default();
        run_match_with(&scenario, sides, seed, &mut seen);
        assert!(seen.nearest.is_some_and(|cells| (8..=20).contains(&cells)), "{seed}: {:?} cells", seen.nearest);
    }
}

/// How near to the enemy's start the first player's barracks stood, in cells.
#[derive(Default)]
struct Outwork {
    nearest: Option<i32>,
}

impl Observer for Outwork {
    fn tick(&mut self, world: &World, _: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        let start = world.scenario().map.starts[1].centre();
        let barracks = |kind| world.rules().kind(kind).name == "barracks";
        let own = world.observe_buildings().filter(|it| it.id.owner() == PlayerId(0) && barracks(it.kind));
        self.nearest = own.map(|it| (it.position - start).length_floor().floor_int()).min().or(self.nearest);
        ControlFlow::Continue(())
    }
}

/// What is told of an opening is within 3 % of when a match against an enemy has it, as long as nobody comes.
#[test]
fn what_is_told_of_an_opening_is_what_is_played() {
    let text = ordered(
        "",
        r#"{ train = "worker", count = 13 }, { build = "town_centre", count = 2 }, { build = "barracks" }"#,
    );
    let told = opening(&text, 0, 1);
    let bases = told.steps().iter().find(|step| step.step == "2 town_centre").expect("a second base");
    let scenario = scenario(CLASSIC, MEADOW, 5);
    let turtle = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/strategies/turtle.toml"));
    let sides = [text, turtle.expect("a shipped strategy")];
    let sides = sides.iter().zip(0u8..).map(|(text, player)| built(&scenario.rules, text, player, 9));
    let mut bases_seen = SecondBase::default();
    run_match_with(&scenario, sides.collect(), 9, &mut bases_seen);
    let (told, played) = (bases.mean_seconds.expect("had"), f64::from(bases_seen.tick.expect("had")) / 16.0);
    assert!((told - played).abs() <= 0.03 * played, "told {told}, played {played}");
}

#[derive(Default)]
struct SecondBase {
    tick: Option<u32>,
}

impl Observer for SecondBase {
    fn tick(&mut self, world: &World, _: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        let own = world.observe_buildings().filter(|it| it.id.owner() == PlayerId(0));
        let whole = own.filter(|it| it.stage == ConstructionStage::Complete);
        if whole.filter(|it| world.rules().kind(it.kind).name == "town_centre").count() == 2 {
            self.tick.get_or_insert(world.tick());
        }
        ControlFlow::Continue(())
    }
}

/// A wasteful order, of which the search finds a better one, on other seeds too, and the same on any number of threads.
#[test]
fn a_search_finds_an_order_that_ends_with_as_much_sooner() {
    let steps = r#"{ train = "spearman", count = 2 }, { train = "worker", count = 12 }, { build = "barracks" }"#;
    let steps = format!(r#"{steps}, {{ research = "sharp_picks" }}"#);
    let text = ordered("", &format!(r#"{{ build = "barracks" }}, {{ build = "tower" }}, {steps}"#));
    let (one, two) = (opening(&text, 48, 1), opening(&text, 48, 2));
    assert_eq!(one.better_text(), two.better_text());
    let better = one.better_text().expect("a better order");
    let (own, found) = one.seconds();
    let again = opening(&better, 0, 1);
    assert_eq!(Some(again.seconds().0), found, "it plays as was told");
    assert!(found.is_some_and(|found| found < 0.95 * own), "{own} before, {found:?} after");
    let last = |name: &str| again.steps().iter().any(|step| step.step == name);
    assert!(
        ["2 spearman", "12 worker", "1 barracks", "1 tower", "sharp_picks"].iter().all(|name| last(name)),
        "{better}"
    );
    assert!(build(&classic(), &better, 0, 1).is_ok());
}

#[test]
fn wrong_orders_are_refused_with_what_would_do() {
    for (steps, expected) in [
        (r#"{ train = "barracks" }"#, "\"barracks\""),
        (r#"{ build = "barack" }"#, "did you mean \"barracks\"?"),
        (r#"{ research = "fletchin" }"#, "did you mean \"fletching\"?"),
        (r#"{ train = "worker", build = "barracks" }"#, "exactly one of them"),
        (r#"{ count = 2 }"#, "exactly one of them"),
        ("", "what to have, in order"),
        (r#"{ build = "barracks", place = "nowhere" }"#, "\"nowhere\""),
    ] {
        let error = build(&classic(), &ordered("", steps), 0, 1).err().unwrap_or_default();
        assert!(error.contains(expected) && error.contains("test.toml:11:"), "{steps}: {error}");
    }
    let (_, error) = error_of(&["opening", "balanced"]);
    assert!(error.contains("balanced.toml: no build order; expected a goal with goal = \"build_order\""), "{error}");
}

#[test]
fn the_command_writes_the_better_order() {
    let folder = Folder::new("better-order");
    let steps = r#"{ build = "barracks" }, { train = "spearman", count = 1 }, { train = "worker", count = 9 }"#;
    let file = folder.file("own.toml", &ordered("", steps)).to_string_lossy().into_owned();
    let out = folder.0.join("better.toml").to_string_lossy().into_owned();
    let args = ["opening", &file, "--maps", "meadow", "--search", "24", "-o", &out, "--seed", "2"];
    sandtable(&args).expect("it plays");
    let text = fs::read_to_string(&out).expect("a better order");
    assert!(text.contains("[goals.army]") && build(&classic(), &text, 0, 1).is_ok(), "{text}");
}
