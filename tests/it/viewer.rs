//! A replay held open, as the pages of `replay render` do it: any tick by any way is the state of straight playback, what a player does not know is not
//! in its picture, and asking changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_ai::Registry;
use sandtable_lens::{ForkError, Forks, Session, fork_seed, frame, overlay};
use sandtable_match::comparison::{Comparison, compared};
use sandtable_match::progress::Unseen;
use sandtable_match::replays::{ForkTerms, fork, resume};
use sandtable_match::runner::Silent;
use sandtable_match::why;
use sandtable_replay::{Playback, Replay};
use sandtable_sim::view::View;
use sandtable_state::id::{PlayerId, TeamId, UnitId};
use sandtable_tests::golden;
use serde_json::Value;

fn open(replay: &Replay) -> Session {
    Session::new(replay.clone(), Registry::standard(), true).expect("the golden opens")
}

/// A fixed stream of numbers below a bound.
fn stream(seed: u32) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |bound| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((u64::from(state) * u64::from(bound)) >> 32) as u32
    }
}

fn straight(replay: &Replay, ticks: &BTreeSet<u32>) -> BTreeMap<u32, u64> {
    let mut playback = Playback::new(replay).expect("the golden plays");
    let mut hashes = BTreeMap::new();
    loop {
        if ticks.contains(&playback.world().tick()) {
            hashes.insert(playback.world().tick(), playback.world().state_hash());
        }
        if playback.advance().is_none() {
            return hashes;
        }
    }
}

fn seek_at_random(name: &str, seeks: u32) {
    let replay = golden(name);
    let mut random = stream(7);
    let ticks: Vec<u32> = (0..seeks).map(|_| random(replay.last_tick() + 1)).collect();
    let hashes = straight(&replay, &ticks.iter().copied().collect());
    let mut session = open(&replay);
    for (row, tick) in ticks.iter().enumerate() {
        // Some seeks are abandoned on the way, the index goes on meanwhile, and now and then all is forgotten.
        session.seek(random(replay.last_tick() + 1), random(90), row % 7 == 0);
        session.advance_index(random(replay.last_tick() / 20 + 1), row % 3 == 0);
        if row % 17 == 16 {
            session.forget();
        }
        session.go_to(*tick);
        assert_eq!(session.world().tick(), *tick);
        assert_eq!(Some(&session.world().state_hash()), hashes.get(tick), "{name}, seek {row} to tick {tick}");
    }
    while !session.advance_index(512, true).done {}
    assert_eq!(session.departure(), None, "{name}");
}

#[test]
fn seeking_comes_to_the_states_of_straight_playback() {
    for name in ["duel", "couriers", "agents-ferry", "minds-goap-plays", "navigators"] {
        seek_at_random(name, 40);
    }
}

#[test]
fn going_back_tick_by_tick_comes_to_the_same_states() {
    let replay = golden("duel");
    let ticks: BTreeSet<u32> = (700..=800).collect();
    let hashes = straight(&replay, &ticks);
    let mut session = open(&replay);
    for tick in ticks.iter().rev() {
        session.go_to(*tick);
        assert_eq!(Some(&session.world().state_hash()), hashes.get(tick), "tick {tick}");
    }
}

#[test]
fn a_session_explains_units_as_the_command_does() {
    for (name, tick) in [("duel", 900), ("agents-siege", 300), ("meadow-match", 1_500)] {
        let replay = golden(name);
        let tick = tick.min(replay.last_tick());
        let mut session = open(&replay);
        while !session.advance_index(512, true).done {}
        session.go_to(tick);
        let hash = session.world().state_hash();
        let units: Vec<UnitId> = session.world().observe_units().map(|unit| unit.id).step_by(7).take(4).collect();
        assert!(!units.is_empty(), "{name} has units at tick {tick}");
        for unit in units {
            let found = session.why(unit).expect("it lives");
            let expected = why::why(&replay, &Registry::standard(), unit, tick, &mut |_| {}).expect("it lives");
            assert_eq!(why::json(&found), why::json(&expected), "{name}, {unit}");
            assert_eq!(why::tell(&found), why::tell(&expected), "{name}, {unit}");
        }
        assert_eq!((session.world().tick(), session.world().state_hash()), (tick, hash), "asking changes nothing");
    }
}

/// Rows of a class in a frame: each as its numbers.
fn rows(frame: &[i32], class: usize) -> Vec<&[i32]> {
    let widths = [frame::UNIT_ROW, frame::BUILDING_ROW, frame::NODE_ROW, frame::SHOT_ROW, frame::DEATH_ROW];
    let counts: Vec<usize> = (1..=5).map(|at| frame[at] as usize).collect();
    let begin: usize = frame::HEADER + (0..class).map(|at| counts[at] * widths[at]).sum::<usize>();
    frame[begin..begin + counts[class] * widths[class]].chunks(widths[class]).collect()
}

#[test]
fn under_fog_a_frame_holds_what_the_team_knows_and_no_more() {
    let replay = golden("meadow-match");
    let mut session = open(&replay);
    while !session.advance_index(512, true).done {}
    let (mut foreign, mut hidden) = (0, 0);
    for tick in (200..replay.last_tick()).step_by(300) {
        session.go_to(tick);
        let hash = session.world().state_hash();
        let (known, all) = (frame::frame(&session, Some(0)), frame::frame(&session, None));
        assert_eq!(session.world().state_hash(), hash);
        assert!(
            frame::frame(&session, Some(7))[1..].iter().all(|number| *number == 0),
            "who does not play knows nothing"
        );
        let world = session.world();
        assert_eq!(rows(&all, 0).len(), world.observe_units().count());
        assert_eq!(rows(&all, 1).len(), world.observe_buildings().count());
        let view = View::new(world, PlayerId(0));
        let visible: BTreeMap<i32, _> = world.observe_units().map(|unit| (unit.id.0 as i32, unit)).collect();
        for row in rows(&known, 0) {
            let unit = &visible[&row[0]];
            if unit.id.owner() != PlayerId(0) {
                assert!(unit.seen_by & 1 != 0, "tick {tick}: {} is not seen", unit.id);
                // Its task, target, cargo and squad are not known.
                assert_eq!((row[7], row[8], row[10], row[11]), (frame::UNKNOWN, 0, 0, 0));
                foreign += 1;
            }
        }
        hidden += rows(&all, 0).len() - rows(&known, 0).len();
        let known_buildings =
            view.foreign().iter().filter(|body| world.rules().kind(body.kind).footprint.is_some()).count();
        assert_eq!(rows(&known, 1).len(), view.own_buildings().len() + known_buildings);
        for row in rows(&known, 1).iter().filter(|row| UnitId(row[0] as u32).owner() != PlayerId(0)) {
            assert_eq!((row[8], row[10], row[11]), (0, 0, 0), "what it makes is not known");
        }
    }
    assert!(foreign > 0 && hidden > 0, "{foreign} foreign units seen, {hidden} hidden");
}

#[test]
fn lanes_and_decisions_are_those_of_the_commanders() {
    let replay = golden("meadow-match");
    let mut session = open(&replay);
    while !session.advance_index(512, true).done {}
    session.go_to(replay.last_tick());
    for player in [PlayerId(0), PlayerId(1)] {
        let lanes = session.lanes_json(player);
        let told: Value = serde_json::from_str(&session.player_json(player)).expect("JSON");
        let mut logged = Vec::new();
        let registry = Registry::standard();
        why::follow(
            &replay,
            &registry,
            Some(player),
            replay.last_tick(),
            &mut |entry| {
                // Read again as the session's is: reading may change the last bit of a number.
                logged.push(serde_json::from_str(&why::entry_json(&entry).to_string()).expect("JSON"))
            },
            &mut |_| {},
        )
        .expect("the commanders run again");
        assert_eq!(lanes["decisions"].as_array().map(Vec::len), Some(logged.len()));
        assert_eq!(told["decision"], *logged.last().unwrap_or(&Value::Null));
    }
    assert!(session.made_json().as_array().is_some_and(|made| !made.is_empty()));
}

#[test]
fn a_trail_is_where_the_unit_will_be() {
    let replay = golden("duel");
    let mut session = open(&replay);
    session.go_to(600);
    let hash = session.world().state_hash();
    let unit = session.world().observe_units().next().expect("a unit lives").id;
    let trail = session.trail(unit, 80);
    assert_eq!(session.world().state_hash(), hash, "asking changes nothing");
    for (step, place) in trail.iter().enumerate() {
        session.go_to(600 + 4 * step as u32);
        let found = session.world().observe_units().find(|observed| observed.id == unit).expect("it lives that long");
        let at = [found.position.x, found.position.y].map(|part| f64::from(part.bits()) / 65_536.0);
        assert_eq!([place.0, place.1], at);
    }
    assert!(trail.len() > 1);
}

/// Follows the field from where a unit stands in steps of a quarter of a cell; whether it comes to an end within the map.
fn leads_to_an_end(ways: &[i64], width: i64, (mut x, mut y): (f64, f64)) -> bool {
    for _ in 0..width * 40 {
        let cell = y.floor() as i64 * width + x.floor() as i64;
        let Some(way) = ways.get(cell as usize).filter(|_| x >= 0.0 && x < width as f64) else { return false };
        if *way < 0 {
            return true;
        }
        let turn = *way as f64 * std::f64::consts::PI / 16.0;
        (x, y) = (x + turn.cos() / 4.0, y + turn.sin() / 4.0);
    }
    // At a goal that is a point the ways from all sides lead into it.
    let here = y.floor() as i64 * width + x.floor() as i64;
    let turn = |cell: i64| ways[cell as usize];
    let next = [here, here + 1, here - 1, here + width, here - width];
    next.iter().any(|cell| (turn(*cell) - turn(here)).rem_euclid(32).abs_diff(16) <= 8)
}

#[test]
fn the_flow_field_of_a_walker_leads_to_an_end_and_asking_changes_nothing() {
    let replay = golden("meadow-match");
    let mut session = open(&replay);
    let mut fields = 0;
    for tick in [300, 900, 1_500, 2_400] {
        session.go_to(tick);
        let width = i64::from(session.world().scenario().map.width);
        let (before, units): (u64, Vec<_>) = (session.world().state_hash(), session.world().observe_units().collect());
        for unit in units {
            let Value::Array(ways) = session.flow_json(unit.id) else {
                continue;
            };
            assert!(unit.moving, "who stands has no field");
            let ways: Vec<i64> = ways.iter().map(|way| way.as_i64().expect("a number")).collect();
            let at = (f64::from(unit.position.x.bits()) / 65536.0, f64::from(unit.position.y.bits()) / 65536.0);
            assert!(leads_to_an_end(&ways, width, at), "tick {tick}, unit {:?} at {at:?}", unit.id);
            fields += usize::from(ways.iter().filter(|way| **way >= 0).count() > 20);
        }
        assert_eq!(session.world().state_hash(), before);
    }
    assert!(fields >= 10, "{fields} fields that lead somewhere");
}

/// The first tick at which what a page draws of everything differs, and whether orders up to there were the same.
fn first_other_frame(replays: [&Replay; 2]) -> Option<u32> {
    let mut sessions = replays.map(open);
    let last = replays[0].last_tick().min(replays[1].last_tick());
    (0..=last).find(|tick| {
        let [one, other] = sessions.each_mut().map(|session| {
            session.go_to(*tick);
            frame::frame(session, None)
        });
        one != other
    })
}

#[test]
fn a_comparison_tells_the_first_order_apart_from_the_first_state() {
    let replay = golden("duel");
    let same = compared(&replay, &replay).expect("it plays");
    let nothing = Comparison { made_of: Vec::new(), order: None, state: None, seen: None, results: Vec::new() };
    assert_eq!(same, nothing);
    // The same match without its orders from the middle on.
    let mut other = replay.clone();
    let from = replay.last_tick() / 2;
    other.chunks.iter_mut().filter(|chunk| chunk.last_tick() > from).for_each(|chunk| chunk.orders.clear());
    let mut bytes = sandtable_match::replays::recorded_here(&other, &Unseen).expect("it plays");
    bytes.header.contestants[0].seed ^= 1;
    let found = compared(&replay, &bytes).expect("it plays");
    let (order, state) = (found.order.expect("an order lacks"), found.state.expect("a state differs"));
    assert!(order.tick > from / 2 && order.second.is_none() && order.first.is_some(), "{order:?}");
    assert!(state.tick >= order.tick && state.compared_at == Some(state.tick) && !state.told.is_empty(), "{state:?}");
    assert_eq!(found.seen, first_other_frame([&replay, &bytes]));
    assert!(found.seen.is_some_and(|seen| seen >= state.tick), "{:?}, {}", found.seen, state.tick);
    assert!(found.made_of.iter().any(|line| line.starts_with("seed of player 1: ")), "{:?}", found.made_of);
}

/// Plays a fork as a page does: the state it ends in, and who wins.
fn forked(forks: &mut Forks, number: u32) -> (String, Option<TeamId>) {
    forks.begin(number, &Registry::standard()).expect("the commanders go on");
    let outcome = (0..).find_map(|_| forks.advance(97)).expect("it ends");
    (format!("{:016x}", forks.world().state_hash()), outcome.winner)
}

#[test]
fn forks_of_a_page_are_those_of_the_command() {
    let (mut results, registry) = (BTreeSet::new(), Registry::standard());
    for (name, tick) in [("meadow-match", 700), ("meadow-match", 2_111), ("crossroads-mirror", 1_003)] {
        let replay = golden(name);
        let mut session = open(&replay);
        session.advance_index(tick, false);
        let mut forks = Forks::new(&session, &registry).expect("it parts there");
        let mut winners = Vec::new();
        for number in [0, 3, 1, 3] {
            let found = forked(&mut forks, number);
            let mut native = resume(&replay, &registry, tick, &[]).expect("it resumes");
            native.reseed(fork_seed(replay.header.seed, number));
            let played = native.play(&mut Silent);
            assert_eq!(found, (played.hash.clone(), played.winner()), "{name} from tick {tick}, fork {number}");
            winners.push(found.1);
            results.insert(found);
        }
        let recorded = replay.chunks.last().map(|chunk| format!("{:016x}", chunk.total));
        assert_eq!(Some(forked(&mut forks, 0).0), recorded, "the recorded seed is the recorded match");
        let strategies = replay.header.contestants.iter().map(|_| None).collect();
        let terms = ForkTerms { tick, strategies, seeds: 1, threads: 1 };
        let outcome = fork(&replay, &registry, &terms, &Unseen).expect("it forks").expect("it resumes");
        let wins = |team: usize| u32::from(winners[0].is_some_and(|winner| winner.index() == team));
        assert!(outcome.teams.iter().enumerate().all(|(team, odds)| odds.wins == wins(team)), "{outcome:?}");
    }
    assert!(results.len() > 4, "chance falls otherwise: {results:?}");
}

#[test]
fn a_match_that_cannot_be_played_on_says_why() {
    let replay = golden("duel");
    let registry = Registry::standard();
    let mut session = open(&replay);
    session.advance_index(u32::MAX, false);
    assert_eq!(Forks::new(&session, &registry).err(), Some(ForkError::Over));
    // Its commanders are not the recorded ones.
    let mut unnamed = replay.clone();
    unnamed.header.contestants.iter_mut().for_each(|contestant| contestant.source.clear());
    let mut session = open(&unnamed);
    session.advance_index(400, false);
    let refused = Forks::new(&session, &registry).err().map(|error| error.to_string());
    assert!(refused.is_some_and(|words| words.starts_with("player 1: its orders were not given by a strategy")));
}

#[test]
fn traffic_is_who_moved_where_every_two_seconds() {
    let replay = golden("duel");
    let mut session = open(&replay);
    while !session.advance_index(500, true).done {}
    let traffic = overlay::traffic(&session);
    let mut expected = Vec::new();
    for tick in (32..=replay.last_tick()).step_by(32) {
        session.go_to(tick);
        let width = i32::from(session.world().scenario().map.width);
        for unit in session.world().observe_units().filter(|unit| unit.moving && !unit.aboard.is_some()) {
            let cell = (unit.position.y.bits() >> 16) * width + (unit.position.x.bits() >> 16);
            expected.push((tick, cell, i32::from(unit.id.owner().0), i32::from(unit.seen_by)));
        }
    }
    let row = |pair: &[i32]| (pair[0] as u32, pair[1] & 0xf_ffff, pair[1] >> 20 & 15, pair[1] >> 24 & 255);
    assert_eq!(traffic.chunks(2).map(row).collect::<Vec<_>>(), expected);
    assert!(expected.len() > 50, "{}", expected.len());
}

#[test]
fn passages_lie_between_their_mouths_and_attackers_have_places() {
    let (mut found, mut placed) = (0, 0);
    for name in ["meadow-match", "highlands-expand-rush", "duel"] {
        let replay = golden(name);
        let mut session = open(&replay);
        for tick in (100..replay.last_tick()).step_by(400) {
            session.go_to(tick);
            let (hash, world) = (session.world().state_hash(), session.world());
            let map = &world.scenario().map;
            let (mut at, numbers) = (0, overlay::passages(&session, 1));
            while at < numbers.len() {
                let inside = numbers[at + 5] as usize;
                let cells = &numbers[at + 6..at + 6 + inside];
                assert!(inside > 0 && cells.iter().all(|cell| (*cell as usize) < map.cells()), "{name}, tick {tick}");
                // Each mouth is at the last cells of its passage.
                for mouth in [&numbers[at..at + 2], &numbers[at + 2..at + 4]] {
                    let far = |cell: &i32| {
                        let (x, y) = (cell % i32::from(map.width), cell / i32::from(map.width));
                        (mouth[0] - (x << 16) - 32_768).abs().max((mouth[1] - (y << 16) - 32_768).abs())
                    };
                    let wide = numbers[at + 4].max(1) + 1;
                    assert!(cells.iter().map(far).min().is_some_and(|far| far <= wide << 16), "{name}, tick {tick}");
                }
                (at, found) = (at + 6 + inside, found + 1);
            }
            let reservations = world.observe_reservations();
            let slots = overlay::slots(&session);
            assert_eq!(slots.len(), reservations.len() * 5);
            for (row, reservation) in slots.chunks(5).zip(&reservations) {
                let place =
                    reservation.place.map_or([0, 0, -1], |(slot, at)| [at.x.bits(), at.y.bits(), i32::from(slot)]);
                assert_eq!(row, [&[reservation.unit.0 as i32, reservation.target.0 as i32][..], &place].concat());
                placed += usize::from(reservation.place.is_some());
            }
            assert_eq!(session.world().state_hash(), hash, "asking changes nothing");
        }
    }
    assert!(found > 0 && placed > 0, "{found} passages, {placed} places");
}
