//! What was counted in the arrangements of a family, one by one and together.

use super::contacts::{Contacts, contacts};
use super::flow::{Flow, flow};
use super::gait::{Gait, gait};
use super::settling::{Settling, settling};
use super::setup::Setup;
use super::shape::{Shape, shape};
use super::trajectory::Trajectory;
use super::travel::{Travel, travels};
use super::trips::{Trips, trips};
use super::walls::{Walls, walls};

/// What was counted in one arrangement.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveOutcome {
    /// The journeys of all who were sent somewhere.
    pub travels: Vec<Travel>,
    /// The time in which all could have arrived, in ticks.
    pub ideal: f64,
    /// Bodies in each other.
    pub contacts: Contacts,
    /// Bodies at walls.
    pub walls: Walls,
    /// Turns and steps.
    pub gait: Gait,
    /// Throughput, where there is a gate.
    pub flow: Option<Flow>,
    /// Groups at rest.
    pub settling: Settling,
    /// Groups in formation.
    pub shape: Shape,
    /// Workers on their way to and fro.
    pub trips: Option<Trips>,
    /// Orders that were refused.
    pub rejected: u32,
}

impl MoveOutcome {
    /// Counts everything.
    pub fn measure(setup: &Setup, trajectory: &Trajectory, time_limit_ticks: u32) -> MoveOutcome {
        let travels = travels(setup, trajectory, time_limit_ticks);
        MoveOutcome {
            ideal: ideal(setup, &travels),
            travels,
            contacts: contacts(setup, trajectory),
            walls: walls(setup, trajectory),
            gait: gait(setup, trajectory),
            flow: flow(setup, trajectory),
            settling: settling(setup, trajectory),
            shape: shape(setup, trajectory),
            trips: trips(setup, trajectory),
            rejected: trajectory.rejected,
        }
    }

    /// The time until the last had arrived, over the ideal; all the time there was, when one never did.
    pub fn finish(&self) -> Option<f64> {
        let last = self.travels.iter().map(|travel| travel.ticks).max()?;
        Some(f64::from(last) / self.ideal)
    }

    fn arrived_by(&self, times_ideal: f64) -> usize {
        let by = |travel: &&Travel| travel.arrived.is_some_and(|ticks| f64::from(ticks) <= times_ideal * self.ideal);
        self.travels.iter().filter(by).count()
    }
}

/// The first unit's free-flow time, and then one diameter of way for each rank that passes the lanes; without lanes,
/// the longest free-flow time.
fn ideal(setup: &Setup, travels: &[Travel]) -> f64 {
    let floors = || travels.iter().filter_map(|travel| travel.floor);
    let longest = floors().fold(1.0, f64::max);
    let Some(lanes) = setup.lanes else { return longest };
    let sent = setup.actors.iter().filter(|actor| actor.target.is_some());
    let ranks = sent.map(|actor| 2.0 * actor.radius / actor.speed).sum::<f64>() / lanes;
    let first = floors().fold(longest, f64::min);
    (first + ranks).max(1.0)
}

/// The arrangements of a family together.
pub struct Pool<'o> {
    outcomes: &'o [MoveOutcome],
    /// Of each long journey: time over the floor, ascending.
    pub times: Vec<f64>,
    /// Of each long journey that ended well: way over the optimum, ascending.
    pub paths: Vec<f64>,
    /// Of each journey: ticks stuck, ascending.
    pub stuck: Vec<f64>,
    /// Of each journey: the most of them on end, ascending.
    pub stuck_on_end: Vec<f64>,
    /// Of each member of a squad in each tick of its march: how far from its place, ascending.
    pub marching: Vec<f64>,
    /// Of each member of a squad: how far from its place at the end, ascending.
    pub resting: Vec<f64>,
}

impl Pool<'_> {
    /// Puts the journeys of all arrangements together.
    pub fn collect(outcomes: &[MoveOutcome]) -> Pool<'_> {
        let ascending = |value: fn(&Travel) -> Option<f64>| {
            let mut values: Vec<f64> = outcomes.iter().flat_map(|outcome| &outcome.travels).filter_map(value).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let sorted = |values: fn(&MoveOutcome) -> &Vec<f64>| {
            let mut values: Vec<f64> = outcomes.iter().flat_map(values).copied().collect();
            values.sort_by(f64::total_cmp);
            values
        };
        Pool {
            outcomes,
            marching: sorted(|outcome| &outcome.shape.marching),
            resting: sorted(|outcome| &outcome.shape.resting),
            times: ascending(Travel::time_ratio),
            paths: ascending(Travel::path_ratio),
            stuck: ascending(|travel| Some(f64::from(travel.stuck))),
            stuck_on_end: ascending(|travel| Some(f64::from(travel.stuck_on_end))),
        }
    }

    /// The percentage of those sent who had arrived by a multiple of the ideal time.
    pub fn arrived_by(&self, times_ideal: f64) -> Option<f64> {
        let arrived: usize = self.outcomes.iter().map(|outcome| outcome.arrived_by(times_ideal)).sum();
        let sent: usize = self.outcomes.iter().map(|outcome| outcome.travels.len()).sum();
        percent(arrived as u64, sent as u64)
    }

    /// The percentage that a count makes up, over all arrangements.
    pub fn percent(&self, count: fn(&MoveOutcome) -> [u64; 2]) -> Option<f64> {
        let counts = self.outcomes.iter().map(count);
        let [part, whole] = counts.fold([0, 0], |sum, [part, whole]| [sum[0] + part, sum[1] + whole]);
        percent(part, whole)
    }

    /// The greatest value of any arrangement that has one.
    pub fn most(&self, value: fn(&MoveOutcome) -> Option<f64>) -> Option<f64> {
        self.outcomes.iter().filter_map(value).reduce(f64::max)
    }

    /// The least value of any arrangement that has one.
    pub fn least(&self, value: fn(&MoveOutcome) -> Option<f64>) -> Option<f64> {
        self.outcomes.iter().filter_map(value).reduce(f64::min)
    }
}

fn percent(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| 100.0 * part as f64 / whole as f64)
}
