//! Stepping a world through a recorded match.

use std::sync::Arc;

use super::{Chunk, Replay, ReplayError};
use crate::World;
use crate::event::TickReport;

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
