//! The world favours no side: on a map that turns into itself, twins who do the same stay twins, to the last bit.

use sandtable_tests::load_rules;
use std::sync::Arc;

use sandtable_content::MatchTerms;
use sandtable_content::map::RawMap;
use sandtable_math::{Fx, Vec2, mix};
use sandtable_model::OrderKind;
use sandtable_model::map::{Cell, Map};
use sandtable_model::rules::{Locomotion, Rules};
use sandtable_model::scenario::Fog;
use sandtable_sim::World;
use sandtable_sim::view::View;
use sandtable_state::id::{Handle, PlayerId};
use sandtable_tests::{Fixture, Game};

fn shipped(map: &str) -> (Rules, Map) {
    let read = |path: &str| {
        let path = format!("{}/../scenarios/{path}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("a shipped file")
    };
    let rules = load_rules("classic.toml", &read("rules/classic.toml")).expect("shipped rules").value;
    let raw = RawMap::parse(map, &read(&format!("maps/{map}.map"))).unwrap_or_else(|issues| panic!("{issues}"));
    let map = raw.resolve(&rules).unwrap_or_else(|issues| panic!("{issues}"));
    (rules, map)
}

/// The map turned by half a circle.
fn turned_cell(map: &Map, cell: Cell) -> Cell {
    Cell::new(map.width as i16 - 1 - cell.x, map.height as i16 - 1 - cell.y)
}

fn turned(map: &Map, place: Vec2) -> Vec2 {
    Vec2::new(Fx::from_int(map.width as i16), Fx::from_int(map.height as i16)) - place
}

/// A walker of each player, at twin places.
fn walkers(rules: &Rules, map: &Map, kind: &str, cell: Cell) -> Game {
    let fixture = Fixture::new(rules.clone(), map.clone());
    let twin = turned_cell(map, cell);
    fixture.place(1, kind, cell.x, cell.y, 1).place(2, kind, twin.x, twin.y, 1).start(3)
}

/// A cell that a walker can stand in, drawn by lot.
fn standing_room(map: &Map, rules: &Rules, lot: u64) -> Cell {
    let blocked = |cell: Cell| map.nodes.iter().any(|(_, node)| node.chebyshev(cell) <= 2);
    let drawn = (0u64..).map(|draw| mix(lot, draw) as usize % map.cells());
    let mut cells = drawn.map(|n| Cell::new((n % map.width as usize) as i16, (n / map.width as usize) as i16));
    let walkable = |cell: Cell| rules.terrain[map.terrain[map.index(cell)] as usize].cost(Locomotion::Foot) < 255;
    cells.find(|cell| walkable(*cell) && !blocked(*cell)).expect("some cell is free")
}

/// A point to go to, off the borders of cells.
fn destination(map: &Map, lot: u64) -> Vec2 {
    let along = |draw: u64, cells: u16| {
        let drawn = mix(lot, draw);
        let quarters = drawn % u64::from(cells) * 4 + 1 + drawn / u64::from(cells) % 3;
        Fx::from_bits((quarters as i32) << 14)
    };
    Vec2::new(along(1, map.width), along(2, map.height))
}

/// Who stands just there counts as south-east of it, and the twin as north-west.
fn is_on_a_border(place: Vec2) -> bool {
    place.x.bits() & 0xFFFF == 0 || place.y.bits() & 0xFFFF == 0
}

/// Sends a worker of each player out under twin orders, for `lots` drawn places on each map, and holds them to be each
/// other's image in every tick, until one stands on a border.
fn check_twins(lots: u64, orders: impl Fn(&Game, &Map, u64) -> [OrderKind; 2]) {
    for name in ["meadow", "crossroads", "ford", "highlands"] {
        let (rules, map) = shipped(name);
        for lot in 0..lots {
            let from = standing_room(&map, &rules, lot);
            let mut game = walkers(&rules, &map, "worker", from);
            let (one, two) = (game.own(1, "worker")[0], game.own(2, "worker")[0]);
            let [order, twin_order] = orders(&game, &map, lot);
            game.order(1, &[one], order);
            game.order(2, &[two], twin_order);
            for tick in 0..20 * 16 {
                if game.position(one).is_some_and(is_on_a_border) {
                    break;
                }
                game.step();
                let (at, twin) = (game.position(one).unwrap(), game.position(two).unwrap());
                assert_eq!(at, turned(&map, twin), "{name}, lot {lot}: from {from:?}, {order:?}, tick {tick}");
            }
        }
    }
}

#[test]
fn twins_walk_alike() {
    check_twins(40, |_, map, lot| {
        let to = destination(map, lot);
        [OrderKind::Move(to), OrderKind::Move(turned(map, to))]
    });
}

/// The same with trees and mines, whose nearest point lies on a border more often than not.
///
/// It was written when a line of sight that ended on a border crossed into the cell beyond from the north-west and not from
/// the south-east, so that workers of player 1 took other ways to their trees.
#[test]
fn twins_gather_alike() {
    check_twins(20, |game, map, lot| {
        let nodes = game.view(1).nodes();
        let node = &nodes[mix(lot, 9) as usize % nodes.len()];
        let twin_place = turned(map, node.position);
        let twin = game.view(2).nodes().into_iter().find(|it| it.position == twin_place).expect("a fair map").handle;
        [OrderKind::Gather(node.handle), OrderKind::Gather(twin)]
    });
}

/// The same of workers without orders: what they choose to work at does not depend on the side they stand on.
#[test]
fn twins_choose_alike() {
    for name in ["meadow", "crossroads", "ford", "highlands"] {
        let (rules, map) = shipped(name);
        let terms = MatchTerms { fog: Fog::Explored, ..MatchTerms::default() };
        let mut world = World::new(Arc::new(Fixture::on_starts(rules, map.clone(), terms).scenario()), 3);
        (0..6 * 16).for_each(|_| drop(world.step(&[])));
        let chosen = |player: u8| -> Vec<Vec2> {
            let view = View::new(&world, PlayerId(player));
            let nodes = view.nodes();
            let at = |handle: Handle| nodes.iter().find(|node| node.handle == handle).map(|node| node.position);
            view.own_units().iter().filter_map(|unit| unit.acting).filter_map(|(_, node, _)| at(node)).collect()
        };
        let (one, two) = (chosen(0), chosen(1));
        assert_eq!(one.len(), 5, "{name}: all have found work");
        assert_eq!(one, two.iter().map(|place| turned(&map, *place)).collect::<Vec<_>>(), "{name}");
    }
}
