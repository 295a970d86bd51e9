//! Stepping a world through a recorded match.

use std::sync::Arc;

use sandtable_model::scenario::Scenario;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;
use sandtable_sim::snapshot::load;
use sandtable_sim::{SIM_VERSION, Threads, World};

use super::{Chunk, Keyframe, Replay, ReplayError};

/// A world that follows a replay tick by tick.
pub struct Playback<'r> {
    world: World,
    replay: &'r Replay,
    chunk: usize,
}

impl<'r> Playback<'r> {
    /// The world of the replay before its first tick.
    ///
    /// # Errors
    /// When the embedded scenario does not decode.
    pub fn new(replay: &'r Replay) -> Result<Playback<'r>, ReplayError> {
        let scenario = Arc::new(replay.header.decode_scenario()?);
        Ok(Playback { world: World::new(scenario, replay.header.seed), replay, chunk: 0 })
    }

    /// The world of the replay after `tick`, or after its last one when that is earlier: played from the latest keyframe.
    ///
    /// # Errors
    /// When the embedded scenario does not decode, or the keyframe holds another state than was recorded.
    pub fn at(replay: &'r Replay, tick: u32) -> Result<Playback<'r>, ReplayError> {
        let scenario = Arc::new(replay.header.decode_scenario()?);
        // Another engine lays states out as it will: its match is played from the start.
        let keyframe = replay.keyframe_before(tick).filter(|_| replay.header.sim_version == SIM_VERSION);
        let mut playback = match keyframe {
            Some(keyframe) => Playback::from_keyframe(replay, scenario, keyframe)?,
            None => Playback { world: World::new(scenario, replay.header.seed), replay, chunk: 0 },
        };
        while playback.world.tick() < tick && playback.advance().is_some() {}
        Ok(playback)
    }

    fn from_keyframe(
        replay: &'r Replay,
        scenario: Arc<Scenario>,
        keyframe: &Keyframe,
    ) -> Result<Playback<'r>, ReplayError> {
        let tick = keyframe.tick;
        let world = load(scenario, &keyframe.world)
            .map_err(|error| ReplayError::BadKeyframe { tick, why: error.to_string() })?;
        let chunk = replay.chunks.partition_point(|chunk| chunk.last_tick() <= tick);
        let recorded = replay.chunks[..chunk].last().map(|chunk| chunk.total);
        if world.tick() != tick || recorded != Some(world.state_hash()) {
            let why = "its state is not the recorded one".to_owned();
            return Err(ReplayError::BadKeyframe { tick, why });
        }
        Ok(Playback { world, replay, chunk })
    }

    /// Plays on these threads from now on; what comes out does not depend on them.
    #[must_use]
    pub fn on(mut self, threads: &Threads) -> Playback<'r> {
        self.world.use_threads(threads.clone());
        self
    }

    /// The replay it follows.
    pub fn replay(&self) -> &'r Replay {
        self.replay
    }

    /// The orders of the next tick; none at the end.
    pub fn orders(&self) -> &'r [StampedOrder] {
        self.chunk().map_or(&[], |chunk| chunk.orders_of(self.world.tick() + 1))
    }

    /// The world, taken out of the replay.
    pub fn into_world(self) -> World {
        self.world
    }

    /// The world after the last tick played.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The chunk that holds the next tick; none at the end.
    pub fn chunk(&self) -> Option<&'r Chunk> {
        self.replay.chunks.get(self.chunk)
    }

    /// Plays the next tick; none at the end of the record.
    pub fn advance(&mut self) -> Option<TickReport> {
        let chunk = self.chunk()?;
        let tick = self.world.tick() + 1;
        let report = self.world.step(chunk.orders_of(tick));
        if tick == chunk.last_tick() {
            self.chunk += 1;
        }
        Some(report)
    }
}
