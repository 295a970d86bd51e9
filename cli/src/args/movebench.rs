//! What `sandtable movebench` can be asked for.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `movebench`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable movebench                         every family, as tables
  sandtable movebench choke counterflow       two of them
  sandtable movebench my-family.toml --svg pictures
  sandtable movebench --json --threads 2      one line of JSON per family
  sandtable movebench --check                 fails when a figure is over its budget
  sandtable movebench --generate 7 two_way_1  new layouts drawn from seed 7

A family is a file, or a name that `sandtable list` shows. Its table shows each figure with its
budget, which --check enforces, and its bar, the value to aim for. The same families and seed give
the same figures for any number of threads. docs/MOVEMENT.md defines the figures.")]
pub struct MovebenchArgs {
    /// Families of situations: files or names [default: all].
    #[arg(value_name = "FILE|NAME")]
    pub families: Vec<String>,
    /// Seed from which the seeds of all arrangements are derived.
    #[arg(long, default_value_t = 1, value_parser = sandtable_match::seed::read_seed)]
    pub seed: u64,
    /// Draw new layouts from this seed, and print the figures of each and of the worst.
    #[arg(long, value_name = "SEED", value_parser = sandtable_match::seed::read_seed, conflicts_with_all = ["suggest", "check"])]
    pub generate: Option<u64>,
    /// Layouts to draw per family.
    #[arg(long, value_name = "N", default_value_t = 12, requires = "generate", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub draws: u32,
    /// Print one line of JSON per family.
    #[arg(long)]
    pub json: bool,
    /// Draw the trajectories of each arrangement to DIR/FAMILY-N.svg.
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
    /// Threads to play on [default: one per processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// What is done about budgets.
    #[command(flatten)]
    pub budget: BudgetArgs,
}

/// What is done about the budgets of families.
#[derive(Debug, Args)]
pub struct BudgetArgs {
    /// Print the expectations of each family for the measured figures, with a margin.
    #[arg(long, conflicts_with = "json")]
    pub suggest: bool,
    /// Exit with 1 if a figure is over its budget, and name each.
    #[arg(long)]
    pub check: bool,
}
