//! What a peer leaves behind when the states went apart: its record, with a chunk that ends before the first tick that differs and one that
//! ends with it, and the states after both. `replay bisect` takes the records of two peers and names entity and field.

use std::collections::VecDeque;

use sandtable_replay::{Chunk, Keyframe, Recorder, Replay};

use super::replica::Moment;

/// The record for bisection; none when nothing was recorded.
pub(super) fn desync_record(record: &[u8], tick: u32, moments: &VecDeque<Moment>) -> Option<Vec<u8>> {
    let replay = Replay::decode(record).ok()?;
    let (states, last) = (replay.header.states(), replay.last_tick());
    let kept = moments.iter().filter(|moment| {
        let at = moment.keyframe.tick;
        (at == tick || at + 1 == tick) && (1..=last).contains(&at)
    });
    let (mut chunks, mut keyframes) = (replay.chunks, Vec::<Keyframe>::new());
    for moment in kept {
        chunks = chunks.into_iter().flat_map(|chunk| split(chunk, moment, states)).collect();
        keyframes.push(moment.keyframe.clone());
    }
    let divided = Replay { header: replay.header, chunks, keyframes, end: None };
    let mut recorder = Recorder::resume(&divided, last);
    if let Some(end) = &replay.end {
        recorder.finish(None, end);
    }
    Some(recorder.take_bytes())
}

/// A chunk in two, the first of which ends with the moment; or as it is, when that is not inside it.
fn split(chunk: Chunk, moment: &Moment, states: usize) -> Vec<Chunk> {
    let at = moment.keyframe.tick;
    if at < chunk.first_tick || at >= chunk.last_tick() {
        return vec![chunk];
    }
    let ticks = (at + 1 - chunk.first_tick) as u16;
    let (first_checks, second_checks) = chunk.checks.split_at(usize::from(ticks).min(chunk.checks.len()));
    let place = chunk.orders.partition_point(|order| order.tick <= at);
    let (first_orders, second_orders) = chunk.orders.split_at(place);
    // What commanders remembered then is not known any more.
    let memories = chunk.parts.len().saturating_sub(states);
    let parts = moment.parts.iter().copied().chain(std::iter::repeat_n(0, memories)).collect();
    let first = Chunk {
        ticks,
        checks: first_checks.to_vec(),
        orders: first_orders.to_vec(),
        total: moment.total,
        parts,
        ..chunk.clone()
    };
    let second = Chunk {
        first_tick: at + 1,
        ticks: chunk.ticks - ticks,
        checks: second_checks.to_vec(),
        orders: second_orders.to_vec(),
        ..chunk
    };
    vec![first, second]
}
