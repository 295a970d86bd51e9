//! `sandtable replay bless`: golden replays recorded anew, and what changed.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::assemble::read_file;
use sandtable_match::parallel::in_order;
use sandtable_match::replays::{Change, Golden, change, goldens_named, read_corpus, record, replay_path, write_digest};
use sandtable_match::store::{read_replay, write_replay};
use sandtable_replay::Replay;

use super::{say, threads};
use crate::args::BlessArgs;

pub fn run(args: &BlessArgs, registry: &Registry) -> Result<(), Failure> {
    let label = args.corpus.to_string_lossy();
    let corpus = read_corpus(&label, &read_file(&args.corpus)?)?;
    let wanted = goldens_named(&corpus, &args.names)?;
    let mut counts = Counts::default();
    let job = |number: u32| {
        let golden = wanted[number as usize];
        (golden, record(golden, registry))
    };
    let threads = threads(args.threads, wanted.len());
    in_order(wanted.len() as u32, threads, job, |(golden, bytes)| counts.take(args, golden, &bytes?))?;
    if !args.check && counts.refused == 0 {
        write_digest(&args.corpus, &corpus)?;
    }
    let Counts { unchanged, written, refused } = counts;
    let verb = if args.check { "to be written" } else { "written" };
    say(&format!("{unchanged} unchanged, {written} {verb}, {refused} refused\n"))?;
    if refused > 0 || args.check && written > 0 { Err(Failure::Checked) } else { Ok(()) }
}

#[derive(Default)]
struct Counts {
    unchanged: u32,
    written: u32,
    refused: u32,
}

impl Counts {
    /// Compares a golden with the one there was, tells what changed and writes it.
    fn take(&mut self, args: &BlessArgs, golden: &Golden, bytes: &[u8]) -> Result<(), Failure> {
        let path = replay_path(&args.corpus, &golden.name);
        let before = if path.exists() { read_replay(&path)?.ok() } else { None };
        let after = Replay::decode(bytes).map_err(|error| Failure::Engine(error.to_string()))?;
        let (lines, refused) = match change(before.as_ref(), &after) {
            Change::None => {
                self.unchanged += 1;
                return Ok(());
            }
            Change::New => (vec!["new".to_owned()], false),
            Change::Wanted(lines) => (lines, false),
            Change::Unversioned(lines) => (lines, !args.same_version),
        };
        say(&format!("{}:\n", golden.name))?;
        lines.iter().try_for_each(|line| say(&format!("  {line}\n")))?;
        if refused {
            self.refused += 1;
            return say(
                "  REFUSED: this engine plays the old one differently; bump SIM_VERSION, or give --same-version\n",
            );
        }
        self.written += 1;
        if args.check {
            return Ok(());
        }
        write_replay(&path, bytes)
    }
}
