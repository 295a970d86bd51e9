//! The search for better values, and the final among the best of it.

use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::assemble::StrategyFile;
use sandtable_match::tunable::{Parameter, parameters, with_levels};
use sandtable_stats::Estimate;
use serde::Serialize;

use super::entrant::Entrant;
use super::games::{Course, Games};
use super::optimizer::{Axis, Optimizer, Search};
use super::race::{Run, Terms, estimate, leader, race};
use super::settings::Settings;
use super::target::TuneTarget;

/// Pairs between two looks at who is behind.
const BLOCK: usize = 2;
/// Pairs before a candidate may be stopped.
const LEAST: usize = 4;
/// Pairs between two looks at who is behind, in the final.
const FINAL_BLOCK: usize = 4;
const FINAL_LEAST: usize = 8;
/// The part of the budget that the final gets: one in this number.
const FINAL_PART: u32 = 4;
/// Finalists by their own results, besides the file itself and what the optimizer proposes.
const BY_VALUE: usize = 3;
/// What a point is told to be worth that makes no valid file.
const INVALID: f64 = -1.0;

/// What is tuned: a file and its parameters.
#[derive(Clone)]
pub(super) struct Subject {
    pub file: StrategyFile,
    pub parameters: Vec<Parameter>,
}

/// A point of the search.
#[derive(Clone, Debug, Serialize)]
pub struct Tried {
    /// Its levels, by parameter.
    pub levels: Vec<u32>,
    /// What it was worth, 0 … 1; less when it made no valid file.
    pub value: f64,
    /// Pairs it played.
    pub pairs: u32,
    /// Whether it ran its race to the end.
    pub finished: bool,
}

/// A step of the search: what was tried together.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// Games of the search so far.
    pub games: u32,
    /// What was tried.
    pub tried: Vec<Tried>,
    /// What the optimizer would take now.
    pub best: Vec<u32>,
}

/// One who got into the final.
#[derive(Clone, Debug, Serialize)]
pub struct Finalist {
    /// Its levels.
    pub levels: Vec<u32>,
    /// What it was worth on the pairs it played.
    pub worth: Estimate,
    /// Pairs.
    pub pairs: u32,
}

/// What a search came to.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The levels that won the final; those of the file itself when nothing did better.
    pub levels: Vec<u32>,
    /// All that was tried.
    pub steps: Vec<Step>,
    /// The final.
    pub finalists: Vec<Finalist>,
}

impl Subject {
    /// The subject of a strategy file.
    ///
    /// # Errors
    /// That it marks nothing, or that a value one level off makes no valid file, which no search could use.
    pub fn new(file: StrategyFile, registry: &Registry, target: &TuneTarget) -> Result<Subject, Failure> {
        let parameters = parameters(&file.label, &file.text)?;
        if parameters.is_empty() {
            let hint =
                "mark values as tunable in a table, as [tune] and below it \"goals.rush.size\" = { range = [4, 16] }";
            return Err(Failure::Usage(format!("{}: nothing to tune; {hint}", file.label)));
        }
        let subject = Subject { file, parameters };
        let current = subject.current();
        target.check(registry, &subject.text_of(&current)?)?;
        for (row, parameter) in subject.parameters.iter().enumerate() {
            let mut near = current.clone();
            near[row] = if near[row] == 0 { 1 } else { near[row] - 1 };
            if let Err(failure) = target.check(registry, &subject.text_of(&near)?) {
                let value = parameter.text(near[row]);
                let said = failure.to_string();
                let issue = said.lines().next().unwrap_or_default();
                let text = format!("{}: tune.\"{}\": cannot be {value}: {issue}", subject.file.label, parameter.path);
                return Err(Failure::Usage(text));
            }
        }
        Ok(subject)
    }

    /// The levels of the file itself.
    pub fn current(&self) -> Vec<u32> {
        self.parameters.iter().map(|parameter| parameter.current).collect()
    }

    pub fn axes(&self) -> Vec<Axis> {
        self.parameters.iter().map(Axis::from).collect()
    }

    /// The file at these levels.
    pub fn text_of(&self, levels: &[u32]) -> Result<StrategyFile, Failure> {
        Ok(StrategyFile { text: with_levels(&self.file.text, &self.parameters, levels)?, ..self.file.clone() })
    }

    /// Who plays at these levels.
    pub fn entrant(&self, levels: &[u32]) -> Result<Arc<Entrant>, Failure> {
        let values = self.parameters.iter().zip(levels).map(|(parameter, level)| parameter.text(*level)).collect();
        Ok(Arc::new(Entrant::new(&self.file.name, values, self.text_of(levels)?)))
    }

    /// Whether a file at these levels is in order: curves may cross, say.
    pub fn is_valid(&self, entrant: &Entrant, games: &Games<'_>) -> bool {
        games.target.check(games.registry, &entrant.file).is_ok()
    }
}

/// Searches with a budget of games: three quarters for the optimizer, the last for the final.
pub(super) fn search(
    games: &mut Games<'_>,
    course: &mut Course,
    subject: &Subject,
    settings: &Settings,
    seed: u64,
    budget: u32,
) -> Result<Found, Failure> {
    let began = games.count("search");
    let (steps, next) = explore(games, course, subject, settings, seed, budget - budget / FINAL_PART)?;
    let spent = games.count("search") - began;
    let left = (budget.saturating_sub(spent) / 2) as usize;
    let mut names = finalists(subject, &steps);
    // With a small budget few come into the final, and it is looked at after every pair.
    names.truncate((left / 2).max(1));
    let mut entrants = Vec::new();
    for levels in &names {
        entrants.push(subject.entrant(levels)?);
    }
    let terms = Terms {
        phase: "final",
        first: next,
        block: FINAL_BLOCK.min(left / names.len()).max(1),
        least: FINAL_LEAST,
        most: left,
        budget: left,
        objective: settings.objective,
    };
    let runs = race(games, course, &entrants, &terms)?;
    let row = leader(&runs, settings.objective);
    let finalist = |(levels, run): (&Vec<u32>, &Run)| Finalist {
        levels: levels.clone(),
        worth: estimate(&run.worths(settings.objective)),
        pairs: run.outcomes.len() as u32,
    };
    let finalists = names.iter().zip(&runs).map(finalist).collect();
    Ok(Found { levels: names[row].clone(), steps, finalists })
}

/// Asks the optimizer and tells it until the budget is spent; also gives the number of the first pair that was not used.
fn explore(
    games: &mut Games<'_>,
    course: &mut Course,
    subject: &Subject,
    settings: &Settings,
    seed: u64,
    budget: u32,
) -> Result<(Vec<Step>, usize), Failure> {
    let pairs = settings.pairs.max(1) as usize;
    let evaluations = (budget / 2 / settings.pairs.max(1)).max(1);
    let mut optimizer = Search::new(settings.method, &subject.axes(), &subject.current(), seed, evaluations);
    let (mut steps, mut next, mut spent): (Vec<Step>, usize, usize) = (Vec::new(), 0, 0);
    loop {
        let points = optimizer.ask();
        let left = (budget / 2) as usize - spent;
        if points.is_empty() || left < points.len() * LEAST.min(pairs) {
            return Ok((steps, next));
        }
        let tried = value(games, course, subject, settings, points, next, left)?;
        spent += tried.iter().map(|one| one.pairs as usize).sum::<usize>();
        next += pairs;
        optimizer.tell(&tried.iter().map(|one| one.value).collect::<Vec<_>>());
        if tried.iter().all(|one| one.pairs == 0)
            && steps.last().is_some_and(|last: &Step| last.tried.iter().all(|one| one.pairs == 0))
        {
            // Nothing valid twice in a row: this would go on for ever.
            return Ok((steps, next));
        }
        steps.push(Step { games: 2 * spent as u32, tried, best: optimizer.best() });
    }
}

/// Values points by a race.
fn value(
    games: &mut Games<'_>,
    course: &mut Course,
    subject: &Subject,
    settings: &Settings,
    points: Vec<Vec<u32>>,
    first: usize,
    budget: usize,
) -> Result<Vec<Tried>, Failure> {
    let (mut rows, mut entrants) = (Vec::new(), Vec::new());
    for (row, levels) in points.iter().enumerate() {
        let entrant = subject.entrant(levels)?;
        if subject.is_valid(&entrant, games) {
            rows.push(row);
            entrants.push(entrant);
        }
    }
    let most = settings.pairs.max(1) as usize;
    let terms = Terms {
        phase: "search",
        first,
        block: BLOCK,
        least: LEAST.min(most),
        most,
        budget,
        objective: settings.objective,
    };
    let invalid = |levels: Vec<u32>| Tried { levels, value: INVALID, pairs: 0, finished: false };
    let mut tried: Vec<Tried> = points.into_iter().map(invalid).collect();
    if entrants.is_empty() {
        return Ok(tried);
    }
    let runs = race(games, course, &entrants, &terms)?;
    games.progress.best(estimate(&runs[leader(&runs, settings.objective)].worths(settings.objective)));
    for (row, run) in rows.into_iter().zip(runs) {
        let own = &mut tried[row];
        (own.value, own.pairs, own.finished) = (run.value, run.outcomes.len() as u32, run.finished);
    }
    Ok(tried)
}

/// The file itself, what the optimizer proposes and proposed halfway, and the best by their own results of the later half.
fn finalists(subject: &Subject, steps: &[Step]) -> Vec<Vec<u32>> {
    let mut found = vec![subject.current()];
    let mut add = |levels: &Vec<u32>| {
        if !found.contains(levels) {
            found.push(levels.clone());
        }
    };
    let half = steps.len() / 2;
    steps.last().into_iter().chain(steps.get(half)).for_each(|step| add(&step.best));
    let mut later: Vec<&Tried> = steps[half..].iter().flat_map(|step| &step.tried).filter(|one| one.finished).collect();
    later.sort_by(|a, b| b.value.total_cmp(&a.value).then_with(|| a.levels.cmp(&b.levels)));
    later.into_iter().take(BY_VALUE).for_each(|one| add(&one.levels));
    found
}
