//! Hostile files: whatever bytes come from outside are refused or understood, and never bring anything down.
//!
//! The corpora of the fuzzers (`guard/fuzz/run`) are replayed here, and every limit is held to before anything is made of what is beyond it.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use sandtable_content::{MemorySource, load_behaviours, load_map, load_rules, load_scenario};
use sandtable_match::store::{pack_replay, read_replay, unpack_replay};
use sandtable_math::mix3;
use sandtable_model::vocabulary::AGENTS;
use sandtable_replay::{
    MAX_CHUNK_ORDERS, MAX_RECORD_BYTES, MAX_REPLAY_BYTES, PREFIX_BYTES, Replay, ReplayDecoder, ReplayError,
};
use sandtable_sim::World;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_sim::snapshot::{load, save};
use sandtable_state::codec::encode_compact;
use sandtable_state::fold_keyed;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::{
    MAX_BEHAVIOURS, MAX_CONTENT_BYTES, MAX_ENTITIES, MAX_KINDS, MAX_MAP_BYTES, MAX_MAP_SIDE, MAX_NESTING, MAX_PARTS,
    MAX_SENSES, MAX_TABLES, MAX_TECHS,
};
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::hostile::{TARGETS, mangled_case, seeds};
use sandtable_tests::worst::{self, WORST};

use crate::content_refused::{MAP, MATCH, RULES};

#[test]
fn the_corpora_of_the_fuzzers_bring_nothing_down() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../guard/fuzz/corpus");
    for (name, read) in TARGETS {
        assert!(seeds(name).iter().any(|bytes| read(bytes)), "{name}: none of its seeds is in order");
        let files: Vec<_> = fs::read_dir(corpus.join(name)).expect("each has one").flatten().collect();
        assert!(files.len() > 20, "{name}: {} files", files.len());
        for file in files {
            read(&fs::read(file.path()).expect("it can be read"));
        }
    }
}

#[test]
fn the_worst_files_are_refused() {
    for worst in &WORST {
        let (_, read) = TARGETS.iter().find(|(name, _)| *name == worst.target).expect("a target");
        let file = worst.file(worst.plain(4 << 20));
        // The first byte of what that target reads says that the others are a whole file.
        let bytes = if worst.target == "replay" { [&[0], &file[..]].concat() } else { file };
        let good = read(&bytes) && worst.name != "a scenario that fills the largest map";
        assert!(!good, "{}: taken for good", worst.name);
    }
}

#[test]
fn a_file_has_only_so_many_parts_and_only_so_many_problems_are_told() {
    let told = |text: &str| load_rules("many.toml", text).expect_err("no rules").to_string();
    let lists = |count: u32| format!("name = [{}]\n", "[],".repeat(count as usize - 1));
    assert!(!told(&lists(MAX_TABLES)).contains("too many"));
    assert!(told(&lists(MAX_TABLES + 1)).contains(&format!("at most {MAX_TABLES} of them")));
    let lines = |count: u32| "\n".repeat(count as usize);
    assert!(!told(&lines(MAX_PARTS)).contains("too many"));
    assert!(told(&lines(MAX_PARTS + 1)).contains(&format!("at most {MAX_PARTS} of them together")));
    let techs: String = (0..300).map(|number| format!("[techs.t{number}]\nodd = 1\neven = 2\n")).collect();
    let told = told(&techs);
    // A hundred are kept, of which the missing keys are one.
    assert!((90..=101).contains(&told.lines().count()), "{told}");
    let last = told.lines().last().unwrap_or_default();
    assert!(last.starts_with("many.toml: found 2") && last.ends_with("more problems"), "{last}");
}

#[test]
fn of_more_than_there_may_be_the_first_are_read_and_the_others_are_not_looked_at() {
    let trees: String = (0..=MAX_BEHAVIOURS).map(|n| format!("[trees.t{n}]\ndo = \"hold\"\nodd = 1\n")).collect();
    let told = load_behaviours("many.toml", &trees, &AGENTS, None).expect_err("too many").to_string();
    assert_eq!(told.matches("an unknown key").count(), MAX_BEHAVIOURS, "{told}");
    let over = format!("trees: found {} entries; expected at most {MAX_BEHAVIOURS}", MAX_BEHAVIOURS + 1);
    assert_eq!(told.matches(&over).count(), 1, "{told}");
    let of = |table: &str, count: usize| -> String {
        let text: String = (0..count).map(|n| format!("[{table}.x{n}]\n")).collect();
        load_rules("many.toml", &text).expect_err("no rules").to_string()
    };
    for (table, most) in [("units", MAX_KINDS), ("techs", MAX_TECHS), ("senses", MAX_SENSES)] {
        let over = |count: usize| format!("{table}: found {count} entries; expected at most {most}");
        assert!(!of(table, most).contains(&over(most)), "{table}");
        assert!(of(table, most + 1).contains(&over(most + 1)), "{table}");
    }
}

/// Some of what a fuzzer would try, for those without one: `HOSTILE_CASES` of each, a hundred when nothing is said.
#[test]
fn mangled_files_bring_nothing_down() {
    let cases: u64 = std::env::var("HOSTILE_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(100);
    for (name, read) in TARGETS {
        let seeds = seeds(name);
        let mut good = 0;
        for case in 0..cases {
            let bytes = mangled_case(&seeds, case);
            let read = std::panic::catch_unwind(|| read(&bytes));
            good += u64::from(read.unwrap_or_else(|_| panic!("{name}: case {case}")));
        }
        println!("{name}: {cases} cases, {good} of them in order");
    }
}

/// The replay that fuzzers begin from, as a file.
fn file() -> Vec<u8> {
    seeds("replay")[0][1..].to_vec()
}

#[test]
fn text_is_refused_by_its_length_before_it_is_parsed() {
    // Were it parsed, the first line would be what is wrong with it.
    let long = |length: usize| "]".repeat(length + 1);
    let refused = load_rules("long.toml", &long(MAX_CONTENT_BYTES)).expect_err("too long").to_string();
    assert!(refused.contains(&format!("at most {MAX_CONTENT_BYTES} bytes")), "{refused}");
    let rules = load_rules("rules.toml", RULES).unwrap_or_else(|issues| panic!("{issues}")).value;
    let refused = load_map("long.map", &long(MAX_MAP_BYTES), &rules).expect_err("too long").to_string();
    assert!(refused.contains(&format!("at most {MAX_MAP_BYTES} bytes")), "{refused}");
}

#[test]
fn text_nests_as_deep_as_the_limit_and_no_deeper() {
    let nested = |levels: usize| format!("name = {}{}\n", "[".repeat(levels), "]".repeat(levels));
    let told = |text: &str| load_rules("deep.toml", text).expect_err("names are no lists").to_string();
    let levels = MAX_NESTING as usize;
    assert!(!told(&nested(levels)).contains("too deep"));
    assert!(told(&nested(levels + 1)).contains(&format!("at most {MAX_NESTING} levels")));
    // Deep enough to exhaust any stack, were it followed.
    assert!(told(&nested(400_000)).contains("too deep"));
    let dotted = format!("a{} = 1\n", ".a".repeat(400_000));
    assert!(told(&dotted).contains("too deep"));
    let tables = format!("{}\n", "[".repeat(900_000));
    assert!(told(&tables).contains("too deep"));
}

#[test]
fn maps_are_as_wide_as_the_limit_and_no_wider() {
    let rules = load_rules("rules.toml", RULES).unwrap_or_else(|issues| panic!("{issues}")).value;
    let side = MAX_MAP_SIDE as usize;
    let map = |width: usize, height: usize| {
        format!("name = \"Wide\"\n---\n{}", format!("{}\n", ".".repeat(width)).repeat(height))
    };
    let told =
        |text: &str| load_map("wide.map", text, &rules).err().map(|issues| issues.to_string()).unwrap_or_default();
    for (width, height) in [(side + 1, 16), (16, side + 1)] {
        let told = told(&map(width, height));
        assert!(told.contains(&format!("to {MAX_MAP_SIDE} cells each way")), "{width} by {height}: {told}");
    }
    assert!(!told(&map(side, 16)).contains("cells each way"));
}

#[test]
fn matches_have_as_many_entities_as_the_limit_and_no_more() {
    let placed = |count: usize| {
        let group = "[[placed]]\nkind = \"fighter\"\nplayer = 1\nat = [2, 2]\ncount = 1000\n";
        let source = MemorySource::new().with("rules/tiny.toml", RULES).with("maps/plain.map", MAP);
        let source = source.with("matches/trial.toml", &format!("{MATCH}\n{}", group.repeat(count / 1_000)));
        load_scenario(&source, "matches/trial.toml").map(|checked| checked.value)
    };
    let refused = placed(MAX_ENTITIES + 1_000).expect_err("too many").to_string();
    assert!(refused.contains("placed"), "{refused}");
}

#[test]
fn a_snapshot_with_too_many_entities_or_out_of_order_is_refused() {
    let replay = Replay::decode(&unpack_replay(&file()).expect("it unpacks")).expect("and decodes");
    let scenario = Arc::new(replay.header.decode_scenario().expect("and is in order"));
    let world = World::new(Arc::clone(&scenario), 1);
    let bytes = save(&world);
    assert!(load(Arc::clone(&scenario), &bytes).is_ok());
    // The count of units, wherever it is: whichever number says how many there are.
    let count = (world.population()[0] as u32).to_le_bytes();
    let mut refused = 0;
    for at in (0..bytes.len() - 4).filter(|at| bytes[*at..*at + 4] == count) {
        let mut more = bytes.clone();
        more[at..at + 4].copy_from_slice(&(MAX_ENTITIES as u32 + 1).to_le_bytes());
        let error = load(Arc::clone(&scenario), &more).err().map(|error| error.to_string()).unwrap_or_default();
        refused += usize::from(error.contains("count over its limit"));
    }
    assert!(refused >= 1, "none of these was a count of entities");
}

#[test]
fn a_replay_is_refused_by_its_size_before_it_is_read() {
    let home = Folder::new("sizes");
    let path = home.0.join("large.replay");
    fs::write(&path, file()).expect("it can be written");
    let handle = fs::OpenOptions::new().write(true).open(&path).expect("it is there");
    handle.set_len((64 << 20) + 1).expect("a file with a hole");
    let (code, text) = error_of(&["replay", "verify", path.to_str().expect("text")]);
    assert!(code == 3 && text.contains("longer than 67108864 bytes"), "{code}: {text}");
}

#[test]
fn lengths_and_counts_that_claim_too_much_are_refused() {
    let plain = unpack_replay(&file()).expect("it unpacks");
    // A block that claims to unpack to more than there may be.
    let mut block = file();
    block[PREFIX_BYTES + 4..PREFIX_BYTES + 8].copy_from_slice(&(MAX_REPLAY_BYTES as u32).to_le_bytes());
    let (packed, key) = (u32::from_le_bytes([block[10], block[11], block[12], block[13]]), MAX_REPLAY_BYTES as u64);
    let sum = fold_keyed(mix3(0, key, u64::from(packed)), &block[26..26 + packed as usize]);
    block[18..26].copy_from_slice(&sum.to_le_bytes());
    let error = unpack_replay(&block).expect_err("too large").to_string();
    assert!(error.contains("unpacks to more than"), "{error}");
    // A record that claims to be longer than there may be.
    let mut record = plain[..PREFIX_BYTES].to_vec();
    record.extend_from_slice(&[1]);
    record.extend_from_slice(&(MAX_RECORD_BYTES as u32 + 1).to_le_bytes());
    assert!(matches!(ReplayDecoder::new().feed(&record), Err(ReplayError::TooLarge { what: "record", .. })));
    // A chunk with more orders than there may be, each of a few bytes.
    let order = |_| StampedOrder { tick: 1, player: PlayerId(0), seq: 0, order: Order::surrender() };
    let orders = encode_compact(&(0..=MAX_CHUNK_ORDERS).map(order).collect::<Vec<_>>());
    let refused = Replay::decode(&[worst::preamble(), worst::record(1, 2, &worst::chunk(1, 1, &orders))].concat());
    assert!(matches!(refused, Err(ReplayError::TooMany { count: 65_537, .. })), "{refused:?}");
}

#[test]
fn bytes_may_come_in_pieces_of_any_size() {
    let plain = unpack_replay(&file()).expect("it unpacks");
    let whole = Replay::decode(&plain).expect("it decodes");
    for size in [1, 2, 7, 13, 64, 1_000, plain.len()] {
        let mut decoder = ReplayDecoder::new();
        plain.chunks(size).for_each(|piece| decoder.feed(piece).expect("as before"));
        assert_eq!(decoder.finish().as_ref(), Ok(&whole), "pieces of {size}");
    }
    let mut checking = ReplayDecoder::checking();
    checking.feed(&plain).expect("as before");
    let checked = checking.finish().expect("it is in order");
    assert!(checked.chunks.is_empty() && checked.keyframes.is_empty() && checked.end == whole.end);
    for length in 0..plain.len() {
        let mut decoder = ReplayDecoder::checking();
        let checked = decoder.feed(&plain[..length]).and_then(|()| decoder.finish());
        assert_eq!(checked.is_ok(), Replay::decode(&plain[..length]).is_ok(), "cut to {length} bytes");
    }
}

#[test]
fn files_and_pipes_are_read_alike() {
    let home = Folder::new("alike");
    let (path, plain) = (home.0.join("one.replay"), unpack_replay(&file()).expect("it unpacks"));
    fs::write(&path, pack_replay(&plain).expect("it packs")).expect("it can be written");
    let read = read_replay(&path).expect("it can be read").expect("it decodes");
    assert_eq!(Ok(read), Replay::decode(&plain));
    for byte in 0..file().len() {
        let mut changed = file();
        changed[byte] ^= 0x20;
        fs::write(&path, &changed).expect("it can be written");
        assert!(read_replay(&path).expect("it can be read").is_err(), "byte {byte} changed");
    }
}

/// What is no regular file is refused at once, by every command that reads one: nobody writes into this pipe, so that to open it would
/// wait for ever.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_as_input() {
    let home = Folder::new("pipes");
    let pipe = home.0.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let results = home.0.join("results");
    fs::create_dir(&results).expect("a folder");
    for name in ["manifest.json", "tournament.json", "games.jsonl"] {
        let made = std::process::Command::new("mkfifo").arg(results.join(name)).status().expect("mkfifo");
        assert!(made.success());
    }
    let commands: &[&[&str]] = &[
        &["replay", "info"],
        &["replay", "state", "--tick", "1"],
        &["match"],
        &["match", "--map", "duel16", "--rules", "duel", "--p2", "idle", "--p1"],
        &["match", "--rules", "duel", "--map"],
        &["match", "--map", "duel16", "--rules"],
        &["match", "--continue"],
        &["tournament"],
        &["check"],
        &["why", "--tick", "1", "--unit", "p1#1"],
        &["trace"],
        &["replay", "bless", "--corpus"],
    ];
    let pipe = pipe.to_str().expect("text");
    for (path, what) in [(pipe, "a FIFO"), ("/dev/zero", "a device")] {
        for command in commands {
            let told = match sandtable(&[*command, &[path]].concat()) {
                Err(failure) => failure.to_string(),
                Ok(()) => panic!("{command:?} {path}: it must fail"),
            };
            assert!(told.contains(path) && told.contains(what), "{command:?} {path}: {told:?}");
        }
        let refused = read_replay(Path::new(path)).expect_err("it is no file").to_string();
        assert!(
            refused.contains(path) && refused.contains(&format!("it is {what}; expected a regular file")),
            "{refused}"
        );
    }
    let page = home.0.join("page.html");
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../replays/duel-idle.replay");
    let render = ["replay", "render", golden, "-o", page.to_str().expect("text"), "--engine", pipe];
    let told = error_of(&render).1;
    assert!(told.contains("it is a FIFO; expected a regular file"), "{told}");
    let told = error_of(&["verify", results.to_str().expect("text")]).1;
    assert!(told.contains("a FIFO"), "{told}");
}
