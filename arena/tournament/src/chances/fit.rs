//! The weights under which the results of the games are likeliest.

use sandtable_match::Failure;
use sandtable_stats::{Trial, fit_logistic};
use sandtable_viewer::chance::FEATURES;

use super::watched::WatchedPair;

/// What pulls each weight towards 0: looks at one game tell much the same, so that a game counts as one trial, and the pull is that of a few.
const RIDGE: f64 = 0.5;
/// Leads are thousandths.
const WHOLE: f64 = 1000.0;

/// Every feature counts.
pub(super) fn all(_: &str) -> bool {
    true
}

/// What anybody would look at first counts alone.
pub(super) fn army_alone(name: &str) -> bool {
    name == "army_value"
}

/// The weights in thousandths, those of features that do not count 0.
pub(super) fn weights(games: &[WatchedPair], counts: fn(&str) -> bool) -> Result<Vec<(String, i32)>, Failure> {
    let rows: Vec<usize> = (0..FEATURES.len()).filter(|row| counts(FEATURES[*row])).collect();
    let trials: Vec<Trial> = games.iter().flat_map(|game| trials(game, &rows)).collect();
    let fitted = fit_logistic(&trials, RIDGE).filter(|_| !trials.is_empty());
    let fitted = fitted.ok_or_else(|| Failure::Usage("no game with an outcome to fit the model to".to_owned()))?;
    let mut weights: Vec<(String, i32)> = FEATURES.iter().map(|name| ((*name).to_owned(), 0)).collect();
    for (row, weight) in rows.iter().zip(fitted) {
        weights[*row].1 = libm::round(weight * WHOLE) as i32;
    }
    Ok(weights)
}

/// The looks at a game; together they count as one trial.
fn trials<'g>(game: &'g WatchedPair, rows: &'g [usize]) -> impl Iterator<Item = Trial> + 'g {
    let weight = 1.0 / game.looks.len() as f64;
    game.looks.iter().map(move |look| {
        let features = rows.iter().map(|row| f64::from(look[*row]) / WHOLE).collect();
        Trial { features, outcome: game.outcome, weight }
    })
}
