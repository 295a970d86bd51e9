//! What bots from outside are shown: each observation says what has changed since the one before, and together they say what there is.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use sandtable_ai::{Commander, IdleCommander, Orders, RefusedOrder};
use sandtable_bots::message::{OLDEST_PROTOCOL, PROTOCOL};
use sandtable_bots::observe::{BinarySink, JsonSink, ObservationDiffer, ObservationSink};
use sandtable_bots::order::OrderWord;
use sandtable_content::MatchTerms;
use sandtable_match::runner::{MatchSession, Silent};
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::scenario::Fog;
use sandtable_replay::Playback;
use sandtable_sim::World;
use sandtable_sim::event::Rejection;
use sandtable_sim::order::Order;
use sandtable_sim::view::View;
use sandtable_state::id::{KindId, PlayerId};
use sandtable_tests::{Fixture, golden};
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

    fn refused(&mut self, orders: &[RefusedOrder]) {
        self.word(orders.len() as u32);
        for order in orders {
            let verb = OrderWord::from_verb(&order.verb);
            [order.tick, u32::from(order.seq), verb as u32, order.why as u32].into_iter().for_each(|it| self.word(it));
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

/// What a bot of one version of the protocol is shown, as a line and as bytes.
struct Shown {
    differs: [ObservationDiffer; 2],
    seen: Vec<(Value, Vec<u8>)>,
}

impl Shown {
    fn speaking(protocol: u32) -> Shown {
        Shown { differs: [(); 2].map(|()| ObservationDiffer::speaking(protocol)), seen: Vec::new() }
    }

    fn look(&mut self, view: &View<'_>) {
        let (mut json, mut binary) = (JsonSink::default(), BinarySink::default());
        self.differs[0].write(view, false, &mut json);
        self.differs[1].write(view, false, &mut binary);
        let line = serde_json::from_slice(json.line()).expect("a line of JSON");
        self.seen.push((line, binary.bytes().to_vec()));
    }
}

/// Gives two orders that are refused, once.
struct Overreaches {
    shown: Arc<Mutex<[Shown; 2]>>,
    panics_when_told: bool,
}

impl Commander for Overreaches {
    fn name(&self) -> &str {
        "overreaches"
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        let mut shown = self.shown.lock().expect("nobody panics");
        shown.iter_mut().for_each(|shown| shown.look(view));
        if shown[0].seen.len() == 1 {
            let unit = view.own_units().first().expect("a unit").handle;
            orders.give(Order::to([unit], OrderKind::Stop));
            orders.give(Order::to([unit], OrderKind::Train(KindId(0))));
            orders.give(Order::to([unit], OrderKind::Build { kind: KindId(u16::MAX), cell: Cell::new(0, 0) }));
        }
    }

    fn refused(&mut self, order: &RefusedOrder) {
        assert!(!self.panics_when_told, "does not want to know");
        let mut shown = self.shown.lock().expect("nobody panics");
        shown.iter_mut().flat_map(|shown| &mut shown.differs).for_each(|differ| differ.note_refused(order));
    }
}

fn overreaching(panics_when_told: bool) -> (MatchSession, Arc<Mutex<[Shown; 2]>>) {
    let shown = Arc::new(Mutex::new([PROTOCOL, OLDEST_PROTOCOL].map(Shown::speaking)));
    let terms = MatchTerms { order_delay_ticks: 2, fog: Fog::Full, ..MatchTerms::default() };
    let scenario = Arc::new(Fixture::shipped("classic", "meadow", terms).scenario());
    let commanders: Vec<Box<dyn Commander>> = vec![
        Box::new(Overreaches { shown: Arc::clone(&shown), panics_when_told }),
        Box::new(IdleCommander::named("waits")),
    ];
    (MatchSession::new(World::new(scenario, 3), commanders), shown)
}

fn advance(session: &mut MatchSession, ticks: u32) {
    for _ in 0..ticks {
        assert_eq!(session.advance(&mut Silent), None);
    }
}

#[test]
fn a_bot_is_told_why_an_order_was_refused() {
    let (mut session, shown) = overreaching(false);
    advance(&mut session, 48);
    let [now, former] = &*shown.lock().expect("nobody panics");
    let decided = now.seen[0].0["tick"].as_u64().expect("a tick");
    let (tick, words) =
        (decided + 3, |words: [u32; 9]| words.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<_>>());
    let told = serde_json::json!([
        {"tick": tick, "order": 1, "do": "train", "why": "CannotDo"},
        {"tick": tick, "order": 2, "do": "build", "why": "OutOfRange"},
    ]);
    let refused: Vec<_> = now.seen.iter().map(|(line, _)| line.get("refused")).collect();
    assert_eq!(refused, [None, Some(&told), None], "once, in the observation that follows");
    let bytes =
        words([2, tick as u32, 1, 12, Rejection::CannotDo as u32, tick as u32, 2, 10, Rejection::OutOfRange as u32]);
    assert!(now.seen[1].1.ends_with(&bytes));

    // Who speaks the version before is shown all else alike.
    for ((line, bytes), (former_line, former_bytes)) in now.seen.iter().zip(&former.seen) {
        let mut line = line.clone();
        let refused = line.as_object_mut().and_then(|line| line.remove("refused"));
        assert_eq!(&line, former_line);
        let tail = 4 + 16 * refused.and_then(|it| it.as_array().map(Vec::len)).unwrap_or_default();
        assert_eq!(&bytes[..bytes.len() - tail], former_bytes);
    }
}

#[test]
fn a_commander_that_panics_when_it_is_told_forfeits_at_its_next_decision() {
    let (mut session, shown) = overreaching(true);
    advance(&mut session, 16);
    assert_eq!(session.forfeits().count(), 0);
    while session.advance(&mut Silent).is_none() {}
    let (player, forfeited) = session.forfeits().next().expect("it failed");
    let decided = shown.lock().expect("nobody panics")[0].seen[0].0["tick"].as_u64().expect("a tick");
    assert_eq!((player, u64::from(forfeited.tick)), (PlayerId(0), decided + 16));
    assert!(forfeited.message.contains("does not want to know"), "{}", forfeited.message);
}

/// The page of the protocol has each reason with its code, its name in lines and what it says.
#[test]
fn the_page_lists_why_orders_are_refused() {
    let page = include_str!("../../docs/PROTOCOL.md");
    let rows: Vec<String> =
        (0..).zip(Rejection::ALL).map(|(code, (why, says))| format!("| {code} | `{why:?}` | {says} |")).collect();
    assert!(page.contains(&rows.join("\n")), "docs/PROTOCOL.md: expected these rows:\n{}", rows.join("\n"));
}
