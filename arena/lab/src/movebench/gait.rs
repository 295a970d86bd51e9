//! How steadily units go: turns on the spot, and steps back and forth.

use super::setup::Setup;
use super::trajectory::Trajectory;

/// The part of its speed below which a unit's step is none.
const STEP: f64 = 0.1;
/// A quarter of a turn, in 1/65,536.
const QUARTER: i32 = 16_384;

/// What was counted of gaits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gait {
    /// Moving units times ticks.
    pub moving: u64,
    /// Those in which it turned by more than a right angle.
    pub flips: u64,
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
        for tick in actor.told_tick as usize + 1..trajectory.frames.len() {
            if !moves(setup, trajectory, row, tick) {
                continue;
            }
            counted.moving += 1;
            let turn =
                trajectory.frames[tick][row].heading.wrapping_sub(trajectory.frames[tick - 1][row].heading) as i16;
            counted.flips += u64::from(i32::from(turn).abs() > QUARTER);
            counted.reversals += u64::from(moves(setup, trajectory, row, tick - 1) && goes_back(trajectory, row, tick));
        }
    }
    counted
}

fn goes_back(trajectory: &Trajectory, row: usize, tick: usize) -> bool {
    let [one, two, three] = [tick - 2, tick - 1, tick].map(|tick| trajectory.frames[tick][row].at());
    (two[0] - one[0]) * (three[0] - two[0]) + (two[1] - one[1]) * (three[1] - two[1]) < 0.0
}
