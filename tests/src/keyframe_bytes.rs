//! What is done with what a keyframe holds beside its world: taken up by a match, told apart from the match's own, and played on with.
//!
//! The bytes of the fuzz target `keyframe` are which match they are of, whether they are the whole table or what one commander remembers,
//! and that.

use std::cell::OnceCell;
use std::sync::Arc;

use sandtable_ai::{Commander, FailureKind, Registry, memory_difference};
use sandtable_match::replays::commanders;
use sandtable_match::runner::{Forfeited, MatchSession, Side, Silent, guarded, memories_of};
use sandtable_replay::Replay;
use sandtable_sim::World;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_state::codec::{DecodeError, MAX_DECODED_BYTES, decode_compact, encode_compact};
use sandtable_state::id::PlayerId;
use serde::{Deserialize, Serialize};

use crate::golden;
use crate::mutation::session_at;

/// Matches whose commanders together remember all that one can, each a golden after some ticks.
const MATCHES: [(&str, u32); 13] = [
    ("duel", 300),
    ("agents-siege", 210),
    ("duel-blink", 200),
    ("minds-goap-plays", 700),
    ("minds-htn-plays", 500),
    ("minds-machine-plays", 500),
    ("minds-tree-plays", 500),
    ("schools-armies", 700),
    ("champion-plays", 700),
    ("adaptive-plays", 700),
    ("quarters", 500),
    ("couriers", 300),
    // Its orders are under way for a tick.
    ("meadow-match", 903),
];
/// Ticks that what was taken up is played for: every commander decides in them.
const TICKS: u32 = 8;

/// The table as it is laid out.
#[derive(Clone, Serialize, Deserialize)]
struct Table {
    pending: Vec<StampedOrder>,
    seats: Vec<TableSeat>,
    sides: Vec<Side>,
}

impl Table {
    /// Tables of matches that went otherwise: with other orders under way, other figures, commanders that failed, and fewer players.
    fn others(&self) -> Vec<Table> {
        let mut without_orders = self.clone();
        without_orders.pending.clear();
        let mut other_orders = self.clone();
        other_orders.pending.iter_mut().for_each(|stamped| stamped.order = Order::surrender());
        let mut other_figures = self.clone();
        other_figures.sides.rotate_left(1);
        let mut other_sums = self.clone();
        if let Some(first) = other_sums.sides.first_mut().and_then(|side| side.sums.gathered.first_mut()) {
            *first += 1;
        }
        let mut failed = self.clone();
        if let Some(seat) = failed.seats.first_mut() {
            seat.memory.clear();
            let message = "it gave up (commander.rs:9)".to_owned();
            seat.forfeited = Some(Forfeited { tick: 16, how: FailureKind::BotCrash, message });
        }
        let mut fewer = self.clone();
        fewer.seats.pop();
        vec![without_orders, other_orders, other_figures, other_sums, failed, fewer]
    }
}

#[derive(Clone, Serialize, Deserialize)]
struct TableSeat {
    memory: Vec<u8>,
    forfeited: Option<Forfeited>,
}

/// A match under way.
struct UnderWay {
    replay: Replay,
    world: World,
    bytes: Vec<u8>,
    table: Table,
}

impl UnderWay {
    fn new((name, tick): (&str, u32)) -> UnderWay {
        let replay = golden(name);
        let session = session_at(&replay, tick.min(replay.last_tick()));
        let bytes = session.save().expect("its commanders can be saved");
        let table = decode_compact(&bytes, MAX_DECODED_BYTES).expect("it is laid out so");
        UnderWay { world: session.world().fork(), replay, bytes, table }
    }

    fn commanders(&self) -> Vec<Box<dyn Commander>> {
        let rules = &self.world.scenario().rules;
        commanders(&self.replay, &Registry::standard(), rules).expect("they are in the record")
    }

    /// The match gone on with from a table.
    fn session(&self, table: &[u8]) -> Result<MatchSession, DecodeError> {
        let start = World::new(Arc::clone(self.world.scenario()), self.replay.header.seed);
        let mut session = MatchSession::new(start, self.commanders());
        session.restore(self.world.fork(), table).map(|()| session)
    }

    /// A whole table.
    fn takes_table(&self, bytes: &[u8]) -> bool {
        let own = self.session(&self.bytes).expect("nothing is changed");
        self.compare(&own, bytes);
        let mut session = match self.session(bytes) {
            Ok(session) => session,
            Err(error) => {
                // What a commander does not survive is refused in its words, which name a place in the source.
                assert!(!error.to_string().contains(".rs:"), "{error}");
                return false;
            }
        };
        let of_itself = session.played(&[]).differing(bytes, |_| None).expect("it was just taken up");
        // Of a commander whose memory is not kept, or that failed, nothing is taken up.
        let table: Table = decode_compact(bytes, MAX_DECODED_BYTES).expect("it was just read");
        let is_kept = table.seats.iter().all(|seat| !seat.memory.is_empty() && seat.forfeited.is_none());
        assert!(!is_kept || of_itself.is_none(), "what was taken up is told as another: {of_itself:?}");
        self.play(&mut session);
        true
    }

    /// Tells a table from the match's own, whether all commanders were run again or those of others alone.
    fn compare(&self, own: &MatchSession, bytes: &[u8]) {
        let Ok(differing) = own.played(&[]).differing(bytes, |_| None) else {
            return assert_eq!(memories_of(bytes), None);
        };
        assert_eq!(differing.is_none(), bytes == self.bytes, "{differing:?}");
        assert_eq!(own.played(&[]).is_saved_as(bytes).ok(), Some(differing.is_none()));
        assert!(memories_of(bytes).is_some() && differing.is_none_or(|differing| !differing.to_string().is_empty()));
        let recorded = |tick| self.replay.chunk_of(tick).map(|chunk| chunk.orders_of(tick));
        let elsewhere: Vec<_> = (0..self.table.seats.len() as u8).map(PlayerId).collect();
        for absent in [&elsewhere[..1], &elsewhere[1..]] {
            let told = own.played(absent).differing(bytes, recorded).expect("it was just read");
            assert!(told.is_none() || bytes != self.bytes, "{told:?}");
        }
    }

    /// What a commander remembers.
    fn takes_memory(&self, row: usize, bytes: &[u8]) -> bool {
        let mut commander = self.commanders().swap_remove(row);
        let told = memory_difference(commander.as_ref(), &self.table.seats[row].memory, bytes);
        assert_eq!(told.is_none(), bytes == self.table.seats[row].memory);
        let _ = told.map(|told| told.to_string());
        if commander.restore(bytes).is_err() {
            return false;
        }
        assert!(commander.save().as_deref() == Some(bytes), "it is saved otherwise than it was taken up");
        let mut table = self.table.clone();
        table.seats[row].memory = bytes.to_vec();
        self.takes_table(&encode_compact(&table))
    }

    /// Plays on for a moment. Whatever a commander has taken up, it decides by it.
    fn play(&self, session: &mut MatchSession) {
        let before: Vec<_> = session.forfeits().map(|(player, _)| player).collect();
        for _ in 0..TICKS {
            session.sample();
            session.decide();
            if guarded(|| session.step(&mut Silent)).expect("the engine goes on").is_ok_and(|flow| flow.is_break()) {
                break;
            }
        }
        let failed =
            session.forfeits().find(|(player, how)| !before.contains(player) && how.how == FailureKind::BotPanic);
        assert_eq!(failed, None);
    }
}

thread_local! {
    static UNDER_WAY: [OnceCell<UnderWay>; MATCHES.len()] = const { [const { OnceCell::new() }; MATCHES.len()] };
}

fn with<T>(row: usize, f: impl FnOnce(&UnderWay) -> T) -> T {
    UNDER_WAY.with(|all| f(all[row].get_or_init(|| UnderWay::new(MATCHES[row]))))
}

/// What a keyframe holds beside its world. The first byte chooses the match, the second whether the others are the whole table (0) or
/// what a player's commander remembers.
pub fn keyframe(bytes: &[u8]) -> bool {
    let [choice, part, bytes @ ..] = bytes else { return false };
    with(usize::from(*choice) % MATCHES.len(), |under_way| {
        match usize::from(*part) % (under_way.table.seats.len() + 1) {
            0 => under_way.takes_table(bytes),
            player => under_way.takes_memory(player - 1, bytes),
        }
    })
}

/// The table of each of the matches, what their commanders remember, and tables that are in order and none of theirs.
pub fn seeds() -> Vec<Vec<u8>> {
    let parts = |row: usize| {
        with(row, |under_way| {
            let memories = under_way.table.seats.iter().map(|seat| &seat.memory);
            let parts = [&under_way.bytes].into_iter().chain(memories).enumerate();
            let others = under_way.table.others().into_iter().map(|table| (0, encode_compact(&table)));
            let parts = parts.map(|(part, bytes)| (part, bytes.clone())).chain(others);
            parts.map(|(part, bytes)| [&[row as u8, part as u8], &bytes[..]].concat()).collect::<Vec<_>>()
        })
    };
    (0..MATCHES.len()).flat_map(parts).collect()
}
