//! Replays: what is recorded verifies, and whatever was done to the bytes is found out.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use sandtable_ai::{Commander, Orders, Registry};
use sandtable_content::MatchTerms;
use sandtable_match::library::Library;
use sandtable_match::replays::{info_json, info_text};
use sandtable_match::runner::{Observer, Recording, commander_seed, run_match, run_match_with};
use sandtable_match::store::{pack_replay, unpack_replay};
use sandtable_model::scenario::Scenario;
use sandtable_replay::{
    FirstBadTick, MatchEnd, Playback, RecordStatus, Recorder, Replay, ReplayError, VerifyError, verify,
};
use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;
use sandtable_sim::victory::Ending;
use sandtable_sim::view::View;
use sandtable_state::id::{PlayerId, TeamId};
use sandtable_tests::Fixture;

const SEED: u64 = 3;

/// One game minute of the duel rules on their small map.
fn scenario() -> Arc<Scenario> {
    let terms = MatchTerms { time_limit_ticks: 60 * 16, ..MatchTerms::default() };
    Arc::new(Fixture::shipped("duel", "duel16", terms).scenario())
}

fn rush(scenario: &Scenario, player: u8) -> Box<dyn Commander> {
    let (mut library, registry) = (Library::embedded_only(), Registry::standard());
    let strategy =
        sandtable_match::assemble::load_strategy(&mut library, &registry, "duel/rush").expect("the strategy is there");
    let (player, rules) = (PlayerId(player), &scenario.rules);
    strategy.build(&registry, rules, player, commander_seed(SEED, player)).expect("the strategy builds")
}

fn record(commanders: Vec<Box<dyn Commander>>) -> Vec<u8> {
    let scenario = scenario();
    let mut recording = Recording::new(&scenario, SEED, Vec::new(), Vec::new(), Vec::new());
    run_match_with(&scenario, commanders, SEED, &mut recording);
    recording.into_sink()
}

/// A recorded rush mirror, played once for all tests.
fn recorded() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let scenario = scenario();
        record(vec![rush(&scenario, 0), rush(&scenario, 1)])
    })
}

fn decoded() -> Replay {
    Replay::decode(recorded()).expect("what was recorded decodes")
}

#[test]
fn what_is_recorded_verifies() {
    let replay = decoded();
    let verified = verify(&replay).expect("it plays the same");
    assert!(verified.complete);
    assert_eq!(verified.ticks, replay.last_tick());
    assert!(replay.orders() > 20, "a rush gives orders");
}

#[test]
fn a_replay_takes_at_most_12_bytes_a_tick() {
    let header = Replay::decode(&record(vec![])).expect("decodes").header;
    let head = pack_replay(&header.scenario).expect("packs").len();
    let whole = pack_replay(recorded()).expect("packs").len();
    let ticks = decoded().last_tick() as usize;
    assert!(whole - head <= 12 * ticks, "{whole} bytes, {head} of them the scenario, for {ticks} ticks");
}

/// A recording of the match with a keyframe every `ticks` ticks.
fn recorded_with_keyframes(ticks: u32) -> Vec<u8> {
    let scenario = scenario();
    let recording = Recording::new(&scenario, SEED, Vec::new(), Vec::new(), Vec::new());
    let mut recording = recording.keyframes(ticks);
    run_match_with(&scenario, vec![rush(&scenario, 0), rush(&scenario, 1)], SEED, &mut recording);
    recording.into_sink()
}

#[test]
fn keyframes_change_nothing_and_playing_can_begin_at_each() {
    let bytes = recorded_with_keyframes(100);
    let replay = Replay::decode(&bytes).expect("decodes");
    assert_eq!(verify(&replay), verify(&decoded()));
    let ticks: Vec<u32> = replay.keyframes.iter().map(|keyframe| keyframe.tick).collect();
    assert_eq!(ticks, (1..=replay.last_tick() / 100).map(|turn| turn * 100).collect::<Vec<_>>());
    let straight = decoded();
    for tick in [0, 1, 99, 100, 101, 350, replay.last_tick()] {
        let (seeked, played) = (Playback::at(&replay, tick), Playback::at(&straight, tick));
        let (mut seeked, mut played) = (seeked.expect("it holds"), played.expect("it decodes"));
        assert_eq!(seeked.world().tick(), tick);
        assert_eq!(seeked.world().state_hash(), played.world().state_hash(), "at tick {tick}");
        (0..20).for_each(|_| assert_eq!(seeked.advance(), played.advance(), "after tick {tick}"));
    }
    let plain = recorded().len();
    assert!(bytes.len() > plain, "keyframes take room: {} and {plain} bytes", bytes.len());
    let file = pack_replay(&bytes).expect("packs");
    assert_eq!(unpack_replay(&file).expect("unpacks"), bytes);
    let ticks = replay.last_tick() as usize;
    assert!(file.len() <= 24 * ticks, "{} bytes for {ticks} ticks, header included", file.len());
}

#[test]
fn a_keyframe_of_another_state_is_found_out() {
    let mut replay = Replay::decode(&recorded_with_keyframes(200)).expect("decodes");
    let other = replay.keyframes[0].world.clone();
    replay.keyframes[1].world = other;
    assert!(matches!(Playback::at(&replay, 450), Err(ReplayError::BadKeyframe { tick: 400, .. })));
    assert!(matches!(verify(&replay), Err(VerifyError::Replay(ReplayError::BadKeyframe { tick: 400, .. }))));
    replay.keyframes[1].world = vec![7; 40];
    assert!(matches!(Playback::at(&replay, 400), Err(ReplayError::BadKeyframe { tick: 400, .. })));
    assert!(Playback::at(&replay, 399).is_ok(), "those before it are not concerned");
}

/// The same with a check of every sixteenth tick, and chunks that end in between.
fn recorded_sparsely(keyframes: u32) -> Vec<u8> {
    let scenario = scenario();
    let recording = Recording::new(&scenario, SEED, Vec::new(), Vec::new(), Vec::new());
    let mut recording = recording.keyframes(keyframes).checking_every(16);
    run_match_with(&scenario, vec![rush(&scenario, 0), rush(&scenario, 1)], SEED, &mut recording);
    recording.into_sink()
}

#[test]
fn replays_that_check_some_ticks_say_what_those_of_all_do() {
    let dense = decoded();
    for keyframes in [0, 100] {
        let bytes = recorded_sparsely(keyframes);
        assert_eq!((recorded()[8], bytes[8]), (4, 4), "both kinds of chunks are of the newest version");
        let replay = Replay::decode(&bytes).expect("decodes");
        assert_eq!(verify(&replay), verify(&dense));
        assert_eq!(replay.orders(), dense.orders());
        for tick in 1..=replay.last_tick() {
            let check = |replay: &Replay| replay.chunk_of(tick).expect("recorded").check_of(tick);
            assert_eq!(check(&replay), check(&dense).filter(|_| tick % 16 == 0), "at tick {tick}");
        }
        let at = replay.chunks[1].last_tick();
        let again = Replay::decode(&Recorder::resume(&replay, at).take_bytes()).expect("decodes");
        assert_eq!(again.chunks, replay.chunks[..2]);
        // Nothing that differs stays unseen.
        let mut lacking = replay;
        let gone = lacking.chunks[0].orders.remove(0);
        let Err(VerifyError::BadTick(bad)) = verify(&lacking) else { panic!("an order less must show") };
        assert!(bad.tick >= gone.tick && bad.tick < gone.tick + 16 && bad.tick % 16 == 0, "{bad:?}, {gone:?}");
    }
    assert!(recorded_sparsely(0).len() + 3 * dense.last_tick() as usize / 2 < recorded().len());
}

#[test]
fn an_engine_that_fails_leaves_a_sparse_replay_up_to_its_last_check() {
    let dense = decoded();
    let mut playback = Playback::new(&dense).expect("it decodes");
    let mut recorder = Recorder::new(&dense.header).checking_every(16);
    for _ in 0..300 {
        let orders = playback.orders();
        playback.advance().expect("another tick");
        recorder.tick(playback.world(), orders);
    }
    let end = dense.end.clone().expect("it is whole");
    recorder.finish(None, &MatchEnd { status: RecordStatus::EngineError, last_tick: 300, outcome: None, ..end });
    let replay = Replay::decode(&recorder.take_bytes()).expect("decodes");
    assert_eq!((replay.last_tick(), replay.status()), (288, RecordStatus::EngineError));
    assert_eq!(verify(&replay).map(|verified| verified.ticks).ok(), Some(288));
}

/// What version 1 of the format wrote; frozen.
const VERSION_1: &[u8] = include_bytes!("../fixtures/replays/v1.replay");

#[test]
fn version_1_of_the_format_is_still_read() {
    let replay = Replay::decode(&unpack_replay(VERSION_1).expect("unpacks")).expect("decodes");
    let header = &replay.header;
    let names: Vec<&str> = header.contestants.iter().map(|contestant| contestant.name.as_str()).collect();
    assert_eq!((header.sim_version, header.seed, names), (5, 11, vec!["duel/rush", "duel/rush"]));
    assert_eq!((replay.last_tick(), replay.status(), replay.orders()), (1854, RecordStatus::Complete, 87));
    assert_eq!(replay.chunks.last().map(|chunk| chunk.total), Some(0x0610_e205_1e1d_e5c3));
    assert!(replay.keyframes.is_empty());
    // Its scenario is not: layouts had no numbers then.
    let told = verify(&replay).expect_err("it does not decode").to_string();
    assert!(told.starts_with("the embedded scenario is of a layout before 1, by engine version 5"), "{told}");
    let info = info_text("v1.replay".as_ref(), &replay);
    assert!(info.contains("layout     before version 1; this one has version "), "{info}");
    assert!(info_json("v1.replay".as_ref(), &replay)["scenario_layout"].is_null());
    for at in (0..VERSION_1.len()).step_by(5) {
        let mut changed = VERSION_1.to_vec();
        changed[at] ^= 4;
        let good = unpack_replay(&changed).is_ok_and(|plain| Replay::decode(&plain).is_ok());
        assert!(!good, "byte {at} changed");
    }
}

/// What versions 2 and 3 wrote first, with keyframes and with a check of every sixteenth tick; frozen.
const VERSION_2: &[u8] = include_bytes!("../fixtures/replays/v2.replay");
const VERSION_3: &[u8] = include_bytes!("../fixtures/replays/v3.replay");

/// What a frozen file says.
struct Frozen {
    version: u16,
    file: &'static [u8],
    last_tick: u32,
    orders: u64,
    total: u64,
    check_every: u16,
    keyframes: &'static [u32],
}

#[test]
fn versions_2_and_3_of_the_format_are_still_read() {
    let second = Frozen {
        version: 2,
        file: VERSION_2,
        last_tick: 1854,
        orders: 87,
        total: 0x703c_5c77_07d1_52f9,
        check_every: 1,
        keyframes: &[512, 1024, 1536],
    };
    let third = Frozen {
        version: 3,
        file: VERSION_3,
        last_tick: 1823,
        orders: 122,
        total: 0x7d8c_32d7_a8d5_80ea,
        check_every: 16,
        keyframes: &[],
    };
    for known in [second, third] {
        let plain = unpack_replay(known.file).expect("unpacks");
        assert_eq!(Replay::check_prefix(&plain), Ok(known.version));
        let replay = Replay::decode(&plain).expect("decodes");
        assert_eq!((replay.header.sim_version, replay.status()), (7, RecordStatus::Complete));
        assert_eq!((replay.last_tick(), replay.orders()), (known.last_tick, known.orders));
        let last = replay.chunks.last().expect("it was played");
        assert_eq!((last.total, last.check_every), (known.total, known.check_every));
        assert_eq!(replay.keyframes.iter().map(|keyframe| keyframe.tick).collect::<Vec<_>>(), known.keyframes);
    }
}

#[test]
fn a_file_unpacks_to_what_was_packed() {
    let file = pack_replay(recorded()).expect("packs");
    assert_eq!(unpack_replay(&file).expect("unpacks"), recorded());
}

#[test]
fn every_truncation_is_found_out() {
    let bytes = recorded();
    let mut prefixes = 0;
    for length in 0..bytes.len() {
        if let Ok(replay) = Replay::decode(&bytes[..length]) {
            assert_eq!(replay.status(), RecordStatus::Incomplete, "cut to {length} bytes");
            prefixes += 1;
        }
    }
    assert!(prefixes >= 3, "cut between two chunks it is a valid prefix: {prefixes}");
    let file = pack_replay(bytes).expect("packs");
    for length in 0..file.len() {
        let complete = unpack_replay(&file[..length])
            .is_ok_and(|plain| Replay::decode(&plain).is_ok_and(|replay| replay.status() != RecordStatus::Incomplete));
        assert!(!complete, "file cut to {length} bytes");
    }
}

#[test]
fn every_changed_byte_is_found_out() {
    let file = pack_replay(recorded()).expect("packs");
    for at in 0..file.len() {
        for flip in [1, 0x80] {
            let mut changed = file.clone();
            changed[at] ^= flip;
            let good = unpack_replay(&changed).is_ok_and(|plain| Replay::decode(&plain).is_ok());
            assert!(!good, "byte {at} changed by {flip:#x}");
        }
    }
    let bytes = recorded();
    for at in (0..bytes.len()).step_by(7) {
        let mut changed = bytes.to_vec();
        changed[at] ^= 0x10;
        assert!(Replay::decode(&changed).is_err(), "byte {at} of the plain replay changed");
    }
}

/// The smallest golden, as it lies on disk.
const GOLDEN: &[u8] = include_bytes!("../../replays/duel-short.replay");

#[test]
fn every_flipped_bit_and_every_truncation_of_a_golden_is_found_out() {
    let decode = |file: &[u8]| unpack_replay(file).ok().and_then(|plain| Replay::decode(&plain).ok());
    assert!(decode(GOLDEN).is_some_and(|replay| replay.status() == RecordStatus::Complete));
    for length in 0..GOLDEN.len() {
        let left = decode(&GOLDEN[..length]);
        assert!(left.is_none_or(|replay| replay.status() == RecordStatus::Incomplete), "cut to {length} bytes");
    }
    let mut changed = GOLDEN.to_vec();
    for at in 0..GOLDEN.len() {
        for flip in (0..8).map(|bit| 1 << bit).chain([0xFF]) {
            changed[at] ^= flip;
            assert!(decode(&changed).is_none(), "byte {at} changed by {flip:#x}");
            changed[at] ^= flip;
        }
    }
}

#[test]
fn a_prefix_verifies_as_far_as_it_goes() {
    let replay = Replay { end: None, ..decoded() };
    let verified = verify(&replay).expect("it plays the same");
    assert!(!verified.complete);
}

#[test]
fn lengths_that_lie_are_refused_before_anything_is_reserved() {
    let mut bytes = recorded()[..10].to_vec();
    bytes.push(1);
    bytes.extend_from_slice(&u32::MAX.to_le_bytes());
    bytes.extend_from_slice(&[0; 64]);
    assert!(matches!(Replay::decode(&bytes), Err(ReplayError::TooLarge { .. })));
}

#[test]
fn other_versions_and_other_files_are_told_apart() {
    let mut newer = recorded().to_vec();
    newer[8] = 9;
    assert_eq!(Replay::decode(&newer), Err(ReplayError::Version { found: 9 }));
    assert_eq!(Replay::decode(b"PK\x03\x04 something else"), Err(ReplayError::NotAReplay));
    assert_eq!(Replay::decode(b""), Err(ReplayError::NotAReplay));
    let mut replay = decoded();
    replay.header.sim_version += 1;
    assert!(verify(&replay).is_ok(), "another engine that plays it the same");
    let mut replay = decoded();
    replay.header.rules_fingerprint ^= 1;
    assert!(matches!(verify(&replay), Err(VerifyError::Replay(ReplayError::OtherRules { .. }))));
}

#[test]
fn a_changed_order_names_the_first_bad_tick_and_the_parts() {
    let mut replay = decoded();
    let chunk = &mut replay.chunks[0];
    let gone = chunk.orders.remove(0);
    let Err(VerifyError::BadTick(FirstBadTick { tick, compared_at, parts })) = verify(&replay) else {
        panic!("an order less must show");
    };
    assert_eq!(tick, gone.tick);
    assert_eq!(compared_at, replay.chunks[0].last_tick());
    assert!(parts.iter().any(|part| part == "players"), "{parts:?}");
}

#[test]
fn a_changed_outcome_shows() {
    let mut replay = decoded();
    let outcome = replay.end.as_mut().and_then(|end| end.outcome.as_mut()).expect("it has an outcome");
    outcome.ending = Ending::MutualDestruction;
    outcome.winner = None;
    let error = verify(&replay).expect_err("it is another");
    assert!(matches!(error, VerifyError::OtherEnd { .. }));
    let tick = replay.last_tick();
    let won = "won by team 1 by score at the time limit";
    assert_eq!(
        error.to_string(),
        format!("ends otherwise at tick {tick}: recorded as a draw by mutual destruction, played {won}")
    );
    let outcome = replay.end.as_mut().and_then(|end| end.outcome.as_mut()).expect("it has an outcome");
    (outcome.ending, outcome.winner, outcome.tick) = (Ending::Surrender, Some(TeamId(1)), 7);
    let told = verify(&replay).expect_err("it is another").to_string();
    assert!(told.contains("recorded as won by team 2 by surrender at tick 7, played won"), "{told}");
    replay.end.as_mut().expect("it is whole").outcome = None;
    let told = verify(&replay).expect_err("it is another").to_string();
    assert!(told.ends_with(&format!("recorded as undecided, played {won}")), "{told}");
}

/// Plays along for a while, then panics.
struct Panics;

impl Commander for Panics {
    fn name(&self) -> &str {
        "panics"
    }

    fn decide(&mut self, view: &View<'_>, _: &mut Orders) {
        assert!(view.tick() < 100, "the commander's own bug");
    }
}

#[test]
fn a_commander_that_panics_forfeits_and_the_replay_verifies() {
    let scenario = scenario();
    let commanders = || vec![Box::new(Panics) as Box<dyn Commander>, rush(&scenario, 1)];
    let result = run_match(&scenario, commanders(), SEED);
    assert_eq!(result.winner(), Some(TeamId(1)));
    assert_eq!(result.outcome.map(|outcome| outcome.ending), Some(Ending::Surrender));
    let forfeited = result.sides[0].forfeited.as_ref().expect("it failed");
    assert!(forfeited.message.contains("own bug"), "{}", forfeited.message);
    assert!(result.sides[1].forfeited.is_none());
    let replay = Replay::decode(&record(commanders())).expect("decodes");
    assert!(verify(&replay).expect("it plays the same").complete);
    assert_eq!(replay.end.expect("it has an end").forfeits.len(), 1);
}

struct StopAt(u32);

impl Observer for StopAt {
    fn tick(&mut self, world: &World, _: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        if world.tick() == self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn watching_and_recording_change_nothing() {
    let scenario = scenario();
    let commanders = || vec![rush(&scenario, 0), rush(&scenario, 1)];
    let result = run_match(&scenario, commanders(), SEED);
    let again = run_match(&scenario, commanders(), SEED);
    assert_eq!(result, again);
    let last = decoded().chunks.last().map(|chunk| format!("{:016x}", chunk.total));
    assert_eq!(Some(result.hash), last);
    let stopped = run_match_with(&scenario, commanders(), SEED, &mut StopAt(100));
    assert_eq!(stopped.ticks, 100);
}
