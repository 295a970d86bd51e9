//! `sandtable merge`.

use sandtable_ai::Registry;

use super::say;
use crate::Failure;
use crate::args::MergeArgs;
use crate::store::SystemDisk;
use crate::tournament::{self, tables};

pub fn run(args: &MergeArgs, registry: &Registry) -> Result<(), Failure> {
    match tournament::merge(&args.folders, &args.out, registry, &SystemDisk)? {
        Some(summary) => say(&format!("{}\nresults: {}\n", tables(&summary), args.out.display())),
        None => {
            let out = args.out.display();
            say(&format!("games are missing; to play them: sandtable tournament --resume {out}\n"))?;
            Err(Failure::Incomplete)
        }
    }
}
