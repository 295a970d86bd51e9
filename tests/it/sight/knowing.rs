//! What is remembered, forgotten, named and kept from others.

use super::eyes::{NICK, RAZE, eyed, meadow, smite};
use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::rules::Locomotion;
use sandtable_model::scenario::Fog;
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::event::Rejection;
use sandtable_sim::sight::Visibility;
use sandtable_sim::view::ForeignBody;
use sandtable_state::id::{Handle, PlayerId, UnitId};
use sandtable_tests::Game;

const ME: PlayerId = PlayerId(0);

/// Whether a cell is closed to units on foot as far as the first player knows.
fn blocked(game: &Game, x: i16, y: i16) -> bool {
    !game.view(1).passable(Cell::new(x, y), Locomotion::Foot)
}

/// The foreign house that the first player knows of.
fn house(game: &Game) -> Option<ForeignBody> {
    let kind = game.kind("house");
    game.view(1).foreign().into_iter().find(|body| body.kind == kind)
}

/// Sends the first player's scout somewhere, and waits until it is there.
fn walk(game: &mut Game, x: i16, y: i16) {
    let (scouts, to) = (game.own(1, "scout"), game.at(x, y));
    game.send(&scouts, to);
    game.run_until(20, "the scout is there", |game| game.position(scouts[0]).map(Cell::at) == Some(Cell::at(to)));
}

#[test]
fn a_building_is_remembered_as_it_was_until_its_absence_is_seen() {
    let fixture = eyed(&meadow(32)).teams(&[0, 1, 2]).place(1, "scout", 5, 5, 1).place(2, "house", 8, 5, 1);
    let mut game = fixture.place(3, "smith", 14, 31, 1).start(7);
    let (scout, middle) = (game.own(1, "scout"), Vec2::new(Fx::from_int(9), Fx::from_int(6)));
    game.step();
    let shown = game.view(1).foreign();
    assert!(shown.len() == 1 && shown[0].visible && shown[0].hostile);
    assert!(blocked(&game, 8, 5) && blocked(&game, 9, 6) && !blocked(&game, 10, 5));
    smite(&mut game, 3, NICK, middle);
    assert_eq!(game.step(), []);

    walk(&mut game, 25, 25);
    let last = house(&game).expect("it is remembered").seen_tick;
    assert!((3..game.world.tick()).contains(&last));
    for _ in 0..2 {
        smite(&mut game, 3, NICK, middle);
        assert_eq!(game.step(), []);
    }
    assert_eq!(game.hp(game.own(2, "house")[0]), Some(Fx::from_int(5)));
    let shown = house(&game).expect("it is remembered");
    assert_eq!((shown.visible, shown.hp, shown.seen_tick), (false, Fx::from_int(15), last));
    smite(&mut game, 3, RAZE, middle);
    assert_eq!(game.step(), []);
    assert_eq!(game.own(2, "house"), []);
    assert_eq!(house(&game), Some(shown), "nothing shows that it fell");
    assert!(blocked(&game, 8, 5) && blocked(&game, 9, 6));
    game.order(1, &scout, OrderKind::Follow(shown.handle));
    assert_eq!(game.step(), [], "it can be ordered about");

    walk(&mut game, 5, 5);
    assert!(game.view(1).foreign().is_empty() && !blocked(&game, 8, 5));
    game.order(1, &scout, OrderKind::Follow(shown.handle));
    assert_eq!(game.step(), [Rejection::UnknownTarget]);
}

/// A player's mason is told to put up a house.
fn build(game: &mut Game, player: u8, x: i16, y: i16) {
    let (masons, kind) = (game.own(player, "mason"), game.kind("house"));
    game.order(player, &masons, OrderKind::Build { kind, cell: Cell::new(x, y) });
}

#[test]
fn gates_let_their_team_through_and_plans_block_nobody() {
    let fixture = eyed(&meadow(16)).place(1, "scout", 5, 5, 1).place(1, "gate", 6, 5, 1).place(2, "gate", 7, 5, 1);
    let fixture = fixture.place(1, "mason", 0, 14, 1).place(2, "mason", 14, 14, 1);
    let mut game = fixture.place(2, "scout", 12, 7, 1).start(7);
    build(&mut game, 1, 4, 7);
    build(&mut game, 2, 7, 7);
    assert_eq!(game.step(), []);
    let stages: Vec<_> = game.world.observe_buildings().map(|building| building.stage).collect();
    assert_eq!(stages.iter().filter(|stage| **stage == ConstructionStage::Planned).count(), 2);
    assert!(!blocked(&game, 6, 5) && blocked(&game, 7, 5));
    assert!(!blocked(&game, 4, 7) && !blocked(&game, 7, 7));
    assert_eq!(house(&game), None, "a plan is seen by its team alone");
    let (view, house, scout) = (game.view(1), game.kind("house"), game.kind("scout"));
    let places = [(6, 5), (3, 6), (4, 7), (7, 7), (8, 2)].map(|(x, y)| view.can_place(house, Cell::new(x, y)));
    assert_eq!(places, [false, false, false, true, true], "gate, overlap, own plan, hidden plan, free");
    assert!(!view.can_place(house, Cell::new(15, 15)) && !view.can_place(house, Cell::new(-1, 4)));
    assert!(!view.can_place(scout, Cell::new(9, 9)), "units are not placed");
}

#[test]
fn a_site_that_rises_is_seen_and_blocks() {
    let fixture = eyed(&meadow(16)).place(1, "scout", 5, 5, 1).place(2, "mason", 14, 14, 1);
    let mut game = fixture.place(2, "scout", 12, 7, 1).start(7);
    build(&mut game, 2, 7, 7);
    assert_eq!(game.step(), []);
    assert!(house(&game).is_none() && !blocked(&game, 7, 7));
    game.run_until(5, "the site rises", |game| house(game).is_some());
    assert_eq!(house(&game).map(|house| house.stage), Some(ConstructionStage::Rising));
    assert!(blocked(&game, 7, 7));
}

#[test]
fn nodes_are_public_and_their_end_is_learnt_on_sight() {
    let mut drawing = meadow(24);
    drawing[5] = format!("{}t{}", ".".repeat(20), "...");
    let fixture = eyed(&drawing).teams(&[0, 1, 2]).place(1, "scout", 3, 5, 1).place(2, "scout", 3, 20, 1);
    let mut game = fixture.place(3, "mason", 21, 5, 1).start(7);
    game.step();
    let tree = game.view(1).nodes()[0];
    assert_eq!((tree.amount, tree.visible, tree.cell), (100, false, Cell::new(20, 5)));
    assert!(blocked(&game, 20, 5));
    let masons = game.own(3, "mason");
    game.order(3, &masons, OrderKind::Gather(tree.handle));
    game.run_until(5, "all of it is taken", |game| game.nodes().is_empty());
    assert_eq!(game.view(1).nodes(), [tree]);
    walk(&mut game, 18, 5);
    assert!(game.view(1).nodes().is_empty() && !blocked(&game, 20, 5));
    assert!(!game.view(2).nodes().is_empty(), "the other team has not seen it");
}

#[test]
fn who_is_aboard_is_seen_by_its_team_alone() {
    let fixture = eyed(&meadow(16)).place(1, "scout", 5, 5, 1);
    let mut game = fixture.place(2, "bird", 7, 5, 1).place(2, "scout", 8, 5, 1).start(7);
    assert_eq!(game.view(1).foreign().len(), 2);
    let (rider, bird) = (game.own(2, "scout"), game.own(2, "bird"));
    game.order(2, &rider, OrderKind::Load(bird[0]));
    game.run_until(5, "he is aboard", |game| game.unit(rider[0]).is_some_and(|unit| unit.aboard.is_some()));
    let shown = game.view(1).foreign();
    assert!(shown.len() == 1 && shown[0].kind == game.kind("bird"));
    assert_eq!(game.view(2).own_units().len(), 2);
}

#[test]
fn names_do_not_tell_how_many_were_made_unseen() {
    let handles = |unseen: u16| {
        let fixture = eyed(&meadow(32)).place(1, "scout", 5, 5, 1).place(2, "digger", 24, 25, unseen);
        let mut game = fixture.place(2, "digger", 6, 8, 1).place(2, "digger", 7, 4, 1).start(7);
        game.step();
        let ids = game.own(2, "digger");
        let shown = game.view(1).foreign();
        let ids: [Handle; 2] = ids[ids.len() - 2..].try_into().expect("two");
        let names = ids.map(|id| {
            let at = game.position(id).expect("alive");
            shown.iter().find(|body| body.position == at).expect("in sight").handle
        });
        assert_eq!(names.map(|name| game.world.observe_handle(ME, name)), ids.map(|id| Some(UnitId(id.0))));
        let own = game.world.observe_handle(PlayerId(1), names[0]);
        assert_eq!(own, Some(UnitId(names[0].0)), "one's own names are ids");
        names
    };
    assert_eq!(handles(0), handles(17));
    assert_eq!(handles(0), [Handle::new(PlayerId(1), 2), Handle::new(PlayerId(1), 1)], "named by place");
}

#[test]
fn allies_share_sight_and_are_named() {
    let fixture = eyed(&meadow(32)).teams(&[0, 1, 0]).place(1, "scout", 3, 3, 1).place(3, "scout", 25, 25, 1);
    let mut game = fixture.place(2, "digger", 27, 25, 1).start(7);
    game.step();
    let shown = game.view(1).foreign();
    let rows: Vec<_> = shown.iter().map(|body| (game.world.observe_handle(ME, body.handle), body.hostile)).collect();
    let [enemy, ally] = [game.own(2, "digger"), game.own(3, "scout")].map(|all| Some(UnitId(all[0].0)));
    assert_eq!(rows, [(enemy, true), (ally, false)]);
}

#[test]
fn without_fog_everything_is_known() {
    let fixture = eyed(&meadow(32)).teams(&[0, 1, 0]).fog(Fog::Off).place(2, "digger", 30, 30, 1);
    let mut game = fixture.place(2, "house", 20, 20, 1).place(3, "smith", 8, 8, 1).start(1);
    game.step();
    let corner = Cell::new(31, 0);
    assert_eq!(game.view(1).visibility(corner), Visibility::Visible);
    assert_eq!(game.view(1).foreign().iter().filter(|body| body.hostile).count(), 2);
    assert_eq!(game.view(1).explored_percent(), 100);
    assert!(blocked(&game, 21, 21));
    for at in [Cell::new(30, 30).centre(), Vec2::new(Fx::from_int(21), Fx::from_int(21))] {
        smite(&mut game, 3, RAZE, at);
        assert_eq!(game.step(), []);
    }
    assert!(game.view(1).foreign().iter().all(|body| !body.hostile) && !blocked(&game, 21, 21));
}
