//! `sandtable replay diff`: what two recorded matches do not have in common.

use sandtable_match::Failure;
use sandtable_match::replays::diff;

use super::{open, say};
use crate::args::TwoReplays;

pub fn run(args: &TwoReplays) -> Result<(), Failure> {
    let (first, second) = (open(&args.first)?, open(&args.second)?);
    let lines = diff(&first, &second);
    if lines.is_empty() {
        return say("no difference\n");
    }
    say(&format!("- {}\n+ {}\n", args.first.display(), args.second.display()))?;
    lines.iter().try_for_each(|line| say(&format!("{line}\n")))?;
    Err(Failure::Checked)
}
