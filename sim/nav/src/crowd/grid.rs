//! Buckets over units' positions, for everything that asks who is near (a counting sort, as in Green,
//! "Particle Simulation using CUDA").

use std::ops::Range;

use super::tuning::PLAIN_BUCKETS;
use super::{BodyFlags, BodyLayer, Congestion, SpatialRow};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;

/// All that steering asks about a neighbour, side by side, so that a walk over buckets touches nothing else.
#[derive(Clone, Copy)]
pub struct GridEntry {
    /// Where its centre is.
    pub position: Vec2,
    /// What it moved in the last tick.
    pub velocity: Vec2,
    /// What it meant to move in it.
    pub steered: Vec2,
    /// Its radius, in cells.
    pub radius: Fx,
    /// The cell it wants to go to.
    pub goal: Cell,
    /// Row of the frame.
    pub row: u32,
    /// Its mass in kilograms.
    pub mass: u16,
    /// Its team's number; 255 for nobody.
    pub team: u8,
    flags: BodyFlags,
}

impl GridEntry {
    /// Fills places where there is nobody.
    pub const NOBODY: GridEntry = GridEntry {
        position: Vec2::ZERO,
        velocity: Vec2::ZERO,
        steered: Vec2::ZERO,
        radius: Fx::ZERO,
        goal: Cell::new(0, 0),
        row: u32::MAX,
        mass: 0,
        team: u8::MAX,
        flags: BodyFlags::NONE,
    };

    fn new(body: &SpatialRow, row: usize) -> GridEntry {
        GridEntry {
            position: body.position,
            velocity: body.velocity,
            steered: body.steered,
            radius: body.radius,
            goal: Cell::at(body.goal),
            row: row as u32,
            mass: body.mass,
            team: body.team,
            flags: body.flags,
        }
    }

    /// Whether it flies.
    #[inline]
    pub fn flies(&self) -> bool {
        self.flags.contains(BodyFlags::FLIES)
    }

    /// Whether it wants to move.
    #[inline]
    pub fn moves(&self) -> bool {
        self.flags.contains(BodyFlags::MOVES)
    }

    /// Whether it was told to stand.
    #[inline]
    pub fn holds(&self) -> bool {
        self.flags.contains(BodyFlags::HOLDS)
    }

    /// Whether it turned aside for others.
    #[inline]
    pub fn has_turned(&self) -> bool {
        self.flags.contains(BodyFlags::TURNED)
    }

    /// Whether it gathers.
    #[inline]
    pub fn passes(&self) -> bool {
        self.flags.contains(BodyFlags::PASSES)
    }

    /// Whether it stands before a passage until it is its side's turn.
    #[inline]
    pub fn waits(&self) -> bool {
        self.flags.contains(BodyFlags::WAITS)
    }

    /// Whether it stands where it was sent.
    #[inline]
    pub fn is_settled(&self) -> bool {
        self.flags.contains(BodyFlags::ARRIVED) && !self.moves()
    }
}

impl BodyLayer {
    /// Whether another is.
    #[inline(always)]
    pub fn meets(&self, other: &GridEntry) -> bool {
        let flies = self.flags.contains(BodyFlags::FLIES);
        flies == other.flies() && !(other.team == self.team && self.is_passed_by(other))
    }

    /// Whether one of the two gathers or squeezes through, and the other was not told to stand.
    #[inline(always)]
    fn is_passed_by(&self, other: &GridEntry) -> bool {
        let (passes, holds) = (self.flags.contains(BodyFlags::PASSES), self.flags.contains(BodyFlags::HOLDS));
        passes && !other.holds() || other.passes() && !holds
    }
}

/// A uniform grid over the units that are present, flyers included; filled once a tick.
#[derive(Clone, Default)]
pub struct ProximityGrid {
    /// A bucket is 2^shift cells wide.
    shift: u32,
    columns: u32,
    rows: u32,
    /// Where each bucket starts in `entries`, and where the last one ends.
    starts: Vec<u32>,
    /// The units, bucket by bucket.
    entries: Vec<GridEntry>,
    /// The bucket of each present unit, in the order of rows (scratch).
    buckets: Vec<u32>,
    /// The greatest radius of a unit.
    widest: Fx,
    /// The greatest speed of a unit.
    fastest: Fx,
    /// Whether somebody in the bucket moves or wants to.
    stirs: Vec<bool>,
    /// Who is on the way where.
    streams: Congestion,
}

impl ProximityGrid {
    /// Sorts the present units of a frame into buckets; `bodies` are its rows from 0.
    pub fn fill(&mut self, bodies: &[SpatialRow], width: u16, height: u16) {
        self.shape(u32::from(width), u32::from(height), bodies.len() as u32);
        self.starts.clear();
        self.starts.resize((self.columns * self.rows) as usize + 1, 0);
        self.stirs.clear();
        self.stirs.resize(self.starts.len(), false);
        self.streams.clear(width, height);
        self.buckets.clear();
        (self.widest, self.fastest) = (Fx::ZERO, Fx::ZERO);
        for body in bodies {
            self.widest = self.widest.max(body.radius);
            self.fastest = self.fastest.max(body.speed);
            if !body.is_present() {
                continue;
            }
            let bucket = self.bucket(body.position);
            self.buckets.push(bucket as u32);
            self.starts[bucket] += 1;
            self.stirs[bucket] |= body.moves() || body.velocity != Vec2::ZERO;
            if body.moves() {
                self.streams.add(body);
            }
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.entries.resize(self.buckets.len(), GridEntry::NOBODY);
        let present = bodies.iter().enumerate().filter(|(_, body)| body.is_present());
        for ((row, body), bucket) in present.zip(&self.buckets) {
            let start = &mut self.starts[*bucket as usize];
            *start -= 1;
            self.entries[*start as usize] = GridEntry::new(body, row);
        }
    }

    /// Buckets of two cells, wider when the map has many more of those than there are units: which it is shows in no answer.
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

    /// Who is on the way where.
    #[inline]
    pub fn streams(&self) -> &Congestion {
        &self.streams
    }

    /// The greatest radius of a unit on the map.
    #[inline]
    pub fn widest(&self) -> Fx {
        self.widest
    }

    /// The greatest speed of a unit on the map.
    #[inline]
    pub fn fastest(&self) -> Fx {
        self.fastest
    }

    /// Whether somebody may move within `radius` of `point`: never false when somebody does.
    #[inline]
    pub fn stirs_near(&self, point: Vec2, radius: Fx) -> bool {
        let (columns, lines) = self.buckets_around(point, radius);
        lines.into_iter().any(|line| {
            let first = (line * self.columns) as usize;
            self.stirs[first + columns.start as usize..first + columns.end as usize].contains(&true)
        })
    }

    #[inline]
    fn buckets_around(&self, point: Vec2, radius: Fx) -> (Range<u32>, Range<u32>) {
        let low = |coordinate: Fx, lines: u32| self.line(coordinate.add_saturating(-radius), lines);
        let end = |coordinate: Fx, lines: u32| self.line(coordinate.add_saturating(radius), lines) + 1;
        let columns = low(point.x, self.columns)..end(point.x, self.columns);
        (columns, low(point.y, self.rows)..end(point.y, self.rows))
    }

    /// Calls `visit` with the frame row of every present unit whose centre lies within `radius` of `point`, in no
    /// particular order: whoever chooses among them needs a total key.
    #[inline]
    pub fn for_each_within(&self, point: Vec2, radius: Fx, mut visit: impl FnMut(usize)) {
        self.for_each_near(point, radius, |_, entry, _| visit(entry.row as usize));
    }

    /// The entry at a place of the grid.
    #[inline]
    pub fn entry(&self, place: u32) -> &GridEntry {
        &self.entries[place as usize]
    }

    /// Visits the entries within `radius` of a point: with the place in the grid, the whole entry and the squared distance (1/2³²).
    #[inline]
    pub fn for_each_near(&self, point: Vec2, radius: Fx, mut visit: impl FnMut(u32, &GridEntry, i64)) {
        if self.columns == 0 {
            return;
        }
        let limit = radius.squared_wide();
        let (columns, lines) = self.buckets_around(point, radius);
        for line in lines {
            let first = (line * self.columns) as usize;
            let (west, east) = (first + columns.start as usize, first + columns.end as usize);
            let range = self.starts[west] as usize..self.starts[east] as usize;
            let places = range.start as u32..;
            for (place, entry) in places.zip(&self.entries[range]) {
                let distance = (entry.position - point).length_squared_wide();
                if distance <= limit {
                    visit(place, entry, distance);
                }
            }
        }
    }
}
