//! Fog of war through the whole game: what happens out of sight leaves no trace in a view, whatever is ordered.

use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::rules::Locomotion;
use sandtable_model::scenario::Fog;
use sandtable_sim::order::Order;
use sandtable_sim::view::CellMemory;
use sandtable_state::id::Handle;
use sandtable_tests::{Fixture, Game};

/// Ticks that the two lives are compared over.
const TICKS: u32 = 1_000;

fn at(x: i16, y: i16) -> Vec2 {
    Cell::new(x, y).centre()
}

/// The watcher in the west; in the far east two others, near enough to each other to fight. A house and a
/// tree stand halfway, where the watcher's spy sees them at first.
fn three_players() -> Game {
    let mut fixture = Fixture::meadow(120, 40).fog(Fog::Full).teams(&[0, 1, 2]);
    for player in 1..=3 {
        let x = [4, 84, 104][player as usize - 1];
        fixture = fixture
            .stock(player, [5_000, 5_000, 0, 0])
            .place(player, "town_centre", x, 18, 1)
            .place(player, "worker", x + 6, 16, 5)
            .place(player, "house", x, 28, 1)
            .place(player, "barracks", x + 5, 24, 1)
            .place(player, "swordsman", x + 4, 12, 6)
            .place(0, "gold_mine", x + 1, 10, 1)
            .place(0, "tree", x + 8, 20, 1);
    }
    // Small enough to be gone before the watcher asks for them.
    let fixture = fixture.with(|scenario| {
        let rules = &mut scenario.rules;
        let (house, tree) = (rules.kind_named("house").unwrap(), rules.kind_named("tree").unwrap());
        rules.kinds[house.index()].max_hp = Fx::from_int(60);
        rules.kinds[tree.index()].stock.as_mut().unwrap().amount = 8;
    });
    let halfway = fixture.place(2, "house", 60, 20, 1).place(0, "tree", 62, 26, 1).place(1, "scout", 56, 22, 1);
    let fixture = halfway.place(3, "swordsman", 70, 20, 4).place(2, "worker", 72, 28, 1);
    let mut game = fixture.start(3);
    let spy = game.own(1, "scout");
    game.order(1, &spy, OrderKind::Move(at(12, 30)));
    game
}

fn tree_halfway(game: &Game) -> Handle {
    let mut nodes = game.view(1).nodes().into_iter();
    nodes.find(|node| node.cell == Cell::new(62, 26)).expect("as far as the watcher knows").handle
}

/// What the watcher does, the same in both games: works, trains, builds, scouts, and orders things about what
/// it saw once and cannot see any more.
fn watch(game: &mut Game, tick: u32) {
    let (workers, soldiers) = (game.own(1, "worker"), game.own(1, "swordsman"));
    let foreign = game.view(1).foreign();
    let lost_house = foreign.iter().find(|body| !body.visible).map(|body| body.handle);
    match tick {
        5 => {
            let mine = game.nodes()[0];
            game.order(1, &workers[..3], OrderKind::Gather(mine));
            let (swordsman, barracks) = (game.kind("swordsman"), game.own(1, "barracks"));
            game.order(1, &barracks, OrderKind::Train(swordsman));
        }
        20 => {
            let kind = game.kind("house");
            game.order(1, &workers[3..4], OrderKind::Build { kind, cell: Cell::new(12, 30) });
        }
        700 => {
            game.order(1, &soldiers[..2], OrderKind::Attack(lost_house.expect("it is remembered")));
            game.order(1, &workers[4..5], OrderKind::Gather(tree_halfway(game)));
        }
        720 => game.order(1, &soldiers[2..3], OrderKind::Follow(lost_house.expect("it is remembered"))),
        _ => {}
    }
}

/// A busy life: trains, builds, fells the tree halfway, and is attacked by the third player, who also
/// razes the house halfway.
fn live_busily(game: &mut Game, tick: u32) {
    let (workers, barracks) = (game.own(2, "worker"), game.own(2, "barracks"));
    let (soldiers, town) = (game.own(3, "swordsman"), game.own(3, "town_centre"));
    let (swordsman, worker, house) = (game.kind("swordsman"), game.kind("worker"), game.kind("house"));
    if tick % 100 == 1 {
        game.order(2, &barracks, OrderKind::Train(swordsman));
        game.order(3, &town, OrderKind::Train(worker));
    }
    match tick {
        2 => {
            game.order(3, &soldiers[..6], OrderKind::AttackMove(at(88, 20)));
            game.order(3, &soldiers[6..], OrderKind::AttackMove(at(61, 22)));
            game.order(2, &workers[5..], OrderKind::Gather(tree_halfway(game)));
        }
        3 => game.order(2, &workers[..2], OrderKind::Build { kind: house, cell: Cell::new(92, 30) }),
        _ => {}
    }
}

/// A quiet life.
fn live_quietly(game: &mut Game, tick: u32) {
    let workers = game.own(2, "worker");
    let mines = game.nodes();
    if tick == 10 {
        game.order(2, &workers, OrderKind::Gather(mines[2]));
    }
    if tick == 400 {
        game.give(3, Order::to(game.own(3, "town_centre"), OrderKind::Train(game.kind("worker"))));
    }
}

/// Plays the watcher against two lives and compares its views after every tick.
fn compare(lives: [fn(&mut Game, u32); 2]) -> [Game; 2] {
    let mut games = [three_players(), three_players()];
    for tick in 0..TICKS {
        for (game, live) in games.iter_mut().zip(lives) {
            watch(game, tick);
            live(game, tick);
            game.step();
        }
        let [one, other] = games.each_ref().map(|game| game.view(1).encode());
        assert!(one == other, "the views differ after tick {tick}:\n{}", difference(&games));
    }
    games
}

/// The rows in which the watcher's views differ.
fn difference(games: &[Game; 2]) -> String {
    let rows = |game: &Game| {
        let view = game.view(1);
        let units = view.own_units().into_iter().map(|row| format!("{row:?}"));
        let buildings = view.own_buildings().into_iter().map(|row| format!("{row:?}"));
        let foreign = view.foreign().into_iter().map(|row| format!("{row:?}"));
        let nodes = view.nodes().into_iter().map(|row| format!("{row:?}"));
        units.chain(buildings).chain(foreign).chain(nodes).collect::<Vec<String>>()
    };
    let [one, other] = games.each_ref().map(rows);
    let only = |a: &[String], b: &[String]| a.iter().filter(|row| !b.contains(row)).cloned().collect::<Vec<_>>();
    format!("{:#?}\n{:#?}", only(&one, &other), only(&other, &one))
}

#[test]
fn two_hidden_lives_leave_the_same_view() {
    let games = compare([live_busily, live_quietly]);
    let [busy, quiet] = games.each_ref().map(|game| game.world.population());
    assert_ne!(busy, quiet, "the lives differ");
    assert!(games[0].own(2, "house").len() < games[1].own(2, "house").len(), "the house halfway fell");
    assert!(games[0].nodes().len() < games[1].nodes().len(), "the tree halfway was felled");
    let deaths = games[0].events.iter().filter(|event| matches!(event, sandtable_sim::event::Event::Died { .. }));
    assert!(deaths.count() > 0, "somebody died unseen");
}

/// What is shown of all cells at once is what is shown of each, on a map whose cells are no multiple of eight.
#[test]
fn all_cells_at_once_are_as_each_by_itself() {
    for fog in [Fog::Full, Fog::Explored, Fog::Off] {
        let mut game = Fixture::meadow(37, 33)
            .fog(fog)
            .place(1, "town_centre", 4, 5, 1)
            .place(1, "worker", 9, 9, 3)
            .place(2, "barracks", 14, 7, 1)
            .place(0, "tree", 12, 12, 1)
            .place(0, "tree", 20, 30, 1)
            .start(1);
        for _ in 0..3 {
            game.step();
            let view = game.view(1);
            let mut cells = Vec::new();
            view.cells(&mut cells);
            let map = view.map();
            let known = |cell: Cell| view.visibility(cell) as u8 + 4 * u8::from(view.passable(cell, Locomotion::Foot));
            assert_eq!(cells, map.bounds().cells().map(known).collect::<Vec<_>>(), "{fog:?}");
        }
        assert!(fog != Fog::Full || game.view(1).explored_percent() < 100);
    }
}

/// Cells that are kept from one look to the next are what they are when looked at anew, and told are those that changed and no others.
#[test]
fn cells_are_kept_up_with_views() {
    for fog in [Fog::Full, Fog::Explored, Fog::Off] {
        let mut game = Fixture::meadow(37, 33)
            .fog(fog)
            .place(1, "town_centre", 4, 5, 1)
            .place(1, "worker", 9, 9, 3)
            .place(0, "tree", 20, 30, 1)
            .start(1);
        let (mut memory, mut before, mut turns) = (CellMemory::default(), Vec::new(), 0);
        let workers = game.own(1, "worker");
        game.order(1, &workers, OrderKind::Move(at(30, 25)));
        for look in 0..40 {
            let (mut now, mut told) = (Vec::new(), Vec::new());
            memory.look(&game.view(1), |cell| told.push(cell));
            game.view(1).cells(&mut now);
            let changed = |cell: &usize| before.get(*cell) != Some(&now[*cell]);
            assert_eq!(told, (0..now.len()).filter(changed).collect::<Vec<_>>(), "{fog:?}, look {look}");
            assert_eq!(memory.cells(), now, "{fog:?}, look {look}");
            turns += usize::from(!told.is_empty());
            before = now;
            (0..4).for_each(|_| drop(game.step()));
        }
        assert!(if fog == Fog::Off { turns == 1 } else { turns > 5 }, "{fog:?}: {turns} looks with changes");
    }
}
