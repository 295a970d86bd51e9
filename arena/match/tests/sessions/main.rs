//! Lockstep: peers that exchange orders and hashes play one match, whatever becomes of datagrams, connections and processes, and name what
//! is not the same.

mod network;
mod relay;
mod sockets;

use std::ops::Range;
use std::sync::Mutex;
use std::thread;

use network::{Conditions, Draws, Plan, SWIFT, Script, address};
use sandtable_match::lockstep::{InputDelay, MAX_DATAGRAM_BYTES, PeerEnd, PeerOutcome, PlannedFaults};
use sandtable_match::replays::bisect;
use sandtable_replay::{RecordStatus, Replay, verify};
use sockets::over_sockets;

fn record(outcome: &PeerOutcome) -> Replay {
    Replay::decode(&outcome.record).expect("just recorded")
}

/// Sessions over sockets that are played at once.
const SESSIONS_AT_ONCE: usize = 8;
/// Game seconds of a match over sockets, and of one in which somebody dies: with a snapshot to join with.
const SOCKET_SECONDS: u32 = 12;
const SOCKET_DEATH_SECONDS: u32 = 24;

/// What a session came to, as one of these has it.
#[derive(Debug, PartialEq, Eq)]
enum Ended {
    /// All played it out, and recorded what is expected.
    Equal,
    /// Some ended with an error that says why.
    Named(String),
}

/// Plays a session and compares all its records with each other, and with the match of one process when the delay is fixed.
fn session(plan: &Plan) -> Ended {
    compared(plan, plan.play())
}

/// Compares the records of a session that was played.
fn compared(plan: &Plan, outcomes: Vec<Option<PeerOutcome>>) -> Ended {
    let mut outcomes: Vec<PeerOutcome> = outcomes.into_iter().flatten().collect();
    // A spectator may come when all is over, and finds nobody.
    outcomes.retain(|outcome| !matches!(&outcome.end, PeerEnd::Lost { tick: 0, why } if plan.began() && why.contains("did not answer")));
    if let Some(other) = outcomes.iter().find(|outcome| outcome.end != PeerEnd::Played) {
        return Ended::Named(other.end.to_string());
    }
    let records: Vec<Replay> = outcomes.iter().map(record).collect();
    let expected = if plan.delay == InputDelay::Fixed { plan.alone() } else { records[0].clone() };
    let played = verify(&expected).unwrap_or_else(|error| panic!("seed {}: {error}", plan.seed));
    assert!(played.complete);
    for (outcome, record) in outcomes.iter().zip(&records) {
        assert_eq!((&record.chunks, &record.end), (&expected.chunks, &expected.end), "seed {}", plan.seed);
        let last = expected.chunks.last().map(|chunk| format!("{:016x}", chunk.total));
        assert_eq!(Some(&outcome.result.hash), last.as_ref(), "seed {}", plan.seed);
    }
    Ended::Equal
}

fn fixed(seed: u64) -> Plan {
    Plan::drawn(seed)
}

fn adaptive(seed: u64) -> Plan {
    let plan = Plan::drawn(seed ^ 0xADA9);
    let most = plan.least_delay + 2 + Draws::new(seed).below(12) as u8;
    Plan { delay: InputDelay::Adaptive { most }, least_delay: plan.least_delay.min(2), ..plan }
}

/// A peer, the host as likely as another, dies at some tick, and is started again; every second session has a delay that adapts.
fn with_a_death(seed: u64) -> Plan {
    let mut plan = if seed.is_multiple_of(2) { fixed(seed ^ 0xDEAD) } else { adaptive(seed ^ 0xDEAD) };
    let mut draws = Draws::new(seed ^ 0x1155);
    let victim = draws.below(plan.peers() as u64) as usize;
    let (killed_at, back_after) = (Some(draws.below(380) as u32), Some(draws.below(20_000)));
    plan.scripts[victim] = Script { killed_at, back_after, ..plan.scripts[victim] };
    plan
}

/// Plays sessions of these seeds; how many ended as they should, and the errors of the others.
fn tally(name: &str, seeds: Range<u64>, plan: impl Fn(u64) -> Plan) -> (usize, Vec<String>) {
    counted(name, seeds.clone(), seeds.map(|seed| (seed, session(&plan(seed)))))
}

/// As [`tally`], over sockets, several sessions at once: they wait for the network most of the time.
fn tally_over_sockets(name: &str, seeds: Range<u64>, plan: impl Fn(u64) -> Plan + Sync) -> (usize, Vec<String>) {
    let (next, ended) = (Mutex::new(seeds.clone()), Mutex::new(Vec::new()));
    let take = || next.lock().expect("nobody panics with it").next();
    thread::scope(|scope| {
        for _ in 0..SESSIONS_AT_ONCE {
            scope.spawn(|| {
                while let Some(seed) = take() {
                    let plan = plan(seed);
                    let one = compared(&plan, over_sockets(&plan));
                    ended.lock().expect("nobody panics with it").push((seed, one));
                }
            });
        }
    });
    let mut ended = ended.into_inner().expect("nobody panics with it");
    ended.sort_by_key(|(seed, _)| *seed);
    counted(name, seeds, ended.into_iter())
}

fn counted(name: &str, seeds: Range<u64>, ended: impl Iterator<Item = (u64, Ended)>) -> (usize, Vec<String>) {
    let (mut equal, mut named) = (0, Vec::new());
    for (seed, ended) in ended {
        match ended {
            Ended::Equal => equal += 1,
            Ended::Named(why) => named.push(format!("seed {seed}: {why}")),
        }
    }
    println!(
        "{name}: {} sessions, all ended, {equal} equal, {} with a named error {named:?}",
        seeds.end - seeds.start,
        named.len()
    );
    (equal, named)
}

#[test]
fn sessions_of_a_fixed_delay_play_the_match_of_one_process() {
    assert_eq!(tally("fixed delay", 0..6, fixed), (6, Vec::new()));
}

#[test]
fn sessions_of_a_delay_that_adapts_agree_on_one_record() {
    assert_eq!(tally("adaptive delay", 0..6, adaptive), (6, Vec::new()));
}

#[test]
fn who_dies_is_replaced_and_the_match_is_the_same() {
    assert_eq!(tally("with a death", 0..6, with_a_death), (6, Vec::new()));
}

#[test]
#[ignore = "minutes: run by .ci/soak"]
fn lockstep_soak_200_sessions_of_a_fixed_delay() {
    assert_eq!(tally("fixed delay", 1_000..1_200, fixed), (200, Vec::new()));
}

#[test]
#[ignore = "minutes: run by .ci/soak"]
fn lockstep_soak_200_sessions_of_a_delay_that_adapts() {
    assert_eq!(tally("adaptive delay", 1_000..1_200, adaptive), (200, Vec::new()));
}

#[test]
#[ignore = "minutes: run by .ci/soak"]
fn lockstep_soak_200_sessions_with_a_death() {
    let (equal, named) = tally("with a death", 1_000..1_200, with_a_death);
    assert!(equal >= 190, "{named:?}");
}

#[test]
fn the_delay_grows_on_a_slow_network_and_fewer_ticks_wait() {
    let slow = Conditions { latency: (60, 10), ..SWIFT };
    let plan = Plan { least_delay: 0, tick_ms: 20, conditions: slow, ..Plan::plain(3) };
    let stalls = |plan: &Plan| {
        let host = plan.play().swap_remove(0).expect("it ends");
        assert_eq!(host.end, PeerEnd::Played);
        (host.stalls, host.most_delay)
    };
    let (fixed, _) = stalls(&plan);
    let (adapted, delay) = stalls(&Plan { delay: InputDelay::Adaptive { most: 16 }, ..plan });
    assert!(adapted * 4 < fixed && (4..16).contains(&delay), "{fixed} waits without, {adapted} with, delay {delay}");
}

#[test]
fn a_spectator_that_comes_late_records_the_whole_match() {
    let mut plan = Plan { tick_ms: 10, ..Plan::plain(4) };
    plan.scripts.push(Script { starts_at: 3_200, ..Script::default() });
    let outcomes: Vec<PeerOutcome> = plan.play().into_iter().map(|outcome| outcome.expect("it ends")).collect();
    assert!(outcomes[2].joined_at >= 256, "{}", outcomes[2].joined_at);
    assert_eq!(outcomes[2].end, PeerEnd::Played);
    assert!(outcomes.iter().all(|outcome| record(outcome) == plan.alone()));
}

#[test]
fn a_spectator_that_comes_when_all_is_over_records_what_commanders_remembered_at_the_end() {
    // The last tick ends a chunk, so that its snapshot is the newest to join with; the latency leaves 400 ms to come in.
    let mut plan = Plan {
        seconds: 32,
        delay: InputDelay::Adaptive { most: 6 },
        checks_commanders: true,
        conditions: Conditions { latency: (200, 0), ..SWIFT },
        ..Plan::plain(14)
    };
    plan.scripts.push(Script { starts_at: 36_600, ..Script::default() });
    let late =
        |outcome: &PeerOutcome| outcome.end == PeerEnd::Played && outcome.joined_at == record(outcome).last_tick();
    assert!(plan.play().iter().flatten().any(late), "one comes after the last tick");
    assert_eq!(session(&plan), Ended::Equal);
}

#[test]
fn a_line_that_is_cut_for_a_while_is_taken_up_again() {
    let mut plan = Plan { tick_ms: 10, ..Plan::plain(5) };
    // Longer than a peer waits before it calls anew.
    plan.scripts[1].cut = Some((1_000, 14_000));
    assert_eq!(session(&plan), Ended::Equal);
}

#[test]
fn a_host_that_dies_is_started_again_and_finds_the_match_with_its_guests() {
    for killed_at in [40, 300] {
        let mut plan = Plan { map: "quarters", owners: vec![0, 1, 2, 1], tick_ms: 5, ..Plan::plain(13) };
        plan.scripts = vec![Script::default(); 3];
        plan.scripts[0] = Script { killed_at: Some(killed_at), back_after: Some(2_000), ..Script::default() };
        assert_eq!(session(&plan), Ended::Equal, "killed at {killed_at}");
    }
}

#[test]
fn who_stays_away_ends_the_session_with_an_error_that_names_it() {
    let mut gone = Plan::plain(6);
    gone.scripts[1].killed_at = Some(100);
    assert!(matches!(session(&gone), Ended::Named(why) if why.contains("peer 2 did not reconnect within 30 s")));
    let mut never = Plan::plain(6);
    never.scripts[1].killed_at = Some(0);
    assert!(matches!(session(&never), Ended::Named(why) if why.contains("peer 2 did not connect")));
    let mut host = Plan { tick_ms: 10, ..Plan::plain(6) };
    host.scripts[0].killed_at = Some(100);
    let outcome = host.play().swap_remove(1).expect("it ends");
    assert!(outcome.end.to_string().contains("it did not answer within 30 s"), "{}", outcome.end);
    let left = record(&outcome);
    assert!(left.status() == RecordStatus::Incomplete && left.last_tick() >= 90 && verify(&left).is_ok());
}

#[test]
fn who_has_other_terms_or_another_secret_does_not_get_in() {
    let mut plan = Plan::plain(7);
    plan.scripts.push(Script { other_secret: true, ..Script::default() });
    let outcomes: Vec<PeerOutcome> = plan.play().into_iter().map(|outcome| outcome.expect("it ends")).collect();
    assert!(outcomes[..2].iter().all(|outcome| outcome.end == PeerEnd::Played));
    let stranger = outcomes[2].end.to_string();
    assert!(stranger.contains("it did not answer within 30 s"), "nobody talks to it: {stranger}");
    // A caller of another match, at the host's address.
    let (host, other) = (Plan::plain(8), Plan { least_delay: 3, ..Plan::plain(8) });
    let (mut host, mut other) = (host.process(0, 0, 0), other.process(1, 0, 0));
    for now in 0..4 {
        other.say(now).into_iter().for_each(|(_, bytes)| host.hear(now, address(1), &bytes));
        host.advance(now);
        host.say(now).into_iter().for_each(|(_, bytes)| other.hear(now, address(0), &bytes));
    }
    let refused = other.finish().end.to_string();
    assert!(refused.contains("its scenario or input delay differs"), "{refused}");
}

#[test]
fn noise_and_datagrams_said_again_change_nothing() {
    let mut plan = Plan { tick_ms: 5, ..Plan::plain(9) };
    plan.conditions = Conditions { latency: (5, 20), lost_permille: 50, repeated_permille: 300 };
    let mut draws = Draws::new(9);
    let outcomes = plan.play_beside(|now, network| {
        let noise: Vec<u8> = (0..draws.below(MAX_DATAGRAM_BYTES as u64)).map(|_| draws.below(256) as u8).collect();
        // Bytes that look like a greeting, an answer or a packet, to both.
        let shaped = [&[1 + (now % 4) as u8][..], &noise].concat();
        let to = address((now % 2) as usize);
        network.send(now, address(40), (to, shaped[..shaped.len().min(MAX_DATAGRAM_BYTES)].to_vec()));
    });
    for outcome in outcomes.into_iter().flatten() {
        assert_eq!((&outcome.end, record(&outcome).chunks), (&PeerEnd::Played, plan.alone().chunks));
    }
}

/// Plays a session in which something goes wrong in the second of three peers, and bisects what they leave behind.
fn apart(faults: PlannedFaults) -> (Vec<PeerOutcome>, String) {
    let mut plan = Plan { map: "quarters", owners: vec![0, 1, 2, 1], ..Plan::plain(10) };
    plan.conditions = Conditions { latency: (5, 20), lost_permille: 50, repeated_permille: 50 };
    plan.scripts = vec![Script::default(), Script { faults, ..Script::default() }, Script::default()];
    let outcomes: Vec<PeerOutcome> = plan.play().into_iter().map(|outcome| outcome.expect("it ends")).collect();
    let desync = |row: usize| {
        let bytes = outcomes[row].desync.as_ref().unwrap_or_else(|| panic!("{}", outcomes[row].end));
        Replay::decode(bytes).expect("it can be read")
    };
    let found = bisect(&desync(0), &desync(1)).expect("it can be played").expect("they differ");
    assert_eq!(bisect(&desync(0), &desync(2)), Ok(None), "these two do not differ");
    (outcomes, found.to_string())
}

#[test]
fn every_peer_leaves_what_bisection_needs_when_the_states_go_apart() {
    // An order left out: both records play as they say, and part at it.
    let (outcomes, found) = apart(PlannedFaults { leave_out_from: Some(100), reseed_at: None });
    let PeerEnd::Divergence(place) = &outcomes[0].end else { panic!("{}", outcomes[0].end) };
    assert!(outcomes.iter().all(|outcome| outcome.end == outcomes[0].end));
    assert!(place.tick >= 100 && place.peers == [2] && !place.parts.is_empty(), "{place:?}");
    assert!(found.contains(&format!("first differs after tick {} ", place.tick)), "{found}");
    // Chance that falls otherwise: no record plays so, and only the states that were kept tell.
    let (outcomes, found) = apart(PlannedFaults { leave_out_from: None, reseed_at: Some(150) });
    let PeerEnd::Divergence(place) = &outcomes[1].end else { panic!("{}", outcomes[1].end) };
    assert_eq!((place.tick, &place.peers, &place.parts), (150, &vec![2], &vec!["clock".to_owned()]));
    assert!(
        found.contains("first differs after tick 150 ") && found.contains("clock") && found.contains("seed"),
        "{found}"
    );
}

#[test]
fn a_commander_that_does_not_do_the_same_on_both_sides_is_named() {
    for least_delay in [0, 3] {
        let mut plan = Plan { checks_commanders: true, least_delay, ..Plan::plain(11) };
        assert_eq!(session(&plan), Ended::Equal);
        plan.scripts[1].other_commanders = true;
        for outcome in plan.play().into_iter().flatten() {
            let PeerEnd::Divergence(place) = &outcome.end else { panic!("{}", outcome.end) };
            assert!(place.tick < 16 && place.parts[0].starts_with("memory.p"), "{place:?}");
        }
    }
}

#[test]
fn peers_play_over_sockets_that_lose_delay_and_repeat() {
    let poor = Conditions { latency: (2, 20), lost_permille: 80, repeated_permille: 80 };
    let sessions = [(12, SWIFT), (13, poor), (14, poor), (15, poor)].map(|(seed, conditions)| {
        let scripts = vec![Script::default(); 3];
        let plan = Plan { map: "quarters", owners: vec![0, 1, 2, 0], scripts, conditions, ..Plan::plain(seed) };
        thread::spawn(move || (over_sockets(&plan), plan.alone()))
    });
    for session in sessions {
        let (outcomes, alone) = session.join().expect("it does not panic");
        for outcome in outcomes {
            let outcome = outcome.expect("nobody is killed");
            assert_eq!((&outcome.end, &record(&outcome)), (&PeerEnd::Played, &alone));
        }
    }
}

#[test]
fn sessions_over_sockets_end_as_those_on_a_counted_clock() {
    let short = |plan: Plan| plan.over_sockets(SOCKET_SECONDS);
    assert_eq!(tally_over_sockets("fixed delay over sockets", 0..4, |seed| short(fixed(seed))), (4, Vec::new()));
    assert_eq!(tally_over_sockets("adaptive delay over sockets", 0..4, |seed| short(adaptive(seed))), (4, Vec::new()));
    let death = |seed| with_a_death(seed).over_sockets(SOCKET_DEATH_SECONDS);
    assert_eq!(tally_over_sockets("with a death over sockets", 0..4, death), (4, Vec::new()));
}

#[test]
#[ignore = "minutes: run by .ci/soak-sockets"]
fn socket_soak_200_sessions_of_a_fixed_delay() {
    let plan = |seed| fixed(seed).over_sockets(SOCKET_SECONDS);
    assert_eq!(tally_over_sockets("fixed delay over sockets", 2_000..2_200, plan), (200, Vec::new()));
}

#[test]
#[ignore = "minutes: run by .ci/soak-sockets"]
fn socket_soak_200_sessions_of_a_delay_that_adapts() {
    let plan = |seed| adaptive(seed).over_sockets(SOCKET_SECONDS);
    assert_eq!(tally_over_sockets("adaptive delay over sockets", 2_000..2_200, plan), (200, Vec::new()));
}

#[test]
#[ignore = "minutes: run by .ci/soak-sockets"]
fn socket_soak_200_sessions_with_a_death() {
    let plan = |seed| with_a_death(seed).over_sockets(SOCKET_DEATH_SECONDS);
    let (equal, named) = tally_over_sockets("with a death over sockets", 2_000..2_200, plan);
    assert!(equal >= 190, "{named:?}");
}
