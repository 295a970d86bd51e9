//! `sandtable chances`.

use sandtable_match::Failure;
use sandtable_match::store::{Product, SystemDisk, write_whole};
use sandtable_match::work_bar::WorkBar;
use sandtable_tournament::{ChanceTerms, fit_chances};

use super::interrupt::ending_at_once;
use super::say;
use crate::args::ChancesArgs;

pub fn run(args: &ChancesArgs) -> Result<(), Failure> {
    if let Some(output) = &args.output {
        Product::Chances.may_replace(output)?;
    }
    let terms = ChanceTerms { fit: &args.fit, judge: &args.judge, threads: args.threads.count() };
    let bar = WorkBar::counting("games");
    let ending = ending_at_once(&bar, "chances with the same arguments");
    let fitted = fit_chances(&terms, &bar)?;
    drop(ending);
    say(&fitted.tell())?;
    let Some(output) = &args.output else { return Ok(()) };
    let text = fitted.model.text().map_err(|error| Failure::Engine(error.to_string()))?;
    write_whole(&SystemDisk, output, text.as_bytes()).map_err(|error| Failure::writing(output, error))?;
    say(&format!("{}\n", output.display()))
}
