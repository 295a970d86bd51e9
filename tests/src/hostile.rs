//! What is done with bytes of unknown origin: read as each kind of file, and used when that succeeds.
//!
//! Tests and fuzzers call these. None may panic, whatever the bytes; what is refused
//! is refused in time and memory that the length bounds.

use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use sandtable_ai::{MatchInfo, Registry};
use sandtable_bots::limits::{BotLimits, DecisionClock};
use sandtable_content::codec::{decode_scenario, encode_scenario, scenario_fingerprint};
use sandtable_content::map::RawMap;
use sandtable_content::{Document, MemorySource, reading};
use sandtable_diagnostics::{Checked, Code, Issues, Painted, annotated};
use sandtable_match::library::Library;
use sandtable_match::store::{decode_replay, pack_replay, unpack_replay};
use sandtable_math::{mix, mix3};
use sandtable_model::rules::Rules;
use sandtable_model::scenario::Scenario;
use sandtable_model::vocabulary::AGENTS;
use sandtable_replay::{
    FORMAT_VERSION, Forfeit, MAGIC, MAX_REPLAY_BYTES, MatchEnd, PREFIX_BYTES, RecordStatus, Recorder, Replay,
    ReplayDecoder, ReplayHeader, verify,
};
use sandtable_sim::World;
use sandtable_sim::snapshot::{dump, load, save};
use sandtable_state::fold_keyed;
use sandtable_state::id::PlayerId;
use sandtable_tournament::TournamentFile;

use crate::bot_answers;
use crate::golden;
use crate::keyframe_bytes;
use crate::lying;
use crate::mutation::{STATES, world_at};
use crate::session_bytes;
use crate::tournament_files;
use crate::variants::variants;

/// A name, and what reads such bytes; whether they were taken for good.
pub type Target = (&'static str, fn(&[u8]) -> bool);

/// Everything that takes bytes from outside.
pub const TARGETS: [Target; 12] = [
    ("rules", rules),
    ("map", map),
    ("scenario", scenario),
    ("strategy", strategy),
    ("behaviours", behaviours),
    ("tournament", tournament),
    ("bot", bot),
    ("answers", bot_answers::answers),
    ("lockstep", session_bytes::lockstep),
    ("replay", replay),
    ("snapshot", snapshot),
    ("keyframe", keyframe_bytes::keyframe),
];

/// Variants of files that the corpora hold of a target; of more, some are left out evenly.
const MAX_VARIANTS: usize = 4_000;
/// Bytes of a file that a corpus keeps, at most (`guard/fuzz/run`).
pub const MAX_KEPT_BYTES: usize = 8_192;
/// The file of a bot that says all that one can; its program and folders are there wherever this runs.
const BOT: &str = r#"bot = "process"
about = "Says all that there is to say."
command = ["/bin/sh", "-c", "exit"]
folder = "/"
readable = ["."]
writable = ["."]

[limits]
time_ms = [[1000, 10], [5000, 1]]
start_ms = 30000
end_ms = 100
memory_mib = 512
processes = 32
cpus = 1
queries = 1000
search_cells = 100000
fuel = 1000000
"#;
/// Ticks that what was taken for good is played for.
const TICKS: u32 = 3;
/// Entities and cells beyond which it is not played: that would be slow, not wrong.
const MAX_PLAYED_ENTITIES: usize = 200;
const MAX_PLAYED_CELLS: usize = 1 << 14;
/// Decisions that a bot is held to its limits for.
const MAX_DECISIONS: u32 = 1_000;

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// Whether a file was taken for good; of one that was not, what is wrong is told in every form, as to whoever wrote it.
fn taken<T>(read: Result<T, Issues>) -> bool {
    let told = |issues: Issues| {
        let codes = issues.0.iter().map(|issue| Code::named(issue.code.name()).map(Code::explanation));
        (codes.count(), issues.to_string(), annotated(&issues, Painted::Coloured), annotated(&issues, Painted::Plain))
    };
    read.map_err(told).is_ok()
}

/// A ruleset.
pub fn rules(bytes: &[u8]) -> bool {
    text(bytes).is_some_and(|text| taken(sandtable_content::load_rules_with(shelves(), "fuzz.toml", text)))
}

/// A map, under the classic rules; what is read is written again, and looked over for what `check` warns of.
pub fn map(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    if let Ok(raw) = RawMap::parse("fuzz.map", text) {
        taken::<()>(Err(raw.check(classic())));
        let _ = (raw.size(), raw.to_text());
    }
    taken(sandtable_content::load_map("fuzz.map", text, classic()))
}

/// A match file; what loads is played for a moment.
pub fn scenario(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    let source = shelves().clone().with("matches/fuzz.toml", text);
    match sandtable_content::load_scenario(&source, "matches/fuzz.toml") {
        Ok(checked) => {
            play(checked.value);
            true
        }
        Err(issues) => taken::<()>(Err(issues)),
    }
}

/// A strategy file, under the classic rules.
pub fn strategy(bytes: &[u8]) -> bool {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    let brief = MatchInfo { rules: classic(), player: PlayerId(0), seed: 1, name: "fuzz" };
    let registry = REGISTRY.get_or_init(Registry::standard);
    text(bytes).is_some_and(|text| taken(registry.commander("fuzz.toml", text, &brief)))
}

/// A behaviour file: trees, machines, queries, minds.
pub fn behaviours(bytes: &[u8]) -> bool {
    text(bytes)
        .is_some_and(|text| taken(sandtable_content::load_behaviours("fuzz.toml", text, &AGENTS, Some(classic()))))
}

/// A tournament file; whether what it names is there is not looked at.
pub fn tournament(bytes: &[u8]) -> bool {
    let read = text(bytes).map(|text| TournamentFile::parse("fuzz.toml", text));
    read.is_some_and(|read| taken(read.inspect(tournament_files::ask)))
}

/// The strategy file of a bot that is a process: what it runs and what that may take. Nothing is run.
pub fn bot(bytes: &[u8]) -> bool {
    let read = text(bytes).map(|text| reading("fuzz.toml", text, read_bot));
    read.is_some_and(|read| taken(read.inspect(|limits| held_to(&limits.value))))
}

/// A bot that is slower than every tier is over its budget with as many decisions as one of them takes.
fn held_to(limits: &BotLimits) {
    let (slow, mut clock) = (limits.longest() + Duration::from_millis(1), DecisionClock::default());
    let least = limits.tiers.iter().map(|tier| tier.count).min().unwrap_or_default();
    let within = (1..least.min(MAX_DECISIONS)).all(|_| clock.count(limits, slow).is_none());
    assert!(within && (least > MAX_DECISIONS || clock.count(limits, slow).is_some()));
}

fn read_bot(text: &str) -> Result<Checked<BotLimits>, Issues> {
    let document = Document::parse("fuzz.toml", text)?;
    let root = document.root();
    ["bot", "about"].into_iter().for_each(|key| root.skip(key));
    #[cfg(target_os = "linux")]
    let limits = sandtable_bots::process::ProcessSpec::read(&root).limits;
    #[cfg(not(target_os = "linux"))]
    let limits = BotLimits::read(&root);
    document.finish(limits)
}

/// Bytes of a piece in which a decoder is fed.
const PIECE_BYTES: usize = 61;

/// A replay. The first byte chooses what the others are: a whole file, its plain bytes, or, since hardly anything gets past a
/// checksum by chance, payloads that are given the right ones.
pub fn replay(bytes: &[u8]) -> bool {
    let Some((choice, bytes)) = bytes.split_first() else { return false };
    let decoded = match choice % 4 {
        0 => decode_replay(bytes).ok(),
        1 => in_pieces(bytes),
        2 => Replay::decode(&framed(bytes)).ok(),
        _ => return scenario_bytes(bytes),
    };
    let Some(replay) = decoded else { return false };
    assert!(replay.is_same_match(&replay) && replay.orders() <= MAX_REPLAY_BYTES as u64);
    written_again(&replay);
    let (states, memories) = (replay.header.states(), replay.header.memories());
    assert!(replay.chunks.iter().all(|chunk| chunk.memories(states).len() == memories));
    let scenario = replay.header.decode_scenario().ok().filter(is_small);
    if let Some(scenario) = scenario
        && replay.last_tick() <= 32
    {
        headed_again(&replay.header, scenario);
        let _ = verify(&replay);
    }
    true
}

/// A header made for the match of another has what the match alone decides.
fn headed_again(header: &ReplayHeader, scenario: Scenario) {
    let (contestants, sources) = (header.contestants.clone(), header.sources.clone());
    let made = ReplayHeader::new(&Arc::new(scenario), header.seed, contestants, sources);
    let made = made.decided_by(header.provenance.commanders).built_as(&header.provenance.build);
    assert_eq!(made.other_match(header).is_some(), made.scenario != header.scenario);
    assert!(made.decode_scenario().is_ok() && made.memories() == 0);
    let made = made.with_memories();
    assert_eq!(made.memories(), made.contestants.len());
}

/// Plain bytes as they come from a slow source: in pieces they are what they are at once.
fn in_pieces(bytes: &[u8]) -> Option<Replay> {
    let whole = Replay::decode(bytes).ok();
    let mut decoder = ReplayDecoder::default();
    let fed = bytes.chunks(PIECE_BYTES).try_for_each(|piece| decoder.feed(piece));
    let pieced = fed.and_then(|()| decoder.finish()).ok();
    assert_eq!(pieced.is_some(), whole.is_some());
    assert!(whole.iter().zip(&pieced).all(|(whole, pieced)| pieced.is_same_match(whole)));
    whole
}

/// What is read is written again, and must read as the same.
fn written_again(replay: &Replay) {
    let mut recorder = Recorder::resume(replay, replay.last_tick());
    if let Some(end) = &replay.end {
        recorder.finish(None, end);
    }
    let plain = recorder.take_bytes();
    let again = Replay::decode(&plain).expect("what was written is read");
    assert!(again.is_same_match(replay) && again.is_recorded(0, replay.header.start_total));
    let packed = pack_replay(&plain).expect("it packs");
    assert!(unpack_replay(&packed).is_ok_and(|unpacked| unpacked == plain));
    // Of a record that lies, the totals are not those of its checks.
    let _ = again.chunks.iter().all(|chunk| again.is_recorded(chunk.last_tick(), chunk.total));
}

/// The canonical bytes of a scenario, as a replay embeds them.
fn scenario_bytes(bytes: &[u8]) -> bool {
    let scenario = decode_scenario(bytes);
    let good = scenario.is_ok();
    if let Ok(scenario) = scenario {
        let again = decode_scenario(&encode_scenario(&scenario)).expect("what was written is read");
        assert_eq!(scenario_fingerprint(&again), scenario_fingerprint(&scenario));
        play(scenario);
    }
    good
}

/// Records with checksums that hold: each is a kind, a length of two bytes, and that many bytes of payload.
fn framed(mut bytes: &[u8]) -> Vec<u8> {
    let mut plain = MAGIC.to_vec();
    plain.extend_from_slice(&FORMAT_VERSION.to_le_bytes());
    for number in 0u64.. {
        let [kind, low, high, rest @ ..] = bytes else { break };
        let (payload, rest) = rest.split_at(usize::from(u16::from_le_bytes([*low, *high])).min(rest.len()));
        plain.push(*kind);
        plain.extend_from_slice(&(payload.len() as u32).to_le_bytes());
        let key = mix3(u64::from(*kind), number, payload.len() as u64);
        plain.extend_from_slice(&fold_keyed(key, payload).to_le_bytes());
        plain.extend_from_slice(payload);
        bytes = rest;
    }
    plain
}

/// A saved world. The first byte chooses the recorded match it is of, among [`STATES`], which together hold every part of the
/// state; one that loads can be shown, and must go on.
pub fn snapshot(bytes: &[u8]) -> bool {
    let Some((choice, bytes)) = bytes.split_first() else { return false };
    let scenario = &recorded_scenarios()[usize::from(*choice) % STATES.len()];
    let Ok(mut world) = load(Arc::clone(scenario), bytes) else { return false };
    let _ = (dump(&world), world.part_hashes(), world.part_sizes(), world.fork());
    for _ in 0..TICKS {
        world.step(&[]);
    }
    true
}

/// What a fuzzer begins from: files that a target takes for good, besides those of `scenarios/`.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let shelves: &[&str] = match target {
        "rules" => &["rules/"],
        "map" => &["maps/"],
        "scenario" => &["matches/", "agents/"],
        "strategy" => &["strategies/"],
        "behaviours" => &["behaviours/"],
        "tournament" => &["tournaments/"],
        "bot" => return vec![BOT.as_bytes().to_vec()],
        "answers" => return bot_answers::seeds(),
        "lockstep" => return session_bytes::seeds(),
        "replay" => return replays(),
        "snapshot" => return snapshots(),
        "keyframe" => return keyframe_bytes::seeds(),
        _ => return Vec::new(),
    };
    let files = sandtable_match::library::EMBEDDED.iter();
    let files = files.filter(|(path, _)| shelves.iter().any(|shelf| path.starts_with(shelf)));
    let written = if target == "tournament" { tournament_files::seeds() } else { Vec::new() };
    files.map(|(_, text)| text.as_bytes().to_vec()).chain(written).collect()
}

/// What the corpora hold beside [`seeds`]: variants of files of text, and replays that lie under valid checksums.
pub fn variants_of(target: &str) -> Vec<Vec<u8>> {
    match target {
        "replay" => return [lying::replays(), lying::damaged()].concat(),
        "answers" => return [bot_answers::variants(), broken(target)].concat(),
        "lockstep" | "keyframe" => return broken(target),
        _ => {}
    }
    let texts = seeds(target).into_iter().filter_map(|bytes| String::from_utf8(bytes).ok());
    let all: Vec<String> = texts.flat_map(|text| variants(&text)).collect();
    let stride = all.len().div_ceil(MAX_VARIANTS).max(1);
    all.into_iter().step_by(stride).map(String::into_bytes).collect()
}

/// A broken variant of each seed that is short.
pub fn broken(target: &str) -> Vec<Vec<u8>> {
    let seeds = seeds(target);
    let next = |row: usize| &seeds[(row + 1) % seeds.len()];
    let variants = seeds.iter().enumerate().map(|(row, bytes)| mangled(bytes, next(row), row as u64));
    variants.filter(|bytes| bytes.len() <= MAX_KEPT_BYTES).collect()
}

/// Each of [`STATES`], and the duel as it begins.
fn snapshots() -> Vec<Vec<u8>> {
    static SNAPSHOTS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    let saved = |choice: usize, tick: u32| {
        let world = world_at(&golden(STATES[choice].0), tick);
        [&[choice as u8], &save(&world)[..]].concat()
    };
    let all = || [(0, 0)].into_iter().chain(STATES.iter().map(|(_, tick)| *tick).enumerate());
    SNAPSHOTS.get_or_init(|| all().map(|(choice, tick)| saved(choice, tick)).collect()).clone()
}

/// The start of each of [`STATES`], in each form that [`replay`] reads, and files that earlier programs wrote.
fn replays() -> Vec<Vec<u8>> {
    static REPLAYS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    REPLAYS
        .get_or_init(|| STATES.iter().flat_map(|(name, _)| beginnings(&golden(name))).chain(former_files()).collect())
        .clone()
}

/// Half a second of a recorded match, in each form that [`replay`] reads.
pub(crate) fn beginnings(replay: &Replay) -> Vec<Vec<u8>> {
    let header = replay.header.clone();
    let scenario = Arc::new(header.decode_scenario().expect("a golden's scenario decodes"));
    let (mut recorder, mut world) = (Recorder::new(&header), World::new(scenario, header.seed));
    for tick in 1..=8 {
        let orders = replay.chunks[0].orders_of(tick);
        world.step(orders);
        recorder.tick(&world, orders);
    }
    recorder.keyframe(&world, Vec::new());
    let (status, last_tick) = (RecordStatus::Incomplete, world.tick());
    let forfeits = vec![Forfeit { player: PlayerId(0), tick: 8, why: "it left".to_owned() }];
    let end = MatchEnd { status, last_tick, outcome: None, forfeits, note: "cut".to_owned() };
    recorder.finish(Some(&world), &end);
    let plain = recorder.take_bytes();
    let file = sandtable_match::store::pack_replay(&plain).unwrap_or_default();
    vec![formed(0, &file), formed(1, &plain), formed(2, &unframed(&plain)), formed(3, &header.scenario)]
}

/// Replays and scenarios of former formats, as `tests/fixtures/` keeps them.
fn former_files() -> Vec<Vec<u8>> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut files = Vec::new();
    for (choice, folder) in [(0, "replays"), (3, "scenarios")] {
        let found = fs::read_dir(fixtures.join(folder)).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut paths: Vec<_> = found.collect();
        paths.sort();
        files.extend(paths.iter().filter_map(|path| Some(formed(choice, &fs::read(path).ok()?))));
    }
    files
}

/// Bytes for [`replay`], with the choice of their form in front.
fn formed(choice: u8, bytes: &[u8]) -> Vec<u8> {
    [&[choice], bytes].concat()
}

/// The records of plain bytes as [`framed`] takes them.
fn unframed(plain: &[u8]) -> Vec<u8> {
    let (mut records, mut rest) = (Vec::new(), &plain[PREFIX_BYTES..]);
    while let [kind, a, b, c, d, _, _, _, _, _, _, _, _, payload @ ..] = rest {
        let length = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
        records.push(*kind);
        records.extend_from_slice(&(length as u16).to_le_bytes());
        records.extend_from_slice(&payload[..length]);
        rest = &payload[length..];
    }
    records
}

/// Changes some bytes as a fuzzer would that knows nothing: flips, numbers at the ends of their ranges, runs cut out, doubled, or taken from
/// elsewhere. A pure function of its arguments.
pub fn mangled(bytes: &[u8], other: &[u8], seed: u64) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let mut draws = 0;
    let mut draw = |below: usize| {
        draws += 1;
        (mix(seed, draws) % below.max(1) as u64) as usize
    };
    for _ in 0..=draw(4) {
        let (at, length) = (draw(bytes.len()), 1 + draw(24));
        let end = (at + length).min(bytes.len());
        match draw(6) {
            0 if at < end => bytes[at] ^= 1 << draw(8),
            1 if at < end => bytes[at] = [0, 1, 0x7F, 0x80, 0xFF, b'-', b'9', b'[', b'"', b'\n'][draw(10)],
            2 => drop(bytes.drain(at..end)),
            3 => {
                let run = bytes[at..end].to_vec();
                bytes.splice(at..at, run);
            }
            4 => {
                let from = draw(other.len());
                bytes.splice(at..end, other[from..(from + length).min(other.len())].iter().copied());
            }
            _ => bytes[at..end].fill([0, 0xFF, b'9'][draw(3)]),
        }
    }
    bytes
}

/// One of the seeds, [`mangled`]; which, and how, is the case's.
pub fn mangled_case(seeds: &[Vec<u8>], case: u64) -> Vec<u8> {
    let pick = |number: u64| &seeds[(mix(case, number) % seeds.len() as u64) as usize];
    mangled(pick(1), pick(2), case)
}

fn is_small(scenario: &Scenario) -> bool {
    let bounds = scenario.map.bounds();
    usize::from(bounds.width) * usize::from(bounds.height) <= MAX_PLAYED_CELLS
}

/// Plays a small match for a moment.
fn play(scenario: Scenario) {
    if !is_small(&scenario) {
        return;
    }
    let mut world = World::new(Arc::new(scenario), 1);
    if world.population().iter().sum::<usize>() <= MAX_PLAYED_ENTITIES {
        (0..TICKS).for_each(|_| drop(world.step(&[])));
    }
}

/// Rules, maps and behaviours that come with the program.
fn shelves() -> &'static MemorySource {
    static CONTENT_KINDS: OnceLock<MemorySource> = OnceLock::new();
    CONTENT_KINDS.get_or_init(|| {
        let wanted = ["rules/", "behaviours/", "maps/"];
        let files = sandtable_match::library::EMBEDDED.iter();
        let files = files.filter(|(path, _)| wanted.iter().any(|start| path.starts_with(start)));
        files.fold(MemorySource::new(), |source, (path, text)| source.with(path, text))
    })
}

fn classic() -> &'static Rules {
    static RULES: OnceLock<Rules> = OnceLock::new();
    RULES.get_or_init(|| {
        sandtable_match::assemble::load_rules(&mut Library::embedded_only(), "classic")
            .expect("the classic rules come with the program")
    })
}

/// What each of [`STATES`] was played on.
fn recorded_scenarios() -> &'static [Arc<Scenario>] {
    static SCENARIOS: OnceLock<Vec<Arc<Scenario>>> = OnceLock::new();
    let decode = |name| Arc::new(golden(name).header.decode_scenario().expect("a golden's scenario decodes"));
    SCENARIOS.get_or_init(|| STATES.iter().map(|(name, _)| decode(name)).collect())
}

/// What the recorded duel was played on.
pub(crate) fn duel() -> &'static Arc<Scenario> {
    &recorded_scenarios()[0]
}
