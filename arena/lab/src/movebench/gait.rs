//! How steadily units go: steps back and forth.

use super::grid::Point;
use super::setup::Setup;
use super::trajectory::Trajectory;

/// The part of its speed below which a unit's step is none.
const STEP: f64 = 0.1;
/// Ticks within which one that turns by more than a right angle turns back.
const TURNBACK_TICKS: usize = 4;

/// What was counted of gaits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gait {
    /// Moving units times ticks.
    pub moving: u64,
    /// Those in which its step went more than a right angle off one of the four before.
    pub turnbacks: u64,
    /// Those in which its step went more than a right angle off the one before.
    pub reversals: u64,
}

/// Whether a unit made a step into a tick.
pub fn moves(setup: &Setup, trajectory: &Trajectory, row: usize, tick: usize) -> bool {
    trajectory.step(row, tick) >= STEP * setup.actors[row].speed
}

/// Looks at every step of those who were told to go somewhere.
pub fn gait(setup: &Setup, trajectory: &Trajectory) -> Gait {
    let mut counted = Gait::default();
    for (row, actor) in setup.actors.iter().enumerate() {
        if actor.target.is_none() {
            continue;
        }
        // The turn towards the goal is nobody's fault.
        let first = actor.told_tick as usize + 1;
        for tick in first..trajectory.frames.len() {
            if !moves(setup, trajectory, row, tick) {
                continue;
            }
            let goes_back = |ago: usize| {
                moves(setup, trajectory, row, tick - ago) && is_opposite(trajectory, row, [tick, tick - ago])
            };
            let within = (tick + 1 - first).min(TURNBACK_TICKS);
            counted.moving += 1;
            counted.turnbacks += u64::from((1..=within).any(goes_back));
            counted.reversals += u64::from(goes_back(1));
        }
    }
    counted
}

/// Whether the steps into two ticks differ by more than a right angle.
fn is_opposite(trajectory: &Trajectory, row: usize, ticks: [usize; 2]) -> bool {
    let step = |tick: usize| -> Point {
        let [from, to] = [tick - 1, tick].map(|tick| trajectory.frames[tick][row].at());
        [to[0] - from[0], to[1] - from[1]]
    };
    let [one, other] = ticks.map(step);
    one[0] * other[0] + one[1] * other[1] < 0.0
}
