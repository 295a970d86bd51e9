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

use std::path::{Path, PathBuf};

use decoder::{Decoder, Encoding};
use layout::Layout;
use page::Page;
use sandtable_ai::{FailureKind, Registry};
use sandtable_match::replays::resume;
use sandtable_match::store::read_replay;
use value::Value;

/// A golden whose commanders remember something, and a tick at which the match has figures.
const MATCH: (&str, u32) = ("duel", 500);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn the_page() -> Page {
    let text = std::fs::read_to_string(root().join("docs/FORMATS.md")).expect("the page");
    Page::read(&text).unwrap_or_else(|why| panic!("docs/FORMATS.md: {why}"))
}

#[test]
fn what_a_keyframe_holds_beside_the_world_is_by_the_page_what_it_is_by_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("docs/FORMATS.md")).expect("the page");
    let page = Page::read(&text).unwrap_or_else(|why| panic!("docs/FORMATS.md: {why}"));
    let replay =
        read_replay(&root.join("replays").join(format!("{}.replay", MATCH.0))).expect("it is read").expect("a golden");
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
