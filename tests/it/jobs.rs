//! Jobs: workers without orders find what there is to do, each its own, and yield to any order.

use std::sync::Arc;

use sandtable_content::{MatchTerms, load_rules, load_scenario};
use sandtable_match::library::Library;
use sandtable_math::Fx;
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::scenario::{Fog, PlayerFeatures, Scenario};
use sandtable_sim::World;
use sandtable_sim::component::{ConstructionStage, TaskKind};
use sandtable_sim::event::Event;
use sandtable_sim::order::Order;
use sandtable_sim::snapshot::{load, save};
use sandtable_state::id::Handle;
use sandtable_tests::labour::Labour;
use sandtable_tests::{Fixture, Game};

/// Classic rules on a shipped map.
fn field(map: &str) -> Scenario {
    Fixture::shipped("classic", map, MatchTerms { fog: Fog::Explored, ..MatchTerms::default() }).scenario()
}

/// What own choice brings in, of what the best fixed assignment does, in percent.
fn share(map: &str, workers: u16, seconds: u32, nodes: usize) -> (u32, String) {
    let labour = Labour::new(&field(map), workers, seconds, 1);
    let (split, best) = labour.best_assignment(nodes);
    let chosen = labour.chosen();
    let counts: Vec<u32> = split.values().copied().collect();
    let percent = chosen * 100 / best.max(1);
    (percent, format!("{map:<11} {workers:>2} workers: {chosen:>5} of {best:>5} ({percent} %), best split {counts:?}"))
}

/// A classic village whose workers choose, on open grass: a base, and whatever else is placed.
fn village(workers: u16) -> Fixture {
    let fixture = Fixture::meadow(40, 24).place(1, "town_centre", 4, 10, 1).place(1, "worker", 9, 12, workers);
    fixture.with(|scenario| scenario.players[0].features.set(PlayerFeatures::JOBS, true))
}

/// What each worker of player 1 is at, by the handle of the thing.
fn at_work(game: &Game) -> Vec<(TaskKind, Handle)> {
    let worker = game.kind("worker");
    let units = game.view(1).own_units();
    units
        .iter()
        .filter(|unit| unit.kind == worker)
        .filter_map(|unit| unit.acting)
        .map(|(kind, at, _)| (kind, at))
        .collect()
}

fn count(game: &Game, kind: TaskKind) -> usize {
    at_work(game).iter().filter(|(at, _)| *at == kind).count()
}

#[test]
fn twelve_workers_do_not_run_to_one_tree() {
    let grove = (0..14).fold(village(12), |fixture, n| fixture.place(0, "tree", 14 + 2 * (n % 7), 8 + 2 * (n / 7), 1));
    let mut game = grove.start(1);
    game.run(5);
    let mut trees: Vec<Handle> = at_work(&game).iter().map(|(_, tree)| *tree).collect();
    trees.sort_unstable();
    trees.dedup();
    assert_eq!(trees.len(), 12, "each has one of its own: {:?}", at_work(&game));
}

#[test]
fn a_choice_of_its_own_yields_to_any_order() {
    let fixture = village(1).place(0, "gold_mine", 12, 6, 1).place(0, "tree", 20, 12, 1);
    let mut game = fixture.start(1);
    let worker = game.own(1, "worker");
    for queue in [Order::appended as fn(Order) -> Order, Order::first, |order| order] {
        game.run(6);
        assert_eq!(count(&game, TaskKind::Gather), 1);
        let to = game.at(30, 20);
        game.give(1, queue(Order::to(worker.clone(), OrderKind::Move(to))));
        game.run_until(20, "it goes where it is told", |game| {
            (game.position(worker[0]).unwrap() - to).length_floor() < Fx::ONE
        });
        game.order(1, &worker, OrderKind::Hold);
        game.run(6);
        assert_eq!(at_work(&game), [], "who is told to hold holds");
        game.order(1, &worker, OrderKind::Stop);
    }
    game.order(1, &worker, OrderKind::Gather(game.nodes()[1]));
    game.run(10);
    assert_eq!(at_work(&game), [(TaskKind::Gather, game.nodes()[1])], "an order to gather is no choice to reconsider");
}

#[test]
fn a_site_whose_builder_died_is_finished_by_somebody_else() {
    let fixture = village(5).place(0, "gold_mine", 12, 6, 1).place(2, "knight", 36, 12, 1).stock(1, [500, 500, 0, 0]);
    let mut game = fixture.start(1);
    let builder = game.own(1, "worker")[0];
    let (house, cell) = (game.kind("house"), Cell::new(26, 12));
    game.order(1, &[builder], OrderKind::Build { kind: house, cell });
    game.run_until(30, "the site rises", |game| {
        game.view(1).own_buildings().iter().any(|it| it.stage == ConstructionStage::Rising)
    });
    let knight = game.own(2, "knight");
    let prey = game.world.observe_units().find(|unit| unit.id.0 == builder.0).map(|unit| unit.id);
    let prey = game
        .view(2)
        .foreign()
        .iter()
        .find(|it| Some(it.position) == game.position(builder))
        .map(|it| it.handle)
        .filter(|_| prey.is_some());
    game.order(2, &knight, OrderKind::Attack(prey.expect("it is in sight: there is no fog")));
    game.run_until(40, "the builder dies", |game| game.hp(builder).is_none());
    let away = game.at(38, 22);
    game.order(2, &knight, OrderKind::Move(away));
    game.run_until(90, "the house is whole", |game| {
        game.own(1, "house").len() == 1 && game.events.iter().any(|event| matches!(event, Event::Completed { .. }))
    });
    game.run(3);
    assert_eq!(count(&game, TaskKind::Gather), 4, "and its builder is back at the mine");
}

#[test]
fn without_the_key_nobody_moves() {
    let idle = |fixture: Fixture| {
        let mut game = fixture.place(0, "gold_mine", 12, 6, 1).start(1);
        game.run(10);
        (at_work(&game).len(), game.stock(1, "gold"))
    };
    assert_eq!(idle(village(4)).0, 4);
    assert_eq!(idle(village(4).with(|scenario| scenario.players[0].features.set(PlayerFeatures::JOBS, false))), (0, 0));
    assert_eq!(idle(village(4).with(|scenario| scenario.rules.jobs = None)), (0, 0));
}

#[test]
fn a_village_at_work_is_saved_and_forked_with_its_choices() {
    let scenario = Arc::new(Labour::new(&field("meadow"), 12, 60, 1).at_will());
    let mut world = World::new(Arc::clone(&scenario), 3);
    let mut twin = world.fork();
    for tick in 0..900 {
        world.step(&[]);
        if tick % 89 == 0 {
            twin = load(Arc::clone(&scenario), &save(&twin)).expect("its own bytes");
        }
        twin.step(&[]);
        assert_eq!(twin.state_hash(), world.state_hash(), "tick {tick}");
    }
    assert!(world.players()[0].totals.gathered[0] > 300);
}

/// The table of all maps is an ignored test, below; its figures are in docs/BENCHMARKS.md.
#[test]
fn own_choice_brings_in_nearly_what_the_best_assignment_does() {
    for map in ["crossroads", "meadow"] {
        let (percent, line) = share(map, 4, 90, 4);
        assert!(percent >= 90, "{line}");
    }
}

/// What becomes of a day in the village, in a few lines.
#[test]
fn the_story_of_the_village() {
    let library = Library::here();
    let scenario = load_scenario(&library, "agents/jobs.toml").unwrap_or_else(|issues| panic!("{issues}")).value;
    let mut world = World::new(Arc::new(scenario), 1);
    let (mut told, mut before) = (String::new(), String::new());
    for _ in 0..150 * 16 {
        world.step(&[]);
        if !world.tick().is_multiple_of(80) {
            continue;
        }
        let at = |task: Option<TaskKind>| {
            let own = world.observe_units().filter(|unit| unit.id.owner().0 == 0 && unit.task == task);
            own.count()
        };
        let (gather, repair, idle) = (at(Some(TaskKind::Gather)), at(Some(TaskKind::Repair)), at(None));
        let line = format!("{gather} gather, {repair} repair, {idle} idle");
        if line != before {
            told += &format!("{:>3} s: {line}\n", world.tick() / 16);
        }
        before = line;
    }
    let gathered = world.players()[0].totals.gathered;
    told += &format!("gathered {} gold, {} wood\n", gathered[0], gathered[1]);
    insta::assert_snapshot!(told);
}

#[test]
fn what_is_no_job_is_refused() {
    let first = |jobs: &str| {
        let text = super::content_refused::RULES.to_owned() + jobs;
        let issues = load_rules("rules.toml", &text).err().map(|issues| issues.0);
        issues.and_then(|issues| issues.first().map(|issue| issue.to_string())).unwrap_or_else(|| "ok".to_owned())
    };
    let all = [
        first("[jobs]\n[jobs.gather]\npriority = 3\n"),
        first("[jobs]\nreach = 20\n"),
        first("[jobs]\nreach = 200\n[jobs.build]\n"),
        first("[jobs.fish]\npriority = 3\n"),
        first("[jobs.gather]\nwhen = [{ input = \"rat\", base = [[0, 1]] }]\n"),
        first("[jobs.gather]\nwhen = [{ input = \"rate\" }]\n"),
        first("[jobs.gather]\nwhen = [{ input = \"rate\", base = [[3, 1], [2, 1]] }]\n"),
        first("[jobs.gather]\nwhen = [{ input = \"hp_percent\", max = 101 }]\n"),
        first("[jobs.gather]\nwhen = [{ input = \"rate\", base = [[0, 1]], cells = 4 }]\n"),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

/// `cargo test --release -p sandtable-tests -- --ignored --nocapture gather_rates`
#[test]
#[ignore = "takes minutes: the whole table, for docs/BENCHMARKS.md"]
fn gather_rates_on_every_shipped_map() {
    let maps = ["crossroads", "crown", "ford", "highlands", "meadow", "quarters"];
    for workers in [5, 12] {
        for map in maps {
            let (percent, line) = share(map, workers, 180, 10);
            println!("{line}");
            assert!(percent >= 90, "{line}");
        }
    }
}
