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
    verify_on(replay, &Threads::default(), &mut || {})
}

/// Plays a replay again on these threads and compares every hash, as [`verify`] does; `played` is called after each tick.
///
/// # Errors
/// As [`verify`].
pub fn verify_on(replay: &Replay, threads: &Threads, played: &mut dyn FnMut()) -> Result<Verified, VerifyError> {
    let mut playback = Playback::new(replay)?.on(threads);
    let mut verifier = Verifier::begin(replay, playback.world())?;
    while playback.advance().is_some() {
        verifier.hold(playback.world())?;
        played();
    }
    verifier.end(playback.world())
}

/// Holds a world that is played under the recorded orders, by whomever, to what a replay says of it: [`verify`] a tick at a time.
#[derive(Debug)]
pub struct Verifier<'r> {
    replay: &'r Replay,
    /// The first tick of the chunk under way whose check is of another state.
    first_bad: Option<u32>,
}

impl<'r> Verifier<'r> {
    /// Begins with the world before its first tick.
    ///
    /// # Errors
    /// What in the header is not so, or that the world is not the one that was recorded.
    pub fn begin(replay: &'r Replay, world: &World) -> Result<Verifier<'r>, VerifyError> {
        check_header(replay, world.scenario())?;
        if world.state_hash() != replay.header.start_total {
            return Err(VerifyError::BadTick(FirstBadTick { tick: 0, compared_at: 0, parts: Vec::new() }));
        }
        Ok(Verifier { replay, first_bad: None })
    }

    /// Compares the world after a tick; it is called after each.
    ///
    /// # Errors
    /// At the end of a chunk, what in it differed.
    pub fn hold(&mut self, world: &World) -> Result<(), VerifyError> {
        let tick = world.tick();
        let Some(chunk) = self.replay.chunk_of(tick) else { return Ok(()) };
        let differs = |check| short_check(world.state_hash()) != check;
        if self.first_bad.is_none() && chunk.check_of(tick).is_some_and(differs) {
            self.first_bad = Some(tick);
        }
        if tick == chunk.last_tick() { self.close(world, chunk) } else { Ok(()) }
    }

    fn close(&mut self, world: &World, chunk: &Chunk) -> Result<(), VerifyError> {
        let first_bad = self.first_bad.take();
        let parts = self.replay.differing_parts(world, chunk);
        verify_keyframe(self.replay, world)?;
        if first_bad.is_none() && world.state_hash() == chunk.total && parts.is_empty() {
            return Ok(());
        }
        let compared_at = chunk.last_tick();
        Err(VerifyError::BadTick(FirstBadTick { tick: first_bad.unwrap_or(compared_at), compared_at, parts }))
    }

    /// Compares the recorded end with the world after the last tick.
    ///
    /// # Errors
    /// That it ends otherwise than recorded.
    pub fn end(self, world: &World) -> Result<Verified, VerifyError> {
        check_end(self.replay, world)?;
        let complete = self.replay.status() == RecordStatus::Complete;
        Ok(Verified { ticks: world.tick(), total: world.state_hash(), complete })
    }
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
