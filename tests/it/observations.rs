//! What bots from outside are shown: each observation says what has changed since the one before, and together they say what there is.

use std::collections::BTreeMap;

use sandtable_bots::observe::{BinarySink, JsonSink, ObservationDiffer, ObservationSink};
use sandtable_replay::Playback;
use sandtable_sim::view::View;
use sandtable_state::id::PlayerId;
use sandtable_tests::golden;
use serde_json::{Map, Value};

const LISTS: [&str; 6] = ["stats", "units", "squads", "buildings", "foreign", "nodes"];

/// What a bot knows that takes in one observation after the other, as the protocol says.
#[derive(Debug, Default, PartialEq)]
struct Known {
    tick: u64,
    me: Map<String, Value>,
    rows: BTreeMap<&'static str, BTreeMap<u64, Map<String, Value>>>,
    cells: Vec<u8>,
}

impl Known {
    fn take(&mut self, line: &[u8]) {
        let message: Value = serde_json::from_slice(line).expect("a line of JSON");
        self.tick = message["tick"].as_u64().expect("a tick");
        self.me.extend(message["me"].as_object().expect("oneself").clone());
        for name in LISTS {
            let rows = self.rows.entry(name).or_default();
            for gone in message[format!("{name}_gone")].as_array().into_iter().flatten() {
                let gone = rows.remove(&gone.as_u64().expect("an id"));
                assert!(gone.is_some(), "{name}: what was never there is gone");
            }
            for row in message[name].as_array().expect("a list") {
                let row = row.as_object().expect("a row").clone();
                let known = rows.entry(row["id"].as_u64().expect("an id")).or_default();
                // A squad that is told the same verb anew has other orders, though they are shown by their verbs alone.
                for (field, value) in row.iter().filter(|(field, _)| !["id", "orders"].contains(&field.as_str())) {
                    assert_ne!(known.get(field), Some(value), "{name}: {field} is told again");
                }
                known.extend(row);
            }
        }
        for run in message["cells"].as_array().expect("a list") {
            let (start, run) =
                (run[0].as_u64().expect("an index") as usize, run[1].as_str().expect("cells").as_bytes());
            self.cells.resize(self.cells.len().max(start + run.len()), b'?');
            self.cells[start..start + run.len()].copy_from_slice(run);
        }
    }
}

/// The bytes of observations, made piece by piece.
#[derive(Default)]
struct Pieces(Vec<u8>);

impl Pieces {
    fn word(&mut self, word: u32) {
        self.0.extend(word.to_le_bytes());
    }
}

impl ObservationSink for Pieces {
    fn begin(&mut self, tick: u32, whole: bool) {
        self.word(tick);
        self.word(u32::from(whole));
    }

    fn rows(&mut self, _: &'static str, gone: &[u32], count: u32) {
        self.word(gone.len() as u32);
        gone.iter().for_each(|id| self.word(*id));
        self.word(count);
    }

    fn row(&mut self, id: u32, mask: u32) {
        self.word(id);
        self.word(mask);
    }

    fn single(&mut self, _: &'static str, mask: u32) {
        self.word(mask);
    }

    fn int(&mut self, value: i64) {
        self.word(value as u32);
    }

    fn option(&mut self, there: bool) {
        self.word(u32::from(there));
    }

    fn list(&mut self, count: u32) {
        self.word(count);
    }

    fn cells(&mut self, cells: &[u8], runs: &[(u32, u32)]) {
        self.word(runs.len() as u32);
        for (start, length) in runs {
            self.word(*start);
            self.word(*length);
            self.0.extend(&cells[*start as usize..(*start + *length) as usize]);
            self.0.resize(self.0.len().next_multiple_of(4), 0);
        }
    }
}

/// Somebody who looks at a match now and then.
#[derive(Default)]
struct Onlooker {
    lines: ObservationDiffer,
    json: JsonSink,
    known: Known,
    bytes: ObservationDiffer,
    binary: BinarySink,
    pieces: ObservationDiffer,
}

impl Onlooker {
    fn look(&mut self, view: &View<'_>) {
        self.json.clear();
        self.lines.write(view, true, &mut self.json);
        self.known.take(self.json.line());
        let (mut whole, mut known) = (JsonSink::default(), Known::default());
        ObservationDiffer::default().write(view, true, &mut whole);
        known.take(whole.line());
        assert_eq!(self.known, known, "tick {}", view.tick());

        self.binary.clear();
        self.bytes.write(view, true, &mut self.binary);
        let mut pieces = Pieces::default();
        self.pieces.write(view, true, &mut pieces);
        assert_eq!(self.binary.bytes(), pieces.0, "tick {}", view.tick());
    }
}

/// Bases, squads, transports, deposits that run out, buildings that are razed unseen: in matches of two and of four.
#[test]
fn what_has_changed_adds_up_to_what_there_is() {
    for (name, every) in
        [("meadow-rush-tech", 16), ("balanced-plays", 61), ("agents-ferry", 5), ("agents-chain", 7), ("quarters", 97)]
    {
        let replay = golden(name);
        let mut playback = Playback::new(&replay).expect("it decodes");
        let mut onlookers: Vec<Onlooker> = (0..playback.world().players().len()).map(|_| Onlooker::default()).collect();
        loop {
            if playback.world().tick() % every == 0 {
                for (player, onlooker) in (0..).zip(&mut onlookers) {
                    onlooker.look(&View::new(playback.world(), PlayerId(player)));
                }
            }
            if playback.advance().is_none() {
                break;
            }
        }
        let lists = onlookers.iter().map(|onlooker| onlooker.known.rows["units"].len()).sum::<usize>();
        assert!(lists > 0, "{name}: nobody is left to be shown");
    }
}
