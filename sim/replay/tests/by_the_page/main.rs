//! `docs/FORMATS.md` says where every byte of a replay stands. Here replays are decoded by its tables, the standard library and the
//! decompressor alone, and held to what the program makes of them: page and program cannot part.
//!
//! `page`, `layout`, `checksum`, `value`, `decoder`, `state` and `file` are that decoder, and use nothing of ours. The others compare.
#![expect(clippy::disallowed_methods, reason = "the page and the goldens are files; the simulation is handed bytes")]

mod checksum;
mod compare;
mod decoder;
mod enums;
mod file;
mod layout;
mod page;
mod records;
mod sample;
mod state;
mod states;
mod value;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use sandtable_replay::{FORMAT_VERSION, Recorder, Replay};

use checksum::Checksum;
use decoder::{Decoder, Encoding};
use file::PageReplay;
use layout::Layout;
use page::Page;
use value::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn the_page() -> Page {
    let text = fs::read_to_string(root().join("docs/FORMATS.md")).expect("the page");
    Page::read(&text).unwrap_or_else(|why| panic!("docs/FORMATS.md: {why}"))
}

fn golden(name: &str) -> Vec<u8> {
    fs::read(root().join("replays").join(name)).expect("a golden")
}

/// The replays of a folder, by name.
fn replays_in(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(root().join(folder)).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|ending| ending == "replay")).collect();
    files.sort();
    files
}

/// Decodes a file by the page and by the program, holds one to the other, and returns what the page made of it.
fn decode(page: &Page, path: &Path) -> PageReplay {
    let refused = |why: String| -> PageReplay { panic!("{}: {why}", path.display()) };
    let mut by_page = PageReplay::read(page, &fs::read(path).expect("a replay")).unwrap_or_else(refused);
    let replay = Replay::decode(&by_page.plain).expect("the plain bytes are a replay");
    compare::compare(page, &mut by_page, &replay);
    // Scenarios of version 1 are of a layout older than any that the page describes.
    if by_page.version > 1 {
        let (scenario, rules) = by_page.scenario(page).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let decoded = replay.header.decode_scenario().expect("the program reads the scenario");
        assert_eq!(compare::json(&scenario), serde_json::to_value(&decoded).expect("a scenario is told"));
        let fingerprint = Checksum::of(page).expect("constants").sum(0, &rules);
        assert_eq!(fingerprint, by_page.header().number_of("rules_fingerprint"));
    }
    by_page
}

#[test]
fn goldens_are_by_the_page_what_they_are_by_the_program() {
    let page = the_page();
    let (mut met, mut most, mut orders) = (BTreeSet::new(), 0, 0);
    for path in replays_in("replays") {
        let mut by_page = decode(&page, &path);
        most = most.max(by_page.header().field("contestants").items().len());
        orders += (0..by_page.records_of("Chunk").len())
            .map(|chunk| by_page.orders(&page, chunk).map_or(0, |orders| orders.len()))
            .sum::<usize>();
        met.append(&mut by_page.met);
    }
    let verbs = met.iter().filter(|name| name.starts_with("OrderKind::")).count();
    assert!(most == 8 && orders > 5_000 && verbs > 10, "{most} players, {orders} orders, {verbs} verbs");
}

#[test]
fn every_struct_of_the_page_is_in_some_record() {
    let page = the_page();
    // No record here holds these two: `enums` makes up a comparison, and `records` an end with a commander that failed.
    let mut met = BTreeSet::from(["Contribution", "Forfeit"].map(str::to_owned));
    for path in replays_in("replays").into_iter().chain(replays_in("tests/fixtures/replays")) {
        met.append(&mut decode(&page, &path).met);
    }
    let is_of = |wholes: &[&str], name: &str| wholes.iter().any(|whole| page.is_of(whole, name));
    // `states` meets those of saved states, the tests of sandtable-match those of memories.
    let saved = |name: &str| is_of(&["State", "Saved", "CommanderState"], name);
    let records: Vec<&str> = page.kinds.values().map(String::as_str).chain(["Scenario", "StampedOrder"]).collect();
    let known = |name: &str| met.contains(name) || saved(name) && !is_of(&records, name);
    let unmet: Vec<_> = page.structs.keys().filter(|name| !known(name)).collect();
    assert!(unmet.is_empty(), "{unmet:?}");
}

#[test]
fn records_of_all_versions_are_by_the_page_what_they_are_by_the_program() {
    let page = the_page();
    let decoded: Vec<_> = replays_in("tests/fixtures/replays").iter().map(|path| decode(&page, path)).collect();
    let versions: BTreeSet<u16> = decoded.iter().map(|replay| replay.version).collect();
    assert!(versions.is_superset(&BTreeSet::from([1, 2, 3])), "{versions:?}");
    let kinds: BTreeSet<u8> =
        decoded.iter().flat_map(|replay| replay.records.iter().map(|record| record.kind)).collect();
    assert_eq!(kinds, page.kinds.keys().copied().collect());
    assert!(decoded.iter().any(|replay| replay.blocks > 1));
}

/// A replay as this program would write what it has read.
fn written_anew(replay: &Replay) -> Vec<u8> {
    let header = replay.header.clone().decided_by(3).built_as("a build");
    let mut recorder = Recorder::resume(&Replay { header, ..replay.clone() }, replay.last_tick());
    if let Some(end) = &replay.end {
        recorder.finish(None, end);
    }
    recorder.take_bytes()
}

#[test]
fn what_the_program_writes_is_by_the_page_what_it_is_by_the_program() {
    let page = the_page();
    let mut kinds = BTreeSet::new();
    for path in replays_in("tests/fixtures/replays") {
        let replay = Replay::decode(&decode(&page, &path).plain).expect("a replay");
        let plain = written_anew(&replay);
        let mut by_page =
            PageReplay::read_plain(&page, &plain).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        assert_eq!(by_page.version, FORMAT_VERSION);
        assert_eq!(by_page.header().text_of("build"), "a build");
        compare::compare(&page, &mut by_page, &Replay::decode(&plain).expect("a replay"));
        kinds.extend(by_page.records.iter().map(|record| record.kind));
    }
    assert_eq!(kinds, page.kinds.keys().copied().collect());
}

#[test]
fn the_checksums_given_as_examples_come_out() {
    let page = the_page();
    let checksum = Checksum::of(&page).expect("constants");
    assert!(page.examples.len() > 3);
    for &(key, count, sum) in &page.examples {
        let bytes: Vec<u8> = (0..count).map(|byte| byte as u8).collect();
        assert_eq!(checksum.sum(key, &bytes), sum, "key {key}, {count} bytes");
    }
}

#[test]
fn a_changed_byte_is_found_by_the_page() {
    let (page, file) = (the_page(), golden("duel-blink.replay"));
    assert!(PageReplay::read(&page, &file).is_ok());
    // The version's two bytes say how to read the others, and no checksum is over them.
    for at in (0..file.len()).filter(|at| !(8..10).contains(at)) {
        let mut changed = file.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(PageReplay::read(&page, &changed).is_err(), "byte {at}");
    }
}

#[test]
fn numbers_are_as_long_as_the_page_says() {
    let page = the_page();
    let unsigned = [0, 1, 250, 251, 255, 256, 65_535, 65_536, u32::MAX - 1, u32::MAX];
    let signed = [0, -1, 1, 125, -125, -126, 126, 32_767, -32_768, 32_768, -32_769, i32::MIN, i32::MAX];
    let long = [u64::from(u32::MAX), 1 << 32, u64::MAX];
    let by_page = |bytes: &[u8], layout: &str| {
        let layout = Layout::List(Box::new(Layout::read(layout).expect("a type")));
        Decoder::new(&page, Encoding::Compact, bytes).whole(&layout).expect("numbers").items().to_vec()
    };
    let bytes = sandtable_state::codec::encode_compact(&unsigned[..]);
    assert_eq!(by_page(&bytes, "u32"), unsigned.map(|number| Value::Unsigned(u64::from(number))));
    let bytes = sandtable_state::codec::encode_compact(&signed[..]);
    assert_eq!(by_page(&bytes, "i32"), signed.map(|number| Value::Signed(i64::from(number))));
    let bytes = sandtable_state::codec::encode_compact(&long[..]);
    assert_eq!(by_page(&bytes, "u64"), long.map(Value::Unsigned));
    for longer_than_need_be in [&[1, 251, 250, 0][..], &[1, 252, 255, 255, 0, 0], &[1, 254, 0]] {
        let layout = Layout::List(Box::new(Layout::Unsigned(4)));
        assert!(Decoder::new(&page, Encoding::Compact, longer_than_need_be).whole(&layout).is_err());
        assert!(sandtable_state::codec::decode_compact::<Vec<u32>>(longer_than_need_be, 64).is_err());
    }
}
