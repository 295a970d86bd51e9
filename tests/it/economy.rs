//! The economy through the order validator: gathering, building, training, research, refunds, supply, cargo.

use std::collections::BTreeMap;

use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_sim::component::{ConstructionStage, TaskKind};
use sandtable_sim::event::{Event, Rejection};
use sandtable_sim::order::Order;
use sandtable_state::id::Handle;
use sandtable_tests::{Fixture, Game};

/// A town centre in the west, a gold mine and trees in the east, workers between.
fn town(workers: u16) -> Fixture {
    Fixture::meadow(40, 24)
        .place(1, "town_centre", 4, 8, 1)
        .place(1, "worker", 10, 10, workers)
        .place(0, "gold_mine", 16, 8, 1)
        .place(0, "tree", 16, 14, 1)
        .stock(1, [1000, 1000, 0, 0])
}

fn completed(game: &Game, kind: &str) -> usize {
    let kind = game.kind(kind);
    game.events.iter().filter(|event| matches!(event, Event::Completed { kind: made, .. } if *made == kind)).count()
}

#[test]
fn workers_gather_carry_and_deliver_again_and_again() {
    let mut game = town(4).start(1);
    let (workers, mine) = (game.own(1, "worker"), game.nodes()[0]);
    game.order(1, &workers, OrderKind::Gather(mine));
    assert_eq!(game.step(), []);
    game.run(120);
    let gathered = game.stock(1, "gold") - 1000;
    let left = game.view(1).nodes()[0].amount;
    let full = game.world.rules().kind(game.kind("gold_mine")).stock.as_ref().map(|stock| stock.amount);
    let carried: u32 = game.view(1).own_units().iter().filter_map(|unit| unit.carries).map(|(_, n)| u32::from(n)).sum();
    assert!(gathered >= 80, "four workers brought in {gathered} gold in two minutes");
    assert_eq!(Some(left + gathered + carried), full, "what left the mine is in stock or on the way");
}

#[test]
fn an_exhausted_node_disappears_and_its_workers_turn_to_the_next() {
    let mut game = town(1).place(0, "tree", 18, 14, 1).start(1);
    let (worker, tree) = (game.own(1, "worker"), game.nodes()[1]);
    game.order(1, &worker, OrderKind::Gather(tree));
    game.run_until(3_600, "the first tree is felled", |game| !game.nodes().contains(&tree));
    let before = game.stock(1, "wood");
    game.run_until(120, "wood of the second tree arrives", |game| game.stock(1, "wood") > before + 20);
}

#[test]
fn workers_of_a_felled_tree_share_out_among_the_others() {
    let grove = (0..8).fold(town(12), |fixture, n| fixture.place(0, "tree", 17 + 2 * n, 14, 1));
    let mut game = grove.start(1);
    let (workers, tree) = (game.own(1, "worker"), game.nodes()[1]);
    game.order(1, &workers, OrderKind::Gather(tree));
    game.run_until(600, "the tree is felled", |game| !game.nodes().contains(&tree));
    game.run(2);
    let mut at: BTreeMap<Handle, usize> = BTreeMap::new();
    for unit in game.view(1).own_units() {
        let acting = unit.acting.filter(|(kind, ..)| *kind == TaskKind::Gather);
        acting.into_iter().for_each(|(_, node, _)| *at.entry(node).or_default() += 1);
    }
    assert!(at.len() >= 6 && at.values().all(|count| *count <= 2), "workers by node: {at:?}");
}

#[test]
fn construction_takes_its_time_and_several_builders_speed_it_up() {
    let time = |builders: u16| {
        let mut game = town(builders).start(1);
        let (workers, house) = (game.own(1, "worker"), game.kind("house"));
        game.order(1, &workers, OrderKind::Build { kind: house, cell: Cell::new(10, 14) });
        assert_eq!(game.step(), []);
        let (used, cap) = game.view(1).supply();
        let took = game.run_until(300, "the house is complete", |game| completed(game, "house") == 1);
        assert!(game.view(1).supply().1 > cap, "a complete house gives supply");
        assert_eq!(game.view(1).supply().0, used);
        took
    };
    let (alone, together) = (time(1), time(4));
    assert!(together * 3 < alone * 2, "one builder {alone} s, four builders {together} s");
}

#[test]
fn a_cancelled_building_and_a_cancelled_unit_are_refunded() {
    let mut game = town(1).start(1);
    let refund = |cost: u16| u32::from(cost) * u32::from(game.world.rules().refund_percent) / 100;
    let (house, worker) = (game.kind("house"), game.kind("worker"));
    let (house_cost, worker_cost) = (game.world.rules().kind(house).cost, game.world.rules().kind(worker).cost);
    let (house_back, worker_back) = (house_cost.map(refund), worker_cost.map(refund));

    let builder = game.own(1, "worker");
    game.order(1, &builder, OrderKind::Build { kind: house, cell: Cell::new(10, 14) });
    game.step();
    assert_eq!(game.stock(1, "wood"), 1000 - u32::from(house_cost[1]));
    let site = game.own(1, "house");
    game.order(1, &site, OrderKind::Cancel(0));
    assert_eq!(game.step(), []);
    assert_eq!(game.own(1, "house"), []);
    assert_eq!(game.stock(1, "wood"), 1000 - u32::from(house_cost[1]) + house_back[1]);

    let centre = game.own(1, "town_centre");
    let gold = game.stock(1, "gold");
    game.order(1, &centre, OrderKind::Train(worker));
    game.step();
    assert_eq!(game.stock(1, "gold"), gold - u32::from(worker_cost[0]));
    game.order(1, &centre, OrderKind::Cancel(0));
    assert_eq!(game.step(), []);
    assert_eq!(game.stock(1, "gold"), gold - u32::from(worker_cost[0]) + worker_back[0]);
    assert_eq!(game.view(1).supply().0, 1, "the worker in training no longer takes supply");
}

#[test]
fn trained_units_go_to_the_rally_point_and_workers_to_the_node() {
    let mut game = town(0).start(1);
    let (centre, mine, worker) = (game.own(1, "town_centre"), game.nodes()[0], game.kind("worker"));
    let point = game.at(30, 20);
    game.order(1, &centre, OrderKind::Rally { point, target: mine });
    game.order(1, &centre, OrderKind::Train(worker));
    assert_eq!(game.step(), []);
    let gold = game.stock(1, "gold");
    game.run_until(120, "the new worker delivers gold", |game| game.stock(1, "gold") > gold);
}

#[test]
fn supply_bounds_training() {
    let mut game = town(0).start(1);
    let (centre, worker) = (game.own(1, "town_centre"), game.kind("worker"));
    let mut refused = Vec::new();
    for _ in 0..40 {
        game.order(1, &centre, OrderKind::Train(worker));
        refused.extend(game.step());
        game.run(20);
    }
    let (used, cap) = game.view(1).supply();
    assert_eq!(used, cap);
    assert!(refused.contains(&Rejection::NoSupply), "{refused:?}");
}

#[test]
fn research_changes_the_stats_of_what_lives_and_what_comes() {
    let mut game = town(0).with(|scenario| {
        let rules = &mut scenario.rules;
        let effect = rules.techs.iter().position(|tech| !tech.effects.is_empty()).expect("a technology with an effect");
        rules.techs[effect].needs.clear();
        let base = rules.kind_named("town_centre").expect("a town centre");
        rules.kinds[base.index()].researches = vec![sandtable_state::id::TechId(effect as u16)];
    });
    game = game.stock(1, [5000, 5000, 0, 0]);
    let mut game = game.start(1);
    let centre = game.own(1, "town_centre");
    let base = game.kind("town_centre");
    let tech = game.world.rules().kind(base).researches[0];
    let changed = game.world.rules().tech(tech).effects[0].kinds[0];
    let before = game.view(1).stats(changed).clone();
    game.order(1, &centre, OrderKind::Research(tech));
    assert_eq!(game.step(), []);
    game.order(1, &centre, OrderKind::Research(tech));
    assert_eq!(game.step(), [Rejection::AlreadyKnown]);
    game.run_until(300, "the research finishes", |game| game.view(1).has_tech(tech));
    assert_ne!(&before, game.view(1).stats(changed));
    assert_eq!(&before, game.view(2).stats(changed), "the other player's stats stay");
}

#[test]
fn repair_restores_hit_points_and_costs() {
    let mut game = town(2).place(2, "swordsman", 20, 16, 3).place(1, "house", 22, 16, 1).start(1);
    let (house, swords, workers) = (game.own(1, "house")[0], game.own(2, "swordsman"), game.own(1, "worker"));
    let target = foreign(&game, 2, "house");
    game.order(2, &swords, OrderKind::Attack(target));
    assert_eq!(game.step(), []);
    let full = game.hp(house);
    game.run_until(60, "the house is hurt", |game| game.hp(house) < full);
    game.order(2, &swords, OrderKind::Move(game.at(38, 2)));
    game.step();
    game.run(12);
    let (hurt, wood) = (game.hp(house), game.stock(1, "wood"));
    assert!(hurt < full && hurt.is_some());
    game.order(1, &workers, OrderKind::Repair(house));
    assert_eq!(game.step(), []);
    game.run_until(300, "the house is whole", |game| game.hp(house) == full);
    assert!(game.stock(1, "wood") < wood);
}

/// The handle by which a player names the first foreign entity of a kind.
fn foreign(game: &Game, viewer: u8, kind: &str) -> Handle {
    let kind = game.kind(kind);
    let view = game.view(viewer);
    view.foreign().iter().find(|one| one.kind == kind).expect("it is in sight").handle
}

#[test]
fn a_transport_carries_passengers_over_what_they_cannot_cross() {
    let water = format!("{}{}{}\n", ".".repeat(12), "~".repeat(12), ".".repeat(12)).repeat(12);
    let glyph = |name: &str| {
        let rules = Fixture::meadow(8, 8).scenario().rules;
        rules.terrain[rules.terrain_named(name).expect("terrain") as usize].glyph
    };
    let water = water.replace('~', &glyph("deep_water").to_string());
    let fixture = Fixture::classic(&water).place(1, "swordsman", 4, 4, 3);
    let mut game = fixture.place(1, "barge", 8, 6, 1).start(1);
    let (swords, transport) = (game.own(1, "swordsman"), game.own(1, "barge"));
    game.order(1, &swords, OrderKind::Load(transport[0]));
    assert_eq!(game.step(), []);
    game.run_until(60, "all are aboard", |game| {
        game.view(1).own_units().iter().filter(|unit| !unit.aboard.is_none()).count() == 3
    });
    let over = game.at(30, 6);
    game.order(1, &transport, OrderKind::Unload(over));
    assert_eq!(game.step(), []);
    game.run_until(120, "all have landed on the other side", |game| {
        swords.iter().all(|unit| game.position(*unit).is_some_and(|at| at.x.floor_int() >= 24))
            && game.view(1).own_units().iter().all(|unit| unit.aboard.is_none())
    });
}

#[test]
fn orders_that_cannot_be_done_are_refused_with_the_reason() {
    let mut game = town(1).place(2, "worker", 30, 4, 1).start(1);
    let (worker, centre) = (game.own(1, "worker"), game.own(1, "town_centre"));
    let theirs = game.own(2, "worker");
    let (house, knight, barracks) = (game.kind("house"), game.kind("knight"), game.kind("barracks"));
    let cell = Cell::new;
    let cases: Vec<(&str, Order, Rejection)> = vec![
        ("someone else's", Order::to(theirs, OrderKind::Stop), Rejection::NotYours),
        ("nobody", Order::to([], OrderKind::Stop), Rejection::BadSubject),
        (
            "on the base",
            Order::to(worker.clone(), OrderKind::Build { kind: house, cell: cell(5, 9) }),
            Rejection::BadPlace,
        ),
        (
            "off the map",
            Order::to(worker.clone(), OrderKind::Build { kind: house, cell: cell(39, 23) }),
            Rejection::BadPlace,
        ),
        ("not its trade", Order::to(centre.clone(), OrderKind::Train(knight)), Rejection::CannotDo),
        ("a building walks", Order::to(centre.clone(), OrderKind::Move(game.at(1, 1))), Rejection::CannotDo),
        (
            "an unknown enemy",
            Order::to(worker.clone(), OrderKind::Attack(Handle(0x0100_0999))),
            Rejection::UnknownTarget,
        ),
        ("a base is no node", Order::to(worker.clone(), OrderKind::Gather(centre[0])), Rejection::WrongTarget),
        ("no such entry", Order::to(centre.clone(), OrderKind::Cancel(3)), Rejection::OutOfRange),
        (
            "no such kind",
            Order::to(centre, OrderKind::Train(sandtable_state::id::KindId(9_999))),
            Rejection::OutOfRange,
        ),
    ];
    for (what, order, why) in cases {
        game.give(1, order);
        assert_eq!(game.step(), [why], "{what}");
    }
    let poor = town(1).stock(1, [0; 4]);
    let mut game = poor.start(1);
    let worker = game.own(1, "worker");
    game.order(1, &worker, OrderKind::Build { kind: barracks, cell: cell(10, 14) });
    assert_eq!(game.step(), [Rejection::CannotAfford]);
    assert!(game.view(1).own_buildings().iter().all(|building| building.stage == ConstructionStage::Complete));
}

/// A barge with a swordsman aboard that is told to let him out on the way to somewhere else; where the two end up.
fn ferry(change: impl FnOnce(&mut sandtable_model::scenario::Scenario)) -> (Option<i32>, Option<i32>) {
    let fixture = Fixture::meadow(48, 16).place(1, "swordsman", 8, 8, 1).place(1, "barge", 4, 8, 1).with(change);
    let mut game = fixture.start(1);
    let (sword, barge) = (game.own(1, "swordsman"), game.own(1, "barge"));
    game.order(1, &sword, OrderKind::Load(barge[0]));
    let is_aboard = |game: &Game| game.view(1).own_units().iter().any(|unit| !unit.aboard.is_none());
    game.run_until(20, "he is aboard", is_aboard);
    let (there, beyond) = (game.at(24, 8), game.at(40, 8));
    game.order(1, &barge, OrderKind::Unload(there));
    game.step();
    game.order(1, &barge, OrderKind::Move(beyond));
    game.run(25);
    let at = |game: &Game, unit| game.position(unit).map(|at| at.x.floor_int());
    (at(&game, sword[0]).filter(|_| !is_aboard(&game)), at(&game, barge[0]))
}

#[test]
fn a_queue_for_cargo_works_while_the_one_for_movement_goes_on() {
    let (sword, barge) = ferry(|_| ());
    assert!(sword.is_some_and(|x| (21..=27).contains(&x)), "let out in passing: {sword:?}");
    assert_eq!(barge, Some(40), "and sailed on");
    let plain = |scenario: &mut sandtable_model::scenario::Scenario| {
        scenario.rules.kinds.iter_mut().for_each(|kind| kind.queues = sandtable_model::rules::Queues::PLAIN);
    };
    assert_eq!(ferry(plain), (None, Some(40)), "with two queues the later order takes the place of the earlier");
}

#[test]
fn a_transport_goes_and_takes_a_unit_aboard() {
    let mut game = Fixture::meadow(48, 16).place(1, "swordsman", 30, 8, 1).place(1, "barge", 4, 8, 1).start(1);
    let (sword, barge) = (game.own(1, "swordsman"), game.own(1, "barge"));
    game.order(1, &barge, OrderKind::Load(sword[0]));
    assert_eq!(game.step(), []);
    game.run_until(20, "he is aboard", |game| game.view(1).own_units().iter().any(|unit| !unit.aboard.is_none()));
    game.order(1, &barge, OrderKind::Load(barge[0]));
    assert_eq!(game.step().len(), 1, "itself it cannot");
    let away = game.at(10, 8);
    game.order(1, &barge, OrderKind::Unload(away));
    game.run(2);
    game.order(1, &barge, OrderKind::Stop);
    game.run(10);
    assert!(game.view(1).own_units().iter().any(|unit| !unit.aboard.is_none()), "a stop forgets the cargo as well");
}

#[test]
fn passengers_of_a_transport_that_is_shot_down_count_for_who_shot_it() {
    let fixture = Fixture::meadow(48, 16).teams(&[0, 1, 2]).place(1, "swordsman", 44, 2, 1);
    let fixture = fixture.place(2, "swordsman", 8, 8, 2).place(2, "barge", 6, 8, 1).place(3, "archer", 34, 8, 9);
    let mut game = fixture.start(1);
    let (swords, barge) = (game.own(2, "swordsman"), game.own(2, "barge"));
    game.order(2, &swords, OrderKind::Load(barge[0]));
    game.run_until(20, "both are aboard", |game| {
        game.view(2).own_units().iter().filter(|unit| !unit.aboard.is_none()).count() == 2
    });
    let there = game.at(32, 8);
    game.order(2, &barge, OrderKind::Move(there));
    game.run_until(120, "all three are lost", |game| game.view(2).own_units().is_empty());
    assert_eq!(game.view(2).totals().units_lost, 3);
    assert_eq!(game.view(1).totals().units_killed, 0, "who was far off");
    assert_eq!(game.view(3).totals().units_killed, 3);
}
