//! What each value by itself is worth where the search left it: it is moved a step either way, all else equal.
//!
//! The budget may be too small for all of them. Then the most important ones are measured, by the model of the search, and the others are named.

use std::sync::Arc;

use sandtable_match::Failure;
use sandtable_stats::{Estimate, paired_change};
use serde::Serialize;

use super::entrant::Entrant;
use super::games::{Course, Games};
use super::importance::Importances;
use super::race::gains;
use super::settings::Settings;
use super::subject::Subject;

/// A step is this part of the range.
const STEP: f64 = 0.125;
/// Pairs a deviation plays at least.
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
    /// Pairs, those that repeat no other.
    pub pairs: u32,
}

/// Deviations, and the values that the budget had no games for.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Deviations {
    /// What was measured.
    pub moved: Vec<Deviation>,
    /// The paths of what was not.
    pub unmeasured: Vec<String>,
    /// Games that all of them would have taken.
    pub games_for_all: u32,
}

/// Moves the values of a strategy at these levels, the most important ones first, as far as the budget goes.
pub(super) fn deviations(
    games: &mut Games<'_>,
    course: &mut Course,
    subject: &Subject,
    levels: &[u32],
    importances: &Importances,
    settings: &Settings,
) -> Result<Deviations, Failure> {
    let budget = settings.deviation_games as usize / 2;
    let mut moved = moved(subject, levels);
    let rank = |row: usize| importances.values.iter().position(|one| one.path == subject.parameters[row].path);
    moved.sort_by_key(|(row, level)| (rank(*row).unwrap_or(usize::MAX), *row, *level));
    let games_for_all = 2 * (LEAST * (moved.len() + 1)) as u32;
    let fit = (budget / LEAST).saturating_sub(1);
    let mut measured: Vec<(usize, u32)> = moved.iter().copied().take(fit).collect();
    // Both ways of a value or neither.
    let cut = measured.len() < moved.len();
    if let Some((last, _)) = moved.get(measured.len()).filter(|_| cut) {
        measured.retain(|(row, _)| row != last);
    }
    let is_measured = |row: &usize| measured.iter().any(|(own, _)| own == row);
    let unmeasured = (0..subject.parameters.len())
        .filter(|row| !is_measured(row) && moved.iter().any(|(own, _)| own == row))
        .map(|row| subject.parameters[row].path.clone())
        .collect();
    let mut all = Deviations { moved: Vec::new(), unmeasured, games_for_all };
    if measured.is_empty() {
        return Ok(all);
    }
    let pairs = budget / (measured.len() + 1);
    let own = subject.entrant(levels)?;
    let play = |games: &mut Games<'_>, course: &mut Course, entrant: &Arc<Entrant>| {
        let jobs: Vec<_> = (0..pairs).map(|number| course.job(entrant, number)).collect();
        games.play("deviation", &jobs)
    };
    let still = play(games, course, &own)?;
    for (row, level) in measured {
        let mut other = levels.to_vec();
        other[row] = level;
        let entrant = subject.entrant(&other)?;
        if !subject.is_valid(&entrant, games) {
            continue;
        }
        let gains = gains(&play(games, course, &entrant)?, &still, settings.objective);
        let parameter = &subject.parameters[row];
        all.moved.push(Deviation {
            path: parameter.path.clone(),
            from: parameter.text(levels[row]),
            to: parameter.text(level),
            change: paired_change(&gains),
            pairs: gains.len() as u32,
        });
    }
    Ok(all)
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
