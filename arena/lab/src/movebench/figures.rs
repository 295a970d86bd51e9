//! The figures of a family: how the value of each metric of the registry is found.

use sandtable_expect::{MetricSet, MovementMetric};

use super::metric::Figures;
use super::outcome::{MoveOutcome, Pool};

/// Ticks in a second.
const SECOND: f64 = 16.0;

/// The figures of all arrangements of a family together.
pub fn figures(outcomes: &[MoveOutcome]) -> Figures {
    let pool = Pool::collect(outcomes);
    std::array::from_fn(|row| value(MovementMetric::CHOICES[row].1, &pool))
}

/// The value of a metric; none where nothing was to be measured.
fn value(metric: MovementMetric, pool: &Pool<'_>) -> Option<f64> {
    match metric {
        MovementMetric::Arrived => pool.arrived_by(f64::INFINITY),
        MovementMetric::ArrivedBy2 => pool.arrived_by(2.0),
        MovementMetric::ArrivedBy3 => pool.arrived_by(3.0),
        MovementMetric::ArrivedBy4 => pool.arrived_by(4.0),
        MovementMetric::Finish => pool.most(MoveOutcome::finish),
        MovementMetric::TimeMedian => quantile(&pool.times, 50),
        MovementMetric::TimeP95 => quantile(&pool.times, 95),
        MovementMetric::PathMean => mean(&pool.paths),
        MovementMetric::PathP95 => quantile(&pool.paths, 95),
        MovementMetric::StuckMean => mean(&pool.stuck).map(|ticks| ticks / SECOND),
        MovementMetric::StuckLongest => quantile(&pool.stuck_on_end, 100).map(|ticks| ticks / SECOND),
        MovementMetric::OverlapDeepest => pool.most(|one| Some(100.0 * one.contacts.deepest)),
        MovementMetric::OverlapShare => pool.percent(|one| [one.contacts.deep, one.contacts.all]),
        MovementMetric::OverlapAtRest => pool.most(|one| Some(f64::from(one.contacts.at_rest))),
        MovementMetric::WallTouch => pool.percent(|one| [one.walls.touching, one.walls.moving]),
        MovementMetric::WallDepth => pool.most(|one| Some(100.0 * one.walls.deepest)),
        MovementMetric::InWall => pool.most(|one| Some(one.walls.inside as f64)),
        MovementMetric::Turnbacks => pool.percent(|one| [one.gait.turnbacks, one.gait.moving]),
        MovementMetric::Reversals => pool.percent(|one| [one.gait.reversals, one.gait.moving]),
        MovementMetric::Throughput => pool.least(|one| one.flow.map(|flow| flow.per_second)),
        MovementMetric::Flow => pool.least(|one| one.flow?.of_ideal),
        MovementMetric::Density => pool.most(|one| Some(100.0 * one.contacts.density)),
        MovementMetric::PackRadius => pool.most(|one| one.settling.pack_radius),
        MovementMetric::Settling => pool.most(|one| Some(f64::from(one.settling.ticks?) / SECOND)),
        MovementMetric::Restless => pool.most(|one| Some(100.0 * one.settling.restless?)),
        MovementMetric::DriftIdle => pool.most(|one| one.settling.drift_idle),
        MovementMetric::DriftHold => pool.most(|one| one.settling.drift_hold),
        MovementMetric::Formed => pool.most(|one| Some(f64::from(one.shape.formed?) / SECOND)),
        MovementMetric::FormedAgain => pool.most(|one| Some(f64::from(one.shape.formed_again?) / SECOND)),
        MovementMetric::PlaceMedian => quantile(&pool.marching, 50),
        MovementMetric::PlaceP95 => quantile(&pool.marching, 95),
        MovementMetric::PlaceRest => quantile(&pool.resting, 95),
        MovementMetric::Rejected => pool.most(|one| Some(f64::from(one.rejected))),
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The value that `percent` of them, which ascend, do not pass (nearest rank).
fn quantile(ascending: &[f64], percent: usize) -> Option<f64> {
    let rank = (ascending.len() * percent).div_ceil(100).max(1);
    ascending.get(rank - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_nearest_rank() {
        let values: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!(quantile(&values, 50), Some(10.0));
        assert_eq!(quantile(&values, 95), Some(19.0));
        assert_eq!(quantile(&values, 100), Some(20.0));
        assert_eq!(quantile(&values[..1], 95), Some(1.0));
        assert_eq!(quantile(&[], 50), None);
    }
}
