//! How games of a tuning are played by other processes.

use clap::Args;

/// Who plays the games of a tuning instead of this process.
#[derive(Debug, Args)]
pub struct RunnersArgs {
    /// Play the games in processes of this shell command, --threads of them; may be repeated.
    #[arg(long = "runner", value_name = "COMMAND")]
    pub commands: Vec<String>,
    /// Time limit of a runner for a pair of games, in seconds; the pair is then played by another.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, requires = "commands", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub runner_time: u32,
}

/// Arguments of `runner`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable runner < lines > answers
  sandtable tune my.toml --runner ./on-host-one --threads 4

where the script on-host-one contains the line `exec ssh one sandtable runner`.

A runner identifies itself, reads the manifest of a tuning run, and then pairs of games. Each is one
line of JSON with a checksum, and each pair is answered with one line. The runner exits at the end
of its input. Only a tuner needs to start one (docs/SCALE.md#tunings).")]
pub struct RunnerArgs {}
