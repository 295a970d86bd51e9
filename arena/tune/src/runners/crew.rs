//! All runners of a tuning: who is free, who was lost, and whom nothing is asked of any more.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sandtable_match::Failure;

use super::lines::{DigestedLine, JobLine, TuningLine};
use super::process::{RunnerProcess, Trouble};
use crate::entrant::Job;
use crate::played::PlayedPair;
use crate::settings::Manifest;

/// Times that a pair may be lost, or fail, before the run ends.
const MOST_LOSSES: u32 = 5;
/// Times in a row that a runner may be lost before it is started no more.
const MOST_STARTS: u32 = 3;
/// What a runner waits before it is started again, by the times that it was lost in a row.
const REST: Duration = Duration::from_millis(200);
/// Between two looks whether the run was stopped.
const LOOK: Duration = Duration::from_millis(100);

/// Which runners there are.
pub struct RunnerTerms {
    /// What starts a runner, for the shell.
    pub commands: Vec<String>,
    /// Processes of each command.
    pub processes: usize,
    /// Longest time for a pair of games, and for the start of a runner; one that says nothing for longer is lost.
    pub patience: Duration,
    /// Who is told of runners that were lost or refused.
    pub tell: Box<dyn Fn(&str) + Send + Sync>,
}

/// Processes that play the games of a tuning.
pub struct Runners {
    terms: RunnerTerms,
    tuning: DigestedLine,
    crew: Mutex<Crew>,
    changed: Condvar,
    count: usize,
}

/// Who is there.
struct Crew {
    free: Vec<Runner>,
    /// Runners that are busy.
    busy: usize,
    /// Why others are not there any more.
    gone: Vec<String>,
    sample: Option<Sample>,
}

/// A pair that the tuner itself has played, and that each runner plays first.
#[derive(Clone)]
struct Sample {
    job: DigestedLine,
    played: PlayedPair,
}

/// A runner, under way or not.
struct Runner {
    number: usize,
    command: String,
    process: Option<RunnerProcess>,
    /// Times in a row that it was lost.
    losses: u32,
}

impl Runner {
    fn name(&self) -> String {
        let host = self.process.as_ref().map(|process| format!(" on {}", process.host)).unwrap_or_default();
        format!("runner {} ({}){host}", self.number, self.command)
    }
}

impl Runners {
    /// The runners of the tuning of a manifest; each is started when it is first needed.
    ///
    /// # Errors
    /// That the manifest cannot be written as a line.
    pub fn new(terms: RunnerTerms, manifest: &Manifest) -> Result<Runners, Failure> {
        let tuning = DigestedLine::new(&TuningLine { tuning: manifest.clone() })?;
        let commands = || terms.commands.iter().enumerate();
        let number = |turn: usize, row: usize| turn * terms.commands.len() + row + 1;
        let runner =
            |number: usize, command: &String| Runner { number, command: command.clone(), process: None, losses: 0 };
        let each = |turn: usize| commands().map(move |(row, command)| runner(number(turn, row), command));
        let mut free: Vec<Runner> = (0..terms.processes).flat_map(each).collect();
        // The last one is taken first.
        free.reverse();
        let count = free.len();
        let crew = Mutex::new(Crew { free, busy: 0, gone: Vec::new(), sample: None });
        Ok(Runners { terms, tuning, crew, changed: Condvar::new(), count })
    }

    /// Processes that may play at once.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Whether runners are not held to any pair yet.
    pub(crate) fn wants_sample(&self) -> bool {
        self.crew().sample.is_none()
    }

    /// Has each runner play this pair before any other, and refuses those that do not come to the same.
    ///
    /// # Errors
    /// That the pair cannot be written as a line.
    pub(crate) fn hold_to(&self, job: &Job, map: &str, played: PlayedPair) -> Result<(), Failure> {
        let job = DigestedLine::new(&JobLine::new(&self.tuning.digest, job, map))?;
        self.crew().sample = Some(Sample { job, played });
        Ok(())
    }

    /// Has a runner play a pair, and another one when that is lost or answers something false.
    ///
    /// # Errors
    /// That no runner is left, that the pair was lost or failed too often, or that the run was stopped.
    pub(crate) fn play(&self, job: &Job, map: &str, stop: &AtomicBool) -> Result<PlayedPair, Failure> {
        let line = DigestedLine::new(&JobLine::new(&self.tuning.digest, job, map))?;
        if let Some(sample) = self.crew().sample.as_ref().filter(|sample| sample.job.digest == line.digest) {
            return Ok(sample.played.clone());
        }
        let mut losses = 0;
        loop {
            let mut runner = self.take(stop)?;
            let asked = self.ask(&mut runner, &line, stop);
            let (name, whose) = (runner.name(), || format!("{} on {map}, seed {:016x}", job.challenger.name, job.seed));
            match asked {
                Ok(played) => {
                    runner.losses = 0;
                    self.give_back(runner);
                    return Ok(played);
                }
                Err(Trouble::Interrupted) => {
                    self.give_back(runner);
                    return Err(Failure::Interrupted);
                }
                Err(Trouble::False(why)) => self.refuse(runner, &format!("{name} is refused: {why}")),
                Err(Trouble::Lost(why)) => {
                    losses += u32::from(runner.process.is_some());
                    self.lose(runner, &format!("{name} was lost: {why}"), stop);
                    fail_at_last(losses, || format!("{} was lost {losses} times, last by {name}: {why}", whose()))?;
                }
                Err(Trouble::Failed(why)) => {
                    losses += 1;
                    (self.terms.tell)(&format!("{name} cannot play {}: {why}", whose()));
                    self.give_back(runner);
                    fail_at_last(losses, || format!("{} failed {losses} times, last by {name}: {why}", whose()))?;
                }
            }
        }
    }

    /// Starts a runner that is not under way, holds it to the sample, and asks it.
    fn ask(&self, runner: &mut Runner, job: &DigestedLine, stop: &AtomicBool) -> Result<PlayedPair, Trouble> {
        let patience = self.terms.patience;
        let process = match &mut runner.process {
            Some(process) => process,
            none => none.insert(RunnerProcess::start(&runner.command, &self.tuning, patience, stop)?),
        };
        if !process.is_proven {
            let sample = self.crew().sample.clone();
            if let Some(Sample { job, played }) = sample {
                let found = process.ask(&job, patience, stop)?;
                if found != played {
                    let [found, own] = [found, played].map(|pair| format!("{} and {}", pair.hashes[0], pair.hashes[1]));
                    let text = format!(
                        "plays different games: found the last states {found}; expected {own}, as in the tuner"
                    );
                    return Err(Trouble::False(text));
                }
            }
            process.is_proven = true;
        }
        process.ask(job, patience, stop)
    }

    /// A runner that is free; waits for one.
    fn take(&self, stop: &AtomicBool) -> Result<Runner, Failure> {
        let mut crew = self.crew();
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            if let Some(runner) = crew.free.pop() {
                crew.busy += 1;
                return Ok(runner);
            }
            if crew.busy == 0 {
                return Err(Failure::Usage(format!("--runner: no runner is left:\n{}", crew.gone.join("\n"))));
            }
            let waited = self.changed.wait_timeout(crew, LOOK);
            crew = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn give_back(&self, runner: Runner) {
        let mut crew = self.crew();
        crew.busy -= 1;
        crew.free.push(runner);
        self.changed.notify_one();
    }

    /// Asks nothing of a runner any more.
    fn refuse(&self, runner: Runner, why: &str) {
        (self.terms.tell)(why);
        drop(runner);
        let mut crew = self.crew();
        crew.busy -= 1;
        crew.gone.push(why.to_owned());
        self.changed.notify_all();
    }

    /// Has a runner started anew when it is next needed, unless it is always lost.
    fn lose(&self, mut runner: Runner, why: &str, stop: &AtomicBool) {
        runner.losses += 1;
        runner.process = None;
        if runner.losses >= MOST_STARTS {
            return self.refuse(runner, why);
        }
        (self.terms.tell)(why);
        if !stop.load(Ordering::Relaxed) {
            std::thread::sleep(REST * runner.losses);
        }
        self.give_back(runner);
    }

    fn crew(&self) -> MutexGuard<'_, Crew> {
        self.crew.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the run when a pair was lost or failed too often.
fn fail_at_last(losses: u32, text: impl FnOnce() -> String) -> Result<(), Failure> {
    if losses < MOST_LOSSES { Ok(()) } else { Err(Failure::Usage(format!("--runner: {}", text()))) }
}
