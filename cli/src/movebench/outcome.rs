//! The figures of a family, out of what was counted in its arrangements.

use super::contacts::{Contacts, contacts};
use super::film::Film;
use super::flow::{Flow, flow};
use super::gait::{Gait, gait};
use super::metric::METRICS;
use super::settling::{Settling, settling};
use super::stage::Stage;
use super::travel::{Travel, travels};
use super::walls::{Walls, walls};

/// Ticks in a second.
const SECOND: f64 = 16.0;

/// What was counted in one arrangement.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    travels: Vec<Travel>,
    /// The time in which all could have arrived, in ticks.
    ideal: f64,
    contacts: Contacts,
    walls: Walls,
    gait: Gait,
    flow: Option<Flow>,
    settling: Settling,
    rejected: u32,
}

impl Outcome {
    /// Counts everything.
    pub fn of(stage: &Stage, film: &Film, time_limit_ticks: u32) -> Outcome {
        let travels = travels(stage, film, time_limit_ticks);
        Outcome {
            ideal: ideal(stage, &travels),
            travels,
            contacts: contacts(stage, film),
            walls: walls(stage, film),
            gait: gait(stage, film),
            flow: flow(stage, film),
            settling: settling(stage, film),
            rejected: film.rejected,
        }
    }

    /// Ticks until the last had arrived; all the time there was, when one never did.
    fn finish(&self) -> f64 {
        f64::from(self.travels.iter().map(|travel| travel.ticks).max().unwrap_or(0))
    }

    fn arrived_by(&self, times_ideal: f64) -> usize {
        let by = |travel: &&Travel| travel.arrived.is_some_and(|ticks| f64::from(ticks) <= times_ideal * self.ideal);
        self.travels.iter().filter(by).count()
    }
}

/// The first unit's free-flow time, and then one diameter of way for each rank that passes the lanes; without lanes,
/// the longest free-flow time.
fn ideal(stage: &Stage, travels: &[Travel]) -> f64 {
    let floors = || travels.iter().filter_map(|travel| travel.floor);
    let longest = floors().fold(1.0, f64::max);
    let Some(lanes) = stage.lanes else { return longest };
    let sent = || stage.actors.iter().filter(|actor| actor.target.is_some());
    let ranks: f64 = sent().map(|actor| 2.0 * actor.radius / actor.speed).sum::<f64>() / lanes;
    let first = floors().fold(f64::INFINITY, f64::min);
    (if first.is_finite() { first } else { 0.0 } + ranks).max(1.0)
}

/// The figures of all arrangements together, in the order of [`METRICS`]; none where nothing was to be measured.
pub fn figures(outcomes: &[Outcome]) -> [Option<f64>; METRICS.len()] {
    let travels = || outcomes.iter().flat_map(|outcome| &outcome.travels);
    let sent = travels().count();
    let percent = |part: u64, whole: u64| (whole > 0).then(|| 100.0 * part as f64 / whole as f64);
    let arrived_by = |times: f64| {
        let arrived = outcomes.iter().map(|outcome| outcome.arrived_by(times)).sum::<usize>();
        percent(arrived as u64, sent as u64)
    };
    let sum = |count: fn(&Outcome) -> u64| outcomes.iter().map(count).sum::<u64>();
    let worst = |value: fn(&Outcome) -> Option<f64>| outcomes.iter().filter_map(value).reduce(f64::max);
    let least = |value: fn(&Outcome) -> Option<f64>| outcomes.iter().filter_map(value).reduce(f64::min);
    let seconds = |ticks: fn(&Travel) -> u32| travels().map(move |travel| f64::from(ticks(travel)) / SECOND);
    let (times, paths) =
        (sorted(travels().filter_map(Travel::time_ratio)), sorted(travels().filter_map(Travel::path_ratio)));
    [
        arrived_by(f64::INFINITY),
        arrived_by(2.0),
        arrived_by(3.0),
        arrived_by(4.0),
        worst(|outcome| (!outcome.travels.is_empty()).then(|| outcome.finish() / outcome.ideal)),
        quantile(&times, 50),
        quantile(&times, 95),
        (!paths.is_empty()).then(|| paths.iter().sum::<f64>() / paths.len() as f64),
        quantile(&paths, 95),
        (sent > 0).then(|| seconds(|travel| travel.stuck).sum::<f64>() / sent as f64),
        seconds(|travel| travel.stuck_on_end).reduce(f64::max),
        worst(|outcome| Some(100.0 * outcome.contacts.deepest)),
        percent(sum(|outcome| outcome.contacts.deep), sum(|outcome| outcome.contacts.all)),
        worst(|outcome| Some(f64::from(outcome.contacts.at_rest))),
        percent(sum(|outcome| outcome.walls.touching), sum(|outcome| outcome.walls.moving)),
        worst(|outcome| Some(100.0 * outcome.walls.deepest)),
        Some(sum(|outcome| outcome.walls.inside) as f64),
        percent(sum(|outcome| outcome.gait.flips), sum(|outcome| outcome.gait.moving)),
        percent(sum(|outcome| outcome.gait.reversals), sum(|outcome| outcome.gait.moving)),
        least(|outcome| outcome.flow.map(|flow| flow.per_second)),
        least(|outcome| outcome.flow.and_then(|flow| flow.of_ideal)),
        worst(|outcome| Some(100.0 * outcome.contacts.density)),
        worst(|outcome| outcome.settling.pack_radius),
        worst(|outcome| outcome.settling.ticks.map(|ticks| f64::from(ticks) / SECOND)),
        worst(|outcome| outcome.settling.restless.map(|part| 100.0 * part)),
        worst(|outcome| outcome.settling.drift_idle),
        worst(|outcome| outcome.settling.drift_hold),
        Some(sum(|outcome| u64::from(outcome.rejected)) as f64),
    ]
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The value that `percent` of them do not pass (nearest rank).
fn quantile(sorted: &[f64], percent: usize) -> Option<f64> {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_nearest_rank() {
        let values: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!(quantile(&values, 50), Some(10.0));
        assert_eq!(quantile(&values, 95), Some(19.0));
        assert_eq!(quantile(&values[..1], 95), Some(1.0));
        assert_eq!(quantile(&[], 50), None);
    }
}
