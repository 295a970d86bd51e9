//! `sandtable verify`.

use sandtable_ai::Registry;
use sandtable_match::Failure;

use super::say;
use crate::args::VerifyResultsArgs;
use crate::progress::WorkBar;

pub fn run(args: &VerifyResultsArgs, registry: &Registry) -> Result<(), Failure> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(processors, usize::from);
    let checked = sandtable_tournament::verify(&args.folder, args.sample, threads, registry, &WorkBar::new())?;
    for claim in &checked.claims {
        say(&format!("claimed: {claim}\n"))?;
    }
    for difference in &checked.differences {
        say(&format!("{difference}\n"))?;
    }
    let (files, bad, claims) = (checked.files, checked.differences.len(), checked.claims.len());
    let claimed = if claims > 0 { format!(", {claims} claimed") } else { String::new() };
    say(&format!(
        "{} of {} games and {files} files made again: {bad} differ, are missing or surplus{claimed}\n",
        checked.games, checked.of
    ))?;
    if bad > 0 {
        return Err(Failure::Checked);
    }
    if !checked.finished {
        let folder = args.folder.display();
        say(&format!(
            "the tournament is not finished, so there is no summary to check; to go on: sandtable tournament --resume {folder}\n"
        ))?;
        return Err(Failure::Incomplete);
    }
    Ok(())
}
