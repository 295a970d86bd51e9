//! Keyframes: whole states, so that playing can begin in the middle.

use sandtable_sim::World;
use sandtable_sim::snapshot::save;
use sandtable_state::{ByteReader, Field};

use super::pack::{put_bytes, take_bytes};
use super::{MAX_RECORD_BYTES, ReplayError};

/// The state after a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyframe {
    /// The tick; the last one of the chunk before.
    pub tick: u32,
    /// The snapshot of the world, as [`save`] writes it.
    pub world: Vec<u8>,
    /// What else whoever plays the match needs to go on: its commanders' memories and orders under way, in a form of its own. Empty
    /// where the keyframe is for looking only.
    pub table: Vec<u8>,
}

impl Keyframe {
    /// The keyframe of a world as it is.
    pub fn from_world(world: &World, table: Vec<u8>) -> Keyframe {
        Keyframe { tick: world.tick(), world: save(world), table }
    }

    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        self.tick.put(bytes);
        put_bytes(bytes, &self.world);
        put_bytes(bytes, &self.table);
    }

    pub(super) fn take(payload: &[u8]) -> Result<Keyframe, ReplayError> {
        let mut reader = ByteReader::new(payload);
        let keyframe = Keyframe {
            tick: reader.named("tick")?,
            world: take_bytes(reader.naming("world"), MAX_RECORD_BYTES)?.to_vec(),
            table: take_bytes(reader.naming("table"), MAX_RECORD_BYTES)?.to_vec(),
        };
        reader.finish()?;
        Ok(keyframe)
    }
}
