//! The search with games: points are files with other values, and pairs are played.

use sandtable_match::Failure;

use super::games::{Course, Games};
use super::search::{Explorer, Found, SearchPlan};
use super::settings::{Objective, Settings};
use super::step::Step;
use super::subject::{Subject, SubjectEntrants};
use super::trials::Trials;

/// Searches with budgets of games, one after the other: what was found with the first is the beginning of the next. `told` is
/// told of each step.
pub(super) fn search(
    games: &mut Games<'_>,
    course: &mut Course,
    subject: &Subject,
    settings: &Settings,
    seed: u64,
    parts: &[u32],
    told: &mut dyn FnMut(&[Step]),
) -> Result<(Found, Explorer), Failure> {
    let pairs = |part: &u32| *part as usize / 2;
    let each = settings.pairs.map(|each| each as usize);
    let plan = SearchPlan { method: settings.method, seed, pairs: parts.first().map_or(0, pairs), each };
    let mut explorer = Explorer::new(&subject.axes(), &subject.current(), &plan);
    let entrants = SubjectEntrants::new(subject);
    let mut trials = GameTrials { games, course, entrants, objective: settings.objective, told };
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
    entrants: SubjectEntrants<'t>,
    objective: Objective,
    told: &'t mut dyn FnMut(&[Step]),
}

impl Trials for GameTrials<'_, '_> {
    fn play(&mut self, phase: &str, asked: &[(&[u32], usize)]) -> Result<Vec<f64>, Failure> {
        let jobs = self.entrants.jobs(self.course, asked)?;
        Ok(self.games.play(phase, &jobs)?.iter().map(|outcome| outcome.worth(self.objective)).collect())
    }

    fn is_valid(&mut self, levels: &[u32]) -> Result<bool, Failure> {
        self.entrants.is_valid(levels, self.games)
    }

    fn noted(&mut self, steps: &[Step]) {
        let Some(last) = steps.last() else { return };
        self.games.progress.best(last.worth);
        (self.told)(steps);
    }
}
