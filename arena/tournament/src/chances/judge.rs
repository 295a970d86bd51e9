//! How good a model is on games that it was not fitted from.

use sandtable_stats::{Prediction, brier, calibration, paired_change};
use sandtable_viewer::chance::{CERTAIN, ChanceModel, JudgedBy, JudgedRow};

use super::watched::WatchedPair;
use super::{looks, maps};

/// Rows of the table of what came true.
const ROWS: usize = 10;
const EVEN: f64 = 0.5;

/// Judges a model, beside one that knows the army value alone.
pub(super) fn judged(model: &ChanceModel, army: &ChanceModel, games: &[WatchedPair]) -> JudgedBy {
    let scores = |chance: &dyn Fn(&WatchedPair) -> Vec<Prediction>| -> Vec<f64> {
        games.iter().map(|game| brier(&chance(game))).collect()
    };
    let own = scores(&|game| predictions(model, game));
    let army = scores(&|game| predictions(army, game));
    let even = scores(&|game| vec![Prediction { chance: EVEN, outcome: game.outcome, weight: 1.0 }]);
    let gains: Vec<f64> = army.iter().zip(&own).map(|(army, own)| army - own).collect();
    let better = paired_change(&gains);
    JudgedBy {
        games: games.len() as u32,
        looks: looks(games),
        maps: maps(games),
        score: ten_thousandths(mean(&own)) as u32,
        army_alone: ten_thousandths(mean(&army)) as u32,
        even: ten_thousandths(mean(&even)) as u32,
        better_by: (ten_thousandths(better.low), ten_thousandths(better.high)),
        table: table(model, games),
    }
}

fn predictions(model: &ChanceModel, game: &WatchedPair) -> Vec<Prediction> {
    let weight = 1.0 / game.looks.len() as f64;
    let chance = |features| f64::from(model.chances(features)[0]) / f64::from(CERTAIN);
    game.looks.iter().map(|look| Prediction { chance: chance(look), outcome: game.outcome, weight }).collect()
}

/// Of both players of each game: the table does not depend on who is the first.
fn table(model: &ChanceModel, games: &[WatchedPair]) -> Vec<JudgedRow> {
    let first: Vec<Prediction> = games.iter().flat_map(|game| predictions(model, game)).collect();
    let other = |it: &Prediction| Prediction { chance: 1.0 - it.chance, outcome: 1.0 - it.outcome, ..*it };
    let both: Vec<Prediction> = first.iter().flat_map(|it| [*it, other(it)]).collect();
    let sides = 2.0 * games.len().max(1) as f64;
    let row = |(number, row): (usize, sandtable_stats::CalibrationRow)| JudgedRow {
        from: (number * usize::from(CERTAIN) / ROWS) as u16,
        share: thousandths(row.weight / sides),
        predicted: thousandths(row.predicted),
        won: thousandths(row.outcome),
    };
    calibration(&both, ROWS).into_iter().enumerate().map(row).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn ten_thousandths(value: f64) -> i32 {
    libm::round(value * 10_000.0) as i32
}

fn thousandths(value: f64) -> u16 {
    libm::round(value * f64::from(CERTAIN)) as u16
}
