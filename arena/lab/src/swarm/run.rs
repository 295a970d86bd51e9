//! A whole swarm: its matches in order, and what does not hold left as small replays.

use std::path::{Path, PathBuf};

use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::parallel::in_order;
use sandtable_match::progress::ProgressSink;
use sandtable_match::store::{Product, write_replay};

use super::{SwarmFinding, SwarmTerms, SwarmTotals, play, shrink};

/// A swarm to be played.
#[derive(Clone, Copy, Debug)]
pub struct SwarmRun<'a> {
    /// How its matches are played.
    pub terms: SwarmTerms,
    /// The number of the first match.
    pub first: u64,
    /// Matches to play.
    pub count: u32,
    /// Threads that play.
    pub threads: usize,
    /// Where small replays of findings go: this name, a hyphen and the number of the match.
    pub output: &'a Path,
}

/// The result of a swarm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SwarmSum {
    /// The sums of the matches played.
    pub totals: SwarmTotals,
    /// Matches in which something does not hold.
    pub findings: u32,
    /// Matches that are through, from the first on: all of them unless it was stopped.
    pub played: u32,
}

impl SwarmRun<'_> {
    /// Plays the matches; `tell` is given lines about each finding. When `progress` stops it, what was played before is summed up.
    ///
    /// # Errors
    /// When threads cannot be had, a replay cannot be written, or `tell` fails.
    pub fn play(
        &self,
        progress: &dyn ProgressSink,
        tell: &mut dyn FnMut(&str) -> Result<(), Failure>,
    ) -> Result<SwarmSum, Failure> {
        let mut sum = SwarmSum::default();
        let job = |row: u32| play(&self.terms, self.first + u64::from(row), &mut Library::embedded_only());
        progress.expect(self.count.into());
        let played = in_order(self.count, self.threads, job, |played| {
            match played {
                Ok(tally) => sum.totals.add(&tally),
                Err(finding) => {
                    sum.findings += 1;
                    self.leave(&finding, tell)?;
                }
            }
            sum.played += 1;
            progress.counted(1)
        });
        progress.finish();
        match played {
            Ok(()) | Err(Failure::Interrupted) => Ok(sum),
            Err(failure) => Err(failure),
        }
    }

    /// The arguments of the swarm of those matches that are left once the first `played` are through.
    pub fn rest(&self, played: u32) -> String {
        let SwarmTerms { seed, ticks, restore_every } = self.terms;
        let (next, left) = (self.first + u64::from(played), self.count - played);
        format!("--seed {seed} --first {next} --seeds {left} --ticks {ticks} --restore-every {restore_every}")
    }

    /// Tells of a match in which something does not hold, and leaves it as small as it can be made.
    fn leave(&self, finding: &SwarmFinding, tell: &mut dyn FnMut(&str) -> Result<(), Failure>) -> Result<(), Failure> {
        let SwarmFinding { number, broken, reproducer } = finding;
        tell(&format!("match {number} of seed {}, tick {}: {}\n", self.terms.seed, broken.tick, broken.what))?;
        let small = shrink(&self.terms, finding).map(|minimized| minimized.reproducer);
        let reproducer = small.as_ref().unwrap_or(reproducer);
        let mut name = self.output.as_os_str().to_owned();
        name.push(format!("-{number}.replay"));
        let path = PathBuf::from(name);
        Product::Replay.may_replace(&path)?;
        write_replay(&path, &reproducer.record(&broken.what))?;
        let (ticks, orders, entities) = (reproducer.ticks, reproducer.orders.len(), reproducer.entities());
        tell(&format!("  left as {}: {ticks} ticks, {orders} orders, {entities} entities\n", path.display()))
    }
}

impl SwarmSum {
    /// The result in words: a line.
    pub fn tell(&self, seed: u64) -> String {
        let SwarmTotals { matches, ticks, orders, refused, restores } = self.totals;
        let findings = self.findings;
        format!(
            "seed {seed}: {matches} matches, {ticks} ticks, {orders} orders ({refused} refused), {restores} restores, {findings} findings\n"
        )
    }
}
