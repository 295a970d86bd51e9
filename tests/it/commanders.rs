//! Commanders: strategy files are checked, and what they describe is played, to the last building.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use sandtable_match::runner::{Goal, MatchResult, Observer, Sample, run_match, run_match_with, tell};
use sandtable_model::OrderKind;
use sandtable_model::scenario::Scenario;
use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::{OrderSubject, StampedOrder};
use sandtable_state::id::{Handle, PlayerId, TeamId};
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_state::rng::Rng;
use sandtable_tests::meeting::{CLASSIC, MEADOW, build, built, scenario};
use sandtable_tests::{Fixture, ground};

const DUEL: &str = include_str!("../../scenarios/rules/duel.toml");
const DUEL_MAP: &str = include_str!("../../scenarios/maps/duel16.map");

const IDLE: &str = include_str!("../../scenarios/strategies/idle.toml");
const RUSH: &str = include_str!("../../scenarios/strategies/first/rush.toml");
const TECH: &str = include_str!("../../scenarios/strategies/first/tech.toml");
const EXPAND: &str = include_str!("../../scenarios/strategies/first/expand.toml");
const DUEL_RUSH: &str = include_str!("../../scenarios/strategies/duel/rush.toml");

const DEFENDS: &str = "[goals.defend]\npriority = 90\nmilitia = 0";
const STRIKES: &str = "[goals.attack]\npriority = 90\nmix = { swordsman = 1 }\nsize = 1\nwave = 1";

fn play(scenario: &Arc<Scenario>, strategies: [&str; 2], seed: u64) -> MatchResult {
    let sides = strategies.iter().zip(0u8..);
    let built = sides.map(|(text, player)| built(&scenario.rules, text, player, seed));
    let result = run_match(scenario, built.collect(), seed);
    assert_eq!(result.engine_error(), None);
    assert!(result.sides.iter().all(|side| side.forfeited.is_none()));
    result
}

/// The steps of a goal that were begun, in order.
fn steps(result: &MatchResult, side: usize, goal: &str) -> Vec<String> {
    let entries = result.sides[side].goals.iter().filter(|entry| entry.goal == goal);
    entries.map(|entry| entry.progress.clone()).collect()
}

fn refusal(text: &str) -> String {
    let scenario = scenario(CLASSIC, MEADOW, 1);
    match build(&scenario.rules, text, 0, 1) {
        Ok(_) => panic!("accepted: {text}"),
        Err(why) => why,
    }
}

#[test]
fn every_shipped_strategy_beats_one_that_does_nothing() {
    let classic = scenario(CLASSIC, MEADOW, 30);
    for (name, strategy) in [("rush", RUSH), ("tech", TECH), ("expand", EXPAND)] {
        let result = play(&classic, [strategy, IDLE], 5);
        assert_eq!(result.winner(), Some(TeamId(0)), "{name} after {} ticks", result.ticks);
        assert!(result.ticks < 20 * 60 * TICKS_PER_SECOND, "{name} took {} ticks", result.ticks);
        assert!(
            result.sides[0].sums.rejected * 50 <= result.sides[0].sums.orders,
            "{name}: {:?}",
            result.sides[0].sums
        );
    }
}

#[test]
fn the_same_commander_plays_by_other_rules() {
    let duel = scenario(DUEL, DUEL_MAP, 20);
    let result = play(&duel, [DUEL_RUSH, IDLE], 1);
    assert_eq!(result.winner(), Some(TeamId(0)));
    let mirror = play(&duel, [DUEL_RUSH, DUEL_RUSH], 1);
    assert!(mirror.winner().is_some() && mirror.ticks < 10 * 60 * TICKS_PER_SECOND);
}

#[test]
fn equal_seeds_play_equal_matches_and_others_do_not() {
    let duel = scenario(DUEL, DUEL_MAP, 20);
    let hash = |seed| play(&duel, [DUEL_RUSH, DUEL_RUSH], seed).hash;
    assert_eq!(hash(3), hash(3));
    let hashes: std::collections::BTreeSet<String> = (0..8).map(hash).collect();
    assert_eq!(hashes.len(), 8);
}

#[test]
fn expand_scouts_escorts_founds_and_gets_its_base() {
    let result = play(&scenario(CLASSIC, MEADOW, 8), [EXPAND, IDLE], 2);
    let walked = steps(&result, 0, "expand");
    let at = |what: &str| {
        let step = walked.iter().position(|step| step.starts_with(what));
        step.unwrap_or_else(|| panic!("no \"{what}\" in {walked:?}"))
    };
    assert!(at("survey") < at("escort") && at("escort") < at("found") && at("found") < at("achieved"));
}

#[test]
fn a_rush_strikes_early() {
    let result = play(&scenario(CLASSIC, MEADOW, 5), [RUSH, IDLE], 4);
    assert!(result.sides[0].sums.buildings_razed > 0, "{:?}", result.sides[0].sums);
}

#[test]
fn a_scripted_commander_follows_its_list() {
    let script = "bot = \"scripted\"\nabout = \"Trains, sends a worker off, gives up.\"\n\
        [[orders]]\nat = 20\norder = \"surrender\"\n\
        [[orders]]\nat = 1\nwho = \"town_centre\"\norder = \"train\"\nwhat = \"worker\"\n\
        [[orders]]\nat = 2\nwho = \"worker\"\ncount = 2\norder = \"move\"\nto = [20, 20]";
    let result = play(&scenario(CLASSIC, MEADOW, 2), [script, IDLE], 1);
    assert_eq!(result.winner(), Some(TeamId(1)));
    assert_eq!((result.sides[0].sums.orders, result.sides[0].sums.units_made), (3, 1));
    assert!(result.ticks / TICKS_PER_SECOND >= 20 && result.ticks / TICKS_PER_SECOND < 22);
}

#[test]
fn mistakes_in_strategies_are_named_with_their_place_and_remedy() {
    let economy = "[goals.economy]\npriority = 1\nworkers = 9\n";
    let head = "bot = \"goals\"\nabout = \"Test.\"\n";
    let cases = [
        ("bot = \"gaols\"\nabout = \"Test.\"".to_owned(), "1:7: bot: found \"gaols\""),
        (
            // Only those rules have such a unit, so that no other name is looked at.
            format!("{head}rules = \"duel\"\n{economy}[goals.rush]\npriority = 1\nsize = 3\nmix = {{ light = 1 }}"),
            "rules: found \"duel\"; expected \"classic\", the match's rules",
        ),
        (head.to_owned(), "goals: found no goal"),
        (format!("{head}[goals.rsh]\npriority = 1"), "did you mean \"rush\"?"),
        (format!("{head}{economy}wrokers = 3"), "did you mean \"workers\"?"),
        (
            format!("{head}[goals.rush]\npriority = 1\nsize = 3\nmix = {{ swordmsan = 1 }}"),
            "did you mean \"swordsman\"?",
        ),
        (format!("{head}[goals.rush]\npriority = 1\nsize = 3\nmix = {{}}"), "goals.rush.mix: found no soldiers"),
        (format!("{head}[goals.rush]\npriority = 1\nsize = 3\nmix = 7"), "goals.rush.mix: found 7; expected a table"),
        (format!("{head}[goals.rush]\npriority = 1\nsize = 3"), "found no soldiers"),
        (format!("{head}[goals.tech]\npriority = 1\naims = [\"twon_age\"]"), "did you mean \"town_age\"?"),
        (format!("{head}{economy}when = [{{ input = \"tim\", min = 3 }}]"), "did you mean \"time\"?"),
        (format!("{head}{economy}when = [{{ input = \"time\" }}]"), "expected either min and max, or base, or times"),
        (format!("{head}{economy}when = [{{ input = \"time\", base = [[5, 1], [5, 2]] }}]"), "must ascend"),
        (format!("{head}[goals.economy]\npriority = -5\nworkers = 9"), "priority: found -5; expected a number from 0"),
    ];
    for (text, expected) in cases {
        let why = refusal(&text);
        assert!(why.starts_with("test.toml:") && why.contains(expected), "{text}\n  says {why}\n  not {expected}");
        assert_eq!(why.lines().count(), 1, "one mistake, one message: {why}");
    }
}

/// Whom a player's commander told to go anywhere, and how often.
#[derive(Default)]
struct Told(BTreeMap<Handle, u32>);

impl Observer for Told {
    fn tick(&mut self, _: &World, orders: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        for order in orders.iter().filter(|order| order.player == PlayerId(0)) {
            if let (OrderSubject::Units(units), OrderKind::AttackMove(_)) = (&order.order.subject, order.order.verb) {
                units.iter().for_each(|unit| *self.0.entry(*unit).or_default() += 1);
            }
        }
        ControlFlow::Continue(())
    }
}

/// Whom a commander with this one goal told to go somewhere, against one that does nothing.
fn told(fixture: Fixture, goal: &str, seed: u64) -> Told {
    let strategy = format!("bot = \"goals\"\nabout = \"One goal.\"\nrules = \"classic\"\n{goal}\n");
    let scenario = Arc::new(fixture.scenario());
    let sides = [strategy.as_str(), IDLE].into_iter().zip(0u8..);
    let built = sides.map(|(text, player)| built(&scenario.rules, text, player, seed));
    let mut told = Told::default();
    run_match_with(&scenario, built.collect(), seed, &mut told);
    told
}

/// Ground of 48 × 32 cells without a start, for a match of `seconds`.
fn field(seconds: u32, is_water: impl Fn(i16, i16) -> bool) -> Fixture {
    let fixture = Fixture::classic(&ground(48, 32, 'w', is_water)).place(1, "town_centre", 4, 14, 1).place(
        2,
        "town_centre",
        40,
        14,
        1,
    );
    fixture.with(|scenario| scenario.time_limit_ticks = seconds * TICKS_PER_SECOND)
}

#[test]
fn a_large_reserve_meets_a_few_with_no_more_than_it_takes() {
    for seed in 0..6 {
        let mut rng = Rng::stream(seed, "a few");
        let (few, y) = (rng.between(2, 5) as u16, rng.between(8, 22) as i16);
        let fixture = field(6, |_, _| false).block(1, "swordsman", (22, 6), (4, 15));
        let told = told(fixture.place(2, "spearman", 8, y, few), DEFENDS, seed);
        let sent = told.0.len();
        assert!(sent >= usize::from(few) && sent <= 4 * usize::from(few), "seed {seed}: {sent} of 60 against {few}");
    }
}

#[test]
fn a_soldier_that_no_way_leads_out_for_is_not_told_again_at_once() {
    for seed in 0..3 {
        let mut rng = Rng::stream(seed, "shut in");
        let (x, y) = (rng.between(16, 28) as i16, rng.between(8, 22) as i16);
        let moat = |at_x: i16, at_y: i16| (4..=6).contains(&(at_x - x).abs().max((at_y - y).abs()));
        let told = told(field(60, moat).place(1, "swordsman", x, y, 1), STRIKES, seed);
        let times: Vec<u32> = told.0.into_values().collect();
        assert!(matches!(times[..], [1..=8]), "seed {seed}: told {times:?} times within a minute");
    }
}

#[test]
fn a_long_story_tells_the_moments_around_the_losses_of_the_whole_match() {
    let mut result = play(&scenario(CLASSIC, MEADOW, 1), [IDLE, IDLE], 1);
    result.ticks = 10_000;
    // A moment every 100 ticks, and an army of which a part is lost shortly before ticks 2,400, 5,200 and 8,000.
    let lost = [2_400, 5_200, 8_000];
    for side in &mut result.sides {
        let army = |tick: u32| 9_000 - 1_000 * lost.iter().filter(|at| tick >= **at).count() as u32;
        let sample = |tick| Sample { tick, army_value: army(tick), ..Sample::default() };
        side.samples = (0..=100).map(|row| sample(row * 100)).collect();
        let goal = |row: u32| Goal { tick: row * 100, goal: "war".to_owned(), progress: format!("moment {row}") };
        side.goals = (0..=100).map(goal).collect();
    }
    let text = tell(&result);
    let first = text.split("player 2 (").nth(1).expect("the first side").to_owned();
    for moment in [0, 24, 52, 80, 100] {
        assert!(first.contains(&format!("war: moment {moment}\n")), "moment {moment} of {first}");
    }
    let told: Vec<u32> = first.lines().filter_map(|line| line.split("moment ").nth(1)?.parse().ok()).collect();
    assert_eq!(told.len(), 12, "{first}");
    assert!(told.windows(2).all(|pair| pair[0] < pair[1] && pair[1] - pair[0] <= 20), "{told:?} leave no gap");
    assert!(first.contains("89 more goal events omitted"), "{first}");
}
