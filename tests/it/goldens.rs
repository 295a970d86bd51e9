//! The golden replays: recorded matches that must play again exactly, state for state.
//! replays/README.md says when and how they are recorded anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use sandtable_ai::Registry;
use sandtable_match::library::{ContentKind, Library};
use sandtable_match::parallel::in_order;
use sandtable_match::progress::Unseen;
use sandtable_match::replays::{
    Change, Depth, Golden, ReplayVerdict, Reproducer, change, digest_path, read_corpus, replay_path,
};
use sandtable_match::store::read_replay;
use sandtable_replay::{RecordStatus, Replay};
use sandtable_sim::{SIM_VERSION, Threads};
use sandtable_state::limits::MAX_PLAYERS;
use sandtable_tests::command::{Folder, error_of, sandtable};

/// The largest golden, in bytes.
const LIMIT: u64 = 32 << 10;
/// All of them together.
const LIMIT_OF_ALL: u64 = 3 << 19;

fn corpus_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../replays/corpus.toml")
}

pub fn corpus() -> Vec<Golden> {
    let text = fs::read_to_string(corpus_path()).expect("the list of goldens");
    read_corpus("replays/corpus.toml", &text).unwrap_or_else(|issues| panic!("{issues}"))
}

/// Plays goldens again, on all processors, and holds what they say of themselves to it.
fn verify_all(goldens: &[Golden]) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let job = |row: u32| {
        let name = &goldens[row as usize].name;
        let file = replay_path(&corpus_path(), name);
        (name, ReplayVerdict::of_file(&file, Depth::Orders, &Registry::standard(), &Threads::default(), &Unseen))
    };
    let played = in_order(goldens.len() as u32, threads, job, |(name, verdict)| {
        let text = verdict.text();
        assert!(verdict.into_failure().is_none(), "{name}: {text}");
        Ok(())
    });
    assert!(played.is_ok());
}

#[test]
fn every_golden_plays_again_state_for_state() {
    verify_all(&corpus().into_iter().filter(|golden| !golden.soak).collect::<Vec<_>>());
}

/// With those that take too long for every run: `.ci/soak`.
#[test]
#[ignore = "long: part of .ci/soak"]
fn every_long_golden_plays_again_state_for_state() {
    verify_all(&corpus().into_iter().filter(|golden| golden.soak).collect::<Vec<_>>());
}

#[test]
fn the_corpus_is_whole_and_small() {
    let listed: BTreeSet<PathBuf> =
        corpus().iter().map(|golden| PathBuf::from(format!("{}.replay", golden.name))).collect();
    assert!(listed.len() >= 40, "only {} goldens", listed.len());
    let folder = corpus_path().with_file_name("");
    let entries = fs::read_dir(folder).expect("the folder of goldens").flatten().map(|entry| entry.path());
    let files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "replay")).collect();
    let there: BTreeSet<PathBuf> = files.iter().filter_map(|path| path.file_name().map(PathBuf::from)).collect();
    assert_eq!(there, listed, "the replays are those of the list");
    let sizes: Vec<u64> = files.iter().map(|path| path.metadata().expect("its size").len()).collect();
    for (path, size) in files.iter().zip(&sizes) {
        assert!(*size <= LIMIT, "{}: {size} bytes, at most {LIMIT}", path.display());
    }
    let all: u64 = sizes.iter().sum();
    assert!(all <= LIMIT_OF_ALL, "{all} bytes together, at most {LIMIT_OF_ALL}");
}

#[test]
fn the_corpus_covers_what_is_shipped() {
    let mut library = Library::embedded_only();
    let (mut rules, mut maps, mut strategies, mut players) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for golden in corpus() {
        let replay = sandtable_tests::golden(&golden.name);
        assert!(replay.keyframes.is_empty() && replay.status() == RecordStatus::Complete, "{}", golden.name);
        assert_eq!(replay.header.sim_version, SIM_VERSION, "{}", golden.name);
        rules.insert(replay.header.titles.rules.clone());
        maps.extend(replay.header.sources.iter().filter_map(|source| source.name.strip_suffix(".map")).map(base));
        let bare = |contestant: &sandtable_replay::Contestant| contestant.name.clone();
        strategies.extend(replay.header.contestants.iter().map(bare));
        players.insert(replay.header.contestants.len());
    }
    let missing = |kind: ContentKind, there: &BTreeSet<String>, library: &mut Library| -> Vec<String> {
        library.names(kind).into_iter().filter(|name| !there.contains(name)).collect()
    };
    assert_eq!(missing(ContentKind::Rules, &rules, &mut library), Vec::<String>::new(), "rulesets without a golden");
    assert_eq!(missing(ContentKind::Maps, &maps, &mut library), Vec::<String>::new(), "maps without a golden");
    assert_eq!(
        missing(ContentKind::Strategies, &strategies, &mut library),
        Vec::<String>::new(),
        "strategies without a golden"
    );
    assert!(players.iter().copied().eq(2..=MAX_PLAYERS), "{players:?}");
}

fn base(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

#[test]
fn the_digest_says_what_the_goldens_come_to() {
    let text = fs::read_to_string(digest_path(&corpus_path())).expect("the digest");
    assert!(text.contains(&format!("engine version {SIM_VERSION}\n")), "the engine's version");
    for golden in corpus() {
        let replay = sandtable_tests::golden(&golden.name);
        let total = replay.chunks.last().map_or(0, |chunk| chunk.total);
        let head = format!("\n{}: ", golden.name);
        let entry = text.split(&head).nth(1).unwrap_or_else(|| panic!("{} is not in the digest", golden.name));
        let entry = entry.split("\n\n").next().unwrap_or_default();
        let last = replay.last_tick();
        for part in [format!("state     {total:016x}"), format!("last tick {last} ")] {
            assert!(
                entry.contains(&part),
                "{}: the digest does not say {part:?}; run sandtable replay bless",
                golden.name
            );
        }
    }
}

const CORPUS: &str = "[[golden]]\nname = \"tiny\"\nmap = \"duel16\"\nrules = \"duel\"\nstrategies = [\"duel/rush\", \"idle\"]\ntime_limit = 20\nseed = 4\n";

#[test]
fn a_changed_golden_is_told_of_and_needs_another_engine_version() {
    let home = Folder::new("bless");
    let corpus = home.file("corpus.toml", CORPUS);
    let corpus = corpus.to_str().expect("text");
    let bless = |more: &[&str]| sandtable(&[&["replay", "bless", "--corpus", corpus], more].concat());
    assert!(bless(&["--check"]).is_err(), "it is new");
    bless(&[]).expect("it is recorded");
    bless(&["--check"]).expect("nothing has changed");
    let file = home.0.join("tiny.replay");
    let recorded = fs::read(&file).expect("it was written");
    home.file("corpus.toml", &CORPUS.replace("seed = 4", "seed = 5"));
    bless(&[]).expect("another match is a change that was wanted");
    assert_ne!(fs::read(&file).expect("it was written"), recorded);
    assert!(
        fs::read_to_string(home.0.join("corpus.txt")).expect("the digest").contains("tiny: Duel, rules duel, seed 5")
    );
    // As this engine would have recorded it, if it played differently.
    let now = read_replay(&file).expect("it is there").expect("just recorded");
    let mut reproducer = Reproducer::from_replay(&now).expect("it decodes");
    reproducer.orders.remove(0);
    let mut other = Replay::decode(&reproducer.record("")).expect("just recorded");
    other.chunks[0].orders = now.chunks[0].orders.clone();
    assert!(matches!(change(Some(&other), &now), Change::Unversioned(lines) if !lines.is_empty()));
    other.header.sim_version -= 1;
    assert!(matches!(change(Some(&other), &now), Change::Wanted(_)));
    assert_eq!(change(Some(&now), &now), Change::None);
}

#[test]
fn what_is_wrong_with_a_corpus_is_told() {
    let home = Folder::new("bad-corpus");
    let text = CORPUS.replace("seed = 4", "seeds = 4") + CORPUS;
    let corpus = home.file("corpus.toml", &text);
    let (code, text) = error_of(&["replay", "bless", "--corpus", corpus.to_str().expect("text")]);
    assert_eq!(code, 2);
    for part in ["golden[1].seed", "golden[1].seeds", "did you mean \"seed\"?", "twice"] {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
    let corpus = home.file("good.toml", CORPUS);
    let (code, text) = error_of(&["replay", "bless", "--corpus", corpus.to_str().expect("text"), "tyni"]);
    assert!(code == 2 && text.contains("expected one of tiny"), "{text}");
}
