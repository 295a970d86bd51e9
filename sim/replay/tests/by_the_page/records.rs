//! The kinds of records, and the enums in them, are those that the program reads.

use sandtable_replay::{PREFIX_BYTES, Recorder, Replay, ReplayError};

use super::checksum::Checksum;
use super::compare::compare_end;
use super::decoder::{Decoder, Encoding};
use super::file::{PageReplay, put_record};
use super::layout::Layout;
use super::page::Page;
use super::{golden, the_page};

const HEADER: u8 = 1;
const END: u8 = 3;

/// A replay of the newest version that holds a header and nothing else.
fn beginning(page: &Page) -> Vec<u8> {
    let golden = PageReplay::read(page, &golden("duel-blink.replay")).expect("a golden");
    Recorder::new(&Replay::decode(&golden.plain).expect("a replay").header).take_bytes()
}

#[test]
fn the_page_lists_the_kinds_of_records() {
    let page = the_page();
    let checksum = Checksum::of(&page).expect("constants");
    let header = beginning(&page);
    assert!(Replay::decode(&header).is_ok());
    for kind in 0..=u8::MAX {
        let first = [&header[..PREFIX_BYTES], &put_record(&checksum, kind, 0, &[])].concat();
        let is_header = Replay::decode(&first) != Err(ReplayError::Missing { what: "header" });
        assert_eq!(is_header, kind == HEADER && page.kinds.contains_key(&kind), "kind {kind}");
        let second = [header.clone(), put_record(&checksum, kind, 1, &[])].concat();
        let unknown = Replay::decode(&second) == Err(ReplayError::UnknownRecord { kind });
        assert_eq!(!unknown, kind != HEADER && page.kinds.contains_key(&kind), "kind {kind}");
    }
}

/// An end after no tick, with an outcome, a commander that failed and a note.
fn end(status: u8, ending: u8) -> Vec<u8> {
    let mut bytes = vec![status, 0, 0, 0, 0, 1, 2, ending, 7, 1, 0, 0];
    bytes.extend([1, 3, 9, 0, 0, 0, 2, 0, 0, 0, b'n', b'o']);
    bytes.extend([3, 0, 0, 0, b'y', b'e', b's']);
    bytes
}

#[test]
fn ends_are_by_the_page_what_they_are_by_the_program() {
    let page = the_page();
    let checksum = Checksum::of(&page).expect("constants");
    let header = beginning(&page);
    let mut read = 0;
    for (status, ending) in (0..=u8::MAX).flat_map(|one| [(one, 0), (0, one)]) {
        let payload = end(status, ending);
        let by_page = Decoder::new(&page, Encoding::Plain, &payload).whole(&Layout::Named("MatchEnd".to_owned()));
        let by_program = Replay::decode(&[header.clone(), put_record(&checksum, END, 1, &payload)].concat());
        assert_eq!(by_page.is_ok(), by_program.is_ok(), "status {status}, ending {ending}: {by_program:?}");
        if let (Ok(by_page), Ok(by_program)) = (&by_page, &by_program) {
            compare_end(by_page, by_program.end.as_ref().expect("an end"));
            read += 1;
        }
    }
    assert_eq!(read, page.enums["RecordStatus"].len() + page.enums["Ending"].len());
}
