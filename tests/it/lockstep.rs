//! Lockstep: two peers that exchange orders and hashes play one match, however late the frames are, and name what is not the same.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use sandtable_ai::{Commander, Registry};
use sandtable_match::library::Library;
use sandtable_match::lockstep::{Frame, Hello, Link, MAX_FRAME_BYTES, PROTOCOL, Peer, PeerEnd, PeerOutcome, wait_at};
use sandtable_match::runner::{Recording, Silent, commander_seed, run_match_with};
use sandtable_replay::{Replay, verify};
use sandtable_sim::SIM_VERSION;

use sandtable_content::MatchTerms;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::PlayerId;
use sandtable_tests::Fixture;

const SEED: u64 = 5;
const PATIENCE: Duration = Duration::from_secs(20);

/// Half a game minute of the duel rules.
fn scenario(delay: u8) -> Arc<Scenario> {
    let terms = MatchTerms { time_limit_ticks: 30 * 16, order_delay_ticks: delay, ..MatchTerms::default() };
    Arc::new(Fixture::shipped("duel", "duel16", terms).scenario())
}

fn commander(scenario: &Scenario, row: u8, seed: u64) -> Box<dyn Commander> {
    let (mut library, registry) = (Library::embedded_only(), Registry::standard());
    let strategy =
        sandtable_match::assemble::load_strategy(&mut library, &registry, "duel/rush").expect("the strategy is there");
    let player = PlayerId(row);
    strategy.build(&registry, &scenario.rules, player, commander_seed(seed, player)).expect("the strategy builds")
}

fn commanders(scenario: &Scenario) -> Vec<Box<dyn Commander>> {
    (0..2).map(|row| commander(scenario, row, SEED)).collect()
}

fn connection() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let call = TcpStream::connect(listener.local_addr().expect("its address")).expect("it listens");
    (listener.accept().expect("somebody called").0, call)
}

/// A line on which one read in a given number takes long.
struct Late(TcpStream, u32);

impl Read for Late {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.1 += 1;
        if self.1.is_multiple_of(7) {
            thread::sleep(Duration::from_millis(2));
        }
        self.0.read(bytes)
    }
}

/// Plays one peer, recorded.
fn peer(number: u8, delay: u8, link: Link, diverge_at: Option<u32>) -> (PeerOutcome, Replay) {
    let commanders = commanders(&scenario(delay));
    peer_of(number, delay, link, diverge_at, commanders, false)
}

fn peer_of(
    number: u8,
    delay: u8,
    link: Link,
    diverge_at: Option<u32>,
    commanders: Vec<Box<dyn Commander>>,
    checks: bool,
) -> (PeerOutcome, Replay) {
    let scenario = scenario(delay);
    let mut recording = Recording::new(&scenario, SEED, Vec::new(), Vec::new(), Vec::new());
    let peer = Peer::new(number, &scenario, SEED, commanders, link, &mut recording).diverge_at(diverge_at);
    let outcome = peer.checking_commanders(checks).play();
    (outcome, Replay::decode(&recording.into_sink()).expect("just recorded"))
}

fn both(delay: u8, late: bool, diverge_at: Option<u32>) -> [(PeerOutcome, Replay); 2] {
    let (one, other) = connection();
    let other = thread::spawn(move || {
        let link = match late {
            true => Link::new(Late(other.try_clone().expect("a socket"), 0), other, PATIENCE),
            false => Link::over(other, PATIENCE).expect("a socket"),
        };
        peer(1, delay, link, diverge_at)
    });
    let one = peer(0, delay, Link::over(one, PATIENCE).expect("a socket"), None);
    [one, other.join().expect("it does not panic")]
}

#[test]
fn two_peers_play_the_match_that_one_plays_however_late_frames_are() {
    for (delay, late) in [(0, false), (3, false), (2, true)] {
        let scenario = scenario(delay);
        let mut alone = Recording::new(&scenario, SEED, Vec::new(), Vec::new(), Vec::new());
        run_match_with(&scenario, commanders(&scenario), SEED, &mut alone);
        let alone = Replay::decode(&alone.into_sink()).expect("just recorded");
        assert!(alone.orders() > 10);
        for (outcome, replay) in both(delay, late, None) {
            assert_eq!(outcome.end, PeerEnd::Played, "delay {delay}");
            assert_eq!(replay, alone, "delay {delay}");
        }
    }
}

#[test]
fn both_name_the_tick_and_the_parts_of_a_divergence() {
    let [(one, first), (other, second)] = both(2, false, Some(100));
    let PeerEnd::Divergence(place) = &one.end else { panic!("{}", one.end) };
    assert_eq!(one.end, other.end);
    assert!(place.tick >= 100 && place.parts.contains(&"players".to_owned()), "{place:?}");
    let differs = sandtable_match::replays::first_differing_tick(&first, &second);
    assert!(differs.is_none_or(|tick| tick == place.tick), "{differs:?}: both stop soon after");
    assert!([first, second].iter().all(|replay| verify(replay).is_ok()));
}

/// Both peers, each running the other's commanders as well; the second's own begins with other memories when its seed is another.
fn both_checking(delay: u8, seed: u64) -> [PeerOutcome; 2] {
    let (one, other) = connection();
    let other = thread::spawn(move || {
        let commanders = vec![commander(&scenario(delay), 0, SEED), commander(&scenario(delay), 1, seed)];
        peer_of(1, delay, Link::over(other, PATIENCE).expect("a socket"), None, commanders, true).0
    });
    let commanders = commanders(&scenario(delay));
    let one = peer_of(0, delay, Link::over(one, PATIENCE).expect("a socket"), None, commanders, true).0;
    [one, other.join().expect("it does not panic")]
}

#[test]
fn a_commander_that_does_not_do_the_same_on_both_sides_is_named() {
    for delay in [0, 3] {
        for outcome in both_checking(delay, SEED) {
            assert_eq!(outcome.end, PeerEnd::Played, "delay {delay}");
        }
        let [one, other] = both_checking(delay, SEED + 1);
        let PeerEnd::Divergence(place) = &one.end else { panic!("{}", one.end) };
        // Its random streams are part of what it remembers, whatever it makes of them.
        assert_eq!((place.parts.as_slice(), place.tick < 16), (&["memory.p2".to_owned()][..], true), "{place:?}");
        assert!(matches!(other.end, PeerEnd::Divergence(_) | PeerEnd::Lost { .. }), "{}", other.end);
    }
}

/// Another peer that says what it likes.
fn against(say: impl FnOnce(Hello, &mut TcpStream) + Send + 'static) -> PeerOutcome {
    let (one, mut other) = connection();
    let own = scenario(1);
    let hello = Hello {
        protocol: PROTOCOL,
        sim_version: SIM_VERSION,
        scenario: sandtable_content::codec::scenario_fingerprint(&own),
        seed: SEED,
        peer: 1,
    };
    let other = thread::spawn(move || {
        say(hello, &mut other);
        // It stays until it is left: who closes first decides what is heard last.
        let _ = io::copy(&mut other, &mut io::sink());
    });
    let link = Link::over(one, Duration::from_secs(2)).expect("a socket");
    let outcome = Peer::new(0, &own, SEED, commanders(&own), link, &mut Silent).play();
    other.join().expect("it does not panic");
    outcome
}

fn lost(outcome: &PeerOutcome) -> (u32, &str) {
    match &outcome.end {
        PeerEnd::Lost { tick, why } => (*tick, why),
        other => panic!("{other}"),
    }
}

#[test]
fn peers_of_another_match_and_peers_that_cheat_are_left() {
    let send = |frame: Frame, to: &mut TcpStream| frame.write(to).expect("it is there");
    let gone = against(|_, to| to.shutdown(Shutdown::Both).expect("it is there"));
    assert_eq!(lost(&gone), (0, "it went away"));
    let other_seed = against(move |hello, to| send(Frame::Hello(Hello { seed: 6, ..hello }), to));
    assert_eq!(lost(&other_seed), (0, "it has another match seed"));
    let other_engine = against(move |hello, to| send(Frame::Hello(Hello { sim_version: 1, ..hello }), to));
    assert_eq!(lost(&other_engine), (0, "it has another engine version"));
    let noise = against(|_, to| to.write_all(&[0xFF; 64]).expect("it is there"));
    assert!(lost(&noise).1.contains(&format!("at most {MAX_FRAME_BYTES}")), "{}", noise.end);
    let skips = against(move |hello, to| {
        send(Frame::Hello(hello), to);
        send(Frame::Turn { tick: 3, total: 0, orders: Vec::new(), memories: Vec::new() }, to);
    });
    assert_eq!(lost(&skips).1, "it sent turn 3, where 0 was due");
    let silent = against(move |hello, to| send(Frame::Hello(hello), to));
    assert!(lost(&silent).1.contains("silent"), "{}", silent.end);
}

#[test]
fn who_does_not_greet_is_left_and_waited_on() {
    let (tell, told) = std::sync::mpsc::channel();
    let waiting = thread::spawn(move || wait_at("127.0.0.1:0", 20, |address| tell.send(address).expect("it is heard")));
    let address = told.recv().expect("it listens");
    let call = || TcpStream::connect(address).expect("it listens on");
    let mut silent = call();
    drop(call());
    let mut noise = call();
    noise.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("it is there");
    let mut turn = call();
    Frame::Turn { tick: 0, total: 0, orders: Vec::new(), memories: Vec::new() }.write(&mut turn).expect("it is there");
    silent.write_all(&[9, 0]).expect("half a length is no greeting yet");
    // Both are left: what they hear next is the end.
    for stray in [&mut noise, &mut turn] {
        stray.set_read_timeout(Some(PATIENCE)).expect("a socket");
        assert!(!matches!(stray.read(&mut [0]), Ok(1..)), "nobody answers");
    }
    let hello = Hello { protocol: PROTOCOL, sim_version: SIM_VERSION, scenario: 1, seed: SEED, peer: 1 };
    let mut peer = call();
    Frame::Hello(hello).write(&mut peer).expect("it is there");
    let mut met = waiting.join().expect("it does not panic").expect("the peer has called");
    assert_eq!(met.peer_addr().ok(), peer.local_addr().ok());
    assert_eq!(Frame::read(&mut met).ok(), Some(Some(Frame::Hello(hello))), "the greeting is there to be read");
}
