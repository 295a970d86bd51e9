//! The shipped strategies of the goal commander: that they use what there is, can be watched and saved without a difference, and win.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use sandtable_ai::{Commander, DecisionTrace, Orders, Registry};
use sandtable_content::MatchTerms;
use sandtable_match::assemble::load_strategy;
use sandtable_match::library::Library;
use sandtable_match::runner::run_match;
use sandtable_math::Fx;
use sandtable_model::scenario::Fog;
use sandtable_sim::World;
use sandtable_sim::view::View;
use sandtable_state::id::{PlayerId, TeamId};
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_tests::meeting::{CLASSIC, MEADOW, build, built, classic, scenario};
use sandtable_tests::{Fixture, Game};

const IDLE: &str = include_str!("../../scenarios/strategies/idle.toml");

/// The strategies of the goal commander that come with the program, by name, as they play.
static SHIPPED: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let (mut library, registry) = (Library::embedded_only(), Registry::standard());
    let mut text = |name| load_strategy(&mut library, &registry, name).unwrap_or_else(|why| panic!("{why}")).text;
    NAMES.iter().map(|name| (*name, text(name))).collect()
});

const NAMES: [&str; 25] = [
    "rush",
    "tech",
    "expand",
    "turtle",
    "harass",
    "air",
    "balanced",
    "adaptive",
    "list",
    "minds/htn",
    "minds/goap",
    "minds/tree",
    "minds/machine",
    "league/champion",
    "schools/all_in",
    "schools/contain",
    "schools/fast_expand",
    "schools/late_siege",
    "schools/map_control",
    "schools/opportunist",
    "schools/proxy",
    "schools/score",
    "schools/timing",
    "schools/tower_rush",
    "schools/worker_rush",
];

fn shipped(name: &str) -> &'static str {
    SHIPPED.iter().find(|(known, _)| *known == name).map_or_else(|| panic!("no strategy {name}"), |it| &it.1)
}

/// A commander that keeps accounts, and is saved and put into a fresh one before every tenth decision.
struct Watched {
    inner: Box<dyn Commander>,
    text: &'static str,
    player: u8,
    decisions: u32,
}

impl Commander for Watched {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        if self.decisions % 10 == 9 {
            let memory = self.inner.save().expect("goal commanders can be saved");
            self.inner = built(view.rules(), self.text, self.player, 1);
            self.inner.restore(&memory).expect("its own memory");
            assert_eq!(self.inner.save(), Some(memory));
            self.inner.set_tracing(true);
        }
        self.decisions += 1;
        self.inner.decide(view, orders);
        let trace: &DecisionTrace = self.inner.trace().unwrap_or_else(|| panic!("no trace"));
        assert_eq!(trace.tick, view.tick());
    }
}

#[test]
fn watching_saving_and_restoring_change_no_order() {
    for (name, text) in SHIPPED.iter() {
        let scenario = scenario(CLASSIC, MEADOW, 4);
        let other = || built(&scenario.rules, shipped("rush"), 1, 1);
        let plain = run_match(&scenario, vec![built(&scenario.rules, text, 0, 1), other()], 3);
        let mut inner = built(&scenario.rules, text, 0, 1);
        inner.set_tracing(true);
        let watched = Watched { inner, text, player: 0, decisions: 0 };
        let again = run_match(&scenario, vec![Box::new(watched), other()], 3);
        assert!(plain.sides.iter().chain(&again.sides).all(|side| side.forfeited.is_none()), "{name}");
        assert_eq!((plain.hash, plain.ticks), (again.hash, again.ticks), "{name}");
    }
}

#[test]
fn every_input_is_used_in_a_shipped_strategy() {
    let unused: Vec<&str> = sandtable_ai::input_names()
        .filter(|name| !SHIPPED.iter().any(|(_, text)| text.contains(&format!("input = \"{name}\""))))
        .collect();
    assert_eq!(unused, [""; 0]);
    assert!(sandtable_ai::input_names().count() >= 25);
}

#[test]
fn a_strategy_can_do_without_any_of_its_systems() {
    let scenario = scenario(CLASSIC, MEADOW, 3);
    let play = |text: &str| {
        let sides = vec![built(&scenario.rules, text, 0, 1), built(&scenario.rules, IDLE, 1, 1)];
        let result = run_match(&scenario, sides, 7);
        assert!(result.sides.iter().all(|side| side.forfeited.is_none()), "{:?}", result.sides[0].forfeited);
        result.hash
    };
    let text = shipped("adaptive");
    let whole = play(text);
    let without = |part: &str| play(&format!("without = [\"{part}\"]\n{text}"));
    let parts: Vec<&str> = sandtable_ai::system_names().collect();
    let alike: Vec<&str> = parts.iter().copied().filter(|part| without(part) == whole).collect();
    // In three minutes against nobody most of what a commander knows of its enemy is never asked for.
    for part in ["parallel", "considerations", "curves", "ledger", "pid", "economy", "rush"] {
        assert!(parts.contains(&part) && !alike.contains(&part), "{part} makes no difference");
    }
    let why = build(&scenario.rules, &format!("without = [\"memroy\"]\n{text}"), 0, 1).err().expect("no such system");
    assert!(why.contains("did you mean \"memory\"?"), "{why}");
}

/// Reports what it knows of the enemy.
const REPORTER: &str = r#"
bot = "goals"
about = "Looks at what it knows."
rules = "classic"

[goals.economy]
priority = 80
workers = 8
when = [{ input = "enemy_workers", base = [[0, 0], [9, 9]] }, { input = "enemy_seen", base = [[0, 0], [9, 9]] }]
"#;

#[test]
fn who_does_without_news_knows_nothing_of_who_is_far_away() {
    let terms = MatchTerms { fog: Fog::Off, ..MatchTerms::default() };
    let map = scenario(CLASSIC, MEADOW, 1).map.clone();
    let mut game = Fixture::on_starts(classic(), map, terms).start(1);
    let known = |game: &Game, without: &str| {
        let mut commander = built(game.world.rules(), &format!("{without}\n{REPORTER}"), 0, 1);
        commander.set_tracing(true);
        commander.decide(&View::new(&game.world, PlayerId(0)), &mut Orders::new());
        let trace = commander.trace().expect("a trace");
        trace.goals[0].considerations.iter().map(|one| one.value).collect::<Vec<Fx>>()
    };
    let five = [Fx::from_int(5), Fx::ZERO];
    // Workers are no soldiers: nothing that could fight is seen.
    assert_eq!(known(&game, ""), five);
    assert_eq!(known(&game, "without = [\"news\"]"), [Fx::ZERO; 2]);
    assert_eq!(known(&game, "without = [\"updates\"]"), five, "a minute begins");
    game.run(3);
    assert_eq!(known(&game, ""), five);
    assert_eq!(known(&game, "without = [\"updates\"]"), [Fx::ZERO; 2], "the minute's look is over");
}

#[test]
fn timelines_say_why_goals_are_dropped_and_plans_are_made() {
    let scenario = scenario(CLASSIC, MEADOW, 8);
    let sides = vec![built(&scenario.rules, shipped("minds/htn"), 0, 1), built(&scenario.rules, shipped("rush"), 1, 1)];
    let result = run_match(&scenario, sides, 3);
    let goals = &result.sides[0].goals;
    let plans: Vec<&str> = goals.iter().filter(|it| it.goal == "plan").map(|it| it.progress.as_str()).collect();
    assert!(plans.iter().any(|plan| plan.split(", ").count() >= 3), "{plans:?}");
    assert!(plans.iter().any(|plan| plan.starts_with("failed: ")), "{plans:?}");
    let dropped = result.sides.iter().flat_map(|side| &side.goals).filter(|it| it.progress.starts_with("dropped"));
    let silent: Vec<_> = dropped.filter(|it| it.progress.len() <= "dropped: ".len()).collect();
    assert!(silent.is_empty(), "{silent:?}");
}

/// Two goals that both want a base once went for the same site: one founded it, the other had achieved what it never began.
#[test]
fn issue_two_plans_for_one_site() {
    let expand =
        |priority: u8, bases: u8| format!("goal = \"expand\"\npriority = {priority}\nbases = {bases}\nescort = 0\n");
    let text = format!(
        "bot = \"goals\"\nabout = \"Test.\"\n[goals.economy]\npriority = 90\nworkers = 12\n[goals.second]\n{}[goals.third]\n{}",
        expand(70, 2),
        expand(60, 3),
    );
    let scenario = scenario(CLASSIC, MEADOW, 8);
    let sides = vec![built(&scenario.rules, &text, 0, 1), built(&scenario.rules, IDLE, 1, 1)];
    let result = run_match(&scenario, sides, 4);
    let (mut under_way, mut steps): (BTreeMap<&str, &str>, BTreeMap<&str, Vec<&str>>) = Default::default();
    for entry in result.sides[0].goals.iter().filter(|it| ["second", "third"].contains(&it.goal.as_str())) {
        let (goal, progress) = (entry.goal.as_str(), entry.progress.as_str());
        steps.entry(goal).or_default().push(progress.split(' ').next().unwrap_or_default());
        if let Some(site) = progress.strip_prefix("survey ") {
            assert!(!under_way.values().any(|other| *other == site), "{goal} goes for {site} as well: {under_way:?}");
            under_way.insert(goal, site);
        } else if !progress.starts_with("found ") {
            under_way.remove(goal);
        }
    }
    let walk = ["survey", "found", "achieved"];
    assert!(steps.values().all(|told| told.windows(3).any(|three| three == walk)), "{steps:?}");
}

#[test]
fn strategies_beat_one_that_does_nothing() {
    let scenario = scenario(CLASSIC, MEADOW, 30);
    for name in ["balanced", "adaptive", "minds/tree", "minds/machine"] {
        let sides = vec![built(&scenario.rules, shipped(name), 0, 1), built(&scenario.rules, IDLE, 1, 1)];
        let result = run_match(&scenario, sides, 5);
        assert_eq!(result.winner(), Some(TeamId(0)), "{name} after {} ticks", result.ticks);
        assert!(result.ticks < 25 * 60 * TICKS_PER_SECOND, "{name} took {} ticks", result.ticks);
    }
}

#[test]
fn mistakes_in_considerations_and_architectures_are_named() {
    let rules = classic();
    let head = "bot = \"goals\"\nabout = \"Test.\"\n";
    let refusals = [
        "[goals.economy]\npriority = 1\nworkers = 9\nwhen = [{ cooldown = 9, cooldown_between = [4, 9] }]",
        "[goals.economy]\npriority = 1\nworkers = 9\nwhen = [{ cooldown = 9, of = \"econmy\" }]",
        "[goals.economy]\npriority = 1\nworkers = 9\nwhen = [{ input = \"odds\", min = 9 }]",
        "[goals.economy]\npriority = 1\nworkers = 9\nwhen = [{ input = \"army\", times = [[0, 1]], shape = \"logit\" }]",
        "[goals.economy]\npriority = 1\nworkers = 9\nstances = [\"war\"]\n[stances.wart]\npriority = 1",
        "architecture = \"htn\"\n[goals.economy]\nworkers = 9\n[tasks.root]\nmethods = [{ name = \"a\", do = [\"econ\"] }]",
        "architecture = \"tree\"\n[goals.economy]\nworkers = 9\nneeds = [\"safe\"]\n[nodes.root]\nall = [\"economy\"]",
        "architecture = \"goap\"\n[facts]\nrich = [{ input = \"gold\", min = 9 }]\n[goals.economy]\nworkers = 9\neffects = [\"rich\"]\n[wants.rich]\nis = [\"rich\"]",
    ];
    let told = refusals.map(|text| match build(&rules, &format!("{head}{text}\n"), 0, 1) {
        Ok(_) => panic!("accepted: {text}"),
        Err(why) => why,
    });
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_file_that_can_never_train_its_soldiers_is_refused() {
    let rules = classic();
    let file = |more: &str| {
        let head = "bot = \"goals\"\nabout = \"Test.\"\n[goals.economy]\npriority = 80\nworkers = 9\n";
        let attack = "[goals.attack]\npriority = 50\nmix = { catapult = 1 }\nsize = 4\n";
        build(&rules, &format!("{head}{attack}{more}"), 0, 1).err()
    };
    let why = file("").expect("nothing leads to a catapult");
    assert!(why.contains("soldiers that this file can never train: catapult"), "{why}");
    assert!(why.contains("barracks, town_age, workshop"), "{why}");
    assert_eq!(file("[goals.tech]\npriority = 60\naims = [\"workshop\"]\n"), None);
    assert_eq!(file("[goals.counter]\npriority = 60\nanswers = { catapult = 2 }\n"), None);
}

/// Groups of conditions, and whether they hold at the start of a match with five workers and one base.
const GROUPS: [(&str, bool); 9] = [
    (r#"{ any = [{ input = "workers", min = 9 }, { input = "bases", min = 1 }] }"#, true),
    (r#"{ any = [{ input = "workers", min = 9 }, { input = "bases", min = 2 }] }"#, false),
    (r#"{ all = [{ input = "workers", max = 5 }, { input = "bases", min = 1 }] }"#, true),
    (r#"{ all = [{ input = "workers", min = 9 }, { input = "bases", min = 1 }] }"#, false),
    (r#"{ none = [{ input = "workers", min = 9 }, { input = "army", min = 1 }] }"#, true),
    (r#"{ none = [{ input = "workers", min = 9 }, { input = "bases", min = 1 }] }"#, false),
    (
        r#"{ at_least = 2, among = [{ input = "workers", min = 9 }, { input = "bases", min = 1 }, { input = "army", max = 0 }] }"#,
        true,
    ),
    (
        r#"{ any = [{ all = [{ input = "bases", min = 1 }, { input = "army", min = 1 }] }, { none = [{ input = "bases", min = 1 }] }] }"#,
        false,
    ),
    (r#"{ any = [{ input = "army", min = 1 }], then = { base = 10 }, otherwise = { times = 0.5 } }"#, true),
];

#[test]
fn groups_of_conditions_hold_when_enough_of_their_parts_do() {
    let goal = |(row, (group, _)): (usize, &(&str, bool))| {
        format!("[goals.g{row}]\ngoal = \"economy\"\npriority = 40\nworkers = 9\nwhen = [{group}]\n")
    };
    let goals: String = GROUPS.iter().enumerate().map(goal).collect();
    let text = format!("bot = \"goals\"\nabout = \"Test.\"\n{goals}");
    let scenario = scenario(CLASSIC, MEADOW, 1);
    let mut commander = built(&scenario.rules, &text, 0, 1);
    commander.set_tracing(true);
    let world = World::new(Arc::clone(&scenario), 1);
    commander.decide(&View::new(&world, PlayerId(0)), &mut Orders::new());
    let trace = commander.trace().expect("it is traced");
    for (goal, (group, holds)) in trace.goals.iter().zip(GROUPS) {
        assert_eq!(goal.place.is_some(), holds, "{group}");
    }
    assert_eq!(trace.goals[8].priority, Fx::from_int(20), "the weight of the other case");
    let deep = "any = [{ ".repeat(5) + "input = \"army\", min = 1" + &" }]".repeat(5);
    for (wrong, expected) in [
        (r#"any = []"#, "expected conditions"),
        (r#"at_least = 3, among = [{ input = "army", min = 1 }]"#, "expected 1"),
        (r#"any = [{ input = "army", times = [[0, 1], [9, 2]] }]"#, "a condition that adds or multiplies"),
        (r#"any = [{ input = "amry", min = 1 }]"#, "did you mean \"army\"?"),
        (deep.as_str(), "groups within each other"),
    ] {
        let text = format!(
            "bot = \"goals\"\nabout = \"Test.\"\n[goals.economy]\npriority = 9\nworkers = 9\nwhen = [{{ {wrong} }}]\n"
        );
        let why = build(&scenario.rules, &text, 0, 1).err().unwrap_or_default();
        assert!(why.contains(expected), "{wrong}: {why}");
    }
}
