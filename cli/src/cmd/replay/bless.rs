//! `sandtable replay bless`: golden replays recorded anew, and what changed.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::assemble::read_file;
use sandtable_match::parallel::in_order;
use sandtable_match::progress::ProgressSink as _;
use sandtable_match::replays::{BlessTerms, Blessing, goldens_named, read_corpus, record, write_digest};
use sandtable_match::work_bar::WorkBar;

use super::{say, threads};
use crate::args::BlessArgs;
use crate::cmd::interrupt::ending_at_once;

/// How to go on after Ctrl-C.
const AGAIN: &str = "replay bless with the same arguments";

pub fn run(args: &BlessArgs, registry: &Registry) -> Result<(), Failure> {
    let label = args.corpus.to_string_lossy();
    let corpus = read_corpus(&label, &read_file(&args.corpus)?)?;
    let wanted = goldens_named(&corpus, &args.names)?;
    let terms = BlessTerms { corpus: &args.corpus, check: args.check, same_version: args.same_version };
    let mut blessing = Blessing::default();
    let job = |number: u32| {
        let golden = wanted[number as usize];
        (golden, record(golden, registry))
    };
    let threads = threads(args.threads, wanted.len());
    let bar = WorkBar::counting("goldens");
    bar.expect(wanted.len() as u64);
    let ending = ending_at_once(&bar, AGAIN);
    in_order(wanted.len() as u32, threads, job, |(golden, bytes)| {
        bar.suspended(|| say(&blessing.take(terms, golden, &bytes?)?))?;
        ending.keeps("the goldens above are done", AGAIN);
        bar.advance(1);
        Ok(())
    })?;
    bar.finish();
    drop(ending);
    if !args.check && blessing.refused == 0 {
        write_digest(&args.corpus, &corpus)?;
    }
    say(&blessing.tell(terms))?;
    if blessing.is_good(terms) { Ok(()) } else { Err(Failure::Checked) }
}
