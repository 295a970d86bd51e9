//! How groups come to rest, and how far those are pushed who were not to move.

use super::grid::{Point, distance};
use super::groups::Task;
use super::play::STANDS;
use super::setup::{PACK, Setup, Target};
use super::trajectory::Trajectory;

/// What was seen of groups at rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settling {
    /// The radius of the widest pack, over that of a perfect disc; none when nobody shared a goal.
    pub pack_radius: Option<f64>,
    /// Ticks from the last one joining its pack until all stood; none when nobody shared a goal.
    pub ticks: Option<u32>,
    /// The part of those sent to a point that still moved, or wanted to, at the end; none when nobody was.
    pub restless: Option<f64>,
    /// How far idlers stood from their places at the end, in cells; none without.
    pub drift_idle: Option<f64>,
    /// How far holders were ever pushed off their places, in cells; none without.
    pub drift_hold: Option<f64>,
}

/// Looks at groups as they end.
pub fn settling(setup: &Setup, trajectory: &Trajectory) -> Settling {
    let packs = packs(setup);
    let widest = packs.iter().map(|(target, rows)| spread(trajectory, target, rows)).reduce(f64::max);
    let slowest = packs.iter().map(|(target, rows)| unrest(trajectory, target, rows)).max();
    let last = trajectory.frames.len() - 1;
    let bound = |row: &usize| setup.actors[*row].target.as_ref().is_some_and(|target| target.finish.is_none());
    let bound: Vec<usize> = (0..setup.actors.len()).filter(bound).collect();
    let moves = |row: usize| trajectory.frames[last][row].wants || last > 0 && trajectory.step(row, last) > STANDS;
    let restless = bound.iter().filter(|row| moves(**row)).count();
    Settling {
        pack_radius: widest,
        ticks: slowest,
        restless: (!bound.is_empty()).then(|| restless as f64 / bound.len() as f64),
        drift_idle: drift(setup, trajectory, &Task::Idle, last),
        drift_hold: drift(setup, trajectory, &Task::Hold, 0),
    }
}

/// Those who share a goal to stand at, with their rows.
fn packs(setup: &Setup) -> Vec<(&Target, Vec<usize>)> {
    let mut packs: Vec<(&Target, Vec<usize>)> = Vec::new();
    for (row, actor) in setup.actors.iter().enumerate() {
        let Some(target) = actor.target.as_ref().filter(|target| target.finish.is_none() && target.crowd > 1) else {
            continue;
        };
        match packs.iter_mut().find(|(known, _)| known.point == target.point) {
            Some((_, rows)) => rows.push(row),
            None => packs.push((target, vec![row])),
        }
    }
    packs
}

fn spread(trajectory: &Trajectory, target: &Target, rows: &[usize]) -> f64 {
    let last = &trajectory.frames[trajectory.frames.len() - 1];
    let farthest = rows.iter().map(|row| distance(last[*row].at(), target.point)).fold(0.0, f64::max);
    farthest / target.disc_radius
}

/// Ticks from the last arrival within the pack's radius until all stand for good.
fn unrest(trajectory: &Trajectory, target: &Target, rows: &[usize]) -> u32 {
    let within = PACK * target.disc_radius;
    let away = |tick: usize, row: usize| distance(trajectory.frames[tick][row].at(), target.point) > within;
    let moves = |tick: usize, row: usize| trajectory.step(row, tick) > STANDS;
    let ticks = || 1..trajectory.frames.len();
    // Who never joins keeps nobody waiting.
    let last = trajectory.frames.len() - 1;
    let joiners: Vec<usize> = rows.iter().copied().filter(|row| !away(last, *row)).collect();
    let joined = ticks().rfind(|tick| joiners.iter().any(|row| away(*tick, *row))).unwrap_or(0);
    let stood = ticks().rfind(|tick| rows.iter().any(|row| moves(*tick, *row))).unwrap_or(0);
    stood.saturating_sub(joined) as u32
}

/// How far the group with such a task was from its places, at the worst from this frame on.
fn drift(setup: &Setup, trajectory: &Trajectory, task: &Task, from: usize) -> Option<f64> {
    let rows = (0..setup.actors.len()).filter(|row| setup.groups[setup.actors[*row].group].task == *task);
    let off = |row: usize| {
        let start: Point = setup.actors[row].start();
        trajectory.frames[from..].iter().map(|frame| distance(frame[row].at(), start)).fold(0.0, f64::max)
    };
    rows.map(off).reduce(f64::max)
}
