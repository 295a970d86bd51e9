//! What every command can be asked for that plays many games.

use clap::Args;

/// How many play at once.
#[derive(Clone, Copy, Debug, Args)]
pub struct ThreadArgs {
    /// Threads to play on [default: one per processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl ThreadArgs {
    /// The number of threads asked for, or else one for each processor.
    pub fn count(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(processors, usize::from)
    }
}

/// How a series of games is played and told.
#[derive(Clone, Copy, Debug, Args)]
pub struct SeriesArgs {
    /// Seed from which the seeds of all games are derived.
    #[arg(long, default_value_t = 1, value_parser = sandtable_match::seed::read_seed)]
    pub seed: u64,
    /// Print JSON, one object per line.
    #[arg(long)]
    pub json: bool,
    /// Threads that play.
    #[command(flatten)]
    pub threads: ThreadArgs,
}
