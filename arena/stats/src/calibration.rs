//! How good predicted chances are: the score of Brier (1950, "Verification of forecasts expressed in terms of probability"), and how often
//! came true what was given each chance.

/// A chance that was predicted, and the result of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The chance of 1, 0 … 1.
    pub chance: f64,
    /// The result of it, 0 … 1.
    pub outcome: f64,
    /// How much it counts.
    pub weight: f64,
}

/// Predictions of about one chance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CalibrationRow {
    /// Their weight.
    pub weight: f64,
    /// The mean chance predicted; 0 without predictions.
    pub predicted: f64,
    /// The mean outcome; 0 without predictions.
    pub outcome: f64,
}

/// The mean square of what predictions are off by: 0 is best, ¼ is what even chances get of wins and losses. 0 without predictions.
pub fn brier(predictions: &[Prediction]) -> f64 {
    let weight: f64 = predictions.iter().map(|it| it.weight).sum();
    let square = |it: &Prediction| it.weight * (it.outcome - it.chance) * (it.outcome - it.chance);
    if weight > 0.0 { predictions.iter().map(square).sum::<f64>() / weight } else { 0.0 }
}

/// The predictions sorted by chance into `rows` ranges of equal width.
///
/// ```
/// use sandtable_stats::{Prediction, calibration};
///
/// let told = [0.9, 0.9, 0.2].map(|chance| Prediction { chance, outcome: 1.0, weight: 1.0 });
/// let rows = calibration(&told, 2);
/// assert_eq!((rows[0].weight, rows[1].weight), (1.0, 2.0));
/// assert!((rows[1].predicted - 0.9).abs() < 1e-12 && rows[1].outcome == 1.0);
/// ```
pub fn calibration(predictions: &[Prediction], rows: usize) -> Vec<CalibrationRow> {
    let mut table = vec![CalibrationRow::default(); rows];
    for it in predictions {
        let row = ((it.chance * rows as f64) as usize).min(rows.saturating_sub(1));
        table[row].weight += it.weight;
        table[row].predicted += it.weight * it.chance;
        table[row].outcome += it.weight * it.outcome;
    }
    for row in table.iter_mut().filter(|row| row.weight > 0.0) {
        row.predicted /= row.weight;
        row.outcome /= row.weight;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prediction(chance: f64, outcome: f64) -> Prediction {
        Prediction { chance, outcome, weight: 1.0 }
    }

    #[test]
    fn even_chances_score_a_quarter_and_sure_ones_all_or_nothing() {
        assert_eq!(brier(&[prediction(0.5, 1.0), prediction(0.5, 0.0)]), 0.25);
        assert_eq!(brier(&[prediction(1.0, 1.0), prediction(0.0, 0.0)]), 0.0);
        assert_eq!(brier(&[prediction(1.0, 0.0)]), 1.0);
        assert_eq!(brier(&[]), 0.0);
        let heavy = Prediction { weight: 3.0, ..prediction(1.0, 0.0) };
        assert_eq!(brier(&[heavy, prediction(1.0, 1.0)]), 0.75);
    }

    #[test]
    fn every_chance_has_a_row() {
        let rows = calibration(&[0.0, 0.0999, 0.1, 0.5, 1.0].map(|chance| prediction(chance, 1.0)), 10);
        let weights: Vec<f64> = rows.iter().map(|row| row.weight).collect();
        assert_eq!(weights, [2.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(rows[3], CalibrationRow::default());
    }
}
