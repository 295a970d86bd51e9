//! What commanders remember is checked as the state is: it survives being saved and loaded, shows in records, and is named where it does not.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use sandtable::exit::code;
use sandtable_ai::{
    Commander, FieldDifference, MatchInfo, MemoryFault, Orders, Registry, TwinFactory, TwinFindings, memory_difference,
};
use sandtable_bots::check::{self, CheckPlan, CheckVerdict};
use sandtable_bots::limits::BotLimits;
use sandtable_content::MatchTerms;
use sandtable_match::assemble::load_strategy;
use sandtable_match::library::{ContentKind, Library};
use sandtable_match::progress::Unseen;
use sandtable_match::replays::{
    Depth, Desync, DesyncKind, ForkTerms, ReplayVerdict, SyncTest, bisect_memories, fork, recorded_anew, rerun_text,
    rerun_whole, resume, twinned,
};
use sandtable_match::runner::{Silent, commander_seed, run_match_with};
use sandtable_match::store::pack_replay;
use sandtable_model::OrderKind;
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Recorder, Replay};
use sandtable_sim::Threads;
use sandtable_sim::order::Order;
use sandtable_sim::snapshot::PART_NAMES;
use sandtable_sim::view::View;
use sandtable_state::codec::DecodeError;
use sandtable_state::id::{PlayerId, TeamId};
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::mutation::stopped_at;
use sandtable_tests::{Fixture, recorded};
use serde_json::{Value, json};

/// What is wrong with a diary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    Nothing,
    /// It is written otherwise each time, as what lies in a hash map.
    Shuffled,
    /// Pages are counted by what is not written down, and that shows late.
    Drifts,
    /// It decides by what is not written down.
    Forgets,
    /// It is not taken up.
    Refuses,
    /// It is not written at all.
    Unwritten,
}

/// A commander that saves what it remembers as JSON.
struct Diary {
    flaw: Flaw,
    decided: u32,
    unsaid: u32,
}

impl Diary {
    fn with(flaw: Flaw) -> Box<dyn Commander> {
        Box::new(Diary { flaw, decided: 0, unsaid: 0 })
    }
}

static SHUFFLES: AtomicU32 = AtomicU32::new(0);

impl Commander for Diary {
    fn name(&self) -> &str {
        "diary"
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        self.decided += 1;
        self.unsaid += 1;
        let counted = if self.flaw == Flaw::Forgets { self.unsaid } else { self.decided };
        if counted.is_multiple_of(3) {
            let units = view.own_units().iter().map(|unit| unit.handle).collect::<Vec<_>>();
            orders.give(Order::to(units, OrderKind::Hold));
        }
    }

    fn save(&self) -> Option<Vec<u8>> {
        let drawn = if self.flaw == Flaw::Shuffled { SHUFFLES.fetch_add(1, Ordering::Relaxed) } else { 0 };
        let pages = if self.flaw == Flaw::Drifts { self.unsaid / 5 } else { 0 };
        let text = json!({ "decided": self.decided, "met": [7, { "order": drawn }], "pages": pages }).to_string();
        (self.flaw != Flaw::Unwritten).then(|| text.into_bytes())
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), DecodeError> {
        let malformed = |what: &str| DecodeError::Malformed(what.to_owned());
        if self.flaw == Flaw::Refuses {
            return Err(malformed("nobody can read this"));
        }
        let said: Value = serde_json::from_slice(bytes).map_err(|error| malformed(&error.to_string()))?;
        let number = |key: &str| said[key].as_u64().map(|it| it as u32).ok_or_else(|| malformed(key));
        (self.decided, self.unsaid) = (number("decided")?, 5 * number("pages")?);
        Ok(())
    }
}

fn scenario(seconds: u32) -> Arc<Scenario> {
    let terms = MatchTerms { time_limit_ticks: seconds * 16, ..MatchTerms::default() };
    Arc::new(Fixture::shipped("duel", "duel16", terms).scenario())
}

/// What the sync test finds in a match of a diary against nobody.
fn sync_tested(flaw: Flaw, every: u32) -> (Option<Desync>, u32) {
    let told = TwinFindings::default();
    let build = |_| Some(Box::new(move || Some(Diary::with(flaw))) as TwinFactory<'static>);
    let commanders = twinned(vec![Diary::with(flaw)], build, every, &told);
    let mut test = SyncTest::new(every, Silent).twinned(&told);
    run_match_with(&scenario(30), commanders, 3, &mut test);
    (test.found, told.restores())
}

#[test]
fn the_sync_test_names_what_of_a_memory_does_not_survive() {
    let (found, restores) = sync_tested(Flaw::Nothing, 64);
    assert!(found.is_none() && restores >= 6, "{found:?} after {restores} restores");
    assert_eq!(sync_tested(Flaw::Unwritten, 64), (None, 0));
    for (flaw, words) in [
        (Flaw::Shuffled, "memory is another when loaded and saved again: met[1].order: "),
        (Flaw::Drifts, "memory is another when it is loaded and decided on: pages: "),
        (
            Flaw::Forgets,
            "is another when its memory is loaded and decided on: something that it decides by is not in its memory",
        ),
        (Flaw::Refuses, "memory does not load: malformed: nobody can read this"),
    ] {
        let found = sync_tested(flaw, 64).0.unwrap_or_else(|| panic!("{flaw:?} is not found"));
        assert!(matches!(found.what, DesyncKind::Memory { player: PlayerId(0), .. }), "{found}");
        assert!(found.to_string().contains("player 1's ") && found.to_string().contains(words), "{flaw:?}: {found}");
    }
}

#[test]
fn check_bot_takes_a_memory_up_and_names_what_is_lost() {
    let plan = CheckPlan { scenario: scenario(30), decisions: 20, limits: BotLimits::default() };
    for (flaw, verdict, words) in [
        (Flaw::Nothing, CheckVerdict::Passed, "taken up 5 times"),
        (Flaw::Unwritten, CheckVerdict::Noted, "no saved memory"),
        (Flaw::Shuffled, CheckVerdict::Failed, "met[1].order"),
        (Flaw::Drifts, CheckVerdict::Failed, "pages: "),
        (Flaw::Refuses, CheckVerdict::Failed, "nobody can read this"),
    ] {
        let checks = check::check(&plan, &|_, _| Diary::with(flaw));
        let memory = checks.last().expect("there are checks");
        assert!(
            memory.name == "memory" && memory.verdict == verdict && memory.found.contains(words),
            "{flaw:?}: {memory:?}"
        );
    }
}

/// A commander of a shipped strategy that has decided for so long.
fn seasoned(strategy: &str, seconds: u32) -> (Box<dyn Commander>, Vec<u8>) {
    let home = Folder::new("seasoned");
    let path = home.0.join("match.replay");
    let file = path.to_str().expect("text");
    let how = ["--p1", strategy, "--p2", strategy, "--seed", "3", "--time-limit", "60", "--replay", file];
    sandtable(&[&["match", "--map", "duel16", "--rules", "duel"], &how[..]].concat()).expect("it plays");
    let (replay, registry) = (recorded(&path), Registry::standard());
    let session = resume(&replay, &registry, seconds * 16, &[]).expect("it is taken up");
    assert!(session.save().is_some());
    let anew = recorded_anew(&replay, &registry).expect("it plays again");
    assert_eq!(bisect_memories(&replay, &anew, &registry), None);
    let contestant = &replay.header.contestants[0];
    let rules = &session.world().scenario().rules;
    let info = MatchInfo { rules, player: PlayerId(0), seed: contestant.seed, name: &contestant.name };
    let mut commander = registry.commander(&contestant.strategy, &contestant.source, &info).expect("it builds").value;
    for tick in 0..seconds * 16 {
        if tick.is_multiple_of(commander.interval_ticks()) {
            let world = sandtable_replay::Playback::at(&replay, tick).expect("it plays").into_world();
            commander.decide(&View::new(&world, PlayerId(0)), &mut Orders::new());
        }
    }
    let memory = commander.save().expect("it can be saved");
    (commander, memory)
}

#[test]
fn every_byte_of_a_shipped_memory_has_the_name_of_a_field() {
    let (commander, memory) = seasoned("duel/rush", 30);
    let fields = commander.memory_fields(&memory).expect("it has names");
    assert!(fields.len() > 100 && fields.is_sorted_by_key(|field| field.at), "{} fields", fields.len());
    assert!(memory.len() - fields.last().expect("some").at <= 16, "the names go to the end");
    let mut named = Vec::new();
    for at in 0..memory.len() {
        let mut other = memory.clone();
        other[at] ^= 1;
        let difference = memory_difference(commander.as_ref(), &memory, &other).expect("a byte is another");
        let FieldDifference { path, .. } = difference.field.expect("each byte has a name");
        assert_eq!((difference.at, path.is_empty()), (at, false));
        named.push(path.split(['.', '[']).next().unwrap_or_default().to_owned());
    }
    named.dedup();
    for part in ["records", "memory", "knowledge", "forces", "economy", "rng", "timeline"] {
        assert!(named.iter().any(|name| name == part), "no byte of {part} in {named:?}");
    }
}

#[test]
fn the_memory_of_every_shipped_strategy_survives() {
    let (mut library, registry) = (Library::embedded_only(), Registry::standard());
    let terms = MatchTerms { time_limit_ticks: 60 * 16, ..MatchTerms::default() };
    let grounds = [("duel", "duel16"), ("drill", "drill"), ("classic", "meadow")];
    let grounds = grounds.map(|(rules, map)| Arc::new(Fixture::shipped(rules, map, terms).scenario()));
    let seed = commander_seed(5, PlayerId(0));
    let mut tried = 0;
    for name in library.names(ContentKind::Strategies) {
        let strategy = load_strategy(&mut library, &registry, &name).expect("it is shipped");
        let build = |scenario: &Arc<Scenario>| {
            let commander = strategy.build(&registry, &scenario.rules, PlayerId(0), seed).ok()?;
            Some((Arc::clone(scenario), commander))
        };
        let Some((scenario, commander)) = grounds.iter().find_map(build) else { continue };
        let (told, strategy) = (TwinFindings::default(), Arc::new(strategy));
        let factory = |player| {
            let (strategy, registry, scenario) = (Arc::clone(&strategy), registry.clone(), Arc::clone(&scenario));
            let build = move || strategy.build(&registry, &scenario.rules, player, seed).ok();
            Some(Box::new(build) as TwinFactory<'static>)
        };
        let commanders = twinned(vec![commander], factory, 48, &told);
        run_match_with(&scenario, commanders, 5, &mut Silent);
        assert_eq!(told.found(), None, "{name}");
        assert!(told.restores() > 10, "{name}: {} restores", told.restores());
        tried += 1;
    }
    assert!(tried >= 31, "{tried} strategies play by these rules");
}

/// A match of commanders that remember, with a keyframe at that interval; 0 for none.
fn remembered(keyframes: &str) -> Replay {
    let home = Folder::new("memories");
    let path = home.0.join("match.replay");
    let what = ["match", "duel", "--seed", "11", "--keyframes", keyframes, "--replay", path.to_str().expect("text")];
    sandtable(&what).expect("it plays");
    recorded(&path)
}

/// A replay as a file, its checksums right.
fn written(home: &Folder, replay: &Replay) -> String {
    let mut recorder = Recorder::resume(replay, replay.last_tick());
    if let Some(end) = &replay.end {
        recorder.finish(None, end);
    }
    let path = home.0.join("written.replay");
    std::fs::write(&path, pack_replay(&recorder.take_bytes()).expect("it packs")).expect("it is written");
    path.to_str().expect("text").to_owned()
}

fn verdict(file: &str) -> String {
    ReplayVerdict::of_file(
        Path::new(file),
        Depth::Strategies,
        &Registry::standard(),
        &Threads::default(),
        &sandtable_match::progress::Unseen,
    )
    .text()
}

#[test]
fn records_hold_the_hashes_of_memories_and_verify_compares_them() {
    let (replay, home) = (remembered("0"), Folder::new("hashes"));
    assert_eq!(replay.header.memories(), 2);
    assert!(replay.header.parts.ends_with(&["memory.p1".to_owned(), "memory.p2".to_owned()]));
    assert!(replay.chunks.len() > 6 && replay.keyframes.is_empty());
    assert!(replay.chunks.iter().all(|chunk| chunk.memories(PART_NAMES.len()).iter().all(|hash| *hash != 0)));
    assert!(verdict(&written(&home, &replay)).starts_with("ok: "));
    for set in [|hash: &mut u64| *hash ^= 1, |hash: &mut u64| *hash = 0] {
        let mut lie = replay.clone();
        lie.chunks[3].parts.last_mut().map(set).expect("it is there");
        let (text, tick) = (verdict(&written(&home, &lie)), lie.chunks[3].last_tick());
        assert!(text.contains(&format!("after tick {tick}, player 2's memory differs")), "{text}");
    }
    let mut strange = replay.clone();
    strange.header.parts.pop();
    strange.chunks.iter_mut().for_each(|chunk| chunk.parts.truncate(PART_NAMES.len() + 1));
    assert!(verdict(&written(&home, &strange)).contains("other parts of the state"), "all memories, or none");
}

#[test]
fn bisection_names_the_memory_the_tick_and_the_field() {
    let (registry, home) = (Registry::standard(), Folder::new("bisected"));
    let (whole, mut other) = (remembered("64"), remembered("64"));
    assert_eq!(bisect_memories(&whole, &other, &registry), None);
    // The last bytes of a memory are its timeline: a byte within the first seat's is found by trying.
    let keyframe = other.keyframes.iter().position(|keyframe| keyframe.tick == 640).expect("one every 64 ticks");
    let mut found = None;
    for at in (40..other.keyframes[keyframe].table.len()).step_by(7) {
        let was = other.keyframes[keyframe].table[at];
        other.keyframes[keyframe].table[at] = was ^ 1;
        found = bisect_memories(&whole, &other, &registry);
        if found.is_some() {
            break;
        }
        other.keyframes[keyframe].table[at] = was;
    }
    let found = found.expect("a byte of a memory is another");
    assert_eq!((found.tick, found.alike), (640, 576));
    let (at, difference) = found.difference.as_ref().expect("both hold it");
    assert!(*at == 640 && difference.field.as_ref().is_some_and(|field| !field.path.is_empty()), "{found}");
    assert!(found.to_string().contains(&format!("(memory.p{})", found.player.0 + 1)), "{found}");
    let file = written(&home, &other);
    assert_eq!(error_of(&["replay", "bisect", &file]).0, 1, "held to its own strategies, run again");
    // Hashes alone give the tick while both records have them.
    let (plain, mut other) = (remembered("0"), remembered("0"));
    other.chunks[4].parts[PART_NAMES.len()] ^= 1;
    let found = bisect_memories(&plain, &other, &registry).expect("a hash is another");
    let ticks = (found.alike, found.tick);
    assert_eq!(ticks, (plain.chunks[3].last_tick(), plain.chunks[4].last_tick()));
    assert_eq!((found.player, found.difference), (PlayerId(0), None));
}

/// Forks a record at tick 900 with nothing changed: where it says that it departs.
fn forked(replay: &Replay) -> Option<(u32, Vec<String>)> {
    let terms = ForkTerms { tick: 900, strategies: vec![None, None], seeds: 1, threads: 1 };
    let outcome =
        fork(replay, &Registry::standard(), &terms, &Unseen).expect("it is played").expect("it can be taken up");
    outcome.departs.map(|departs| (departs.tick, departs.parts))
}

#[test]
fn a_fork_that_is_not_the_recorded_match_says_where() {
    let (replay, home) = (remembered("0"), Folder::new("forked"));
    assert_eq!(forked(&replay), None);
    let fork = |replay: &Replay| {
        let file = written(&home, replay);
        sandtable(&["replay", "fork", &file, "--tick", "900", "--seeds", "1"])
            .map_or_else(|failure| code(&failure), |()| 0)
    };
    assert_eq!(fork(&replay), 0);
    let mut lie = replay.clone();
    let chunk = lie.chunks.iter_mut().find(|chunk| chunk.last_tick() > 1200).expect("it goes on");
    let tick = chunk.last_tick();
    *chunk.parts.last_mut().expect("it is there") ^= 1;
    assert_eq!(forked(&lie), Some((tick, vec!["memory.p2".to_owned()])));
    assert_eq!(fork(&lie), 1);
    let mut lie = replay.clone();
    let (chunk, row) = lie
        .chunks
        .iter_mut()
        .find_map(|chunk| chunk.orders.iter().position(|order| order.tick > 1000).map(|row| (chunk, row)))
        .expect("somebody orders something");
    let tick = chunk.orders.remove(row).tick;
    assert_eq!(forked(&lie), Some((tick, vec!["orders".to_owned()])));
    assert_eq!(fork(&lie), 1);
    // What the record says of the end, and of parts of a state that is as recorded.
    let mut lie = replay.clone();
    let end = lie.end.as_mut().and_then(|end| end.outcome.as_mut()).expect("it is decided");
    end.winner = end.winner.map(|team| TeamId(1 - team.0));
    assert_eq!(forked(&lie), Some((replay.last_tick(), vec!["outcome".to_owned()])));
    assert_eq!(fork(&lie), 1);
    let mut lie = replay.clone();
    lie.chunks.last_mut().expect("it has some").parts[0] ^= 1;
    assert_eq!(forked(&lie), Some((replay.last_tick(), vec![replay.header.parts[0].clone()])));
    // With another commander it is no longer the recorded match, and nothing is compared.
    let file = written(&home, &lie);
    sandtable(&["replay", "fork", &file, "--tick", "16", "--p1", "idle", "--p2", "idle", "--seeds", "1"])
        .expect("it plays");
}

#[test]
fn an_end_that_strategies_run_again_do_not_come_to_is_told() {
    let (mut replay, home) = (remembered("0"), Folder::new("ends"));
    let end = replay.end.as_mut().and_then(|end| end.outcome.as_mut()).expect("it is decided");
    let winner = end.winner.expect("somebody won");
    end.winner = Some(TeamId(1 - winner.0));
    let again = rerun_whole(&replay, &Registry::standard());
    let text = rerun_text(&replay, &again);
    let ends = format!("then team {} won after tick", 2 - winner.0);
    assert!(text.starts_with("FAILED: the same decisions: ") && text.contains(&ends), "{text}");
    assert_eq!(error_of(&["replay", "rerun", &written(&home, &replay)]).0, 1);
}

#[test]
fn a_match_whose_players_are_called_otherwise_is_not_gone_on_with() {
    let home = Folder::new("called");
    let rest = home.0.join("rest.replay");
    let mut other = stopped_at(&remembered("0"), 300);
    other.header.contestants[0].name = "boss".to_owned();
    let go_on = ["match", "--continue", &written(&home, &other), "--replay", rest.to_str().expect("text")];
    let (code, text) = error_of(&go_on);
    assert!(code == 2 && text.contains("player 1 is not \"boss\"") && !rest.exists(), "{code} {text}");
}

#[test]
fn strategies_run_again_say_what_they_do_otherwise_and_what_comes_of_it() {
    let (replay, registry, home) = (remembered("0"), Registry::standard(), Folder::new("again"));
    let same = rerun_whole(&replay, &registry).expect("it plays");
    assert_eq!((same.first, same.same.orders, same.result.ticks), (None, replay.orders(), replay.last_tick()));
    sandtable(&["replay", "rerun", &written(&home, &replay)]).expect("they decide the same");
    let mut other = replay.clone();
    let source = &mut other.header.contestants[0].source;
    let changed = source.replacen("workers = ", "workers = 1", 1);
    assert_ne!(*source, changed);
    *source = changed;
    let again = rerun_whole(&other, &registry).expect("it plays");
    let first = again.first.expect("it decides otherwise");
    assert!(first.player == PlayerId(0) && again.same.ticks < first.tick, "{first}");
    assert!(again.result.outcome.is_some() || again.result.ticks > first.tick, "it is played on");
    assert_eq!(error_of(&["replay", "rerun", &written(&home, &other)]).0, 1);
}

#[test]
fn a_refused_memory_names_the_field_at_fault() {
    let fault = MemoryFault::Refused {
        why: "not in canonical form from byte 9 on".to_owned(),
        field: Some("knowledge.met[0]".to_owned()),
    };
    assert_eq!(fault.to_string(), "memory does not load: not in canonical form from byte 9 on, in knowledge.met[0]");
    let (commander, memory) = seasoned("duel/rush", 10);
    // A number that is written in more than one way is none that the codec writes.
    let fields = commander.memory_fields(&memory).expect("it has names");
    assert!(fields.iter().any(|field| field.path == "knowledge.met.length"), "{:?}", fields.first());
}
