//! Playing a replay again and comparing every hash.

use sandtable_sim::snapshot::save;
use sandtable_sim::{SIM_VERSION, Threads, World};

use super::chunk::short_check;
use super::consistency::{check_end, check_header};
use super::verify_error::{FirstBadTick, VerifyError};
use super::{Chunk, Playback, RecordStatus, Replay, ReplayError};

/// A replay that played the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Ticks played.
    pub ticks: u32,
    /// The state hash after the last.
    pub total: u64,
    /// Whether the record goes to the end of the match: to the tick that decided it.
    pub complete: bool,
}

/// Plays the whole replay again, whichever engine recorded it, and holds what it says of itself to what was played: titles, outcome, whether it was played out, who
/// gave up. What the commanders decided is taken as recorded.
///
/// # Errors
/// The first difference found.
pub fn verify(replay: &Replay) -> Result<Verified, VerifyError> {
    verify_on(replay, &Threads::default())
}

/// Plays a replay again on these threads and compares every hash, as [`verify`] does.
///
/// # Errors
/// As [`verify`].
pub fn verify_on(replay: &Replay, threads: &Threads) -> Result<Verified, VerifyError> {
    let mut playback = Playback::new(replay)?.on(threads);
    check_header(replay, playback.world().scenario())?;
    if playback.world().state_hash() != replay.header.start_total {
        return Err(VerifyError::BadTick(FirstBadTick { tick: 0, compared_at: 0, parts: Vec::new() }));
    }
    while let Some(chunk) = playback.chunk() {
        verify_chunk(replay, &mut playback, chunk)?;
    }
    check_end(replay, playback.world())?;
    let (world, complete) = (playback.world(), replay.status() == RecordStatus::Complete);
    Ok(Verified { ticks: world.tick(), total: world.state_hash(), complete })
}

fn verify_chunk(replay: &Replay, playback: &mut Playback<'_>, chunk: &Chunk) -> Result<(), VerifyError> {
    let mut first_bad = None;
    for tick in chunk.first_tick..=chunk.last_tick() {
        playback.advance();
        let differs = |check| short_check(playback.world().state_hash()) != check;
        if first_bad.is_none() && chunk.check_of(tick).is_some_and(differs) {
            first_bad = Some(tick);
        }
    }
    let parts = replay.differing_parts(playback.world(), chunk);
    verify_keyframe(replay, playback.world())?;
    if first_bad.is_none() && playback.world().state_hash() == chunk.total && parts.is_empty() {
        return Ok(());
    }
    let compared_at = chunk.last_tick();
    Err(VerifyError::BadTick(FirstBadTick { tick: first_bad.unwrap_or(compared_at), compared_at, parts }))
}

/// Holds a keyframe of this tick to the state played; another engine lays states out as it will. A world that plays differently is told of by its parts instead.
fn verify_keyframe(replay: &Replay, world: &World) -> Result<(), VerifyError> {
    let (tick, keyframe) = (world.tick(), replay.keyframe_before(world.tick()));
    let chunk = replay.chunk_of(tick).filter(|chunk| chunk.total == world.state_hash());
    let comparable = replay.header.sim_version == SIM_VERSION && chunk.is_some();
    match keyframe.filter(|keyframe| keyframe.tick == tick && comparable) {
        Some(keyframe) if keyframe.world != save(world) => {
            let why = "its bytes are not those of the state played".to_owned();
            Err(ReplayError::BadKeyframe { tick, why }.into())
        }
        _ => Ok(()),
    }
}
