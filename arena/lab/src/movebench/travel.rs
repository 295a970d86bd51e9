//! Each unit's journey: when it arrived, how far it walked, how long it stood stuck.

use super::floor::Floor;
use super::grid::distance;
use super::setup::{Actor, Setup, Target, lies_in};
use super::trajectory::Trajectory;
use std::ops::Range;

/// Ticks over which a unit must get somewhere not to count as stuck.
const WINDOW: usize = 32;
/// The part of its speed at which it gets nowhere.
const CRAWL: f64 = 0.1;
/// Journeys shorter than this say nothing about time or way, in cells.
const SHORT: f64 = 4.0;

/// One unit's journey.
#[derive(Clone, Debug, PartialEq)]
pub struct Travel {
    /// Ticks from being told to arriving for good; none when it had not at the end.
    pub arrived: Option<u32>,
    /// Ticks from being told to arriving; who never did took all the time there was.
    pub ticks: u32,
    /// Ticks that the shortest way takes at full speed; none when there is no way.
    pub floor: Option<f64>,
    /// What it walked until then, in cells.
    pub walked: f64,
    /// The shortest way, in cells; none when there is none.
    pub optimum: Option<f64>,
    /// Ticks that it got nowhere.
    pub stuck: u32,
    /// The most of them on end.
    pub stuck_on_end: u32,
}

impl Travel {
    /// Time over the floor, for journeys that are long enough.
    pub fn time_ratio(&self) -> Option<f64> {
        self.optimum.filter(|optimum| *optimum >= SHORT)?;
        Some(f64::from(self.ticks) / self.floor?)
    }

    /// Way over the optimum, for journeys that are long enough and ended well.
    pub fn path_ratio(&self) -> Option<f64> {
        let optimum = self.optimum.filter(|optimum| *optimum >= SHORT && self.arrived.is_some())?;
        Some(self.walked / optimum)
    }
}

/// The journeys of all who were sent somewhere.
pub fn travels(setup: &Setup, trajectory: &Trajectory, time_limit_ticks: u32) -> Vec<Travel> {
    let mut floors: Vec<(Target, Floor)> = Vec::new();
    let mut travels = Vec::new();
    for (row, actor) in setup.actors.iter().enumerate() {
        let Some(target) = &actor.target else { continue };
        let known = floors.iter().position(|(known, _)| known == target);
        let place = known.unwrap_or_else(|| {
            // Points of their own need no company: keep but the shared ones.
            floors.retain(|(known, _)| known.crowd > 1);
            floors.push((target.clone(), Floor::to(target, &setup.plan)));
            floors.len() - 1
        });
        travels.push(travel(row, actor, target, &mut floors[place].1, trajectory, time_limit_ticks));
    }
    travels
}

fn travel(
    row: usize,
    actor: &Actor,
    target: &Target,
    floor: &mut Floor,
    trajectory: &Trajectory,
    limit: u32,
) -> Travel {
    let optimum = floor.length(actor.start());
    let arrived = arrival(row, target, trajectory).map(|tick| tick.saturating_sub(actor.told_tick) + 1);
    let ticks = arrived.unwrap_or(limit.saturating_sub(actor.told_tick));
    // A play whose units have all given up ends before its time.
    let last = (actor.told_tick + ticks).min(trajectory.last_tick() + 1) as usize;
    let told = actor.told_tick as usize;
    let (stuck, stuck_on_end) = stuck(row, actor, trajectory, told..last);
    Travel {
        arrived,
        ticks,
        floor: optimum.map(|length| length / actor.speed),
        walked: (told..last).map(|tick| trajectory.step(row, tick)).sum(),
        optimum,
        stuck,
        stuck_on_end,
    }
}

/// The tick in which a unit first was in the place to reach, or came near its goal for good.
fn arrival(row: usize, target: &Target, trajectory: &Trajectory) -> Option<u32> {
    let there = |frame: usize| match target.finish {
        Some(finish) => lies_in(trajectory.frames[frame][row].at(), finish),
        None => distance(trajectory.frames[frame][row].at(), target.point) <= target.within(),
    };
    let mut frames = 0..trajectory.frames.len();
    if target.finish.is_some() {
        return frames.find(|frame| there(*frame)).map(|frame| frame as u32);
    }
    let away = frames.rfind(|frame| !there(*frame)).map_or(0, |frame| frame + 1);
    (away < trajectory.frames.len()).then_some(away as u32)
}

/// Ticks of those `shown` in which it was hardly farther from where it had been two seconds before; and the longest run.
fn stuck(row: usize, actor: &Actor, trajectory: &Trajectory, shown: Range<usize>) -> (u32, u32) {
    let (mut all, mut on_end, mut longest) = (0, 0, 0);
    for tick in shown.start + WINDOW..shown.end {
        let moved = distance(trajectory.frames[tick][row].at(), trajectory.frames[tick - WINDOW][row].at());
        let is_stuck = moved < CRAWL * actor.speed * WINDOW as f64;
        on_end = if is_stuck { on_end + 1 } else { 0 };
        all += u32::from(is_stuck);
        longest = longest.max(on_end);
    }
    // The first such tick looks back on two seconds of standing.
    let back = |ticks: u32| if ticks > 0 { ticks + WINDOW as u32 } else { 0 };
    (all, back(longest))
}
