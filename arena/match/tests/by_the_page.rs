//! `docs/FORMATS.md` says where every byte stands of what a keyframe holds beside the world. Here it is decoded by that page alone, by the
//! decoder that reads replays by it (`sim/replay/tests/by_the_page`).
#![allow(dead_code, reason = "the decoder is made for all of a replay; here it reads one record")]

#[path = "../../../sim/replay/tests/by_the_page/decoder.rs"]
mod decoder;
#[path = "../../../sim/replay/tests/by_the_page/layout.rs"]
mod layout;
#[path = "../../../sim/replay/tests/by_the_page/page.rs"]
mod page;
#[path = "../../../sim/replay/tests/by_the_page/state.rs"]
mod state;
#[path = "../../../sim/replay/tests/by_the_page/value.rs"]
mod value;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use decoder::{Decoder, Encoding};
use layout::Layout;
use page::Page;
use sandtable_ai::{FailureKind, Registry};
use sandtable_match::replays::{Golden, commanders, record, resume};
use sandtable_match::runner::{MatchSession, Silent};
use sandtable_match::store::read_replay;
use sandtable_replay::Replay;
use sandtable_state::id::PlayerId;
use value::Value;

/// A golden whose commanders remember something, and a tick at which the match has figures.
const MATCH: (&str, u32) = ("duel", 500);
/// Goldens whose commanders remember all that one can, among them, and a tick of each.
const REMEMBERED: [(&str, u32); 8] = [
    ("duel", 500),
    ("ford-tech-expand", 2_000),
    ("adaptive-plays", 2_000),
    ("harass-plays", 2_200),
    ("schools-early", 600),
    ("schools-late", 1_500),
    ("schools-armies", 900),
    ("schools-armies", 2_800),
];
/// A golden whose first commander raids later than it lasts, a tick of it, and ticks until it has planned one when nothing keeps it from that.
const RAIDER: (&str, u32, u32) = ("harass-plays", 1_500, 64);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn the_page() -> Page {
    let text = std::fs::read_to_string(root().join("docs/FORMATS.md")).expect("the page");
    Page::read(&text).unwrap_or_else(|why| panic!("docs/FORMATS.md: {why}"))
}

fn golden(name: &str) -> Replay {
    let path = root().join("replays").join(format!("{name}.replay"));
    read_replay(&path).expect("it is read").expect("a golden")
}

#[test]
fn what_a_keyframe_holds_beside_the_world_is_by_the_page_what_it_is_by_the_program() {
    let (page, replay) = (the_page(), golden(MATCH.0));
    let session = resume(&replay, &Registry::standard(), MATCH.1, &[]).unwrap_or_else(|error| panic!("{error}"));
    let bytes = session.save().expect("its commanders can be saved");
    let mut decoder = Decoder::new(&page, Encoding::Compact, &bytes);
    let saved = decoder.whole(&Layout::Named("Saved".to_owned())).unwrap_or_else(|why| panic!("{why}"));
    let (seats, sides) = (saved.field("seats").items(), saved.field("sides").items());
    assert_eq!((seats.len(), sides.len()), (2, 2));
    for (seat, hash) in seats.iter().zip(session.memory_hashes()) {
        let memory: Vec<u8> = seat.numbers_of("memory").into_iter().map(|byte| byte as u8).collect();
        assert!(memory.len() > 100 && sandtable_state::fingerprint(&memory).max(1) == hash, "{} bytes", memory.len());
        assert_eq!(seat.field("forfeited"), &Value::Option(None));
    }
    for (side, row) in sides.iter().zip(0..) {
        let totals = &session.world().players()[row].totals;
        let sums = side.field("sums");
        assert_eq!(side.field("samples").items().len(), 4, "one in ten seconds");
        // The sums are filled in at the end.
        assert!(sums.number_of("units_made") <= u64::from(totals.units_made));
    }
}

/// The fields of a value in the order of their bytes: path and what is there, as the program names them. Lengths of lists are left out.
fn fields_of(value: &Value, path: &str, found: &mut Vec<(String, String)>) {
    let mut note = |told: &str| found.push((path.to_owned(), told.to_owned()));
    match value {
        Value::Bool(there) => note(&there.to_string()),
        Value::Unsigned(number) => note(&number.to_string()),
        Value::Signed(number) => note(&number.to_string()),
        Value::Text(text) => note(&format!("{text:?}")),
        Value::Option(None) => note("nothing"),
        Value::Option(Some(value)) => {
            note("something");
            fields_of(value, path, found);
        }
        Value::Variant(name, content) => {
            note(name);
            content.iter().for_each(|content| fields_of(content, &format!("{path}.{name}"), found));
        }
        Value::List(items) => {
            items.iter().zip(0..).for_each(|(item, row)| fields_of(item, &format!("{path}[{row}]"), found));
        }
        Value::Struct(fields) => {
            let dot = if path.is_empty() { "" } else { "." };
            fields.iter().for_each(|(name, value)| fields_of(value, &format!("{path}{dot}{name}"), found));
        }
        Value::Missing | Value::Bytes(_) => panic!("{path}: a memory has none of {value:?}"),
    }
}

/// A match in which a commander has planned a raid.
fn raid() -> (Replay, MatchSession) {
    let (name, tick, ticks) = RAIDER;
    let mut replay = golden(name);
    let registry = Registry::standard();
    let mut session = resume(&replay, &registry, tick, &[]).unwrap_or_else(|error| panic!("{error}"));
    let source = &mut replay.header.contestants[0].source;
    let (before, goal) = source.split_once("[goals.harass]").expect("it harasses");
    let (goal, after) = goal.split_once("when = [").expect("at times");
    let (_, after) = after.split_once("\n]").expect("a list of conditions");
    *source = [before, "[goals.harass]", goal, after].concat();
    let all = commanders(&replay, &registry, &session.world().scenario().rules).expect("a strategy");
    session.seat(PlayerId(0), all.into_iter().next().expect("its commander"));
    (0..ticks).for_each(|_| assert_eq!(session.advance(&mut Silent), None));
    (replay, session)
}

/// A match on islands, in which armies have to be carried.
fn islands() -> (Replay, MatchSession) {
    let golden = Golden {
        name: "islands".to_owned(),
        scenario: None,
        rules: "classic".to_owned(),
        map: "drawn:43001:strait=8".to_owned(),
        strategies: ["balanced", "balanced"].map(str::to_owned).to_vec(),
        seed: 1,
        time_limit_ticks: Some(960),
        soak: false,
    };
    let bytes = record(&golden, &Registry::standard()).expect("it is played");
    let replay = Replay::decode(&bytes).expect("it is whole");
    let session = resume(&replay, &Registry::standard(), 959, &[]).unwrap_or_else(|error| panic!("{error}"));
    (replay, session)
}

/// Decodes what the commanders of a match remember by the page, and compares it with what the program names; notes the structs and
/// variants met.
fn compare_memories(page: &Page, replay: &Replay, session: &MatchSession, met: &mut BTreeSet<String>) {
    let saved = session.save().expect("its commanders can be saved");
    let saved = Decoder::new(page, Encoding::Compact, &saved).whole(&Layout::Named("Saved".to_owned()));
    let commanders = commanders(replay, &Registry::standard(), &session.world().scenario().rules).expect("strategies");
    for (seat, commander) in saved.expect("by the page").field("seats").items().iter().zip(commanders) {
        let memory: Vec<u8> = seat.numbers_of("memory").into_iter().map(|byte| byte as u8).collect();
        let mut decoder = Decoder::new(page, Encoding::Fixed, &memory);
        let state = decoder.whole(&Layout::Named("CommanderState".to_owned())).unwrap_or_else(|why| panic!("{why}"));
        let mut by_page = Vec::new();
        fields_of(&state, "", &mut by_page);
        let fields = commander.memory_fields(&memory).expect("its fields have names").into_iter();
        let by_program = fields.filter(|field| !field.path.ends_with(".length")).map(|field| (field.path, field.value));
        assert_eq!(by_page, by_program.collect::<Vec<_>>());
        met.append(&mut decoder.met);
    }
}

#[test]
fn memories_are_by_the_page_what_they_are_by_the_program() {
    let (page, mut met) = (the_page(), BTreeSet::new());
    let at = |(name, tick)| {
        let replay = golden(name);
        let session = resume(&replay, &Registry::standard(), tick, &[]).unwrap_or_else(|error| panic!("{error}"));
        (replay, session)
    };
    for (replay, session) in REMEMBERED.map(at).into_iter().chain([raid(), islands()]) {
        compare_memories(&page, &replay, &session, &mut met);
    }
    let structs = page.structs.keys().filter(|name| page.is_of("CommanderState", name));
    let unmet: Vec<_> = structs.filter(|name| !met.contains(*name)).collect();
    assert!(unmet.is_empty(), "{unmet:?}");
    let steps = met.iter().filter(|name| name.starts_with("PlanStep::")).count();
    assert!(steps == page.enums["PlanStep"].len(), "{steps} kinds of steps");
}

#[test]
fn the_page_lists_the_kinds_of_failures() {
    let page = the_page();
    let variants = &page.enums["FailureKind"];
    for number in 0..=250 {
        let by_program = sandtable_state::codec::decode_compact::<FailureKind>(&[number], 1).ok();
        let by_page = variants.get(usize::from(number)).map(|variant| variant.name.clone());
        assert_eq!(by_page, by_program.map(|kind| format!("{kind:?}")), "{number}");
    }
}
