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
  sandtable movebench --json --threads 2      a line of JSON for each family
  sandtable movebench --check                 fails when a figure is over its budget
  sandtable movebench --generate 7 two_way_1  layouts drawn anew from seed 7

A family is a file, or the name of one that `sandtable list` shows. Its table
shows each figure beside its budget, which --check holds it to, and the bar it
is to reach. The same families and seed give the same figures for any number
of threads; docs/MOVEMENT.md defines them.")]
pub struct MovebenchArgs {
    /// Families of situations: files or names [default: all].
    #[arg(value_name = "FILE|NAME")]
    pub families: Vec<String>,
    /// What the seeds of all arrangements are mixed from.
    #[arg(long, default_value_t = 1, value_parser = sandtable_match::seed::read_seed)]
    pub seed: u64,
    /// Draw layouts anew from this seed, and say how units get on in each, and in the worst.
    #[arg(long, value_name = "SEED", value_parser = sandtable_match::seed::read_seed, conflicts_with_all = ["suggest", "check"])]
    pub generate: Option<u64>,
    /// Layouts of each family that are drawn.
    #[arg(long, value_name = "N", default_value_t = 12, requires = "generate", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub draws: u32,
    /// Print one line of JSON a family.
    #[arg(long)]
    pub json: bool,
    /// Draw the trajectories of each arrangement to DIR/FAMILY-N.svg.
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
    /// Threads that play [default: one for each processor].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// What is done about budgets.
    #[command(flatten)]
    pub budget: BudgetArgs,
}

/// What is done about the budgets of families.
#[derive(Debug, Args)]
pub struct BudgetArgs {
    /// Print the expectations of each family at the figures found, with a margin.
    #[arg(long, conflicts_with = "json")]
    pub suggest: bool,
    /// Exit with 1 when a figure is over its budget, naming each.
    #[arg(long)]
    pub check: bool,
}
