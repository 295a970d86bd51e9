//! Bodies that stand in each other, and how thick the crowd gets.

use std::f64::consts::PI;

use super::grid::distance;
use super::play::STANDS;
use super::setup::Setup;
use super::trajectory::{Pose, Trajectory};

/// An overlap deeper than this part of the sum of radii counts.
const DEEP: f64 = 0.10;
/// Ticks of standing after which a body is at rest.
const REST: u32 = 16;
/// The crowd is counted within this distance of a body, in cells, …
const NEAR: f64 = 2.0;
/// … at intervals of this many ticks.
const DENSITY_PERIOD: usize = 8;

/// What was counted of contacts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contacts {
    /// The deepest overlap, as a part of the sum of radii.
    pub deepest: f64,
    /// Units times ticks in which one was deeper than a tenth in another.
    pub deep: u64,
    /// Units times ticks.
    pub all: u64,
    /// The most pairs at rest, in any tick, that stood deeper than a tenth in each other.
    pub at_rest: u32,
    /// The greatest part of the ground around a body that bodies cover.
    pub density: f64,
}

/// Looks at every pair in every tick.
pub fn contacts(setup: &Setup, trajectory: &Trajectory) -> Contacts {
    let mut counted = Contacts::default();
    let mut standing = vec![0u32; setup.actors.len()];
    let mut buckets = Buckets::sized_for(setup);
    for (tick, frame) in trajectory.frames.iter().enumerate() {
        buckets.fill(frame);
        for (row, ticks) in standing.iter_mut().enumerate() {
            let stands = tick > 0 && trajectory.step(row, tick) <= STANDS;
            *ticks = if stands { *ticks + 1 } else { 0 };
        }
        look(setup, frame, &buckets, &standing, &mut counted);
        if tick % DENSITY_PERIOD == 0 {
            let thickest = (0..frame.len()).map(|row| density(setup, frame, &buckets, row));
            counted.density = thickest.fold(counted.density, f64::max);
        }
    }
    counted
}

fn look(setup: &Setup, frame: &[Pose], buckets: &Buckets, standing: &[u32], counted: &mut Contacts) {
    let mut deep = vec![false; frame.len()];
    let mut at_rest = 0;
    for row in 0..frame.len() {
        buckets.near(frame[row], 1, |other| {
            if other <= row {
                return;
            }
            let reach = setup.actors[row].radius + setup.actors[other].radius;
            let depth = 1.0 - distance(frame[row].at(), frame[other].at()) / reach;
            counted.deepest = counted.deepest.max(depth);
            if depth > DEEP {
                (deep[row], deep[other]) = (true, true);
                at_rest += u32::from(standing[row] >= REST && standing[other] >= REST);
            }
        });
    }
    counted.deep += deep.iter().filter(|deep| **deep).count() as u64;
    counted.all += frame.len() as u64;
    counted.at_rest = counted.at_rest.max(at_rest);
}

/// The part of the circle around a body that is covered, by bodies whose middle lies in it.
fn density(setup: &Setup, frame: &[Pose], buckets: &Buckets, row: usize) -> f64 {
    let mut covered = 0.0;
    buckets.near(frame[row], NEAR as i64, |other| {
        if distance(frame[row].at(), frame[other].at()) <= NEAR {
            covered += setup.actors[other].radius.powi(2);
        }
    });
    covered * PI / (NEAR * NEAR * PI)
}

/// Bodies by cell: none is wider than a cell.
struct Buckets {
    width: usize,
    height: usize,
    first: Vec<u32>,
    next: Vec<u32>,
}

/// No body.
const NONE: u32 = u32::MAX;

impl Buckets {
    fn sized_for(setup: &Setup) -> Buckets {
        let (width, height) = (setup.plan.width, setup.plan.height);
        Buckets { width, height, first: vec![NONE; width * height], next: vec![NONE; setup.actors.len()] }
    }

    fn fill(&mut self, frame: &[Pose]) {
        self.first.fill(NONE);
        for (row, pose) in frame.iter().enumerate() {
            let [x, y] = self.cell(*pose);
            let first = &mut self.first[y as usize * self.width + x as usize];
            self.next[row] = std::mem::replace(first, row as u32);
        }
    }

    fn cell(&self, pose: Pose) -> [i64; 2] {
        let [x, y] = pose.at();
        [(x as i64).clamp(0, self.width as i64 - 1), (y as i64).clamp(0, self.height as i64 - 1)]
    }

    /// Calls with every body of the cells within `reach`, the body itself included.
    fn near(&self, pose: Pose, reach: i64, mut call: impl FnMut(usize)) {
        let [x, y] = self.cell(pose);
        for row in (y - reach).max(0)..=(y + reach).min(self.height as i64 - 1) {
            for column in (x - reach).max(0)..=(x + reach).min(self.width as i64 - 1) {
                let mut body = self.first[row as usize * self.width + column as usize];
                while body != NONE {
                    call(body as usize);
                    body = self.next[body as usize];
                }
            }
        }
    }
}
