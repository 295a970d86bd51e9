//! The search with games: points are files with other values, and pairs are played.

use std::collections::BTreeMap;
use std::sync::Arc;

use sandtable_match::Failure;
use sandtable_stats::Estimate;

use super::entrant::Entrant;
use super::games::{Course, Games};
use super::search::{Explorer, Found, SearchPlan};
use super::settings::{Objective, Settings};
use super::subject::Subject;
use super::trials::Trials;

/// Searches with budgets of games, one after the other: what was found with the first is the beginning of the next.
pub(super) fn search(
    games: &mut Games<'_>,
    course: &mut Course,
    subject: &Subject,
    settings: &Settings,
    seed: u64,
    parts: &[u32],
) -> Result<(Found, Explorer), Failure> {
    let pairs = |part: &u32| *part as usize / 2;
    let each = settings.pairs.map(|each| each as usize);
    let plan = SearchPlan { method: settings.method, seed, pairs: parts.first().map_or(0, pairs), each };
    let mut explorer = Explorer::new(&subject.axes(), &subject.current(), &plan);
    let mut trials = GameTrials::new(games, course, subject, settings.objective);
    let mut found = explorer.search(&mut trials, plan.pairs)?;
    for part in &parts[1..] {
        found = explorer.search(&mut trials, pairs(part))?;
    }
    Ok((found, explorer))
}

/// Trials by games.
struct GameTrials<'t, 'g> {
    games: &'t mut Games<'g>,
    course: &'t mut Course,
    subject: &'t Subject,
    objective: Objective,
    entrants: BTreeMap<Vec<u32>, Arc<Entrant>>,
}

impl<'t, 'g> GameTrials<'t, 'g> {
    fn new(games: &'t mut Games<'g>, course: &'t mut Course, subject: &'t Subject, objective: Objective) -> Self {
        GameTrials { games, course, subject, objective, entrants: BTreeMap::new() }
    }

    fn entrant(&mut self, levels: &[u32]) -> Result<Arc<Entrant>, Failure> {
        if let Some(entrant) = self.entrants.get(levels) {
            return Ok(Arc::clone(entrant));
        }
        let entrant = self.subject.entrant(levels)?;
        self.entrants.insert(levels.to_vec(), Arc::clone(&entrant));
        Ok(entrant)
    }
}

impl Trials for GameTrials<'_, '_> {
    fn play(&mut self, phase: &str, asked: &[(&[u32], usize)]) -> Result<Vec<f64>, Failure> {
        let mut jobs = Vec::with_capacity(asked.len());
        for (levels, pair) in asked {
            let entrant = self.entrant(levels)?;
            jobs.push(self.course.job(&entrant, *pair));
        }
        Ok(self.games.play(phase, &jobs)?.iter().map(|outcome| outcome.worth(self.objective)).collect())
    }

    fn is_valid(&mut self, levels: &[u32]) -> Result<bool, Failure> {
        let entrant = self.entrant(levels)?;
        Ok(self.subject.is_valid(&entrant, self.games))
    }

    fn best(&mut self, worth: Estimate) {
        self.games.progress.best(worth);
    }
}
