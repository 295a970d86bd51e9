//! `sandtable verify`.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::work_bar::WorkBar;

use super::interrupt::ending_at_once;
use super::say;
use crate::args::VerifyResultsArgs;

pub fn run(args: &VerifyResultsArgs, registry: &Registry) -> Result<(), Failure> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(processors, usize::from);
    let bar = WorkBar::new();
    let _ending = ending_at_once(&bar, "verify with the same arguments");
    let checked = sandtable_tournament::verify(&args.folder, args.sample, threads, registry, &bar)?;
    say(&checked.tell())?;
    if !checked.differences.is_empty() {
        return Err(Failure::Checked);
    }
    if !checked.finished {
        let folder = args.folder.display();
        say(&format!(
            "the tournament is not finished, so there is no summary to check; to continue: sandtable tournament --resume {folder}\n"
        ))?;
        return Err(Failure::Incomplete);
    }
    Ok(())
}
