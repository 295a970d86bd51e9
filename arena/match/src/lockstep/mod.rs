//! Lockstep between processes: each has its own world and its own commanders, and nothing but order frames and hashes goes between them.
//!
//! After each tick a peer sends the hash of its state and what its commanders ordered, which applies `1 + delay` ticks later. It steps
//! a tick when the orders of all for it are there, and waits when they are late. Whoever sees a hash that is not its own sends the
//! hashes of its parts, so that both can name the tick and the parts; a peer that goes away ends the match for the other.

mod frame;
mod link;
mod meet;
mod peer;

pub use frame::{Frame, Hello, MAX_FRAME_BYTES, PROTOCOL};
pub use link::{Link, LinkError};
pub use meet::{call, wait_at};
pub use peer::{Divergence, Peer, PeerEnd, PeerOutcome};
