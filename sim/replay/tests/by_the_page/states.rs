//! Saved states are by the page what they are by the program: those of goldens on their way.

use std::collections::BTreeSet;

use sandtable_nav::flow_field::saved::FieldRequest;
use sandtable_nav::search::{Lane, PathRequest};
use sandtable_replay::{Keyframe, Playback, Replay};
use sandtable_sim::World;
use sandtable_state::{ByteReader, Field};

use super::decoder::{Decoder, Encoding};
use super::file::PageReplay;
use super::layout::Layout;
use super::page::Page;
use super::value::Value;
use super::{replays_in, the_page};

/// Ticks into a golden at which its state is saved: early, and when all that it is about goes on.
const TICKS: [u32; 2] = [40, 300];

/// Decodes a state by the page: its fields, and how many bytes each takes.
fn decode(page: &Page, scenario: &Value, bytes: &[u8], met: &mut BTreeSet<String>) -> (Value, Vec<(String, usize)>) {
    let mut decoder = Decoder::new(page, Encoding::Plain, bytes).of_scenario(scenario);
    let state = decoder.whole(&Layout::Named("State".to_owned())).unwrap_or_else(|why| panic!("{why}"));
    met.append(&mut decoder.met);
    let starts = [0].into_iter().chain(decoder.ends.iter().copied());
    let lengths = starts.zip(&decoder.ends).map(|(from, to)| to - from);
    let names = page.fields("State").expect("a layout").iter().map(|(name, _)| name.clone());
    (state, names.zip(lengths).collect())
}

/// Holds the list of parts and their lengths to what the program says of them.
fn compare(world: &World, state: &Value, lengths: &[(String, usize)]) {
    let length = |names: &[&str]| -> usize {
        let named = lengths.iter().filter(|(name, _)| names.contains(&name.as_str()));
        named.map(|(_, length)| length).sum()
    };
    let mut listed = 0;
    for (part, size) in world.part_sizes() {
        let class = part.split_once('.').map(|(class, _)| class);
        let by_page = match (part, class) {
            (_, Some(_)) => continue,
            ("minds", _) => length(&["losses", "minds"]),
            ("senses", _) => length(&["concerns", "last_concern", "senses"]),
            (part, _) => length(&[part]),
        };
        assert_eq!(by_page, size, "{part}");
        listed += 1;
    }
    for (field, class) in
        [("units", "unit."), ("buildings", "building."), ("nodes", "node."), ("projectiles", "projectile.")]
    {
        let sizes = world.part_sizes();
        let parts: usize = sizes.iter().filter(|(part, _)| part.starts_with(class)).map(|(_, size)| size).sum();
        assert_eq!(length(&[field]), 4 + parts, "{field}");
    }
    assert_eq!(listed, 10);
    let clock = state.field("clock");
    assert_eq!([clock.number_of("tick"), clock.number_of("seed")], [u64::from(world.tick()), world.seed()]);
    assert_eq!(state.field("units").items().len(), world.population()[0]);
}

#[test]
fn states_are_by_the_page_what_they_are_by_the_program() {
    let page = the_page();
    let mut met = BTreeSet::new();
    for path in replays_in("replays") {
        let bytes = std::fs::read(&path).expect("a golden");
        let mut by_page = PageReplay::read(&page, &bytes).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let replay = Replay::decode(&by_page.plain).expect("a golden");
        let (scenario, _) = by_page.scenario(&page).expect("its scenario");
        let mut playback = Playback::new(&replay).expect("a golden is played");
        while playback.world().tick() < TICKS[1] && playback.advance().is_some() {
            let (world, tick) = (playback.world(), playback.world().tick());
            if TICKS.contains(&tick) {
                let bytes = Keyframe::from_world(world, Vec::new()).world;
                let (state, lengths) = decode(&page, &scenario, &bytes, &mut met);
                compare(world, &state, &lengths);
            }
        }
    }
    requests(&page, &mut met);
    let unmet: Vec<_> = page.structs.keys().filter(|name| page.is_of("State", name) && !met.contains(*name)).collect();
    assert!(unmet.is_empty(), "{unmet:?}");
}

/// What waits to be answered, which no golden is ever behind with at the end of these ticks.
fn requests(page: &Page, met: &mut BTreeSet<String>) {
    let mut whole = |name: &str, bytes: &[u8]| {
        let mut decoder = Decoder::new(page, Encoding::Plain, bytes);
        decoder.whole(&Layout::Named(name.to_owned())).unwrap_or_else(|why| panic!("{name}: {why}"));
        met.append(&mut decoder.met);
    };
    let (mut field, mut path) = (Vec::new(), Vec::new());
    Field::put(&FieldRequest::default(), &mut field);
    whole("FieldRequest", &field);
    Field::put(&PathRequest::default(), &mut path);
    whole("PathRequest", &path);
    // A lane in which nobody waits and one request is worked on.
    let lane = [&[0, 0, 0, 0, 1, 0, 0, 0], &path[..], &[0; 5], &[7]].concat();
    let mut reader = ByteReader::new(&lane);
    assert!(<Lane as Field>::take(&mut reader).is_ok_and(|lane| lane.served == 7) && reader.finish().is_ok());
    whole("Lane", &lane);
}
