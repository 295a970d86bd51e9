//! `sandtable merge`.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::store::SystemDisk;
use sandtable_tournament::tables;

use super::say;
use crate::args::MergeArgs;

pub fn run(args: &MergeArgs, registry: &Registry) -> Result<(), Failure> {
    match sandtable_tournament::merge(&args.folders, &args.out, registry, &SystemDisk)? {
        Some(summary) => say(&format!("{}\nresults: {}\n", tables(&summary), args.out.display())),
        None => {
            let out = args.out.display();
            say(&format!("games are missing; to play them: sandtable tournament --resume {out}\n"))?;
            Err(Failure::Incomplete)
        }
    }
}
