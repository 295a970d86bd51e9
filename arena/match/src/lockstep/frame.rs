//! Frames: what goes between two peers.
//!
//! A frame is its length in bytes (u32, little-endian), and that many bytes of the compact codec.

use std::io::{self, Read, Write};

use sandtable_sim::order::StampedOrder;
use sandtable_state::id::PlayerId;
use serde::{Deserialize, Serialize};

/// The version of the protocol.
pub const PROTOCOL: u16 = 2;
/// Bytes of one frame, whatever its length says: all orders that can be given in a tick.
pub const MAX_FRAME_BYTES: usize = 4 << 20;

/// What peers must have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the protocol.
    pub protocol: u16,
    /// The engine's version.
    pub sim_version: u32,
    /// The fingerprint of the scenario, input delay included.
    pub scenario: u64,
    /// The match seed.
    pub seed: u64,
    /// The number of the peer, from 0: it commands the players whose row is odd or even as it is.
    pub peer: u8,
}

/// What one peer tells another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Frame {
    /// The first frame.
    Hello(Hello),
    /// After each tick, in order, from 0.
    Turn {
        /// The tick.
        tick: u32,
        /// The state hash after it.
        total: u64,
        /// What the sender's commanders decided after it.
        orders: Vec<StampedOrder>,
        /// The hashes of what those remember, by player: 0 for one that did not decide, or cannot be saved.
        memories: Vec<u64>,
    },
    /// The hashes of the parts of the state after a tick whose hashes differ.
    Parts {
        /// The tick.
        tick: u32,
        /// By part.
        hashes: Vec<u64>,
    },
    /// That a commander of the receiver's, run by the sender as well, is not as it says.
    Stray {
        /// The tick it decided after.
        tick: u32,
        /// Whose it is.
        player: PlayerId,
        /// Whether it remembers something else; or else it ordered that.
        remembers: bool,
    },
}

impl Frame {
    /// Writes the frame whole.
    ///
    /// # Errors
    /// What the writer said.
    pub fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let payload = sandtable_state::codec::encode_compact(self);
        let mut bytes = (payload.len() as u32).to_le_bytes().to_vec();
        bytes.extend_from_slice(&payload);
        to.write_all(&bytes)?;
        to.flush()
    }

    /// Reads a frame; none at the end.
    ///
    /// # Errors
    /// What the reader said, or that the bytes are no frame.
    pub fn read(from: &mut dyn Read) -> io::Result<Option<Frame>> {
        let mut head = [0; 4];
        match from.read_exact(&mut head) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            other => other?,
        }
        let length = u32::from_le_bytes(head) as usize;
        if length > MAX_FRAME_BYTES {
            let text = format!("a frame of {length} bytes; at most {MAX_FRAME_BYTES} are read");
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        let mut payload = Vec::new();
        from.take(length as u64).read_to_end(&mut payload)?;
        if payload.len() < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let frame = sandtable_state::codec::decode_compact(&payload, MAX_FRAME_BYTES);
        frame.map(Some).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))
    }
}
