//! `sandtable verify`.

use sandtable_ai::Registry;
use sandtable_match::Failure;

use super::say;
use crate::args::VerifyResultsArgs;

pub fn run(args: &VerifyResultsArgs, registry: &Registry) -> Result<(), Failure> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(processors, usize::from);
    let checked = sandtable_tournament::verify(&args.folder, args.sample, threads, registry)?;
    for difference in &checked.differences {
        say(&format!("{difference}\n"))?;
    }
    let bad = checked.differences.len();
    say(&format!("{} of {} games played again, {bad} differ\n", checked.games, checked.of))?;
    if bad == 0 { Ok(()) } else { Err(Failure::Checked) }
}
