//! Throughput: how many pass the gate in a second, and how many could.

use super::setup::{Setup, lies_in};
use super::trajectory::Trajectory;

/// What passed the gate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flow {
    /// Units a second, between the first and the last tenth of them.
    pub per_second: f64,
    /// Units a second over what a full file in every lane carries; none without lanes.
    pub of_ideal: Option<f64>,
}

/// Counts who reached the gate when; none without a gate, or when too few did.
pub fn flow(setup: &Setup, trajectory: &Trajectory) -> Option<Flow> {
    let gate = setup.gate?;
    let first = |row: usize| trajectory.frames.iter().position(|frame| lies_in(frame[row].at(), gate));
    let sent = || (0..setup.actors.len()).filter(|row| setup.actors[*row].target.is_some());
    let mut ticks: Vec<usize> = sent().filter_map(first).collect();
    ticks.sort_unstable();
    if ticks.len() < 10 {
        return None;
    }
    let (from, to) = (ticks.len() / 10, ticks.len() - 1 - ticks.len() / 10);
    let per_tick = (to - from) as f64 / (ticks[to] - ticks[from]).max(1) as f64;
    let file = |row: usize| setup.actors[row].speed / (2.0 * setup.actors[row].radius);
    let fullest = sent().map(file).sum::<f64>() / sent().count() as f64;
    Some(Flow { per_second: per_tick * 16.0, of_ideal: setup.lanes.map(|lanes| per_tick / (lanes * fullest)) })
}
