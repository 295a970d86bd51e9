//! Arguments of matches between processes.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use sandtable_match::lockstep::{DelayRange, MAX_PEERS, Role};

/// How a match is played between processes.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("between").multiple(true).args(["peers", "listen", "connect"]))]
pub struct LockstepArgs {
    /// Play the match in N processes that exchange only orders and hashes; --replay game.replay becomes game-1.replay, game-2.replay and so on. With --listen or --connect: the number of peers, the same for all of them [default: 2].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=i64::from(MAX_PEERS)), conflicts_with_all = ["resume", "save_at", "sync_test"])]
    pub peers: Option<u8>,
    /// Be the host (peer 1), and wait for the other peers at this UDP address.
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["connect", "resume", "save_at", "sync_test"])]
    pub listen: Option<String>,
    /// Be one of the other peers, and connect to the host at this address. To replace a peer that died, start it again.
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["resume", "save_at", "sync_test"])]
    pub connect: Option<String>,
    /// Number of this peer, with --connect [default: 2].
    #[arg(long, value_name = "K", requires = "connect", value_parser = clap::value_parser!(u8).range(2..=i64::from(MAX_PEERS)))]
    pub peer: Option<u8>,
    /// Watch without commanding a player, with --connect. Spectators may join at any time and can record the match.
    #[arg(long, requires = "connect", conflicts_with = "peer")]
    pub spectate: bool,
    /// Peer of each player in order, such as 1,2,2,1; the same for all peers [default: assign players to peers in turn].
    #[arg(long, value_name = "PEERS", value_delimiter = ',', requires = "between", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_PEERS)))]
    pub split: Vec<u8>,
    /// File with the session secret, 16 bytes or more; - reads it from standard input. Peers without the secret get no answer. Without this option, anyone may connect.
    #[arg(long, value_name = "FILE", requires = "between")]
    pub secret: Option<PathBuf>,
    /// Extra ticks between a decision and its effect, instead of the scenario's. Between processes, a range such as 1..8 adapts to the network.
    #[arg(long, value_name = "TICKS", conflicts_with = "resume")]
    pub input_delay: Option<DelayRange>,
    /// Milliseconds per tick, paced by the host; 0 plays as fast as possible.
    #[arg(long, value_name = "MS", default_value_t = 0, requires = "between", value_parser = clap::value_parser!(u16).range(0..=1_000))]
    pub tick_ms: u16,
    /// Seconds to wait for another process to connect or reconnect.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=3600))]
    pub patience: u16,
    /// Run the other peers' commanders as well, and compare their orders and memory with what the peers report. All peers must use this option; --peers alone always does.
    #[arg(long, requires = "between")]
    pub check_commanders: bool,
    /// Drop one order of peer 2 from this tick on, to test that the desync is detected.
    #[arg(long, value_name = "TICK", requires = "between")]
    pub diverge_at: Option<u32>,
}

impl LockstepArgs {
    /// What this process is; none when the match is not between processes, or this one starts them all.
    pub fn role(&self) -> Option<Role<'_>> {
        match (&self.listen, &self.connect) {
            (Some(address), _) => Some(Role::Host(address)),
            (None, Some(address)) if self.spectate => Some(Role::Spectator(address)),
            (None, Some(address)) => Some(Role::Guest(self.peer.unwrap_or(2) - 1, address)),
            (None, None) => None,
        }
    }
}
