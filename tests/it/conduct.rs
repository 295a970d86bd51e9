//! Lapses of conduct: each kind is seen where it is staged, and not where the same scene is in order.

use sandtable_conduct::{ConductWatch, Lapse, LapseKind};
use sandtable_model::OrderKind;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_state::id::PlayerId;
use sandtable_tests::{Fixture, Game};

/// Plays some game seconds under the orders that `orders` gives before each, of players counted from 1.
fn watched(game: &mut Game, seconds: u32, mut orders: impl FnMut(&mut Game, u32) -> Vec<(u8, Order)>) -> Vec<Lapse> {
    let mut watch = ConductWatch::default();
    for second in 0..seconds {
        let mut given = Vec::new();
        for (seq, (player, order)) in (0u16..).zip(orders(game, second)) {
            let tick = game.world.tick() + 1;
            given.push(StampedOrder { tick, player: PlayerId(player - 1), seq, order: order.clone() });
            game.give(player, order);
        }
        for _ in 0..16 {
            let before = game.events.len();
            game.step();
            watch.note(&game.world, &std::mem::take(&mut given), &game.events[before..]);
        }
    }
    watch.into_lapses()
}

/// The lapses of a kind among those of some seconds without orders.
fn seen(game: &mut Game, seconds: u32, kind: LapseKind) -> Vec<Lapse> {
    of_kind(watched(game, seconds, |_, _| Vec::new()), kind)
}

fn of_kind(lapses: Vec<Lapse>, kind: LapseKind) -> Vec<Lapse> {
    lapses.into_iter().filter(|lapse| lapse.kind == kind).collect()
}

#[test]
fn soldiers_idle_beside_a_fight_are_seen() {
    // A friend is shot at from afar; swordsmen stand behind him, too far off to take notice of the archers, or beside these.
    let scene = |x: i16| {
        let fixture = Fixture::meadow(40, 20).place(1, "catapult", 15, 10, 1).block(1, "swordsman", (x, 12), (3, 1));
        let mut game = fixture.block(2, "archer", (19, 8), (1, 5)).start(1);
        let (units, prey) = (game.own(2, "archer"), game.own(1, "catapult")[0]);
        game.order(2, &units, OrderKind::Attack(prey));
        seen(&mut game, 20, LapseKind::IdleUnderThreat)
    };
    let idle = scene(10);
    assert_eq!(idle.len(), 3, "{idle:?}");
    assert!(idle.iter().all(|lapse| lapse.player == PlayerId(0) && lapse.ticks >= 64), "{idle:?}");
    assert!(idle[0].question().starts_with("--unit p1#") && idle[0].what == "swordsman", "{idle:?}");
    assert_eq!(scene(17), [], "they fight");
}

#[test]
fn who_is_walled_in_by_friends_is_wedged() {
    let mut game = Fixture::meadow(30, 20).block(1, "swordsman", (9, 9), (5, 5)).place(1, "archer", 25, 10, 1).start(1);
    // The one in the middle wants out; all others hold.
    let (units, middle) = (game.own(1, "swordsman"), 12);
    let (walker, holders) = (units[middle], [&units[..middle], &units[middle + 1..]].concat());
    game.order(1, &holders, OrderKind::Hold);
    let out = game.at(25, 12);
    game.order(1, &[walker], OrderKind::Move(out));
    let archer = game.own(1, "archer");
    let back = game.at(24, 3);
    game.order(1, &archer, OrderKind::Move(back));
    let wedged = seen(&mut game, 20, LapseKind::Wedged);
    let total: u32 = wedged.iter().map(|lapse| lapse.ticks).sum();
    assert!(total >= 10 * 16 && wedged.iter().all(|lapse| lapse.what == "swordsman, goto"), "{wedged:?}");
}

#[test]
fn workers_who_go_on_beside_an_enemy_are_endangered() {
    let scene = |guards: u16| {
        let fixture = Fixture::meadow(30, 20).place(1, "town_centre", 4, 8, 1).place(0, "gold_mine", 14, 8, 1);
        let fixture = fixture.place(1, "worker", 13, 12, 1).place(2, "archer", 17, 14, 1);
        let fixture = if guards > 0 { fixture.place(1, "archer", 12, 13, guards) } else { fixture };
        let mut game = fixture.start(1);
        let (worker, mine) = (game.own(1, "worker"), game.nodes()[0]);
        game.order(1, &worker, OrderKind::Gather(mine));
        game
    };
    let found = seen(&mut scene(0), 20, LapseKind::EndangeredWorker);
    assert!(!found.is_empty() && found[0].what == "worker", "{found:?}");
    assert_eq!(seen(&mut scene(2), 20, LapseKind::EndangeredWorker), [], "friends stand by");
}

#[test]
fn workers_at_a_node_that_others_fill_wait() {
    let waiting = |workers: u16| {
        let fixture = Fixture::meadow(30, 20).place(1, "town_centre", 4, 8, 1).place(0, "tree", 12, 9, 1);
        let mut game = fixture.place(1, "worker", 10, 12, workers).start(1);
        let (gatherers, tree) = (game.own(1, "worker"), game.nodes()[0]);
        game.order(1, &gatherers, OrderKind::Gather(tree));
        seen(&mut game, 60, LapseKind::WaitingWorker)
    };
    assert_eq!(waiting(2), [], "two take turns");
    let found = waiting(8);
    assert!(found.len() >= 4 && found[0].what == "worker", "{found:?}");
}

#[test]
fn an_order_that_comes_again_to_somebody_on_the_spot_is_repeated() {
    let mut game = Fixture::meadow(30, 20).place(1, "swordsman", 9, 9, 2).start(1);
    let (units, here) = (game.own(1, "swordsman"), game.at(9, 9));
    let there = game.at(25, 15);
    let lapses = watched(&mut game, 20, |_, second| {
        let place = if second < 10 { here } else { there };
        units.iter().take(1).map(|unit| (1, Order::to([*unit], OrderKind::AttackMove(place)))).collect()
    });
    let repeated = of_kind(lapses, LapseKind::RepeatedOrder);
    assert_eq!(repeated.len(), 1, "ten times to where it stands, and then on its way: {repeated:?}");
    assert_eq!(repeated[0].what, "attackmove, 4 times");
}

#[test]
fn money_that_could_be_spent_and_barracks_that_could_train_are_seen() {
    let scene = |gold| {
        Fixture::meadow(30, 20)
            .place(1, "town_centre", 4, 8, 1)
            .place(1, "barracks", 14, 8, 1)
            .stock(1, [gold, 2_000, 0, 0])
    };
    let lapses = watched(&mut scene(2_000).start(1), 70, |_, _| Vec::new());
    let [unspent, idle] =
        [LapseKind::UnspentResources, LapseKind::IdleProduction].map(|kind| of_kind(lapses.clone(), kind));
    assert_eq!(unspent.len(), 2, "both resources: {unspent:?}");
    assert!(unspent[0].question().starts_with("--player 1 --tick "), "{}", unspent[0].question());
    let what: Vec<&str> = idle.iter().map(|lapse| lapse.what.as_str()).collect();
    assert_eq!(what, ["barracks, could train swordsman"], "a town centre trains workers");
    let lapses = watched(&mut scene(0).start(1), 70, |_, _| Vec::new());
    assert_eq!(of_kind(lapses, LapseKind::IdleProduction), [], "without gold there is nothing to train");
}

#[test]
fn soldiers_who_fall_to_a_tower_one_by_one_are_fed_to_it() {
    let scene = Fixture::meadow(40, 20).place(1, "tower", 20, 9, 1).block(2, "spearman", (34, 4), (2, 6));
    let mut game = scene.start(1);
    let lapses = watched(&mut game, 100, |game, second| {
        // One every eight seconds, on its own.
        let spearmen = game.own(2, "spearman");
        let beside = game.at(22, 9);
        let next = spearmen.get((second / 8) as usize).filter(|_| second.is_multiple_of(8));
        next.map(|spearman| (2, Order::to([*spearman], OrderKind::Move(beside)))).into_iter().collect()
    });
    let fed = of_kind(lapses, LapseKind::FedToTower);
    assert_eq!(fed.len(), 1, "{fed:?}");
    assert!(fed[0].player == PlayerId(1) && fed[0].what.contains("lost one by one to p1#"), "{fed:?}");
}
