//! Replays whose checksums hold and whose records do not: what a decoder and a verifier have to refuse by meaning.

use sandtable_match::store::pack_replay;
use sandtable_replay::{Contestant, Forfeit, MAGIC, MatchEnd, PREFIX_BYTES, RecordStatus, Recorder, Replay};
use sandtable_sim::order::Order;
use sandtable_sim::victory::{Ending, MatchOutcome};
use sandtable_state::id::{PlayerId, TeamId};

use crate::golden;
use crate::hostile::beginnings;

/// What is done to a replay.
type Lie = fn(&mut Replay);

fn end_of(replay: &mut Replay) -> &mut MatchEnd {
    replay.end.as_mut().expect("it is whole")
}

fn forfeit(replay: &mut Replay, player: u8, tick: u32) {
    end_of(replay).forfeits.push(Forfeit { player: PlayerId(player), tick, why: "it left".to_owned() });
}

fn decided(replay: &mut Replay, ending: Ending, winner: Option<TeamId>) {
    let tick = end_of(replay).last_tick;
    end_of(replay).outcome = Some(MatchOutcome { winner, ending, tick });
}

const LIES: [Lie; 27] = [
    |_| {},
    |replay| replay.header.titles.scenario = "Final".to_owned(),
    |replay| replay.header.parts[0] = "luck".to_owned(),
    |replay| replay.header.contestants.extend(vec![Contestant::default(); 3]),
    |replay| end_of(replay).status = RecordStatus::EngineError,
    |replay| end_of(replay).status = RecordStatus::Incomplete,
    |replay| end_of(replay).last_tick += 1,
    |replay| forfeit(replay, 7, 8),
    |replay| forfeit(replay, 1, 8),
    |replay| forfeit(replay, 1, 9_999),
    |replay| (0..2).for_each(|_| forfeit(replay, 1, 16)),
    |replay| (0..9).for_each(|_| forfeit(replay, 1, 16)),
    |replay| decided(replay, Ending::Surrender, Some(TeamId(0))),
    |replay| decided(replay, Ending::Annihilation, Some(TeamId(200))),
    |replay| decided(replay, Ending::Score, None),
    |replay| end_of(replay).outcome = None,
    |replay| replay.chunks[0].first_tick += 1,
    |replay| replay.chunks[0].first_tick = 0,
    |replay| replay.chunks[0].ticks = 0,
    |replay| replay.chunks[0].check_every = 0,
    |replay| replay.chunks[0].check_every = 700,
    |replay| replay.chunks[0].total ^= 1,
    |replay| replay.chunks[0].orders.reverse(),
    |replay| replay.chunks[0].orders.iter_mut().for_each(|order| order.order = Order::surrender()),
    |replay| replay.keyframes.iter_mut().for_each(|keyframe| keyframe.tick += 1),
    |replay| drop(replay.keyframes.drain(..)),
    |replay| replay.end = None,
];

/// The lies about a short match, each packed as a file is and once more as plain bytes, with the choice of the form in front.
pub fn replays() -> Vec<Vec<u8>> {
    let honest = Replay::decode(&beginnings(&golden("duel"))[1][1..]).expect("it is in order");
    LIES.iter().flat_map(|lie| told(&honest, *lie)).collect()
}

/// A short replay and its file with bytes cut off, added or changed, so that no checksum holds; each with the choice of the form in front.
pub fn damaged() -> Vec<Vec<u8>> {
    let plain = beginnings(&golden("duel"))[1][1..].to_vec();
    let file = pack_replay(&plain).unwrap_or_default();
    let head = PREFIX_BYTES;
    let mut all = vec![[&[1], &plain[..MAGIC.len()]].concat(), [&[1], &plain[..head]].concat()];
    for (form, whole) in [(1, &plain), (0, &file)] {
        let changed = |at: usize| {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            [&[form], &bytes[..]].concat()
        };
        // The version, a kind of record, the bytes of a length, a checksum, a payload.
        all.extend(
            [MAGIC.len(), head, head + 1, head + 2, head + 3, head + 4, head + 6, head + 12, head + 40].map(changed),
        );
        all.extend([1, 2, 3].map(|part| changed(whole.len() * part / 4)));
        all.extend([3, 20, 200].map(|cut| [&[form], &whole[..whole.len() - cut]].concat()));
        all.push([&[form], &whole[..], &whole[..]].concat());
    }
    // Blocks that hold, around records that do not.
    let mut wrong = plain.clone();
    wrong[head + 40] ^= 1;
    all.push([&[0], &pack_replay(&wrong).unwrap_or_default()[..]].concat());
    all
}

fn told(honest: &Replay, lie: Lie) -> [Vec<u8>; 2] {
    let mut replay = honest.clone();
    lie(&mut replay);
    let mut recorder = Recorder::resume(&replay, replay.last_tick());
    if let Some(end) = &replay.end {
        recorder.finish(None, end);
    }
    let plain = recorder.take_bytes();
    let packed = pack_replay(&plain).unwrap_or_default();
    [[&[0], &packed[..]].concat(), [&[1], &plain[..]].concat()]
}
