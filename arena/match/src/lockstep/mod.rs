//! Lockstep between processes: each has its own world and its own commanders; between them go orders, hashes, and a snapshot for whoever
//! comes late.
//!
//! One peer is the host, the others call it. After each tick a peer tells the host the hash of its state and what its commanders decided
//! (a turn). The host puts together the orders of each tick (a bundle) when the turns that they need are there, and sends them to everybody;
//! a peer steps a tick when it has its bundle. A decision after tick `t` takes effect in tick `t + 1 + delay`, and each bundle says the delay
//! of the decisions after it, so that all agree on it however it adapts.
//!
//! [`Peer`] is a machine without sockets or clock: [`play`] runs it over UDP, tests run it over a network of their own. Messages go
//! through numbered and acknowledged fragments in datagrams that end with a tag of the session's secret.

mod archive;
mod channel;
mod connection;
mod delay;
mod desync;
mod door;
mod guest;
mod host;
mod impostor;
mod limits;
mod message;
mod peer;
mod peer_outcome;
mod processes;
mod replica;
mod role;
mod seal;
mod seat;
mod sequencer;
mod setup;
mod udp;

pub use channel::Millis;
pub use connection::Datagram;
pub use delay::{DelayRange, InputDelay};
pub use impostor::Impostor;
pub use limits::{MAX_DATAGRAM_BYTES, MAX_PEERS, MAX_SPECTATORS};
pub use message::{Divergence, PROTOCOL};
pub use peer::Peer;
pub use peer_outcome::{PeerEnd, PeerOutcome, desync_of};
pub use processes::{EndedPeer, LISTENING, path_of_peer, paths_of_peers, run_peers};
pub use role::Role;
pub use seal::Secret;
pub use setup::{PeerSetup, PlannedFaults, Terms};
pub use udp::{entropy, play};
