//! Pairs of games: what is to be played, and playing what the journal does not have yet.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sandtable_ai::Registry;
use sandtable_expect::Aim;
use sandtable_lab::trial::Measure;
use sandtable_match::Failure;
use sandtable_match::parallel::in_order_until;
use sandtable_math::mix;
use sandtable_state::fingerprint;
use sandtable_stats::Pentanomial;
use sandtable_tournament::Arena;

use super::entrant::{Entrant, Job};
use super::journal::{Journal, Key, PairRecord};
use super::played::{PlayedPair, play_pair};
use super::progress::{Progress, RunPage};
use super::repeats::Went;
use super::runners::Runners;
use super::settings::Objective;
use super::target::{PreparedMatch, TuneTarget};

/// The part of a blended value that the points are.
const POINTS_PART: f64 = 0.75;

/// The phase that must play nothing that another has played.
const PROOF: &str = "proof";

/// What a pair brought the challenger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Outcome {
    /// Half points, 0 … 4.
    pub half_points: u32,
    /// Its share of both scores, 0 … 1.
    pub share: f64,
    /// Against whom, where, and how both games went.
    pub course: u64,
}

impl Went for Outcome {
    fn course(&self) -> u64 {
        self.course
    }
}

impl Outcome {
    fn from_record(record: &PairRecord) -> Outcome {
        let share: u32 = record.share_permille.iter().map(|share| u32::from(*share)).sum();
        let half_points = record.half_points.iter().map(|points| u32::from(*points)).sum();
        let [first, second] = [0, 1].map(|game| record.course(game));
        let met = [&record.opponent_text, &record.map, first, second];
        let course = met.iter().fold(0, |course, text| mix(course, fingerprint(text.as_bytes())));
        Outcome { half_points, share: f64::from(share) / 2_000.0, course }
    }

    /// What it is worth, 0 … 1.
    pub fn worth(&self, objective: Objective) -> f64 {
        let points = f64::from(self.half_points) / 4.0;
        match objective {
            Objective::Points => points,
            Objective::Blend => POINTS_PART * points + (1.0 - POINTS_PART) * self.share,
        }
    }
}

/// Whoever plays pairs: arenas, threads, the journal.
pub(super) struct Games<'a> {
    pub target: TuneTarget,
    pub arenas: Vec<Arena>,
    pub registry: &'a Registry,
    pub threads: usize,
    pub interrupt: Arc<AtomicBool>,
    pub journal: Journal<'a>,
    pub progress: Progress,
    /// The page of the run; none when it is written at the end alone.
    pub page: Option<Box<dyn RunPage + 'a>>,
    /// Pairs that were wanted so far, played now or before.
    wanted: BTreeSet<Key>,
    /// Maps and seeds that anything but a proof played.
    seen: BTreeSet<(usize, u64)>,
    /// What is measured of every game, besides its points.
    pub aims: Vec<Aim<Measure>>,
    /// Games by phase.
    pub counts: BTreeMap<String, u32>,
    /// Matches that are set up again and again, by the folds of their entrants.
    prepared: BTreeMap<String, Option<PreparedMatch>>,
    /// Who plays the games, when it is not this process.
    pub runners: Option<Arc<Runners>>,
}

/// Matches that are kept prepared.
const MAX_PREPARED: usize = 32;

/// What was measured of a game.
#[derive(Clone, Debug)]
pub(super) struct MeasuredGame {
    /// By aim; what is so or not as 100 or 0 percent.
    pub values: Vec<f64>,
    course: u64,
}

impl Went for MeasuredGame {
    fn course(&self) -> u64 {
        self.course
    }
}

impl<'a> Games<'a> {
    pub fn new(
        (target, aims): (TuneTarget, Vec<Aim<Measure>>),
        arenas: Vec<Arena>,
        registry: &'a Registry,
        threads: usize,
        interrupt: Arc<AtomicBool>,
        journal: Journal<'a>,
        progress: Progress,
    ) -> Games<'a> {
        let (wanted, seen, counts, prepared) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new(), BTreeMap::new());
        let (runners, page) = (None, None);
        Games {
            target,
            arenas,
            registry,
            threads,
            interrupt,
            journal,
            progress,
            page,
            wanted,
            seen,
            aims,
            counts,
            prepared,
            runners,
        }
    }

    /// What these pairs bring, in their order. Whatever is in the journal is not played again; what is wanted for the first time counts
    /// for the phase, played now or before a run was stopped.
    pub fn play(&mut self, phase: &str, jobs: &[Job]) -> Result<Vec<Outcome>, Failure> {
        self.make_known(phase, jobs)?;
        jobs.iter().map(|job| self.record(job).map(Outcome::from_record)).collect()
    }

    /// What is measured of these pairs, in their order, by game.
    pub fn measure(&mut self, phase: &str, jobs: &[Job]) -> Result<Vec<Vec<MeasuredGame>>, Failure> {
        self.make_known(phase, jobs)?;
        let value = |(value, aim): (&i64, &Aim<Measure>)| *value as f64 * if aim.is_share() { 100.0 } else { 1.0 };
        let game = |record: &PairRecord, row: usize| MeasuredGame {
            values: record.measured[row].iter().zip(&self.aims).map(value).collect(),
            course: fingerprint(record.course(row).as_bytes()),
        };
        let pair = |record: &PairRecord| (0..record.measured.len().min(2)).map(|row| game(record, row)).collect();
        jobs.iter().map(|job| self.record(job).map(pair)).collect()
    }

    fn record(&self, job: &Job) -> Result<&PairRecord, Failure> {
        let record = self.journal.get(&self.key(job));
        record.ok_or_else(|| Failure::Engine("a pair that was played is not in the journal".to_owned()))
    }

    /// Plays those of these pairs that are not in the journal.
    fn make_known(&mut self, phase: &str, jobs: &[Job]) -> Result<(), Failure> {
        let fresh: Vec<usize> = (0..jobs.len()).filter(|row| self.wanted.insert(self.key(&jobs[*row]))).collect();
        *self.counts.entry(phase.to_owned()).or_default() += 2 * fresh.len() as u32;
        let missing: Vec<&Job> =
            fresh.iter().map(|row| &jobs[*row]).filter(|job| self.journal.get(&self.key(job)).is_none()).collect();
        self.progress.known(2 * (fresh.len() - missing.len()) as u64, phase);
        if phase != PROOF {
            self.seen.extend(jobs.iter().map(|job| (job.map, job.seed)));
        }
        self.play_missing(phase, &missing)
    }

    /// Makes sure that these pairs are held out: no pair of the search had their map and seed.
    ///
    /// # Errors
    /// The first that is not.
    pub fn never_searched(&self, jobs: &[Job]) -> Result<(), Failure> {
        let Some(job) = jobs.iter().find(|job| self.seen.contains(&(job.map, job.seed))) else { return Ok(()) };
        let (map, seed) = (&self.arenas[job.map].name, job.seed);
        Err(Failure::Usage(format!(
            "the proof would play seed {seed:016x} on {map}, which the search has played; choose another --seed"
        )))
    }

    fn play_missing(&mut self, phase: &str, jobs: &[&Job]) -> Result<(), Failure> {
        // Before a batch, so that nothing that it needs is dropped.
        if self.prepared.len() >= MAX_PREPARED {
            self.prepared.clear();
        }
        match self.runners.clone() {
            None => jobs.iter().try_for_each(|job| self.prepare(&job.challenger))?,
            Some(runners) => self.sample(&runners, jobs)?,
        }
        let Games { target, arenas, registry, threads, interrupt, journal, progress, prepared, aims, counts, .. } =
            self;
        let (runners, page) = (self.runners.as_deref(), self.page.as_ref());
        let play = |row: u32| {
            let job = jobs[row as usize];
            let arena = &arenas[job.map];
            if let Some(runners) = runners {
                return (row, runners.play(job, &arena.name, interrupt));
            }
            let prepared = prepared.get(&job.challenger.hash).and_then(Option::as_ref);
            (row, play_pair(&|game| target.set_up(registry, arena, job, game, prepared), interrupt, aims))
        };
        let at_once = runners.map_or(*threads, Runners::count);
        in_order_until(jobs.len() as u32, at_once, play, |(row, played)| {
            let job = jobs[row as usize];
            journal.add(record(journal.written(), phase, job, &arenas[job.map], played?))?;
            progress.played(2);
            if let Some(page) = page.filter(|_| progress.pace.is_due()) {
                page.write(&mut progress.pace, phase, counts);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if self.interrupt.load(Ordering::Relaxed) { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// Plays the first of these pairs here, once in a run, so that all runners can be held to it. Games of another process are not the same
    /// twice, and are no sample.
    fn sample(&mut self, runners: &Runners, jobs: &[&Job]) -> Result<(), Failure> {
        let Some(job) = jobs.first().filter(|_| runners.wants_sample()) else { return Ok(()) };
        self.prepare(&job.challenger)?;
        let prepared = self.prepared.get(&job.challenger.hash).and_then(Option::as_ref);
        let arena = &self.arenas[job.map];
        let set_up = |game: usize| self.target.set_up(self.registry, arena, job, game, prepared);
        if set_up(0)?.commanders.iter().all(|commander| commander.is_pure()) {
            runners.hold_to(job, &arena.name, play_pair(&set_up, &self.interrupt, &self.aims)?)?;
        }
        Ok(())
    }

    /// Loads what games of an entrant share, once.
    fn prepare(&mut self, entrant: &Entrant) -> Result<(), Failure> {
        if self.prepared.contains_key(&entrant.hash) {
            return Ok(());
        }
        let prepared = self.target.prepared(self.registry, entrant)?;
        self.prepared.insert(entrant.hash.clone(), prepared);
        Ok(())
    }

    fn key(&self, job: &Job) -> Key {
        let map = self.arenas[job.map].name.clone();
        (job.challenger.hash.clone(), job.opponent.hash.clone(), map, format!("{:016x}", job.seed))
    }
}

fn record(pair: u32, phase: &str, job: &Job, arena: &Arena, played: PlayedPair) -> PairRecord {
    PairRecord {
        pair,
        phase: phase.to_owned(),
        challenger: job.challenger.hash.clone(),
        values: job.challenger.values.clone(),
        opponent: job.opponent.name.clone(),
        opponent_text: job.opponent.hash.clone(),
        map: arena.name.clone(),
        seed: format!("{:016x}", job.seed),
        half_points: played.half_points,
        share_permille: played.share_permille,
        ticks: played.ticks,
        hashes: played.hashes,
        courses: played.courses,
        measured: played.measured,
    }
}

/// Which pairs are played one after the other: opponents by their weights, maps in turns, a seed for each. All candidates that are
/// compared play the same ones.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub opponents: Vec<Arc<Entrant>>,
    weights: Vec<f64>,
    /// Rows of the arenas.
    maps: Vec<usize>,
    seed: u64,
    drawn: Vec<(usize, usize)>,
    counts: Vec<usize>,
}

impl Course {
    pub fn new(opponents: &[Arc<Entrant>], weights: &[f64], maps: Vec<usize>, seed: u64) -> Course {
        let counts = vec![0; opponents.len()];
        Course { opponents: opponents.to_vec(), weights: weights.to_vec(), maps, seed, drawn: Vec::new(), counts }
    }

    /// Row of the opponent and of the arena of a pair: whoever is furthest behind its weight is next.
    pub fn at(&mut self, number: usize) -> (usize, usize) {
        while self.drawn.len() <= number {
            let so_far = self.drawn.len() as f64 + 1.0;
            let behind = |row: &usize| self.weights[*row] * so_far - self.counts[*row] as f64;
            let rows = 0..self.opponents.len();
            let next = rows.rev().max_by(|a, b| behind(a).total_cmp(&behind(b))).unwrap_or(0);
            // Each begins with another map, so that few pairs see many maps.
            let map = self.maps[(self.counts[next] + next) % self.maps.len()];
            self.counts[next] += 1;
            self.drawn.push((next, map));
        }
        self.drawn[number]
    }

    /// The pair of that number for a challenger.
    pub fn job(&mut self, challenger: &Arc<Entrant>, number: usize) -> Job {
        let (opponent, map) = self.at(number);
        let seed = mix(self.seed, number as u64);
        Job { challenger: Arc::clone(challenger), opponent: Arc::clone(&self.opponents[opponent]), map, seed }
    }

    /// Pairs until every opponent with a weight has been met on every map, about.
    pub fn round(&self) -> usize {
        self.weights.iter().filter(|weight| **weight > 0.0).count() * self.maps.len()
    }
}

/// Pairs of one player as statistics count them: those that repeat another are none.
pub(super) fn pentanomial<'o>(outcomes: impl Iterator<Item = &'o Outcome>) -> Pentanomial {
    let (mut pairs, mut seen) = (Pentanomial::default(), BTreeSet::new());
    outcomes.filter(|outcome| seen.insert(outcome.course)).for_each(|outcome| pairs.add(outcome.half_points));
    pairs
}
