//! How many trips workers make between node and depot.

use super::setup::Setup;
use super::trajectory::Trajectory;

/// How near a worker's edge is to what it works at, in cells, with what the engine rounds.
const REACH: f64 = 0.4 + 1.0 / 16.0;

/// What was seen of workers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trips {
    /// Mean time from one delivery to the next of the same worker, in ticks; none when nobody delivered twice.
    pub mean: Option<f64>,
    /// The least that any worker needed on the mean, and the most; of who never came twice all the time there was.
    pub worst: f64,
    /// Workers who never delivered a second time.
    pub idle: usize,
}

/// Counts how often each actor came to the depot after having been at the node.
pub fn trips(setup: &Setup, trajectory: &Trajectory) -> Option<Trips> {
    let [node, depot] = setup.work?;
    let (mut sum, mut count, mut found) = (0.0, 0.0, Trips::default());
    for row in 0..setup.actors.len() {
        let near = |tick: usize, rect: [f64; 4]| {
            let at = trajectory.frames[tick][row].at();
            let off = |value: f64, low: f64, high: f64| (low - value).max(value - high).max(0.0);
            off(at[0], rect[0], rect[2]).hypot(off(at[1], rect[1], rect[3])) <= setup.actors[row].radius + REACH
        };
        let (mut laden, mut delivered) = (false, Vec::new());
        for tick in 0..trajectory.frames.len() {
            laden |= near(tick, node);
            if laden && near(tick, depot) {
                delivered.push(tick);
                laden = false;
            }
        }
        let whole = trajectory.frames.len() as f64;
        match (delivered.first(), delivered.last()) {
            (Some(first), Some(last)) if delivered.len() > 1 => {
                let (ticks, trips) = ((last - first) as f64, (delivered.len() - 1) as f64);
                (sum, count) = (sum + ticks, count + trips);
                found.worst = found.worst.max(ticks / trips);
            }
            _ => (found.idle, found.worst, sum, count) = (found.idle + 1, whole, sum + whole, count + 1.0),
        }
    }
    found.mean = (count > 0.0).then(|| sum / count);
    Some(found)
}
