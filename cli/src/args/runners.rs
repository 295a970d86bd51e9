//! How games of a tuning are played by other processes.

use clap::Args;

/// Who plays the games of a tuning instead of this process.
#[derive(Debug, Args)]
pub struct RunnersArgs {
    /// Have the games played by this command, for the shell; --threads processes of each that is given.
    #[arg(long = "runner", value_name = "COMMAND")]
    pub commands: Vec<String>,
    /// Longest time for a pair of games of a runner, in seconds; its pair is then played by another.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, requires = "commands", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub runner_time: u32,
}

/// Arguments of `runner`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable runner < lines > answers
  sandtable tune my.toml --runner ./on-host-one --threads 4

where the script on-host-one has the line `exec ssh one sandtable runner`.

A runner says what it is, reads the manifest of a tuning, and then pairs of games,
a line of JSON with its checksum each, and answers each pair with a line. It ends
with its input. Nobody needs to start one but a tuner (docs/SCALE.md#tunings).")]
pub struct RunnerArgs {}
