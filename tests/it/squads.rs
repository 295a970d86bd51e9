//! Squads and formations: the order chain between commander and unit, and shapes that form, hold and pass through chokes.

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use sandtable_sim::id::{Handle, PlayerId, SquadId};
use sandtable_sim::limits::{MAX_SQUAD_MEMBERS, MAX_SQUAD_WAIT_TICKS, MAX_SQUADS};
use sandtable_sim::math::{Fx, Vec2};
use sandtable_sim::order::{Order, Rejection, Verb};
use sandtable_sim::scenario::Scenario;
use sandtable_sim::squad::layout::{assign, slots};
use sandtable_sim::squad::{Formation, Phase, Shape};
use sandtable_sim::state::{load, save};
use sandtable_sim::view::OwnSquad;
use sandtable_tests::{Fixture, Game};

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
fn formed(rows: &str, swords: u16, bows: u16, shape: Shape) -> Game {
    let middle = rows.lines().count() as i16 / 2;
    let fixture = Fixture::classic(rows).place(1, "archer", 9, middle, bows).place(1, "swordsman", 6, middle, swords);
    let mut game = fixture.start(1);
    let mut units = game.own(1, "swordsman");
    units.extend(game.own(1, "archer"));
    game.order(1, &units, Verb::Form(Formation::of(shape)));
    assert_eq!(game.step(), []);
    game
}

/// Marches the first squad through a gap, and draws it before, within and after.
fn through_a_gap(shape: Shape, gap: usize) -> String {
    let rows = wall(64, 24, 30, gap);
    let mut game = formed(&rows, 14, 10, shape);
    game.run_until(20, "it has formed up", |game| first(game).phase == Phase::Holding);
    let to = game.at(50, 12);
    game.give(1, Order::squad(FIRST, Verb::Move(to)));
    game.step();
    let mut story = format!("{shape:?}, {gap} cells\n");
    for (what, x) in [("before", 25), ("within", 32), ("after", 44)] {
        game.run_until(60, what, |game| first(game).front.x >= Fx::from_int(x));
        let squad = first(&game);
        story += &format!("{what}: {:?}, narrowed: {}\n{}\n", squad.phase, squad.narrowed, drawn(&game, &rows));
    }
    game.run_until(40, "it has come to rest", |game| first(game).phase == Phase::Holding);
    let off = off_places(&game, &first(&game));
    assert!(off <= 30, "{off} hundredths of a cell off their places in the mean");
    story + &format!("at rest\n{}\n", drawn(&game, &rows))
}

#[test]
fn a_line_passes_a_gap_of_two_cells_and_forms_again() {
    insta::assert_snapshot!(through_a_gap(Shape::Line, 2));
}

#[test]
fn a_wedge_passes_a_gap_of_three_cells_and_forms_again() {
    insta::assert_snapshot!(through_a_gap(Shape::Wedge, 3));
}

#[test]
fn a_box_passes_a_gap_of_three_cells_and_forms_again() {
    insta::assert_snapshot!(through_a_gap(Shape::Box, 3));
}

#[test]
fn a_column_forms_wheels_and_keeps_its_places_on_the_march() {
    let rows = field(64, 48);
    let mut game = formed(&rows, 12, 6, Shape::Column);
    game.run_until(20, "it has formed up", |game| first(game).phase == Phase::Holding);
    let (east, south) = (game.at(40, 24), game.at(40, 40));
    game.give(1, Order::squad(FIRST, Verb::Move(east)));
    game.give(1, Order::squad(FIRST, Verb::Move(south)).appended());
    game.step();
    let mut worst = 0;
    game.run_until(60, "it is there", |game| {
        let squad = first(game);
        if squad.phase == Phase::Marching {
            worst = worst.max(off_places(game, &squad));
        }
        squad.phase == Phase::Holding
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
    let mut game = formed(&field(48, 24), 8, 8, Shape::Line);
    let to = game.at(36, 12);
    game.give(1, Order::squad(FIRST, Verb::Move(to)));
    game.step();
    game.run_until(60, "it is there", |game| first(game).phase == Phase::Holding);
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
    let line = Formation::of(Shape::Line);
    let sizes = |game: &Game| -> Vec<(u32, usize)> {
        game.view(1).own_squads().iter().map(|squad| (squad.id.serial(), squad.members.len())).collect()
    };
    game.order(1, &units[..8], Verb::Form(line));
    game.order(1, &units[6..], Verb::Form(line));
    assert_eq!((game.step(), sizes(&game)), (vec![], vec![(1, 6), (2, 6)]), "formed; two were split off");
    game.order(1, &units[..2], Verb::Join(SquadId::new(PlayerId(0), 2)));
    assert_eq!((game.step(), sizes(&game)), (vec![], vec![(1, 4), (2, 8)]), "reinforced");
    game.order(1, &units[..1], Verb::Join(SquadId::NONE));
    assert_eq!((game.step(), sizes(&game)), (vec![], vec![(1, 4), (2, 7)]), "left");
    game.give(1, Order::squad(FIRST, Verb::Join(SquadId::new(PlayerId(0), 2))));
    assert_eq!((game.step(), sizes(&game)), (vec![], vec![(2, 11)]), "merged");
    game.give(1, Order::squad(SquadId::new(PlayerId(0), 2), Verb::Join(SquadId::NONE)));
    assert_eq!((game.step(), sizes(&game)), (vec![], vec![]), "disbanded");
    game.order(1, &units, Verb::Form(line));
    assert_eq!((game.step(), sizes(&game)), (vec![], vec![(3, 12)]), "ids are not used again");
}

#[test]
fn reinforcements_catch_up_with_a_squad_on_the_march() {
    let mut game = Fixture::meadow(80, 32).place(1, "swordsman", 20, 16, 9).place(1, "archer", 6, 4, 3).start(1);
    let (swords, bows) = (game.own(1, "swordsman"), game.own(1, "archer"));
    game.order(1, &swords, Verb::Form(Formation::of(Shape::Line)));
    game.run(6);
    let to = game.at(70, 16);
    game.give(1, Order::squad(FIRST, Verb::Move(to)));
    game.run(4);
    game.order(1, &bows, Verb::Join(FIRST));
    game.run_until(90, "it is there", |game| first(game).phase == Phase::Holding);
    let squad = first(&game);
    assert_eq!(squad.members.len(), 12);
    assert!(off_places(&game, &squad) <= 30, "{}", off_places(&game, &squad));
}

#[test]
fn orders_queue_in_the_squad_and_are_split_one_after_the_other() {
    let mut game = formed(&field(64, 32), 6, 0, Shape::Line);
    let goals = [game.at(24, 16), game.at(24, 26), game.at(40, 16)];
    game.give(1, Order::squad(FIRST, Verb::Move(goals[0])));
    game.give(1, Order::squad(FIRST, Verb::Move(goals[1])).appended());
    game.give(1, Order::squad(FIRST, Verb::Hold).appended());
    assert_eq!(game.step(), []);
    assert_eq!(first(&game).orders, [Verb::Move(goals[0]), Verb::Move(goals[1]), Verb::Hold]);
    game.run_until(40, "the first is done", |game| first(game).orders.len() == 2);
    game.give(1, Order::squad(FIRST, Verb::Move(goals[2])).first());
    game.step();
    assert_eq!(first(&game).orders, [Verb::Move(goals[2]), Verb::Move(goals[1]), Verb::Hold]);
    game.run_until(90, "it holds in the end", |game| first(game).orders == [Verb::Hold]);
    let middle = |axis: fn(Vec2) -> Fx| {
        let at =
            first(&game).members.iter().filter_map(|(unit, _)| game.position(*unit)).map(axis).collect::<Vec<Fx>>();
        at.iter().map(|at| at.bits() >> 16).sum::<i32>() / at.len() as i32
    };
    assert!((middle(|at| at.x) - 24).abs() <= 1 && (middle(|at| at.y) - 26).abs() <= 1);
    game.give(1, Order::squad(FIRST, Verb::Stop));
    game.step();
    assert_eq!((first(&game).orders, first(&game).phase), (vec![], Phase::Holding));
}

#[test]
fn a_member_with_an_order_of_its_own_comes_back_with_the_squads_next() {
    let mut game = formed(&field(64, 32), 6, 0, Shape::Line);
    let (far, away, back) = (game.at(40, 16), game.at(10, 28), game.at(30, 16));
    let loner = first(&game).members[0].0;
    game.give(1, Order::squad(FIRST, Verb::Move(far)));
    game.run(6);
    game.order(1, &[loner], Verb::Move(away));
    game.run_until(60, "the others are there", |game| first(game).phase == Phase::Holding);
    let x = |game: &Game| game.position(loner).expect("it lives").x;
    assert!(x(&game) < Fx::from_int(20), "it went where it was told");
    game.give(1, Order::squad(FIRST, Verb::Move(back)));
    game.step();
    game.run_until(60, "all are there", |game| first(game).phase == Phase::Holding);
    assert!((x(&game) - back.x).abs() <= Fx::from_int(4));
}

#[test]
fn the_eldest_of_the_widest_leads_and_another_when_it_dies() {
    let fixture = Fixture::meadow(48, 24).place(1, "catapult", 8, 12, 2).place(1, "swordsman", 12, 12, 4);
    let mut game = fixture.place(2, "knight", 10, 12, 12).start(1);
    let catapults = game.own(1, "catapult");
    let mut units = game.own(1, "swordsman");
    units.extend(&catapults);
    game.order(1, &units, Verb::Form(Formation::of(Shape::Box)));
    game.order(1, &units, Verb::Hold);
    game.step();
    assert_eq!(first(&game).leader, catapults[0]);
    let knights = game.own(2, "knight");
    let victim = game.view(2).foreign().into_iter().find(|body| Some(body.position) == game.position(catapults[0]));
    game.order(2, &knights, Verb::Attack(victim.expect("it is seen").handle));
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
    game.order(1, &units, Verb::Form(Formation { cohesion: 100, ..Formation::of(Shape::Line) }));
    let to = game.at(50, 12);
    game.give(1, Order::squad(FIRST, Verb::Move(to)));
    let patience = u32::from(MAX_SQUAD_WAIT_TICKS) / 16;
    game.run_until(2 * patience + 40, "the others are there", |game| {
        units[1..].iter().all(|unit| game.position(*unit).is_some_and(|at| at.x > Fx::from_int(45)))
    });
}

#[test]
fn what_cannot_be_is_refused() {
    let mut game = Fixture::meadow(32, 24).place(1, "swordsman", 8, 12, 3).place(2, "swordsman", 20, 12, 2).start(1);
    let units = game.own(1, "swordsman");
    let line = Formation::of(Shape::Line);
    let refused = |game: &mut Game, order: Order| {
        game.give(1, order);
        game.step()
    };
    let stranger = SquadId::new(PlayerId(1), 1);
    let foes = game.own(2, "swordsman");
    game.order(2, &foes, Verb::Form(line));
    assert_eq!(game.step(), []);
    let bad = Formation { cohesion: 101, ..line };
    assert_eq!(refused(&mut game, Order::to(units.clone(), Verb::Form(bad))), [Rejection::OutOfRange]);
    let wide = Formation { spacing: Fx::from_int(5), ..line };
    assert_eq!(refused(&mut game, Order::to(units.clone(), Verb::Form(wide))), [Rejection::OutOfRange]);
    assert_eq!(refused(&mut game, Order::squad(FIRST, Verb::Hold)), [Rejection::NotYours], "there is none yet");
    assert_eq!(refused(&mut game, Order::squad(stranger, Verb::Hold)), [Rejection::NotYours]);
    assert_eq!(refused(&mut game, Order::to(units.clone(), Verb::Join(stranger))), [Rejection::NotYours]);
    assert_eq!(refused(&mut game, Order::to(units.clone(), Verb::Form(line))), []);
    assert_eq!(refused(&mut game, Order::squad(FIRST, Verb::ReturnCargo)), [Rejection::CannotDo]);
    for _ in 0..9 {
        game.give(1, Order::squad(FIRST, Verb::Hold).appended());
    }
    let verdicts = game.step();
    assert!(!verdicts.is_empty() && verdicts.iter().all(|why| *why == Rejection::QueueFull), "{verdicts:?}");
}

#[test]
fn there_are_so_many_squads_and_no_more() {
    let count = MAX_SQUADS as u16 + 1;
    let mut game = Fixture::meadow(32, 24).place(1, "swordsman", 8, 12, count).start(1);
    let units = game.own(1, "swordsman");
    units.iter().for_each(|unit| game.order(1, &[*unit], Verb::Form(Formation::default())));
    assert_eq!(game.step(), [Rejection::LimitReached]);
    assert_eq!(game.view(1).own_squads().len(), MAX_SQUADS);
    assert!(MAX_SQUAD_MEMBERS >= usize::from(count), "all of them fit into one");
    game.order(1, &units, Verb::Form(Formation::default()));
    assert_eq!(game.step(), [], "which may be made of the members of all");
}

#[test]
fn a_scenario_may_begin_with_squads() {
    let wedge = Formation { cohesion: 50, ..Formation::of(Shape::Wedge) };
    let fixture = Fixture::meadow(48, 24).place(1, "swordsman", 12, 12, 10).place(1, "archer", 30, 12, 4);
    let mut game = fixture.with(|scenario| scenario.placed[0].formation = Some(wedge)).start(1);
    let squad = first(&game);
    assert_eq!((squad.members.len(), squad.formation, game.view(1).own_squads().len()), (10, wedge, 1));
    game.step();
    game.run_until(20, "it has formed up", |game| first(game).phase == Phase::Holding);
    assert!(off_places(&game, &first(&game)) <= 30);
    let broken = Fixture::meadow(48, 24).place(1, "barracks", 12, 12, 1).with(|scenario| {
        scenario.placed[0].formation = Some(Formation { cohesion: 200, ..wedge });
    });
    let found: Vec<String> = broken.scenario().check().into_iter().map(|defect| defect.path).collect();
    assert_eq!(found, ["placed[1].formation", "placed[1].formation"]);
}

/// Two squads in formation, one of them narrowed in a gap, the other fighting its way.
fn busy() -> Game {
    let rows = wall(64, 40, 30, 2);
    let fixture = Fixture::classic(&rows).place(1, "swordsman", 22, 20, 10).place(1, "archer", 8, 8, 9);
    let mut game = fixture.place(2, "knight", 20, 6, 4).start(3);
    let (swords, bows) = (game.own(1, "swordsman"), game.own(1, "archer"));
    game.order(1, &swords, Verb::Form(Formation::of(Shape::Wedge)));
    game.order(1, &bows, Verb::Form(Formation::of(Shape::Line)));
    let (through, on) = (game.at(48, 20), game.at(24, 8));
    game.give(1, Order::squad(FIRST, Verb::Move(through)));
    game.give(1, Order::squad(SquadId::new(PlayerId(0), 2), Verb::Patrol(on)));
    game
}

/// These squads after nine seconds, saved.
static BUSY: LazyLock<(Arc<Scenario>, Vec<u8>)> = LazyLock::new(|| {
    let mut game = busy();
    game.run(9);
    (Arc::clone(game.world.scenario()), save(&game.world))
});

#[test]
fn squads_go_on_from_any_snapshot() {
    let (mut straight, mut restored) = (busy(), busy());
    let (mut narrowed, mut phases) = (false, Vec::new());
    for _ in 0..16 * 40 {
        assert_eq!(straight.step(), restored.step());
        if restored.world.tick().is_multiple_of(13) {
            let bytes = save(&restored.world);
            restored.world = load(Arc::clone(restored.world.scenario()), &bytes).expect("its own snapshot");
            assert_eq!(save(&restored.world), bytes);
        }
        assert_eq!(straight.world.part_hashes(), restored.world.part_hashes(), "tick {}", straight.world.tick());
        for squad in straight.view(1).own_squads() {
            narrowed |= squad.narrowed;
            if !phases.contains(&squad.phase) {
                phases.push(squad.phase);
            }
        }
    }
    assert!(narrowed && phases.len() >= 4, "{phases:?}: it was seen at all its work");
}

#[test]
fn any_number_of_threads_moves_the_same_formations() {
    let large = || {
        let mut fixture = Fixture::meadow(120, 100);
        for y in [20, 50, 80] {
            fixture = fixture.place(1, "swordsman", 20, y, 250);
        }
        let mut game = fixture.start(5);
        for (at, units) in game.own(1, "swordsman").chunks(250).enumerate() {
            let shape = [Shape::Line, Shape::Box, Shape::Wedge][at];
            let to = game.at(80, 20 + 30 * at as i16);
            game.order(1, units, Verb::Form(Formation::of(shape)));
            game.give(1, Order::squad(SquadId::new(PlayerId(0), at as u32 + 1), Verb::Move(to)));
        }
        game
    };
    let (mut alone, mut four) = (large(), large());
    four.world.use_threads(sandtable::threads_of_a_match(4).expect("threads"));
    for _ in 0..160 {
        assert_eq!(alone.step(), four.step());
        assert_eq!(alone.world.state_hash(), four.world.state_hash(), "tick {}", alone.world.tick());
    }
}

/// A half turn of the map turns formations too.
#[test]
fn twin_squads_march_alike() {
    let rows = wall(60, 40, 30, 3).replace('#', ".");
    let turned = |at: Vec2| Vec2::new(Fx::from_int(60), Fx::from_int(40)) - at;
    for shape in [Shape::Line, Shape::Column, Shape::Wedge, Shape::Box] {
        let fixture = Fixture::classic(&rows).place(1, "swordsman", 10, 8, 7).place(2, "swordsman", 49, 31, 7);
        let mut game = fixture.start(2);
        let to = Vec2::new(Fx::from_bits(20 << 16 | 1 << 14), Fx::from_bits(30 << 16 | 3 << 13));
        for (player, to) in [(1, to), (2, turned(to))] {
            let units = game.own(player, "swordsman");
            game.order(player, &units, Verb::Form(Formation::of(shape)));
            game.give(player, Order::squad(SquadId::new(PlayerId(player - 1), 1), Verb::Move(to)));
        }
        for tick in 0..16 * 20 {
            assert_eq!(game.step(), []);
            let front = |player: u8| game.view(player).own_squads()[0].front;
            assert_eq!(front(1), turned(front(2)), "{shape:?}, tick {tick}");
        }
    }
}

#[test]
fn units_sent_to_a_rally_point_get_places_of_their_own() {
    let fixture = Fixture::meadow(48, 32).place(1, "town_centre", 4, 14, 1).place(1, "barracks", 10, 14, 1);
    let mut game =
        fixture.place(1, "house", 4, 24, 1).place(1, "house", 8, 24, 1).stock(1, [5_000, 5_000, 0, 0]).start(1);
    let barracks = game.own(1, "barracks");
    let (point, kind) = (game.at(30, 16), game.kind("swordsman"));
    game.order(1, &barracks, Verb::Rally { point, target: Handle::NONE });
    for _ in 0..6 {
        game.order(1, &barracks, Verb::Train(kind));
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

fn shape() -> impl Strategy<Value = Shape> {
    prop::sample::select(vec![Shape::Loose, Shape::Line, Shape::Column, Shape::Wedge, Shape::Box])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// A damaged snapshot of a world with squads is refused or loads to a world that steps; it never panics.
    #[test]
    fn damaged_squads_do_no_harm(at in any::<prop::sample::Index>(), value in any::<u8>()) {
        let (scenario, whole) = &*BUSY;
        let mut bytes = whole.clone();
        // Squads lie behind the units, before the fields.
        let place = at.index(bytes.len() / 2) + bytes.len() / 2;
        bytes[place] = value;
        if let Ok(mut loaded) = load(Arc::clone(scenario), &bytes) {
            for _ in 0..20 {
                loaded.step(&[]);
            }
        }
    }

    /// Every shape has as many slots as are asked for, all different, symmetric to its axis up to the last rank.
    #[test]
    fn shapes_have_a_slot_for_everybody(shape in shape(), count in 1usize..MAX_SQUAD_MEMBERS) {
        let mut slots = slots(shape, count);
        prop_assert_eq!(slots.len(), count);
        for slot in &slots {
            prop_assert!(slots.iter().any(|other| (other.back, other.right) == (slot.back, -slot.right)));
        }
        slots.sort_unstable();
        slots.dedup();
        prop_assert_eq!(slots.len(), count);
    }

    /// Every slot goes to one member, the short-ranged get the first ones, and who stands on a slot keeps it.
    #[test]
    fn slots_are_given_once_and_kept(
        shape in shape(),
        crowd in prop::collection::vec((0i32..40 << 16, 0i32..40 << 16, 0i16..3), 1..80),
    ) {
        let point = |x, y| Vec2::new(Fx::from_bits(x), Fx::from_bits(y));
        let members: Vec<(Vec2, Fx)> = crowd.iter().map(|(x, y, range)| (point(*x, *y), Fx::from_int(*range))).collect();
        let lattice = slots(shape, members.len());
        let places: Vec<Vec2> =
            lattice.iter().map(|slot| point((20 << 16) - (i32::from(slot.back) << 15), (20 << 16) + (i32::from(slot.right) << 15))).collect();
        let assigned = assign(&members, &places);
        let mut given = assigned.clone();
        given.sort_unstable();
        prop_assert_eq!(given, (0..members.len() as u16).collect::<Vec<u16>>());
        for (one, slot) in members.iter().zip(&assigned) {
            prop_assert!(members.iter().zip(&assigned).all(|(other, later)| other.1 <= one.1 || later > slot));
        }
        let settled: Vec<(Vec2, Fx)> =
            members.iter().zip(&assigned).map(|((_, range), slot)| (places[usize::from(*slot)], *range)).collect();
        prop_assert_eq!(assign(&settled, &places), assigned);
    }
}
