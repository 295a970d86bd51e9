//! Tuning a match to aims: means over many games that are to be as high as can be, or to lie in ranges.

mod engine;
mod front;
mod front_proof;
mod front_text;
mod goal;
mod mean_model;
mod proof;
mod text;

use std::sync::Arc;

use sandtable_match::Failure;
use sandtable_math::mix;
use sandtable_stats::Belief;
use serde::Serialize;

use super::entrant::Entrant;
use super::games::{Course, Games, MeasuredGame};
use super::optimizer::Method;
use super::settings::Settings;
use super::stream;
use super::subject::{Subject, SubjectEntrants};
use super::verdict::Verdict;
pub(super) use engine::{AimSearch, MeasuredTrials};
pub(super) use front::FrontFile;
pub use front::{FrontOutcome, FrontPoint};
pub(super) use front::{goals as front_goals, is_of_front, least_proof_games, tune_front};
pub use front_proof::Standing;
pub(super) use goal::{AimGoal, Term};
use proof::prove;
pub use proof::{AimReport, AimState};
pub(super) use proof::{ProofRun, ProofTerms, Proved, RISK, words};
pub(super) use text::with_interval;

/// A point that was tried.
#[derive(Clone, Debug, Serialize)]
pub struct AimPoint {
    /// Its values, in the order of the file.
    pub values: Vec<String>,
    /// Pairs of games that it played.
    pub pairs: u32,
    /// What its means are believed to be, by aim.
    pub means: Vec<f64>,
}

/// The results of a match's aims.
#[derive(Clone, Debug, Serialize)]
pub struct AimOutcome {
    /// How it ended.
    pub verdict: Verdict,
    /// By aim, in the order of the file.
    pub aims: Vec<AimReport>,
    /// Games of the proof with the values that were found.
    pub games: u32,
    /// Of them, those that repeat no other; all of them count.
    pub distinct_games: u32,
    /// Games of proof that are still needed, about, until it is decided; 0 when it is.
    pub games_needed: u32,
    /// What was measured of what was tried, in words.
    pub measures: Vec<String>,
    /// All that was tried, in the order it came.
    pub tried: Vec<AimPoint>,
}

/// Searches for what comes nearest to the aims of a match, and proves how near that is; gives the match with the values that were found.
pub(super) fn tune(
    games: &mut Games<'_>,
    subject: &Subject,
    opponents: &[Arc<Entrant>],
    settings: &Settings,
) -> Result<(Subject, AimOutcome), Failure> {
    let goal = AimGoal::of_aims(&games.aims);
    let mut found = Searched::new(games, subject, opponents, settings, vec![goal.clone()])?;
    let (points, mut levels) = (found.points(subject), found.levels.remove(0));
    // What is compared with the file is another point, if there is one.
    if goal.endless().next().is_some()
        && levels == subject.current()
        && let Some(other) = found.challenger.clone()
    {
        levels = other;
    }
    let tuned = subject.at(&levels)?;
    let (before, after) = (subject.member(), tuned.member());
    let course = course(opponents, mix(settings.seed, stream::PROOF));
    let players = [&after].into_iter().chain(goal.endless().next().map(|_| &before)).cloned().collect();
    let terms = ProofTerms { goal: &goal, margin: settings.margin, risk: RISK };
    let aims = games.aims.clone();
    let proved = prove(games, ProofRun::new(players, course), &terms, settings.proof_games, &aims)?;
    let alone = points.len() < 2 && proved.verdict != Verdict::OnTarget;
    let verdict = if alone { Verdict::NothingSearched } else { proved.verdict };
    let measures = aims.iter().map(|aim| words(aim, games)).collect();
    let Proved { games, distinct_games, games_needed, reports: aims, .. } = proved;
    let outcome = AimOutcome { verdict, aims, games, distinct_games, games_needed, measures, tried: points };
    Ok((tuned, outcome))
}

/// The course of a match, whose one opponent is who it names.
pub(super) fn course(opponents: &[Arc<Entrant>], seed: u64) -> Course {
    Course::new(opponents, &[1.0], vec![0], seed)
}

/// A search that was carried out.
pub(super) struct Searched {
    engine: AimSearch,
    /// By goal.
    pub levels: Vec<Vec<u32>>,
    /// The best other point than the file as it is, by the first goal.
    challenger: Option<Vec<u32>>,
}

impl Searched {
    pub fn new(
        games: &mut Games<'_>,
        subject: &Subject,
        opponents: &[Arc<Entrant>],
        settings: &Settings,
        goals: Vec<AimGoal>,
    ) -> Result<Searched, Failure> {
        let seed = mix(settings.seed, stream::SEARCH);
        let is_share: Vec<bool> = games.aims.iter().map(sandtable_expect::Aim::is_share).collect();
        // A tuning to aims has no choice of methods.
        let method = settings.win.map_or(Method::Surrogate, |_| settings.method);
        let pairs = |games: &u32| *games as usize / 2;
        let start = subject.current();
        let mut engine =
            AimSearch::new(&subject.axes(), &start, goals, is_share, (seed, method), pairs(&settings.games));
        let mut trials = AimTrials { games, course: course(opponents, seed), entrants: SubjectEntrants::new(subject) };
        let mut levels = Vec::new();
        for part in [settings.games].iter().chain(&settings.extensions) {
            levels = engine.search(&mut trials, pairs(part))?;
        }
        let challenger = engine.nearest(0).into_iter().find(|levels| *levels != start);
        Ok(Searched { engine, levels, challenger })
    }

    /// Points that may come near a goal, known or not, with what their means are believed to be, by measure, in its unit.
    pub fn outlook(&mut self, goal: usize) -> Vec<(Vec<u32>, Vec<Belief>)> {
        self.engine.outlook(goal)
    }

    /// Learns what pairs brought a point that were played elsewhere, by pair and measure.
    pub fn learn(&mut self, levels: &[u32], pairs: &[Vec<f64>]) {
        self.engine.learn(levels, pairs);
    }

    pub fn points(&mut self, subject: &Subject) -> Vec<AimPoint> {
        let texts = |levels: &[u32]| {
            subject.parameters.iter().zip(levels).map(|(parameter, level)| parameter.text(*level)).collect()
        };
        let known = self.engine.known();
        let point = |known: engine::KnownMeans| AimPoint {
            values: texts(&known.levels),
            pairs: known.pairs,
            means: known.means.iter().map(|belief| belief.mean).collect(),
        };
        known.into_iter().map(point).collect()
    }
}

/// Trials by games of a match.
struct AimTrials<'t, 'g> {
    games: &'t mut Games<'g>,
    course: Course,
    entrants: SubjectEntrants<'t>,
}

impl MeasuredTrials for AimTrials<'_, '_> {
    fn play(&mut self, phase: &str, asked: &[(&[u32], usize)]) -> Result<Vec<Vec<f64>>, Failure> {
        let jobs = self.entrants.jobs(&mut self.course, asked)?;
        let measures = self.games.aims.len();
        let mean = |pair: Vec<MeasuredGame>| {
            let count = pair.len().max(1) as f64;
            (0..measures).map(|row| pair.iter().map(|game| game.values[row]).sum::<f64>() / count).collect()
        };
        Ok(self.games.measure(phase, &jobs)?.into_iter().map(mean).collect())
    }

    fn is_valid(&mut self, levels: &[u32]) -> Result<bool, Failure> {
        self.entrants.is_valid(levels, self.games)
    }
}
