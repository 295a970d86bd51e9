//! Lives drawn at random: what is hidden of them shows in no view, and sight kept up step by step is sight made from nothing.

use std::sync::Arc;

use super::eyes::{RAZE, eyed, meadow, smite};
use sandtable_model::OrderKind;
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::Locomotion;
use sandtable_model::scenario::Fog;
use sandtable_sim::sight::Visibility;
use sandtable_sim::snapshot::{load, save};
use sandtable_state::rng::Rng;
use sandtable_tests::{Fixture, Game};

/// One thing that a player does in a part of the map: a walk, a house, a unit trained, boarding and leaving a transport, or
/// a death by the hand of `slayer`.
fn live(game: &mut Game, rng: &mut Rng, player: u8, slayer: u8, part: Rect) {
    let mut cell =
        || Cell::new(part.x + rng.below(part.width.into()) as i16, part.y + rng.below(part.height.into()) as i16);
    let (to, kind) = (cell(), game.kind("house"));
    let units = game.view(player).own_units();
    let Some(unit) = units.get(rng.below(units.len().max(1) as u32) as usize).map(|unit| unit.handle) else {
        return;
    };
    match rng.below(8) {
        0 => {
            let masons = game.own(player, "mason");
            game.order(player, &masons, OrderKind::Build { kind, cell: to });
        }
        1 => {
            let (houses, scout) = (game.own(player, "house"), game.kind("scout"));
            game.order(player, &houses, OrderKind::Train(scout));
        }
        2 if units.len() > 3 => {
            let at = game.position(unit).expect("alive");
            smite(game, slayer, RAZE, at);
        }
        3 => {
            let houses: Vec<_> = game.world.observe_buildings().map(|house| (house.id, house.position)).collect();
            let own: Vec<_> = houses.iter().filter(|(id, _)| id.owner().0 + 1 == player).collect();
            if let Some((_, at)) = own.get(rng.below(own.len().max(1) as u32) as usize) {
                smite(game, slayer, RAZE, *at);
            }
        }
        4 => {
            if let Some(bird) = game.own(player, "bird").first() {
                game.order(player, &[unit], OrderKind::Load(*bird));
            }
        }
        5 => {
            let birds = game.own(player, "bird");
            game.order(player, &birds, OrderKind::Unload(to.centre()));
        }
        _ => game.send(&[unit], to.centre()),
    }
}

/// Houses take a second, as do units.
fn quick(fixture: Fixture) -> Fixture {
    fixture.with(|scenario| {
        scenario.rules.kinds.iter_mut().filter(|kind| kind.stock.is_none()).for_each(|kind| kind.make_ticks = 16);
    })
}

/// The hidden side lives two different lives far away; the other side's view stays the same to the byte.
#[test]
fn views_hold_nothing_of_what_is_hidden() {
    let mut games = [(); 2].map(|()| {
        let fixture = quick(eyed(&meadow(64)).teams(&[0, 1, 2])).block(1, "scout", (4, 4), (5, 1));
        let fixture = fixture.place(1, "house", 8, 8, 1).place(2, "house", 50, 50, 1).place(2, "tower", 42, 48, 1);
        let fixture = fixture.place(2, "mason", 54, 54, 2).place(2, "scout", 56, 54, 5);
        // Seen once, then left: what becomes of it stays unknown.
        let mut game = fixture.place(1, "digger", 40, 48, 1).place(3, "smith", 62, 62, 1).start(7);
        let (spy, home) = (game.own(1, "digger"), game.at(4, 9));
        game.send(&spy, home);
        game.run(10);
        game
    });
    assert_eq!(games[0].view(1).foreign().len(), 1, "the tower is remembered");
    let mut lives = [Rng::stream(5, "one life"), Rng::stream(5, "another life")];
    for now in 0..1_000 {
        for (game, rng) in games.iter_mut().zip(&mut lives) {
            live(game, rng, 2, 3, Rect { x: 34, y: 34, width: 28, height: 28 });
            game.step();
        }
        let views = games.each_ref().map(|game| game.view(1).encode());
        assert!(views[0] == views[1], "tick {now}");
    }
    let [one, other] = games.map(|game| game.world.state_hash());
    assert_ne!(one, other, "the lives differ");
}

const SIDE: u16 = 24;

/// Three players in two teams all over a map drawn at random.
fn crowded(rng: &mut Rng, fog: Fog) -> Game {
    let glyphs = b".......ft2";
    let mut line = || (0..SIDE).map(|_| glyphs[rng.below(10) as usize] as char).collect::<String>();
    let drawing: Vec<String> = (0..SIDE).map(|_| line()).collect();
    let mut fixture = quick(eyed(&drawing).teams(&[0, 1, 0]).fog(fog));
    for player in 1..=3 {
        let (x, y) = (7 * i16::from(player) - 4, 6);
        for (row, kind) in (0..).zip(["mason", "scout", "digger", "bird", "smith"]) {
            fixture = fixture.place(player, kind, x, y + 3 * row, 3);
        }
    }
    fixture.start(1)
}

/// Everything lives for a tick.
fn happen(game: &mut Game, rng: &mut Rng) {
    let whole = Rect { x: 0, y: 0, width: SIDE - 1, height: SIDE - 1 };
    for player in 1..=3 {
        live(game, rng, player, if player == 2 { 1 } else { 2 }, whole);
    }
    game.step();
}

/// What sight has come to: what each player sees and knows of each cell, and who sees each unit.
fn sights(game: &Game) -> (Vec<Vec<u8>>, Vec<u8>) {
    let cells = (0..SIDE as i16).flat_map(|y| (0..SIDE as i16).map(move |x| Cell::new(x, y)));
    let known = (1..=3).map(|player| {
        let view = game.view(player);
        let open = |cell| u8::from(view.passable(cell, Locomotion::Foot));
        let cells = cells.clone().map(|cell| 2 * view.visibility(cell) as u8 + open(cell));
        cells.chain([view.explored_percent()]).collect()
    });
    let known = known.collect();
    let units = game.world.observe_units().map(|unit| unit.seen_by);
    (known, units.chain(game.world.observe_buildings().map(|house| house.seen_by)).collect())
}

/// The same match, with all that is derived made from what is saved.
fn remade(game: &Game) -> Game {
    Game::new(load(Arc::clone(game.world.scenario()), &save(&game.world)).expect("just saved"))
}

#[test]
fn sight_kept_up_equals_sight_made_anew() {
    let mut rng = Rng::stream(3, "sight");
    for fog in [Fog::Full, Fog::Explored, Fog::Off] {
        let mut game = crowded(&mut rng, fog);
        let mut seen_aboard = 0;
        for _ in 0..400 {
            happen(&mut game, &mut rng);
            // What was once stamped wrong stays wrong.
            if !game.world.tick().is_multiple_of(4) {
                continue;
            }
            let copy = remade(&game);
            assert!(sights(&game) == sights(&copy), "tick {}", game.world.tick());
            assert_eq!(game.world.part_hashes(), copy.world.part_hashes());
            for unit in game.world.observe_units() {
                let own = 1 << (unit.id.owner().0 & 1);
                let seen = (1..=2)
                    .filter(|player| game.view(*player).visibility(Cell::at(unit.position)) == Visibility::Visible);
                let seen = seen.fold(own, |seen, player| seen | 1 << (player - 1));
                assert_eq!(unit.seen_by & 0b11, if unit.aboard.is_some() { own } else { seen }, "{}", unit.id);
                seen_aboard += u32::from(unit.aboard.is_some());
            }
        }
        assert!(seen_aboard > 0, "somebody was to fly");
        assert!(!game.own(1, "house").is_empty() || !game.own(2, "house").is_empty(), "something was to be built");
    }
}

#[test]
fn a_saved_world_sees_on_as_the_original_does() {
    let mut rng = Rng::stream(4, "sight");
    let mut game = crowded(&mut rng, Fog::Full);
    for _ in 0..200 {
        happen(&mut game, &mut rng);
    }
    let mut loaded = remade(&game);
    let mut same = rng.clone();
    for _ in 0..200 {
        happen(&mut game, &mut rng);
        happen(&mut loaded, &mut same);
        assert_eq!(game.world.state_hash(), loaded.world.state_hash(), "tick {}", game.world.tick());
    }
}
