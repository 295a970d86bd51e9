//! Buckets over units' positions, for everything that asks who is near (a counting sort, as in Green,
//! "Particle Simulation using CUDA").

use std::ops::RangeInclusive;

use crate::math::{Fx, Vec2};
use crate::world::Body;

/// Buckets there may be however few the units are.
const PLAIN_BUCKETS: u32 = 4096;

/// What most questions about a unit need, side by side.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    pub(super) position: Vec2,
    pub(super) radius: Fx,
    /// Row of the frame.
    pub(super) row: u32,
    pub(super) flies: bool,
}

/// A uniform grid over the units that are present, flyers included; filled once a tick.
#[derive(Clone, Default)]
pub struct Grid {
    /// A bucket is 2^shift cells wide.
    shift: u32,
    columns: u32,
    rows: u32,
    /// Where each bucket starts in `entries`, and where the last one ends.
    starts: Vec<u32>,
    /// The units, bucket by bucket.
    entries: Vec<Entry>,
    /// The bucket of each present unit, in the order of rows (scratch).
    buckets: Vec<u32>,
    /// The greatest radius of a unit.
    widest: Fx,
    /// Whether somebody in the bucket moves or wants to.
    stirs: Vec<bool>,
}

impl Grid {
    /// Sorts the present units of a frame into buckets; `bodies` are its rows from 0.
    pub fn fill(&mut self, bodies: &[Body], width: u16, height: u16) {
        self.shape(u32::from(width), u32::from(height), bodies.len() as u32);
        self.starts.clear();
        self.starts.resize((self.columns * self.rows) as usize + 1, 0);
        self.stirs.clear();
        self.stirs.resize(self.starts.len(), false);
        self.buckets.clear();
        for body in bodies.iter().filter(|body| body.present) {
            let bucket = self.bucket(body.position);
            self.buckets.push(bucket as u32);
            self.starts[bucket] += 1;
            self.stirs[bucket] |= body.moving || body.velocity != Vec2::ZERO;
        }
        self.widest = bodies.iter().map(|body| body.radius).max().unwrap_or(Fx::ZERO);
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.entries.resize(self.buckets.len(), Entry::default());
        let present = bodies.iter().enumerate().filter(|(_, body)| body.present);
        for ((row, body), bucket) in present.zip(&self.buckets) {
            let start = &mut self.starts[*bucket as usize];
            *start -= 1;
            self.entries[*start as usize] =
                Entry { position: body.position, radius: body.radius, row: row as u32, flies: body.flies };
        }
    }

    /// Buckets of two cells, wider when the map has many more of those than there are units. Which it is shows
    /// in no answer.
    fn shape(&mut self, width: u32, height: u32, units: u32) {
        let across = |cells: u32, shift: u32| cells.max(1).div_ceil(1 << shift);
        self.shift = 1;
        while across(width, self.shift) * across(height, self.shift) > PLAIN_BUCKETS.max(8 * units) {
            self.shift += 1;
        }
        self.columns = across(width, self.shift);
        self.rows = across(height, self.shift);
    }

    #[inline]
    fn line(&self, coordinate: Fx, lines: u32) -> u32 {
        (coordinate.bits() >> (Fx::FRACTION_BITS + self.shift)).clamp(0, lines as i32 - 1) as u32
    }

    #[inline]
    fn bucket(&self, position: Vec2) -> usize {
        (self.line(position.y, self.rows) * self.columns + self.line(position.x, self.columns)) as usize
    }

    /// The greatest radius of a unit on the map.
    #[inline]
    pub(super) fn widest(&self) -> Fx {
        self.widest
    }

    /// Whether somebody may move within `radius` of `point`: never false when somebody does.
    #[inline]
    pub(super) fn stirs_near(&self, point: Vec2, radius: Fx) -> bool {
        let (columns, lines) = self.buckets_around(point, radius);
        lines.into_iter().any(|line| {
            let first = (line * self.columns) as usize;
            self.stirs[first + *columns.start() as usize..=first + *columns.end() as usize].contains(&true)
        })
    }

    #[inline]
    fn buckets_around(&self, point: Vec2, radius: Fx) -> (RangeInclusive<u32>, RangeInclusive<u32>) {
        let low = |coordinate: Fx, lines: u32| self.line(coordinate.add_saturating(-radius), lines);
        let high = |coordinate: Fx, lines: u32| self.line(coordinate.add_saturating(radius), lines);
        let columns = low(point.x, self.columns)..=high(point.x, self.columns);
        (columns, low(point.y, self.rows)..=high(point.y, self.rows))
    }

    /// Calls `visit` with the frame row of every present unit whose centre lies within `radius` of `point`, in no
    /// particular order: whoever chooses among them needs a total key.
    #[inline]
    pub fn for_each_within(&self, point: Vec2, radius: Fx, mut visit: impl FnMut(usize)) {
        self.for_each_near(point, radius, |entry, _, _| visit(entry.row as usize));
    }

    /// The same with the whole entry, the offset from `point` and the squared distance (1/2³²).
    #[inline]
    pub(super) fn for_each_near(&self, point: Vec2, radius: Fx, mut visit: impl FnMut(&Entry, Vec2, i64)) {
        if self.columns == 0 {
            return;
        }
        let limit = radius.squared_wide();
        let (columns, lines) = self.buckets_around(point, radius);
        for line in lines {
            let first = (line * self.columns) as usize;
            let (west, east) = (first + *columns.start() as usize, first + *columns.end() as usize);
            let range = self.starts[west] as usize..self.starts[east + 1] as usize;
            for entry in &self.entries[range] {
                let offset = entry.position - point;
                let distance = offset.length_squared_wide();
                if distance <= limit {
                    visit(entry, offset, distance);
                }
            }
        }
    }
}
