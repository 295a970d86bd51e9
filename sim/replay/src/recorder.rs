//! Writing a replay while the match is played.

use sandtable_sim::World;
use sandtable_sim::order::{OrderSubject, StampedOrder};

use super::chunk::short_check;
use super::layout::{END_RECORD, HEADER_RECORD, KEYFRAME_RECORD};
use super::{CHUNK_SOFT_BYTES, CHUNK_TICKS, Chunk, Keyframe, MAX_RECORD_BYTES, MatchEnd, Replay, ReplayHeader, frame};

/// Turns the ticks of a match into the bytes of a replay, chunk by chunk.
///
/// The bytes can be taken away as they come, so that what is on disk is always a whole prefix.
pub struct Recorder {
    /// Whole records since they were last taken, the prefix in front of the first one.
    pieces: Vec<Vec<u8>>,
    records: u32,
    chunk: Chunk,
    chunk_bytes: usize,
    /// The tick whose state hash is the chunk's so far; 0 for none.
    hashed_tick: u32,
    /// How many commanders' memories each chunk has hashes of.
    memories: usize,
    /// Whether the chunk is done but for those.
    awaits_memories: bool,
}

impl Recorder {
    /// Begins a replay.
    pub fn new(header: &ReplayHeader) -> Recorder {
        let mut bytes = Vec::new();
        frame::put_prefix(&mut bytes);
        let mut payload = Vec::new();
        header.put(&mut payload);
        frame::put_record(&mut bytes, HEADER_RECORD, 0, &payload);
        let (checks, orders, parts) = (Vec::new(), Vec::new(), Vec::new());
        let chunk = Chunk { first_tick: 1, ticks: 0, check_every: 1, checks, orders, total: 0, parts };
        let memories = header.memories();
        Recorder {
            pieces: vec![bytes],
            records: 1,
            chunk,
            chunk_bytes: 0,
            hashed_tick: 0,
            memories,
            awaits_memories: false,
        }
    }

    /// Keeps, if called before the first tick, a check of every tick that `ticks` divides (1 to 256) instead of all; the hash at the end of
    /// each chunk is kept as ever. To hash the state of a small match takes a fifth of the time of a step. Verifying finds whatever differs
    /// all the same, but names the first tick of which there is a check.
    #[must_use]
    pub fn checking_every(mut self, ticks: u16) -> Recorder {
        self.chunk.check_every = ticks.clamp(1, CHUNK_TICKS as u16);
        self
    }

    /// Begins a replay with what another holds up to `tick`, which must be the last one of a chunk (or 0), keyframes included.
    pub fn resume(replay: &Replay, tick: u32) -> Recorder {
        Recorder::with_chunks(replay, tick, |_| true)
    }

    /// Goes on with the record of a match that was stopped, as if it had not been: the bytes come to be those of recording it at once. So
    /// the last chunk is open again, and a keyframe after it stays only when one is `due` after that tick, which closes the chunk.
    pub fn reopen(replay: &Replay, due: impl Fn(u32) -> bool) -> Recorder {
        let last = replay.last_tick();
        let open = replay.chunks.last().filter(|chunk| !due(last) && !is_full(chunk, rough_bytes(&chunk.orders)));
        let closed = open.map_or(last, |chunk| chunk.first_tick - 1);
        let mut recorder = Recorder::with_chunks(replay, closed, |tick| tick != last || due(last));
        if let Some(chunk) = open {
            (recorder.chunk_bytes, recorder.hashed_tick) = (rough_bytes(&chunk.orders), last);
            recorder.chunk = chunk.clone();
        }
        recorder
    }

    /// Begins a replay with the chunks of another up to `tick`, and its keyframes after the ticks to be `kept`.
    fn with_chunks(replay: &Replay, tick: u32, kept: impl Fn(u32) -> bool) -> Recorder {
        let check_every = replay.chunks.first().map_or(1, |chunk| chunk.check_every);
        let mut recorder = Recorder::new(&replay.header).checking_every(check_every);
        for chunk in replay.chunks.iter().take_while(|chunk| chunk.last_tick() <= tick) {
            let mut payload = Vec::new();
            chunk.put(&mut payload);
            recorder.put(chunk.kind(), &payload);
            let last = chunk.last_tick();
            recorder.chunk.first_tick = last + 1;
            if let Some(keyframe) = replay.keyframe_before(last).filter(|it| it.tick == last && kept(last)) {
                let mut payload = Vec::new();
                keyframe.put(&mut payload);
                recorder.put(KEYFRAME_RECORD, &payload);
            }
        }
        recorder
    }

    /// The last tick noted; 0 for none.
    pub fn last_tick(&self) -> u32 {
        self.chunk.first_tick + u32::from(self.chunk.ticks) - 1
    }

    /// Whether the last tick noted closed a chunk: then the bytes hold everything noted so far.
    pub const fn is_between_chunks(&self) -> bool {
        self.chunk.ticks == 0 && !self.awaits_memories
    }

    /// Closes the chunk under way: everything noted so far is in the bytes. `world` is as it was at the last
    /// [`tick`](Recorder::tick).
    pub fn flush(&mut self, world: &World) {
        self.flush_with(world, &[]);
    }

    /// Whether a chunk has just been closed that waits for [`remember`](Recorder::remember).
    pub fn awaits_memories(&self) -> bool {
        self.awaits_memories
    }

    /// Adds to the chunk just closed the hashes of what the commanders remember, by player: 0, as for those left out, for what is not
    /// known. Without it, they are not known.
    pub fn remember(&mut self, hashes: &[u64]) {
        if std::mem::take(&mut self.awaits_memories) {
            let known = hashes.iter().copied().chain(std::iter::repeat(0));
            self.chunk.parts.extend(known.take(self.memories));
            self.put_chunk();
        }
    }

    /// [`flush`](Recorder::flush) with the hashes of what the commanders remember, by player.
    pub fn flush_with(&mut self, world: &World, hashes: &[u64]) {
        if self.chunk.ticks > 0 && !self.awaits_memories {
            self.close_chunk(Some(world));
        }
        self.remember(hashes);
    }

    /// Notes the tick that `world` has just stepped under `orders`.
    pub fn tick(&mut self, world: &World, orders: &[StampedOrder]) {
        self.remember(&[]);
        self.chunk.ticks += 1;
        if self.chunk.keeps(self.last_tick()) {
            self.hash(world);
            self.chunk.checks.push(short_check(self.chunk.total));
        }
        self.chunk.orders.extend_from_slice(orders);
        self.chunk_bytes += rough_bytes(orders);
        if is_full(&self.chunk, self.chunk_bytes) {
            self.close_chunk(Some(world));
        }
    }

    /// Adds a keyframe of the tick just noted, with what else is needed to go on from it (see [`Keyframe::table`]). A state too large
    /// for a record is left out: nothing depends on it.
    pub fn keyframe(&mut self, world: &World, table: Vec<u8>) {
        self.flush(world);
        let mut payload = Vec::new();
        Keyframe::from_world(world, table).put(&mut payload);
        if payload.len() <= MAX_RECORD_BYTES {
            self.put(KEYFRAME_RECORD, &payload);
        }
    }

    /// Ends the replay. `world` is as it was at the last [`tick`](Recorder::tick), or none when the engine
    /// failed after it and what is left of the world means nothing: a record without a check of every tick then goes no
    /// further than its last check.
    pub fn finish(&mut self, world: Option<&World>, end: &MatchEnd) {
        self.remember(&[]);
        if world.is_none() {
            self.cut_to_last_check();
        }
        let last_tick = self.last_tick();
        if self.chunk.ticks > 0 {
            self.close_chunk(world);
            self.remember(&[]);
        }
        let mut payload = Vec::new();
        MatchEnd { last_tick, ..end.clone() }.put(&mut payload);
        self.put(END_RECORD, &payload);
    }

    /// The bytes since they were last taken: whole records.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        self.take_records().concat()
    }

    /// The bytes recorded since they were last taken, each record by itself, the prefix in front of the first.
    pub fn take_records(&mut self) -> Vec<Vec<u8>> {
        std::mem::take(&mut self.pieces)
    }

    fn hash(&mut self, world: &World) {
        self.chunk.total = world.state_hash();
        self.hashed_tick = self.last_tick();
    }

    fn cut_to_last_check(&mut self) {
        let hashed = self.hashed_tick;
        self.chunk.ticks = (hashed + 1).saturating_sub(self.chunk.first_tick) as u16;
        self.chunk.orders.retain(|order| order.tick <= hashed);
    }

    fn close_chunk(&mut self, world: Option<&World>) {
        if let Some(world) = world.filter(|_| self.hashed_tick != self.last_tick()) {
            self.hash(world);
        }
        let parts = world.map(World::part_hashes).unwrap_or_default();
        self.chunk.parts = parts.iter().map(|part| part.hash).collect();
        self.awaits_memories = self.memories > 0 && !self.chunk.parts.is_empty();
        if !self.awaits_memories {
            self.put_chunk();
        }
    }

    fn put_chunk(&mut self) {
        let mut payload = Vec::new();
        self.chunk.put(&mut payload);
        self.put(self.chunk.kind(), &payload);
        self.chunk.first_tick += u32::from(self.chunk.ticks);
        self.chunk.ticks = 0;
        self.chunk.checks.clear();
        self.chunk.orders.clear();
        self.chunk_bytes = 0;
    }

    fn put(&mut self, kind: u8, payload: &[u8]) {
        let mut record = Vec::new();
        frame::put_record(&mut record, kind, self.records, payload);
        self.pieces.push(record);
        self.records += 1;
    }
}

/// The bytes of a replay without its keyframes: they are for beginning in the middle, and make the larger part of it.
pub fn without_keyframes(replay: &Replay) -> Vec<u8> {
    let mut recorder = Recorder::with_chunks(replay, replay.last_tick(), |_| false);
    if let Some(end) = &replay.end {
        recorder.finish(None, end);
    }
    recorder.take_bytes()
}

/// Whether a chunk whose orders take `bytes` bytes is to be closed.
fn is_full(chunk: &Chunk, order_bytes: usize) -> bool {
    usize::from(chunk.ticks) == CHUNK_TICKS || order_bytes >= CHUNK_SOFT_BYTES
}

/// An upper estimate of the bytes of orders.
fn rough_bytes(orders: &[StampedOrder]) -> usize {
    let bytes = |order: &StampedOrder| {
        let units = if let OrderSubject::Units(units) = &order.order.subject { units.len() } else { 0 };
        48 + 5 * units
    };
    orders.iter().map(bytes).sum()
}
