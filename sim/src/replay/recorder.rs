//! Writing a replay while the match is played.

use super::chunk::short_check;
use super::{CHUNK_SOFT_BYTES, CHUNK_TICKS, Chunk, End, Header, Keyframe, MAX_RECORD_BYTES, Replay, frame};
use crate::World;
use crate::order::{StampedOrder, Subject};

/// Turns the ticks of a match into the bytes of a replay, chunk by chunk.
///
/// The bytes can be taken away as they come, so that what is on disk is always a whole prefix.
pub struct Recorder {
    bytes: Vec<u8>,
    records: u32,
    chunk: Chunk,
    chunk_bytes: usize,
}

impl Recorder {
    /// Begins a replay.
    pub fn new(header: &Header) -> Recorder {
        let mut bytes = Vec::new();
        frame::put_prefix(&mut bytes);
        let mut payload = Vec::new();
        header.put(&mut payload);
        frame::put_record(&mut bytes, frame::HEADER, 0, &payload);
        let chunk = Chunk { first_tick: 1, checks: Vec::new(), orders: Vec::new(), total: 0, parts: Vec::new() };
        Recorder { bytes, records: 1, chunk, chunk_bytes: 0 }
    }

    /// Begins a replay with what another holds up to `tick`, which must be the last one of a chunk (or 0), keyframes included.
    pub fn resume(replay: &Replay, tick: u32) -> Recorder {
        let mut recorder = Recorder::new(&replay.header);
        for chunk in replay.chunks.iter().take_while(|chunk| chunk.last_tick() <= tick) {
            let mut payload = Vec::new();
            chunk.put(&mut payload);
            recorder.put(frame::CHUNK, &payload);
            recorder.chunk.first_tick = chunk.last_tick() + 1;
            if let Some(keyframe) = replay.keyframe_before(chunk.last_tick()).filter(|it| it.tick == chunk.last_tick())
            {
                let mut payload = Vec::new();
                keyframe.put(&mut payload);
                recorder.put(frame::KEYFRAME, &payload);
            }
        }
        recorder
    }

    /// The last tick noted; 0 for none.
    pub fn last_tick(&self) -> u32 {
        self.chunk.first_tick + self.chunk.checks.len() as u32 - 1
    }

    /// Closes the chunk under way: everything noted so far is in the bytes. `world` is as it was at the last
    /// [`tick`](Recorder::tick).
    pub fn flush(&mut self, world: &World) {
        if !self.chunk.checks.is_empty() {
            self.close_chunk(Some(world));
        }
    }

    /// Notes the tick that `world` has just stepped under `orders`.
    pub fn tick(&mut self, world: &World, orders: &[StampedOrder]) {
        let total = world.state_hash();
        self.chunk.total = total;
        self.chunk.checks.push(short_check(total));
        self.chunk.orders.extend_from_slice(orders);
        self.chunk_bytes += orders.iter().map(rough_size).sum::<usize>();
        if self.chunk.checks.len() == CHUNK_TICKS || self.chunk_bytes >= CHUNK_SOFT_BYTES {
            self.close_chunk(Some(world));
        }
    }

    /// Adds a keyframe of the tick just noted, with what else is needed to go on from it (see [`Keyframe::table`]). A state too large
    /// for a record is left out: nothing depends on it.
    pub fn keyframe(&mut self, world: &World, table: Vec<u8>) {
        self.flush(world);
        let mut payload = Vec::new();
        Keyframe::of(world, table).put(&mut payload);
        if payload.len() <= MAX_RECORD_BYTES {
            self.put(frame::KEYFRAME, &payload);
        }
    }

    /// Ends the replay. `world` is as it was at the last [`tick`](Recorder::tick), or none when the engine
    /// failed after it and what is left of the world means nothing.
    pub fn finish(&mut self, world: Option<&World>, end: &End) {
        if !self.chunk.checks.is_empty() {
            self.close_chunk(world);
        }
        let mut payload = Vec::new();
        end.put(&mut payload);
        self.put(frame::END, &payload);
    }

    /// The bytes since they were last taken: whole records.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    fn close_chunk(&mut self, world: Option<&World>) {
        let parts = world.map(World::part_hashes).unwrap_or_default();
        self.chunk.parts = parts.iter().map(|part| part.hash).collect();
        let mut payload = Vec::new();
        self.chunk.put(&mut payload);
        self.put(frame::CHUNK, &payload);
        self.chunk.first_tick += self.chunk.checks.len() as u32;
        self.chunk.checks.clear();
        self.chunk.orders.clear();
        self.chunk_bytes = 0;
    }

    fn put(&mut self, kind: u8, payload: &[u8]) {
        frame::put_record(&mut self.bytes, kind, self.records, payload);
        self.records += 1;
    }
}

/// An upper estimate of an order's bytes.
fn rough_size(order: &StampedOrder) -> usize {
    let units = if let Subject::Units(units) = &order.order.subject { units.len() } else { 0 };
    48 + 5 * units
}
