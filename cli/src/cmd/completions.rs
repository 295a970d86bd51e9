//! `sandtable completions`: the script by which a shell completes commands, options and values.

use clap::CommandFactory as _;
use sandtable_match::Failure;

use super::say;
use crate::args::{Cli, CompletionsArgs};

pub fn run(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sandtable", &mut script);
    let text = String::from_utf8(script).map_err(|error| Failure::Engine(error.to_string()))?;
    say(&text)
}
