//! A node and a depot for families with workers, and how many trips these make between the two.

use sandtable_content::TableReader;

use super::groups::numbers;
use super::place::PlanSpot;
use super::setup::Setup;
use super::trajectory::Trajectory;

/// The kinds that stand there.
pub const NODE: &str = "quarry";
/// Two cells wide.
pub const DEPOT: &str = "depot";
/// How near a worker's edge is to what it works at, in cells, with what the engine rounds.
const REACH: f64 = 0.4 + 1.0 / 16.0;

/// Where workers fetch, and where they bring it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// The cell of the node.
    pub node: PlanSpot,
    /// The north-west cell of the depot.
    pub depot: PlanSpot,
}

impl Work {
    /// Reads the table `work`; none without one.
    pub fn read(root: &TableReader<'_>) -> Option<Work> {
        let table = root.table("work")?;
        let place = |key: &str| numbers(&table, key);
        let (node, depot) = (place("node"), place("depot"));
        if node.is_none() || depot.is_none() {
            table.error("", "no node, or no depot", "node = [x, y] and depot = [x, y]");
        }
        Some(Work { node: node.unwrap_or([0, 0]), depot: depot.unwrap_or([2, 0]) })
    }

    /// The cells of node and depot, as rectangles.
    pub fn rects(&self) -> [[i64; 4]; 2] {
        [[self.node[0], self.node[1], 1, 1], [self.depot[0], self.depot[1], 2, 2]]
    }
}

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
