//! What is measured of a match whose values are wanted for win rates.

use sandtable_expect::{Aim, AimKind, MatchMetric, MetricSet, Range, When};
use sandtable_lab::trial::Measure;
use sandtable_match::Failure;
use sandtable_state::id::PlayerId;

/// The row of the measure that says whether the side has won.
pub(super) const WON: usize = 0;

/// Whose wins an aim is of, at the end.
pub(super) fn won(aim: &Aim<Measure>) -> Option<PlayerId> {
    match aim.measure {
        Measure::Won(player) if aim.when == When::End => Some(player),
        _ => None,
    }
}

/// What is measured of each game for win rates: first whether the side has won, then what other aims with ranges are of.
///
/// # Errors
/// That one of the file's aims has no range.
pub(super) fn aims_of_rates(aims: Vec<Aim<Measure>>, label: &str) -> Result<Vec<Aim<Measure>>, Failure> {
    let side = aims.iter().find_map(won).unwrap_or(PlayerId(0));
    let wins = Aim {
        kind: AimKind::Target,
        metric: MatchMetric::Won.metric(),
        measure: Measure::Won(side),
        when: When::End,
        range: Range::default(),
        about: String::new(),
    };
    let others: Vec<Aim<Measure>> = aims.into_iter().filter(|aim| won(aim).is_none()).collect();
    if let Some(endless) = others.iter().find(|aim| aim.kind.is_endless()) {
        let text = format!(
            "{label}: found an aim to {} {}; expected \"target\" or \"constrain\", aims with a range, beside win rates",
            endless.kind.name(),
            endless.metric.name
        );
        return Err(Failure::Usage(text));
    }
    Ok([wins].into_iter().chain(others).collect())
}
