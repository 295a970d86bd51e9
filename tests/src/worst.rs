//! The worst files: as large as the limits let them be, with no more parts than are read at all, and made to take time or memory before it shows
//! what is wrong with them.
//!
//! `sandtable-worst` measures how long each takes to be refused; a test holds them to being refused at all.

use std::fmt::Write as _;

use sandtable_content::codec::encode_scenario;
use sandtable_content::load_map;
use sandtable_match::store::{pack_replay, unpack_replay};
use sandtable_math::mix3;
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::scenario::{PlacedEntity, Scenario};
use sandtable_replay::{MAX_CHUNK_ORDERS, MAX_RECORD_BYTES, MAX_REPLAY_BYTES, PREFIX_BYTES, Recorder, ReplayHeader};
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_state::codec::encode_compact;
use sandtable_state::fold_keyed;
use sandtable_state::id::{Handle, KindId, PlayerId};
use sandtable_state::limits::{
    MAX_CONTENT_BYTES, MAX_ENTITIES, MAX_MAP_BYTES, MAX_ORDER_UNITS, MAX_PARTS, MAX_TABLES, MAX_TICKS,
};

use crate::hostile::{duel, seeds};

/// One of them.
pub struct Worst {
    /// What is bad about it.
    pub name: &'static str,
    /// What reads it: a name of [`TARGETS`](crate::hostile::TARGETS).
    pub target: &'static str,
    /// Makes its plain bytes, at most `most`.
    make: fn(usize) -> Vec<u8>,
    /// The most plain bytes that the limits allow.
    most: usize,
}

impl Worst {
    /// The file's plain bytes, at most `most`, and as few as the limits allow.
    pub fn plain(&self, most: usize) -> Vec<u8> {
        (self.make)(most.min(self.most))
    }

    /// What lies on disk of plain bytes.
    pub fn file(&self, plain: Vec<u8>) -> Vec<u8> {
        match self.target {
            "replay" => pack_replay(&plain).expect("it packs"),
            _ => plain,
        }
    }
}

/// The kind of a chunk's record, of a keyframe's, and of none.
const CHUNK: u8 = 2;
const KEYFRAME: u8 = 4;
const NO_KIND: u8 = 99;

/// All of them.
pub const WORST: [Worst; 27] = [
    text("as many tables as there is room for", "rules", |most| repeated(most, |text, n| writeln!(text, "[a{n}]"))),
    text("as many unknown keys", "rules", |most| repeated(most, |text, n| writeln!(text, "k{n} = 1"))),
    text("as many units", "rules", |most| repeated(most, |text, n| writeln!(text, "[units.u{n}]"))),
    text("as many names that nobody knows", "rules", unknown_names),
    text("a key as long as the file", "rules", |most| format!("{} = 1\n", "a".repeat(most - 5)).into_bytes()),
    text("brackets as deep as they go", "rules", |most| format!("name = {}", "[".repeat(most - 7)).into_bytes()),
    text("a list as long as lists may be", "rules", longest_list),
    text("lists of lists, as deep as they may be", "rules", deep_lists),
    text("a mistake in every line", "rules", |most| repeated(most, |text, _| text.write_str("x\n"))),
    text("empty lines, then a mistake", "rules", |_| [&vec![b'\n'; MAX_PARTS as usize][..], b"]"].concat()),
    text("as many goals", "strategy", |most| repeated(most, |text, n| writeln!(text, "[goals.g{n}]"))),
    text("as many trees", "behaviours", |most| repeated(most, |text, n| writeln!(text, "[trees.t{n}]"))),
    text("as many minds", "behaviours", |most| repeated(most, |text, n| writeln!(text, "[minds.m{n}]"))),
    text("as many players", "scenario", |most| repeated(most, |text, _| writeln!(text, "[[players]]"))),
    text("as many groups of units", "scenario", |most| repeated(most, |text, _| writeln!(text, "[[placed]]"))),
    text("shipped rules over and over", "rules", |most| plenty("rules", most)),
    text("shipped strategies over and over", "strategy", |most| plenty("strategy", most)),
    text("shipped minds over and over", "behaviours", |most| plenty("behaviours", most)),
    text("a match with groups over and over", "scenario", |most| plenty("scenario", most)),
    map("unknown glyphs everywhere", |_| grid(|column, row| b'!' + ((column * 7 + row * 13) % 90) as u8)),
    map("lines without end", |most| [&b"name = \"Tall\"\n---\n"[..], &b".\n".repeat(most / 2 - 16)].concat()),
    replay("a scenario that fills the largest map", |_| with_scenario()),
    replay("chunks of one tick", |most| with_chunks(most, 1, &[])),
    replay("as many orders as a chunk may have", |most| with_chunks(most, 256, &surrenders())),
    replay("orders to as many units as there may be", |most| with_chunks(most, 256, &to_crowds())),
    replay("keyframes as large as they may be", with_keyframes),
    replay("noise that does not compress", noise),
];

const fn text(name: &'static str, target: &'static str, make: fn(usize) -> Vec<u8>) -> Worst {
    Worst { name, target, make, most: MAX_CONTENT_BYTES }
}

const fn map(name: &'static str, make: fn(usize) -> Vec<u8>) -> Worst {
    Worst { name, target: "map", make, most: MAX_MAP_BYTES }
}

const fn replay(name: &'static str, make: fn(usize) -> Vec<u8>) -> Worst {
    Worst { name, target: "replay", make, most: MAX_REPLAY_BYTES }
}

/// What `each` writes again and again, until there is no room for more bytes, or for more tables and lines.
fn repeated(most: usize, mut each: impl FnMut(&mut String, usize) -> std::fmt::Result) -> Vec<u8> {
    let mut text = String::with_capacity(most);
    let (mut tables, mut lines) = (0, 0);
    for number in 0.. {
        let before = text.len();
        let written = each(&mut text, number);
        tables += text[before..].matches('[').count();
        lines += text[before..].matches('\n').count();
        let full = text.len() > most || tables > MAX_TABLES as usize || lines > MAX_PARTS as usize;
        if written.is_err() || full {
            text.truncate(before);
            break;
        }
    }
    text.into_bytes()
}

fn unknown_names(most: usize) -> Vec<u8> {
    let text = repeated(most - 32, |text, n| write!(text, "\"n{n}\","));
    [&b"[techs.a]\nneeds = ["[..], &text, b"]\n"].concat()
}

fn longest_list(most: usize) -> Vec<u8> {
    format!("name = [{}]", "1,".repeat((MAX_PARTS as usize - 1).min(most / 2 - 5))).into_bytes()
}

fn deep_lists(most: usize) -> Vec<u8> {
    let one = format!("{}{},", "[".repeat(60), "]".repeat(60));
    let count = (most / one.len()).min(MAX_TABLES as usize / 60) - 1;
    format!("name = [{}]", one.repeat(count)).into_bytes()
}

/// A shipped file, and then its tables again under other names until there is no more room.
fn plenty(target: &str, most: usize) -> Vec<u8> {
    let seeds = seeds(target);
    let longest = seeds.iter().max_by_key(|bytes| bytes.len()).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let shipped = longest.unwrap_or_default();
    let tables = shipped.find("\n[").map_or("", |at| &shipped[at + 1..]);
    let mut text = shipped.clone();
    for number in 0.. {
        let again: String = tables.lines().map(|line| renamed(line, number) + "\n").collect();
        if again.is_empty() || text.len() + again.len() > most {
            break;
        }
        text.push_str(&again);
    }
    text.into_bytes()
}

/// `[units.archer.weapon]` as `[units.archer_7.weapon]`; every other line as it is.
fn renamed(line: &str, number: usize) -> String {
    match line.strip_prefix('[').filter(|line| !line.starts_with('[')).and_then(|line| line.split_once(']')) {
        Some((path, rest)) => {
            let parts: Vec<&str> = path.split('.').collect();
            let named = |(row, part): (usize, &&str)| match row {
                1 => format!("{part}_{number}"),
                _ => (*part).to_owned(),
            };
            let path: Vec<String> = match parts.len() {
                1 => vec![format!("{path}_{number}")],
                _ => parts.iter().enumerate().map(named).collect(),
            };
            format!("[{}]{rest}", path.join("."))
        }
        None => line.to_owned(),
    }
}

fn grid(glyph: impl Fn(usize, usize) -> u8) -> Vec<u8> {
    let mut bytes = b"name = \"Wide\"\n---\n".to_vec();
    for row in 0..1024 {
        bytes.extend((0..1024).map(|column| glyph(column, row)));
        bytes.push(b'\n');
    }
    bytes
}

/// A record with a checksum that holds.
pub fn record(number: u32, kind: u8, payload: &[u8]) -> Vec<u8> {
    let key = mix3(u64::from(kind), u64::from(number), payload.len() as u64);
    [&[kind][..], &(payload.len() as u32).to_le_bytes(), &fold_keyed(key, payload).to_le_bytes(), payload].concat()
}

/// The payload of a chunk without parts.
pub fn chunk(first_tick: u32, ticks: u16, orders: &[u8]) -> Vec<u8> {
    let mut payload = first_tick.to_le_bytes().to_vec();
    payload.extend_from_slice(&ticks.to_le_bytes());
    payload.resize(payload.len() + 2 * usize::from(ticks), 0);
    payload.extend_from_slice(&(orders.len() as u32).to_le_bytes());
    payload.extend_from_slice(orders);
    payload.resize(payload.len() + 9, 0);
    payload
}

/// What every replay begins with, the header of a real one included.
pub fn preamble() -> Vec<u8> {
    let file = &seeds("replay")[0][1..];
    let plain = unpack_replay(file).expect("seeds unpack");
    let length = u32::from_le_bytes([plain[11], plain[12], plain[13], plain[14]]) as usize;
    plain[..PREFIX_BYTES + 13 + length].to_vec()
}

/// With a record at the end that no replay has: everything before it is in order.
fn spoiled(mut plain: Vec<u8>, records: u32) -> Vec<u8> {
    plain.extend_from_slice(&record(records, NO_KIND, &[]));
    plain
}

/// A header alone, whose scenario has one entity too many.
fn with_scenario() -> Vec<u8> {
    let mut scenario = Scenario::clone(duel());
    let side = 1024;
    let rows = [".".repeat(side), "\n".to_owned()].concat().repeat(side);
    let map = load_map("wide.map", &format!("name = \"Wide\"\n---\n{rows}"), &scenario.rules);
    scenario.map = map.unwrap_or_else(|issues| panic!("{issues}")).value;
    let one = PlacedEntity::new(KindId(0), PlayerId(0), Cell::new(0, 0), 1);
    let cell = |at: usize| Cell::new((at % side) as i16, (at / side) as i16);
    scenario.placed = (0..=MAX_ENTITIES).map(|at| PlacedEntity { cell: cell(at), ..one.clone() }).collect();
    let header =
        ReplayHeader { scenario: encode_scenario(&scenario), ..ReplayHeader::new(duel(), 1, Vec::new(), Vec::new()) };
    Recorder::new(&header).take_bytes()
}

/// Chunks that all hold the same orders, given by how many ticks after the chunk's first one.
fn with_chunks(most: usize, ticks: u16, orders: &[StampedOrder]) -> Vec<u8> {
    let (mut plain, mut number) = (preamble(), 1u32);
    loop {
        let first = 1 + (number - 1) * u32::from(ticks);
        if first + u32::from(ticks) > MAX_TICKS {
            break;
        }
        let of_chunk: Vec<StampedOrder> =
            orders.iter().map(|order| StampedOrder { tick: first, ..order.clone() }).collect();
        let next = record(number, CHUNK, &chunk(first, ticks, &encode_compact(&of_chunk)));
        if plain.len() + next.len() + 13 > most {
            break;
        }
        plain.extend_from_slice(&next);
        number += 1;
    }
    spoiled(plain, number)
}

fn surrenders() -> Vec<StampedOrder> {
    let order = StampedOrder { tick: 0, player: PlayerId(0), seq: 0, order: Order::surrender() };
    vec![order; MAX_CHUNK_ORDERS]
}

fn to_crowds() -> Vec<StampedOrder> {
    let crowd = (1..=MAX_ORDER_UNITS as u32).map(Handle);
    let order = StampedOrder { tick: 0, player: PlayerId(0), seq: 0, order: Order::to(crowd, OrderKind::Stop) };
    vec![order; 8_192]
}

fn with_keyframes(most: usize) -> Vec<u8> {
    let (mut plain, mut number) = (preamble(), 1u32);
    loop {
        let tick = number.div_ceil(2);
        let room = most.saturating_sub(plain.len() + 256);
        if room < 1 << 20 {
            break;
        }
        plain.extend_from_slice(&record(number, CHUNK, &chunk(tick, 1, &[0])));
        let world = (MAX_RECORD_BYTES - 12).min(room);
        let mut payload = tick.to_le_bytes().to_vec();
        payload.extend_from_slice(&(world as u32).to_le_bytes());
        payload.extend((0..world).map(|at| (at >> 12) as u8));
        payload.extend_from_slice(&[0; 4]);
        plain.extend_from_slice(&record(number + 1, KEYFRAME, &payload));
        number += 2;
    }
    spoiled(plain, number)
}

/// Keyframes of random bytes, as long as a file may be.
fn noise(most: usize) -> Vec<u8> {
    let (mut plain, mut number) = (preamble(), 1u32);
    let most = most.min(63 << 20);
    while plain.len() + (1 << 20) < most {
        let tick = number.div_ceil(2);
        plain.extend_from_slice(&record(number, CHUNK, &chunk(tick, 1, &[0])));
        let words = ((MAX_RECORD_BYTES - 16).min(most - plain.len() - 256)) / 8;
        let mut payload = tick.to_le_bytes().to_vec();
        payload.extend_from_slice(&(words as u32 * 8).to_le_bytes());
        payload.extend((0..words as u64).flat_map(|at| mix3(at, u64::from(tick), 1).to_le_bytes()));
        payload.extend_from_slice(&[0; 4]);
        plain.extend_from_slice(&record(number + 1, KEYFRAME, &payload));
        number += 2;
    }
    spoiled(plain, number)
}
