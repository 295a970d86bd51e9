//! Arguments of matches between processes.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use sandtable_match::lockstep::{DelayRange, MAX_PEERS, Role};

/// How a match is played between processes.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("between").multiple(true).args(["peers", "listen", "connect"]))]
pub struct LockstepArgs {
    /// Play it in N processes that exchange nothing but orders and hashes; --replay game.replay becomes game-1.replay, game-2.replay and so on. With --listen or --connect: the number of peers, all of which must name the same [default: 2].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=i64::from(MAX_PEERS)), conflicts_with_all = ["resume", "save_at", "sync_test"])]
    pub peers: Option<u8>,
    /// Be the host, peer 1 of such processes, and wait for the others at this UDP address.
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["connect", "resume", "save_at", "sync_test"])]
    pub listen: Option<String>,
    /// Be another of them, and call the host at this address; a peer that died is replaced by starting it again.
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["resume", "save_at", "sync_test"])]
    pub connect: Option<String>,
    /// The number of this peer, with --connect [default: 2].
    #[arg(long, value_name = "K", requires = "connect", value_parser = clap::value_parser!(u8).range(2..=i64::from(MAX_PEERS)))]
    pub peer: Option<u8>,
    /// Watch: command nobody, and record the match all the same; at any time, with --connect.
    #[arg(long, requires = "connect", conflicts_with = "peer")]
    pub spectate: bool,
    /// The peer of each player in turn, such as 1,2,2,1; all peers must name the same. Left out, players are dealt out to the peers in turn.
    #[arg(long, value_name = "PEERS", value_delimiter = ',', requires = "between", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_PEERS)))]
    pub split: Vec<u8>,
    /// A file with the secret of the session, 16 bytes or more; - reads it from standard input. Who does not know it gets no answer. Without one anybody may call.
    #[arg(long, value_name = "FILE", requires = "between")]
    pub secret: Option<PathBuf>,
    /// Ticks from a decision to its effect beyond the next, instead of the scenario's. Between processes 1..8 lets it adapt to the network.
    #[arg(long, value_name = "TICKS", conflicts_with = "resume")]
    pub input_delay: Option<DelayRange>,
    /// Milliseconds of a tick, as the host paces it; 0 for as fast as it goes.
    #[arg(long, value_name = "MS", default_value_t = 0, requires = "between", value_parser = clap::value_parser!(u16).range(0..=1_000))]
    pub tick_ms: u16,
    /// Seconds to wait for another process: to come, or to come back.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=3600))]
    pub patience: u16,
    /// Run the others' commanders as well, and compare what they order and remember with what their peers say; all peers must. --peers alone always does.
    #[arg(long, requires = "between")]
    pub check_commanders: bool,
    /// Let peer 2 leave out an order from this tick on, to see it found out.
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
