//! Arguments of matches between processes.

use clap::Args;
use sandtable_state::limits::MAX_ORDER_DELAY;

/// How a match is played between processes.
#[derive(Debug, Args)]
pub struct LockstepArgs {
    /// Play it in two processes that exchange nothing but orders and hashes over loopback; --replay game.replay becomes game-1.replay and game-2.replay.
    #[arg(long, value_name = "N", group = "between", value_parser = clap::value_parser!(u8).range(2..=2), conflicts_with_all = ["resume", "save_at", "sync_test"])]
    pub peers: Option<u8>,
    /// Be the first of two such processes, for the players with odd numbers, and wait for the other at this address.
    #[arg(long, value_name = "ADDRESS", group = "between", conflicts_with_all = ["peers", "connect", "resume", "save_at", "sync_test"])]
    pub listen: Option<String>,
    /// Be the second, for the players with even numbers, and call the first at this address.
    #[arg(long, value_name = "ADDRESS", group = "between", conflicts_with_all = ["peers", "resume", "save_at", "sync_test"])]
    pub connect: Option<String>,
    /// Ticks from a decision to its effect beyond the next, instead of the scenario's.
    #[arg(long, value_name = "TICKS", conflicts_with = "resume", value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_ORDER_DELAY)))]
    pub input_delay: Option<u8>,
    /// Seconds to wait for the other process.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=3600))]
    pub patience: u16,
    /// Run the other's commanders as well, and hold what they order and remember to what it says; --peers always does.
    #[arg(long, requires = "between")]
    pub check_commanders: bool,
    /// Let the second process leave out an order from this tick on, to see it found out.
    #[arg(long, value_name = "TICK", requires = "between")]
    pub diverge_at: Option<u32>,
}

impl LockstepArgs {
    /// The number of the peer that this process is, from 0, and its address; none when it is none.
    pub fn peer(&self) -> Option<(u8, &str)> {
        let first = self.listen.as_deref().map(|address| (0, address));
        first.or_else(|| self.connect.as_deref().map(|address| (1, address)))
    }
}
