//! Which value mattered: each by itself moved a step either way from where the search left it, all else equal.

use std::sync::Arc;

use sandtable_match::Failure;
use sandtable_stats::Estimate;
use serde::Serialize;

use super::entrant::Entrant;
use super::games::{Course, Games};
use super::race::{differences, estimate};
use super::search::Subject;
use super::settings::Settings;

/// A step is this part of the range.
const STEP: f64 = 0.125;
/// Pairs a deviation plays at least: fewer say nothing.
const LEAST: usize = 4;

/// One value moved.
#[derive(Clone, Debug, Serialize)]
pub struct Deviation {
    /// The path of the value.
    pub path: String,
    /// What it was.
    pub from: String,
    /// What it was moved to.
    pub to: String,
    /// What the strategy is worth more by it, with its interval; below 0: it should stay.
    pub change: Estimate,
    /// Pairs.
    pub pairs: u32,
}

/// Moves every value of a strategy at these levels; as many pairs of each as the budget has, none when that is too few.
pub(super) fn deviations(
    games: &mut Games<'_>,
    course: &mut Course,
    subject: &Subject,
    levels: &[u32],
    settings: &Settings,
) -> Result<Vec<Deviation>, Failure> {
    let moved = moved(subject, levels);
    let pairs = settings.deviation_games as usize / 2 / (moved.len() + 1);
    if pairs < LEAST {
        return Ok(Vec::new());
    }
    let own = subject.entrant(levels)?;
    let play = |games: &mut Games<'_>, course: &mut Course, entrant: &Arc<Entrant>| -> Result<Vec<f64>, Failure> {
        let jobs: Vec<_> = (0..pairs).map(|number| course.job(entrant, number)).collect();
        Ok(games.play("deviation", &jobs)?.iter().map(|outcome| outcome.worth(settings.objective)).collect())
    };
    let still = play(games, course, &own)?;
    let mut found = Vec::new();
    for (row, level) in moved {
        let mut other = levels.to_vec();
        other[row] = level;
        let entrant = subject.entrant(&other)?;
        if !subject.is_valid(&entrant, games) {
            continue;
        }
        let change = estimate(&differences(&play(games, course, &entrant)?, &still));
        let parameter = &subject.parameters[row];
        found.push(Deviation {
            path: parameter.path.clone(),
            from: parameter.text(levels[row]),
            to: parameter.text(level),
            change,
            pairs: pairs as u32,
        });
    }
    Ok(found)
}

/// Row and new level of every deviation: a step down and up, or every other value of a choice.
fn moved(subject: &Subject, levels: &[u32]) -> Vec<(usize, u32)> {
    let mut moved = Vec::new();
    for (row, (axis, level)) in subject.axes().iter().zip(levels).enumerate() {
        if axis.ordered {
            let place = axis.place(*level);
            let down = axis.level(place - STEP).min(level.saturating_sub(1));
            let up = axis.level(place + STEP).max((level + 1).min(axis.levels - 1));
            moved.extend([down, up].into_iter().filter(|other| other != level).map(|other| (row, other)));
        } else {
            moved.extend((0..axis.levels).filter(|other| other != level).map(|other| (row, other)));
        }
    }
    moved
}
