//! Observations from bytes and orders to bytes, as docs/PROTOCOL.md describes them. Every number has four bytes.

use std::collections::BTreeMap;

/// How a field is laid out.
#[derive(Clone, Copy)]
pub enum Shape {
    /// A fixed number of words.
    Words(usize),
    /// A flag word, which says whether this number of words follows.
    Option(usize),
    /// A count word, and that many elements of this number of words each.
    List(usize),
    /// A list of members: an id, and whether a point follows.
    Members,
}

use Shape::{List, Members, Option as Maybe, Words};

/// The fields of each list, in order.
pub const ME: &[Shape] = &[List(1), Words(2), List(1), List(1), List(1), Words(1), List(1), List(1), List(1), Words(1)];
/// The lists of an observation, with their fields.
pub const LISTS: [&[Shape]; 6] = [
    // stats
    &[Words(1), Words(1), Words(1), Words(1), Words(1), Words(1), Words(1), Words(1), List(1), List(1), Words(1)],
    // units: kind, at, velocity, hp, hurt, squad, stance, moving, acting, target, carries, aboard, ended
    &[
        Words(1), Words(2), Words(2), Words(1), Words(1), Words(1), Words(1), Maybe(4), Maybe(4), Words(1), Maybe(2),
        Words(1), Maybe(3),
    ],
    // squads
    &[Members, Words(1), Words(1), Words(1), Words(1), Words(1), Words(2), Words(1), Words(1), List(1)],
    // buildings: kind, cell, at, hp, hurt, stage, built, workers, queue, made
    &[Words(1), Words(2), Words(2), Words(1), Words(1), Words(1), Words(1), Words(1), List(2), Words(1)],
    // foreign: kind, owner, building, at, hp, stage, visible, seen, hostile
    &[Words(1), Words(1), Words(1), Words(2), Words(1), Words(1), Words(1), Words(1), Words(1)],
    // nodes: kind, cell, at, amount, visible
    &[Words(1), Words(2), Words(2), Words(1), Words(1)],
];

pub const UNITS: usize = 1;
pub const BUILDINGS: usize = 3;
pub const FOREIGN: usize = 4;
pub const NODES: usize = 5;

/// A row: the numbers of each field.
pub type Row = Vec<Vec<i32>>;

/// What is known.
#[derive(Default)]
pub struct World {
    pub tick: u32,
    pub me: Row,
    pub rows: [BTreeMap<u32, Row>; 6],
    /// Orders refused since the observation before: tick, number in its decision, code of the verb, code of the reason.
    pub refused: Vec<[u32; 4]>,
}

struct Reader<'b> {
    bytes: &'b [u8],
}

impl Reader<'_> {
    fn word(&mut self) -> u32 {
        let (word, rest) = self.bytes.split_first_chunk().expect("an observation that is whole");
        self.bytes = rest;
        u32::from_le_bytes(*word)
    }

    fn words(&mut self, count: usize, into: &mut Vec<i32>) {
        into.extend((0..count).map(|_| self.word() as i32));
    }

    fn field(&mut self, shape: Shape, field: &mut Vec<i32>) {
        field.clear();
        match shape {
            Words(count) => self.words(count, field),
            Maybe(count) => {
                if self.word() != 0 {
                    self.words(count, field);
                }
            }
            List(count) => {
                let entries = self.word() as usize;
                self.words(entries * count, field);
            }
            Members => {
                for _ in 0..self.word() {
                    self.words(1, field);
                    if self.word() != 0 {
                        self.words(2, &mut Vec::new());
                    }
                }
            }
        }
    }

    fn row(&mut self, shapes: &[Shape], row: &mut Row) {
        row.resize(shapes.len(), Vec::new());
        let mask = self.word();
        for (at, shape) in shapes.iter().enumerate().filter(|(at, _)| mask >> at & 1 != 0) {
            self.field(*shape, &mut row[at]);
        }
    }
}

impl World {
    /// Takes an observation: whole, or what has changed since the one before.
    pub fn take(&mut self, bytes: &[u8]) {
        let mut reader = Reader { bytes };
        self.tick = reader.word();
        let _whole = reader.word();
        reader.row(ME, &mut self.me);
        for (rows, shapes) in self.rows.iter_mut().zip(LISTS) {
            for _ in 0..reader.word() {
                rows.remove(&reader.word());
            }
            for _ in 0..reader.word() {
                let id = reader.word();
                reader.row(shapes, rows.entry(id).or_default());
            }
        }
        // This bot does not want cells, so there are no runs of them.
        for _ in 0..reader.word() {
            let (_first, length) = (reader.word(), reader.word() as usize);
            reader.bytes = &reader.bytes[length.next_multiple_of(4)..];
        }
        self.refused = (0..reader.word()).map(|_| [(); 4].map(|()| reader.word())).collect();
    }
}

/// The orders of a decision.
#[derive(Default)]
pub struct Orders {
    words: Vec<u32>,
    count: u32,
}

impl Orders {
    /// An order to units: the code of its verb, and its arguments.
    pub fn give(&mut self, verb: u32, units: &[u32], arguments: &[i32]) {
        if self.count == 128 {
            return;
        }
        self.count += 1;
        // Replacing what was ordered before, with priority 0, to units.
        self.words.extend([verb, 0, 0, 0, units.len() as u32]);
        self.words.extend(units);
        self.words.extend(arguments.iter().map(|word| *word as u32));
    }

    pub fn bytes(&self) -> Vec<u8> {
        let words = std::iter::once(&self.count).chain(&self.words);
        words.flat_map(|word| word.to_le_bytes()).collect()
    }
}
