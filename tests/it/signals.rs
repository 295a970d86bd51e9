//! What strategies watch: triggers that fire, beliefs with odds, and the split of workers that goals ask for.

use std::ops::ControlFlow;
use std::sync::Arc;

use sandtable_ai::Orders;
use sandtable_match::runner::{Goal, Observer, run_match_with};
use sandtable_model::OrderKind;
use sandtable_sim::World;
use sandtable_sim::component::TaskKind;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::{OrderSubject, StampedOrder};
use sandtable_sim::view::View;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_tests::meeting::{CLASSIC, MEADOW, build, built, classic, scenario};

const IDLE: &str = include_str!("../../scenarios/strategies/idle.toml");

/// A strategy of a goal for workers, and what is added to it.
fn strategy(more: &str) -> String {
    format!("bot = \"goals\"\nabout = \"Test.\"\nrules = \"classic\"\nnoise_percent = 0\n{more}")
}

const ECONOMY: &str = "[goals.economy]\npriority = 80\nworkers = 12\n";

/// Plays a strategy against an enemy that does nothing, and returns its timeline.
fn play(text: &str, minutes: u32, observer: &mut dyn Observer) -> Vec<Goal> {
    let scenario = scenario(CLASSIC, MEADOW, minutes);
    let sides = vec![built(&scenario.rules, text, 0, 3), built(&scenario.rules, IDLE, 1, 3)];
    let mut result = run_match_with(&scenario, sides, 3, observer);
    std::mem::take(&mut result.sides[0].goals)
}

/// The seconds at which the triggers of a strategy fired against an idle enemy, each with its name.
fn fired(text: &str, minutes: u32) -> Vec<(u32, String)> {
    let goals = play(text, minutes, &mut Moves::default());
    let fired = goals.iter().filter(|goal| goal.goal == "trigger");
    fired.map(|goal| (goal.tick / TICKS_PER_SECOND, goal.progress.clone())).collect()
}

/// The seconds of a trigger with these keys.
fn seconds(keys: &str) -> Vec<u32> {
    let text = strategy(&format!("{ECONOMY}[triggers.bell]\n{keys}\n"));
    fired(&text, 2).into_iter().map(|(second, _)| second).collect()
}

#[test]
fn a_trigger_fires_once_again_and_until() {
    assert_eq!(seconds("when = [{ input = \"time\", min = 30 }]"), [30]);
    assert_eq!(seconds("when = [{ input = \"time\", min = 30, max = 61 }]\nevery = 10"), [30, 40, 50, 60]);
    assert_eq!(seconds("when = [{ input = \"time\", min = 30 }]\nfor = 20"), [50]);
    assert_eq!(seconds("when = [{ input = \"time\", min = 30 }]\nevery = 30\nuntil = 90"), [30, 60]);
    assert_eq!(seconds("when = [{ input = \"army\", min = 1 }]"), [0; 0], "nobody trains soldiers");
}

#[test]
fn a_trigger_waits_for_another_and_gives_orders_at_the_place_of_a_query() {
    let text = strategy(&format!(
        r#"{ECONOMY}
[triggers.first]
when = [{{ input = "time", min = 20 }}]
every = 15
[triggers.second]
when = [{{ trigger = "first", min = 3 }}]
orders = [{{ who = "worker", count = 2, order = "move", place = "far" }}]
[queries.far]
[[queries.far.options]]
generate = [{{ ring = "home", radius = 12, count = 24 }}]
filters = [{{ if = "walkable" }}]
weights = [{{ input = "enemy_distance", base = [[0, 90], [90, 0]] }}]
"#
    ));
    let fired = fired(&text, 2);
    let second = fired.iter().find(|(_, name)| name == "second").expect("it fires");
    assert_eq!(second.0, 51, "at the decision after the third of the other, at 50");
    let mut moves = Moves::default();
    play(&text, 2, &mut moves);
    assert_eq!(moves.subjects, [2], "two workers, once");
}

/// How many units each order to move was for.
#[derive(Default)]
struct Moves {
    subjects: Vec<usize>,
}

impl Observer for Moves {
    fn tick(&mut self, _: &World, orders: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        for stamped in orders {
            if let (OrderKind::Move(_), OrderSubject::Units(units)) = (&stamped.order.verb, &stamped.order.subject) {
                self.subjects.push(units.len());
            }
        }
        ControlFlow::Continue(())
    }
}

/// The seconds at which a goal that asks for a belief of 40 % was taken up, and at which it was dropped.
fn believed(evidence: &str) -> (Vec<u32>, Vec<u32>) {
    let text = strategy(&format!(
        "{ECONOMY}[goals.doubt]\ngoal = \"economy\"\npriority = 1\nworkers = 1\n\
         when = [{{ belief = \"late\", min = 40 }}]\n[beliefs.late]\npercent = 20\nevidence = [{evidence}]\n"
    ));
    let goals = play(&text, 2, &mut Moves::default());
    let at = |progress: &str| {
        let told = goals.iter().filter(|goal| goal.goal == "doubt" && goal.progress.starts_with(progress));
        told.map(|goal| goal.tick / TICKS_PER_SECOND).collect()
    };
    (at("chosen"), at("dropped: belief is 20"))
}

#[test]
fn a_belief_is_as_likely_as_its_evidence_makes_it() {
    let early = r#"{ when = [{ input = "time", min = 5, max = 20 }], times = 4 }"#;
    let brief = early.replace("times = 4", "times = 4, keeps = 10");
    let against = r#"{ when = [{ input = "time", min = 15 }], times = 0.25 }"#;
    assert_eq!(believed(early), (vec![5], vec![]), "20 % is 50 from then on, for good");
    assert_eq!(believed(&brief), (vec![5], vec![30]), "for ten seconds more");
    assert_eq!(
        believed(&format!("{early}, {against}")),
        (vec![5], vec![15]),
        "odds of 1 to 4, times 4, times a quarter"
    );
    assert_eq!(believed(&early.replace("times = 4", "times = 2")), (vec![], vec![]), "33 % is not enough");
}

/// The share of gatherers at gold once twelve workers have been at work for a while, in percent.
fn at_gold(split: &str) -> usize {
    let mut gatherers = Gatherers::default();
    play(&strategy(&format!("{ECONOMY}{split}")), 3, &mut gatherers);
    100 * gatherers.gold / (gatherers.gold + gatherers.others).max(1)
}

/// Looks of workers at gold and at other resources in the last minute of three.
#[derive(Default)]
struct Gatherers {
    gold: usize,
    others: usize,
}

impl Observer for Gatherers {
    fn tick(&mut self, world: &World, _: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        if world.tick() < 120 * TICKS_PER_SECOND || !world.tick().is_multiple_of(TICKS_PER_SECOND) {
            return ControlFlow::Continue(());
        }
        let view = View::new(world, PlayerId(0));
        let nodes = view.nodes();
        for unit in view.own_units() {
            let Some((TaskKind::Gather, handle, _)) = unit.acting else { continue };
            let kind = nodes.iter().find(|node| node.handle == handle).map(|node| view.rules().kind(node.kind));
            let is_gold = kind.is_some_and(|kind| kind.name.contains("gold"));
            *(if is_gold { &mut self.gold } else { &mut self.others }) += 1;
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn workers_are_split_as_a_goal_asks() {
    let (gold, wood) = (at_gold("split = { gold = 3, wood = 1 }\n"), at_gold("split = { gold = 1, wood = 3 }\n"));
    assert!((65..=85).contains(&gold) && (15..=35).contains(&wood), "{gold} % and {wood} % at gold");
}

#[test]
fn mistakes_in_what_is_watched_are_named() {
    for (more, expected) in [
        ("split = { gold = 0 }", "a share above 0"),
        ("split = { glod = 1 }", "did you mean \"gold\"?"),
        ("when = [{ trigger = \"bel\" }]\n[triggers.bell]\nwhen = []", "did you mean \"bell\"?"),
        (
            "when = [{ belief = \"rushd\", min = 50 }]\n[beliefs.rushed]\npercent = 20\nevidence = [{ when = [], times = 2 }]",
            "did you mean \"rushed\"?",
        ),
        (
            "when = [{ belief = \"rushed\" }]\n[beliefs.rushed]\npercent = 20\nevidence = [{ when = [], times = 2 }]",
            "min and max",
        ),
        ("[beliefs.rushed]\npercent = 20\nevidence = []", "what speaks for it"),
        ("[beliefs.rushed]\npercent = 100\nevidence = [{ when = [], times = 2 }]", "1 to 99"),
        ("[triggers.bell]\nwhen = []\nevry = 9", "did you mean \"every\"?"),
        (
            "[triggers.bell]\nwhen = []\norders = [{ who = \"worker\", order = \"move\", place = \"nowhere\" }]",
            "\"nowhere\"",
        ),
        ("[triggers.bell]\nwhen = [{ input = \"army\", times = [[0, 1], [9, 2]] }]", "min, max or a cooldown"),
    ] {
        let error = build(&classic(), &strategy(&format!("{ECONOMY}{more}\n")), 0, 1).err().unwrap_or_default();
        assert!(error.contains(expected), "{more}: {error}");
    }
    // A commander that watches is saved and taken up as any other.
    let text = strategy(&format!("{ECONOMY}[triggers.bell]\nwhen = []\nevery = 5\n"));
    let scenario = scenario(CLASSIC, MEADOW, 1);
    let (mut one, mut two) = (built(&scenario.rules, &text, 0, 3), built(&scenario.rules, &text, 0, 3));
    let world = World::new(Arc::clone(&scenario), 3);
    one.decide(&View::new(&world, PlayerId(0)), &mut Orders::new());
    two.restore(&one.save().expect("it saves")).expect("its own memory");
    assert_eq!(one.save(), two.save());
    let other = built(&scenario.rules, &strategy(ECONOMY), 0, 3).save().expect("it saves");
    assert!(two.restore(&other).is_err(), "the memory of a strategy without a trigger");
}
