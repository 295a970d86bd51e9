//! Squads and formations: the order chain between commander and unit, and shapes that form, hold and pass through chokes.

use std::sync::Arc;

use sandtable_math::{Fx, Vec2};
use sandtable_model::{Formation, FormationShape, OrderKind};
use sandtable_sim::event::Rejection;
use sandtable_sim::order::Order;
use sandtable_sim::snapshot::{load, save};
use sandtable_sim::squad::SquadPhase;
use sandtable_sim::view::OwnSquad;
use sandtable_state::id::{Handle, PlayerId, SquadId};
use sandtable_state::limits::{MAX_SQUAD_MEMBERS, MAX_SQUAD_WAIT_TICKS, MAX_SQUADS};
use sandtable_tests::{Fixture, Game};

mod laws;

/// Player 1's squad with this serial.
fn squad(game: &Game, serial: u32) -> Option<OwnSquad> {
    game.view(1).own_squads().into_iter().find(|squad| squad.id.serial() == serial)
}

fn first(game: &Game) -> OwnSquad {
    squad(game, 1).expect("the first squad lives")
}

const FIRST: SquadId = SquadId::new(PlayerId(0), 1);

/// How far the members are from their places in the mean, in hundredths of a cell.
fn off_places(game: &Game, squad: &OwnSquad) -> i32 {
    let off = |(unit, place): &(Handle, Option<Vec2>)| {
        let at = game.position(*unit)?;
        Some(((*place)? - at).length_floor().bits())
    };
    let all: Vec<i32> = squad.members.iter().filter_map(off).collect();
    all.iter().map(|bits| bits / 655).sum::<i32>() / all.len().max(1) as i32
}

/// Rows of the map with everybody on them, two columns to a cell: `s` for player 1's swordsmen, `a` for its archers.
fn drawn(game: &Game, rows: &str) -> String {
    let cells = |glyph: char| [if glyph == '.' { ' ' } else { glyph }; 2];
    let mut picture: Vec<Vec<char>> = rows.lines().map(|row| row.chars().flat_map(cells).collect()).collect();
    for (kind, glyph) in [("swordsman", 's'), ("archer", 'a')] {
        for unit in game.own(1, kind) {
            let at = game.position(unit).expect("it lives");
            picture[at.y.floor_int() as usize][(at.x + at.x).floor_int() as usize] = glyph;
        }
    }
    let lines = picture.into_iter().map(|row| row.into_iter().collect::<String>().trim_end().to_owned());
    lines.collect::<Vec<String>>().join("\n")
}

fn field(width: usize, height: usize) -> String {
    format!("{}\n", ".".repeat(width)).repeat(height)
}

/// A field cut by a wall with a gap in its middle.
fn wall(width: usize, height: usize, at: usize, gap: usize) -> String {
    let first = (height - gap) / 2;
    let row = |y: usize| {
        let open = (first..first + gap).contains(&y);
        format!("{}{}{}\n", ".".repeat(at), if open { "." } else { "#" }, ".".repeat(width - at - 1))
    };
    (0..height).map(row).collect()
}

/// Swordsmen and archers in a crowd on the left, formed into the first squad.
fn formed(rows: &str, swords: u16, bows: u16, shape: FormationShape) -> Game {
    let middle = rows.lines().count() as i16 / 2;
    let fixture = Fixture::classic(rows).place(1, "archer", 9, middle, bows).place(1, "swordsman", 6, middle, swords);
    let mut game = fixture.start(1);
    let mut units = game.own(1, "swordsman");
    units.extend(game.own(1, "archer"));
    game.order(1, &units, OrderKind::Form(Formation::in_shape(shape)));
    assert_eq!(game.step(), []);
    game
}

/// Marches the first squad through a gap, and draws it before, within and after.
fn through_a_gap(shape: FormationShape, gap: usize) -> String {
    let rows = wall(64, 24, 30, gap);
    let mut game = formed(&rows, 14, 10, shape);
    game.run_until(20, "it has formed up", |game| first(game).phase == SquadPhase::Holding);
    let to = game.at(50, 12);
    game.give(1, Order::squad(FIRST, OrderKind::Move(to)));
    game.step();
    let mut story = format!("{shape:?}, {gap} cells\n");
    for (what, x) in [("before", 25), ("within", 32), ("after", 44)] {
        game.run_until(60, what, |game| first(game).front.x >= Fx::from_int(x));
        let squad = first(&game);
        story += &format!("{what}: {:?}, narrowed: {}\n{}\n", squad.phase, squad.narrowed, drawn(&game, &rows));
    }
    game.run_until(40, "it has come to rest", |game| first(game).phase == SquadPhase::Holding);
    let off = off_places(&game, &first(&game));
    assert!(off <= 30, "{off} hundredths of a cell off their places in the mean");
    story + &format!("at rest\n{}\n", drawn(&game, &rows))
}

#[test]
fn a_line_passes_a_gap_of_two_cells_and_forms_again() {
    insta::assert_snapshot!(through_a_gap(FormationShape::Line, 2));
}

#[test]
fn a_wedge_passes_a_gap_of_three_cells_and_forms_again() {
    insta::assert_snapshot!(through_a_gap(FormationShape::Wedge, 3));
}

#[test]
fn a_box_passes_a_gap_of_three_cells_and_forms_again() {
    insta::assert_snapshot!(through_a_gap(FormationShape::Box, 3));
}

/// Steps `ticks` ticks, and from each of them a loaded world along.
fn every_tick_can_be_loaded(game: &mut Game, ticks: u32) {
    for _ in 0..ticks {
        let loaded = load(Arc::clone(game.world.scenario()), &save(&game.world));
        let mut loaded = loaded.unwrap_or_else(|error| panic!("tick {}: {error}", game.world.tick()));
        loaded.step(&[]);
        game.step();
        assert_eq!(loaded.part_hashes(), game.world.part_hashes(), "tick {}", game.world.tick());
    }
}

/// Near and in sight nobody needs a field, only the ground as the team knows it; which of that has been made is no state.
#[test]
fn a_squad_that_needs_no_field_marches_on_when_it_is_loaded() {
    let mut game = formed(&field(32, 24), 6, 0, FormationShape::Line);
    game.run_until(20, "it has formed up", |game| first(game).phase == SquadPhase::Holding);
    let near = game.at(12, 12);
    game.give(1, Order::squad(FIRST, OrderKind::Move(near)));
    game.step();
    every_tick_can_be_loaded(&mut game, 8 * 16);
}

/// The same of a unit that is told to stand in a wall, and is beside it.
#[test]
fn a_unit_beside_a_walled_goal_goes_on_when_it_is_loaded() {
    let mut game = Fixture::classic(&wall(24, 24, 12, 2)).place(1, "swordsman", 11, 4, 1).start(1);
    let (unit, walled) = (game.own(1, "swordsman"), game.at(12, 4));
    game.order(1, &unit, OrderKind::Move(walled));
    game.step();
    every_tick_can_be_loaded(&mut game, 3 * 16);
}

#[test]
fn a_column_forms_wheels_and_keeps_its_places_on_the_march() {
    let rows = field(64, 48);
    let mut game = formed(&rows, 12, 6, FormationShape::Column);
    game.run_until(20, "it has formed up", |game| first(game).phase == SquadPhase::Holding);
    let (east, south) = (game.at(40, 24), game.at(40, 40));
    game.give(1, Order::squad(FIRST, OrderKind::Move(east)));
    game.give(1, Order::squad(FIRST, OrderKind::Move(south)).appended());
    game.step();
    let mut worst = 0;
    game.run_until(60, "it is there", |game| {
        let squad = first(game);
        if squad.phase == SquadPhase::Marching {
            worst = worst.max(off_places(game, &squad));
        }
        squad.phase == SquadPhase::Holding
    });
    assert!(worst <= 100, "{worst} hundredths of a cell off their places in the mean, at the worst");
    game.run(3);
    for unit in game.world.observe_units() {
        let turn = unit.heading.turn_to(first(&game).heading);
        assert!(turn.abs() <= 1 << 9, "{} faces elsewhere by {turn}", unit.id);
    }
}

#[test]
fn the_short_ranged_stand_in_front() {
    let mut game = formed(&field(48, 24), 8, 8, FormationShape::Line);
    let to = game.at(36, 12);
    game.give(1, Order::squad(FIRST, OrderKind::Move(to)));
    game.step();
    game.run_until(60, "it is there", |game| first(game).phase == SquadPhase::Holding);
    let x = |kind: &str| -> Vec<Fx> {
        game.own(1, kind).into_iter().filter_map(|unit| game.position(unit)).map(|at| at.x).collect()
    };
    let (swords, bows) = (x("swordsman"), x("archer"));
    // The front rank has nine places.
    let front = swords.iter().max().copied().unwrap_or_default() - Fx::HALF;
    assert!(swords.iter().all(|x| *x > front), "{swords:?}");
    assert_eq!(bows.iter().filter(|x| **x > front).count(), 1, "{bows:?}");
}

#[test]
fn units_leave_one_squad_for_another_and_none_is_in_two() {
    let mut game = Fixture::meadow(48, 32).place(1, "swordsman", 10, 16, 12).start(1);
    let units = game.own(1, "swordsman");
    let line = Formation::in_shape(FormationShape::Line);
    let sizes = |game: &Game| -> Vec<(u32, usize)> {
        game.view(1).own_squads().iter().map(|squad| (squad.id.serial(), squad.members.len())).collect()
    };
    game.order(1, &units[..8], OrderKind::Form(line));
    game.order(1, &units[6..], OrderKind::Form(line));
    assert_eq!((game.step(), sizes(&game)), (vec![], vec![(1, 6), (2, 6)]), "formed; two were split off");
    game.order(1, &units[..2], OrderKind::Join(SquadId::new(PlayerId(0), 2)));
    assert_eq!((game.step(), sizes(&game)), (vec![], vec![(1, 4), (2, 8)]), "reinforced");
    game.order(1, &units[..1], OrderKind::Join(SquadId::NONE));
    assert_eq!((game.step(), sizes(&game)), (vec![], vec![(1, 4), (2, 7)]), "left");
    game.give(1, Order::squad(FIRST, OrderKind::Join(SquadId::new(PlayerId(0), 2))));
    assert_eq!((game.step(), sizes(&game)), (vec![], vec![(2, 11)]), "merged");
    game.give(1, Order::squad(SquadId::new(PlayerId(0), 2), OrderKind::Join(SquadId::NONE)));
    assert_eq!((game.step(), sizes(&game)), (vec![], vec![]), "disbanded");
    game.order(1, &units, OrderKind::Form(line));
    assert_eq!((game.step(), sizes(&game)), (vec![], vec![(3, 12)]), "ids are not used again");
}

#[test]
fn reinforcements_catch_up_with_a_squad_on_the_march() {
    let mut game = Fixture::meadow(80, 32).place(1, "swordsman", 20, 16, 9).place(1, "archer", 6, 4, 3).start(1);
    let (swords, bows) = (game.own(1, "swordsman"), game.own(1, "archer"));
    game.order(1, &swords, OrderKind::Form(Formation::in_shape(FormationShape::Line)));
    game.run(6);
    let to = game.at(70, 16);
    game.give(1, Order::squad(FIRST, OrderKind::Move(to)));
    game.run(4);
    game.order(1, &bows, OrderKind::Join(FIRST));
    game.run_until(90, "it is there", |game| first(game).phase == SquadPhase::Holding);
    let squad = first(&game);
    assert_eq!(squad.members.len(), 12);
    assert!(off_places(&game, &squad) <= 30, "{}", off_places(&game, &squad));
}

#[test]
fn orders_queue_in_the_squad_and_are_split_one_after_the_other() {
    let mut game = formed(&field(64, 32), 6, 0, FormationShape::Line);
    let goals = [game.at(24, 16), game.at(24, 26), game.at(40, 16)];
    game.give(1, Order::squad(FIRST, OrderKind::Move(goals[0])));
    game.give(1, Order::squad(FIRST, OrderKind::Move(goals[1])).appended());
    game.give(1, Order::squad(FIRST, OrderKind::Hold).appended());
    assert_eq!(game.step(), []);
    assert_eq!(first(&game).orders, [OrderKind::Move(goals[0]), OrderKind::Move(goals[1]), OrderKind::Hold]);
    game.run_until(40, "the first is done", |game| first(game).orders.len() == 2);
    game.give(1, Order::squad(FIRST, OrderKind::Move(goals[2])).first());
    game.step();
    assert_eq!(first(&game).orders, [OrderKind::Move(goals[2]), OrderKind::Move(goals[1]), OrderKind::Hold]);
    game.run_until(90, "it holds in the end", |game| first(game).orders == [OrderKind::Hold]);
    let middle = |axis: fn(Vec2) -> Fx| {
        let at =
            first(&game).members.iter().filter_map(|(unit, _)| game.position(*unit)).map(axis).collect::<Vec<Fx>>();
        at.iter().map(|at| at.bits() >> 16).sum::<i32>() / at.len() as i32
    };
    assert!((middle(|at| at.x) - 24).abs() <= 1 && (middle(|at| at.y) - 26).abs() <= 1);
    game.give(1, Order::squad(FIRST, OrderKind::Stop));
    game.step();
    assert_eq!((first(&game).orders, first(&game).phase), (vec![], SquadPhase::Holding));
}

#[test]
fn a_member_with_an_order_of_its_own_comes_back_with_the_squads_next() {
    let mut game = formed(&field(64, 32), 6, 0, FormationShape::Line);
    let (far, away, back) = (game.at(40, 16), game.at(10, 28), game.at(30, 16));
    let loner = first(&game).members[0].0;
    game.give(1, Order::squad(FIRST, OrderKind::Move(far)));
    game.run(6);
    game.order(1, &[loner], OrderKind::Move(away));
    game.run_until(60, "the others are there", |game| first(game).phase == SquadPhase::Holding);
    let x = |game: &Game| game.position(loner).expect("it lives").x;
    assert!(x(&game) < Fx::from_int(20), "it went where it was told");
    game.give(1, Order::squad(FIRST, OrderKind::Move(back)));
    game.step();
    game.run_until(60, "all are there", |game| first(game).phase == SquadPhase::Holding);
    assert!((x(&game) - back.x).abs() <= Fx::from_int(4));
}

#[test]
fn the_eldest_of_the_widest_leads_and_another_when_it_dies() {
    let fixture = Fixture::meadow(48, 24).place(1, "catapult", 8, 12, 2).place(1, "swordsman", 12, 12, 4);
    let mut game = fixture.place(2, "knight", 10, 12, 12).start(1);
    let catapults = game.own(1, "catapult");
    let mut units = game.own(1, "swordsman");
    units.extend(&catapults);
    game.order(1, &units, OrderKind::Form(Formation::in_shape(FormationShape::Box)));
    game.order(1, &units, OrderKind::Hold);
    game.step();
    assert_eq!(first(&game).leader, catapults[0]);
    let knights = game.own(2, "knight");
    let victim = game.view(2).foreign().into_iter().find(|body| Some(body.position) == game.position(catapults[0]));
    game.order(2, &knights, OrderKind::Attack(victim.expect("it is seen").handle));
    game.run_until(60, "the leader falls", |game| !game.own(1, "catapult").contains(&catapults[0]));
    let squad = squad(&game, 1);
    let leader = squad.as_ref().map(|squad| squad.leader);
    let eldest = game.own(1, "catapult").first().copied().or(game.own(1, "swordsman").first().copied());
    assert_eq!(leader, eldest);
    assert!(squad.is_none_or(|squad| !squad.members.iter().any(|(unit, _)| *unit == catapults[0])));
    game.run_until(90, "all fall", |game| game.own(1, "catapult").is_empty() && game.own(1, "swordsman").is_empty());
    assert_eq!(game.view(1).own_squads(), [], "a squad ends with its last member");
}

#[test]
fn one_that_cannot_come_does_not_hold_the_squad_for_ever() {
    // A pen without a door.
    let mut rows: Vec<Vec<u8>> = field(64, 24).lines().map(|row| row.as_bytes().to_vec()).collect();
    for (x, y) in [(3, 3), (4, 3), (5, 3), (3, 4), (5, 4), (3, 5), (4, 5), (5, 5)] {
        rows[y][x] = b'#';
    }
    let rows: String = rows.into_iter().map(|row| String::from_utf8(row).expect("glyphs") + "\n").collect();
    let mut game = Fixture::classic(&rows).place(1, "swordsman", 4, 4, 1).place(1, "swordsman", 12, 12, 7).start(1);
    let units = game.own(1, "swordsman");
    game.order(1, &units, OrderKind::Form(Formation { cohesion: 100, ..Formation::in_shape(FormationShape::Line) }));
    let to = game.at(50, 12);
    game.give(1, Order::squad(FIRST, OrderKind::Move(to)));
    let patience = u32::from(MAX_SQUAD_WAIT_TICKS) / 16;
    game.run_until(2 * patience + 40, "the others are there", |game| {
        units[1..].iter().all(|unit| game.position(*unit).is_some_and(|at| at.x > Fx::from_int(45)))
    });
}

#[test]
fn what_cannot_be_is_refused() {
    let mut game = Fixture::meadow(32, 24).place(1, "swordsman", 8, 12, 3).place(2, "swordsman", 20, 12, 2).start(1);
    let units = game.own(1, "swordsman");
    let line = Formation::in_shape(FormationShape::Line);
    let refused = |game: &mut Game, order: Order| {
        game.give(1, order);
        game.step()
    };
    let stranger = SquadId::new(PlayerId(1), 1);
    let foes = game.own(2, "swordsman");
    game.order(2, &foes, OrderKind::Form(line));
    assert_eq!(game.step(), []);
    let bad = Formation { cohesion: 101, ..line };
    assert_eq!(refused(&mut game, Order::to(units.clone(), OrderKind::Form(bad))), [Rejection::OutOfRange]);
    let wide = Formation { spacing: Fx::from_int(5), ..line };
    assert_eq!(refused(&mut game, Order::to(units.clone(), OrderKind::Form(wide))), [Rejection::OutOfRange]);
    assert_eq!(refused(&mut game, Order::squad(FIRST, OrderKind::Hold)), [Rejection::NotYours], "there is none yet");
    assert_eq!(refused(&mut game, Order::squad(stranger, OrderKind::Hold)), [Rejection::NotYours]);
    assert_eq!(refused(&mut game, Order::to(units.clone(), OrderKind::Join(stranger))), [Rejection::NotYours]);
    assert_eq!(refused(&mut game, Order::to(units.clone(), OrderKind::Form(line))), []);
    assert_eq!(refused(&mut game, Order::squad(FIRST, OrderKind::ReturnCargo)), [Rejection::CannotDo]);
    for _ in 0..9 {
        game.give(1, Order::squad(FIRST, OrderKind::Hold).appended());
    }
    let verdicts = game.step();
    assert!(!verdicts.is_empty() && verdicts.iter().all(|why| *why == Rejection::QueueFull), "{verdicts:?}");
}

#[test]
fn there_are_so_many_squads_and_no_more() {
    let count = MAX_SQUADS as u16 + 1;
    let mut game = Fixture::meadow(32, 24).place(1, "swordsman", 8, 12, count).start(1);
    let units = game.own(1, "swordsman");
    units.iter().for_each(|unit| game.order(1, &[*unit], OrderKind::Form(Formation::default())));
    assert_eq!(game.step(), [Rejection::LimitReached]);
    assert_eq!(game.view(1).own_squads().len(), MAX_SQUADS);
    assert!(MAX_SQUAD_MEMBERS >= usize::from(count), "all of them fit into one");
    game.order(1, &units, OrderKind::Form(Formation::default()));
    assert_eq!(game.step(), [], "which may be made of the members of all");
}

#[test]
fn a_scenario_may_begin_with_squads() {
    let wedge = Formation { cohesion: 50, ..Formation::in_shape(FormationShape::Wedge) };
    let fixture = Fixture::meadow(48, 24).place(1, "swordsman", 12, 12, 10).place(1, "archer", 30, 12, 4);
    let mut game = fixture.with(|scenario| scenario.placed[0].formation = Some(wedge)).start(1);
    let squad = first(&game);
    assert_eq!((squad.members.len(), squad.formation, game.view(1).own_squads().len()), (10, wedge, 1));
    game.step();
    game.run_until(20, "it has formed up", |game| first(game).phase == SquadPhase::Holding);
    assert!(off_places(&game, &first(&game)) <= 30);
    let broken = Fixture::meadow(48, 24).place(1, "barracks", 12, 12, 1).with(|scenario| {
        scenario.placed[0].formation = Some(Formation { cohesion: 200, ..wedge });
    });
    let found: Vec<String> = broken.scenario().check().into_iter().map(|defect| defect.path).collect();
    assert_eq!(found, ["placed[1].formation", "placed[1].formation"]);
}

#[test]
fn units_sent_to_a_rally_point_get_places_of_their_own() {
    let fixture = Fixture::meadow(48, 32).place(1, "town_centre", 4, 14, 1).place(1, "barracks", 10, 14, 1);
    let mut game =
        fixture.place(1, "house", 4, 24, 1).place(1, "house", 8, 24, 1).stock(1, [5_000, 5_000, 0, 0]).start(1);
    let barracks = game.own(1, "barracks");
    let (point, kind) = (game.at(30, 16), game.kind("swordsman"));
    game.order(1, &barracks, OrderKind::Rally { point, target: Handle::NONE });
    for _ in 0..6 {
        game.order(1, &barracks, OrderKind::Train(kind));
    }
    assert_eq!(game.step(), []);
    let idle = |game: &Game| game.view(1).own_units().iter().filter(|unit| unit.idle()).count();
    game.run_until(400, "six stand there", |game| idle(game) == 6);
    game.run(2);
    let places: Vec<Vec2> = game.own(1, "swordsman").into_iter().filter_map(|unit| game.position(unit)).collect();
    let apart = |one: usize, other: usize| (places[one] - places[other]).length_floor();
    let nearest = (0..6).flat_map(|one| (0..one).map(move |other| (one, other))).map(|(one, other)| apart(one, other));
    assert!(nearest.min() > Some(Fx::HALF), "{places:?}");
    assert!(places.iter().all(|at| (*at - point).length_floor() < Fx::from_int(3)), "{places:?}");
}
