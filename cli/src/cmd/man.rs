//! `sandtable man`: manual pages, one for the program and one for each command.

use clap::CommandFactory as _;
use sandtable_match::Failure;

use super::say;
use crate::args::{Cli, ManArgs};

pub fn run(args: &ManArgs) -> Result<(), Failure> {
    let written = |error| Failure::writing(&args.folder, error);
    std::fs::create_dir_all(&args.folder).map_err(written)?;
    clap_mangen::generate_to(Cli::command(), &args.folder).map_err(written)?;
    say(&format!("manual pages: {}\n", args.folder.display()))
}
