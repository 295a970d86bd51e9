//! The nearest few bodies around a unit, in the unit's own layer.

use super::contact_limit::ContactLimit;
use super::scene::SteerScene;
use super::tuning::{EXACT_WITHIN, MOST_CALM_TICKS};
use sandtable_math::{Angle, Fx, Vec2, mix3};
use sandtable_nav::crowd::{GridEntry, SpatialRow};
use sandtable_nav::vector::polar_near;
use sandtable_state::limits::MAX_NEIGHBOURS;

/// A body near a unit.
#[derive(Clone, Copy)]
pub(super) struct Neighbour<'f> {
    pub(super) entry: &'f GridEntry,
    pub(super) offset: Vec2,
    /// The unit vector towards it; zero for one that is not close.
    pub(super) toward: Vec2,
    /// The distance between the edges, negative when they overlap; [`Fx::MAX`] for one that is not close.
    pub(super) gap: Fx,
    /// What it leaves of a velocity towards it, once contact has asked.
    pub(super) limit: ContactLimit,
}

/// The nearest neighbours of a unit, nearest first: filled anew for each, in one place for all.
pub(super) struct NearestNeighbours<'f> {
    neighbours: [Neighbour<'f>; MAX_NEIGHBOURS],
    found: [(i64, u32); MAX_NEIGHBOURS],
    count: usize,
    /// No edge is nearer than this, in cells.
    clear: Fx,
}

impl<'f> NearestNeighbours<'f> {
    /// Nobody yet.
    pub(super) fn nobody() -> NearestNeighbours<'f> {
        static NOBODY: GridEntry = GridEntry::NOBODY;
        let nobody = Neighbour {
            entry: &NOBODY,
            offset: Vec2::ZERO,
            toward: Vec2::ZERO,
            gap: Fx::MAX,
            limit: ContactLimit::default(),
        };
        let (neighbours, found) = ([nobody; MAX_NEIGHBOURS], [(i64::MAX, 0); MAX_NEIGHBOURS]);
        NearestNeighbours { neighbours, found, count: 0, clear: Fx::ZERO }
    }

    /// Looks at nobody.
    pub(super) fn clear(&mut self) {
        (self.count, self.clear) = (0, Fx::ZERO);
    }

    /// Looks around the unit in this row of the frame, as far as `reach` from its edge; of equally distant bodies,
    /// those whose id the tick's mix favours come first.
    pub(super) fn around(&mut self, crowd: &SteerScene<'f>, row: usize, reach: Fx, speed: Fx) {
        let close = EXACT_WITHIN.max(within_a_tick(speed));
        self.within(crowd, row, [reach.max(close), close]);
    }

    /// Looks only for those with whom it may come into contact in this tick.
    pub(super) fn touching(&mut self, crowd: &SteerScene<'f>, row: usize, speed: Fx) {
        let close = within_a_tick(speed);
        self.within(crowd, row, [close, close]);
    }

    /// Looks as far as who stands is bothered; tells whether it is: when it `is_bothered` already, or somebody in the squared
    /// distance (1/2³²) `bothers`.
    pub(super) fn at_rest(
        &mut self,
        crowd: &SteerScene<'f>,
        row: usize,
        mut is_bothered: bool,
        bothers: impl Fn(&GridEntry, i64) -> bool,
    ) -> bool {
        self.collect(crowd, row, EXACT_WITHIN, |entry, square| is_bothered |= bothers(entry, square));
        if is_bothered {
            self.measure_all(crowd, row, EXACT_WITHIN);
        }
        is_bothered
    }

    /// Looks `reach` far, and measures those who are `close`.
    #[inline]
    fn within(&mut self, crowd: &SteerScene<'f>, row: usize, [reach, close]: [Fx; 2]) {
        self.collect(crowd, row, reach, |_, _| {});
        self.measure_all(crowd, row, close);
        let nearest = || polar_near(self.neighbours[0].offset, self.found[0].0).1;
        let widest = crowd.grid.widest();
        self.clear = if self.count == 0 { reach } else { nearest() - crowd.bodies[row].radius - widest };
    }

    /// Looks `reach` far; tells of each whom it sees.
    #[inline]
    fn collect(&mut self, crowd: &SteerScene<'f>, row: usize, reach: Fx, mut note: impl FnMut(&GridEntry, i64)) {
        let own = &crowd.bodies[row];
        let grid = &crowd.grid;
        self.count = 0;
        let layer = own.layer();
        grid.for_each_near(own.position, own.radius + reach + grid.widest(), |place, entry, square| {
            if layer.meets(entry) && entry.row as usize != row {
                note(entry, square);
                self.add(crowd, square, place);
            }
        });
    }

    /// Measures those who are `close` of whom it saw.
    #[inline]
    fn measure_all(&mut self, crowd: &SteerScene<'f>, row: usize, close: Fx) {
        let own = &crowd.bodies[row];
        for (neighbour, (square, place)) in self.neighbours.iter_mut().zip(&self.found[..self.count]) {
            measure(neighbour, crowd, own, crowd.grid.entry(*place), *square, close);
        }
    }

    /// Keeps the nearest in order.
    #[inline(always)]
    fn add(&mut self, crowd: &SteerScene<'_>, square: i64, place: u32) {
        let one = (square, place);
        let mut at = self.count.min(MAX_NEIGHBOURS - 1);
        if at < self.count && !precedes(crowd, one, self.found[at]) {
            return;
        }
        self.count = at + 1;
        while at > 0 && precedes(crowd, one, self.found[at - 1]) {
            self.found[at] = self.found[at - 1];
            at -= 1;
        }
        self.found[at] = one;
    }

    /// The ticks for which nobody can come into contact with one that looked [`NEIGHBOUR_WITHIN`] far and goes at `speed`.
    pub(super) fn calm_ticks(&self, crowd: &SteerScene<'_>, speed: Fx) -> u8 {
        let closing = speed + crowd.grid.fastest();
        let ticks = self.clear.bits() / closing.bits().max(1) - 1;
        ticks.clamp(0, MOST_CALM_TICKS) as u8
    }

    /// The neighbours, nearest first.
    #[inline]
    pub(super) fn as_slice(&self) -> &[Neighbour<'f>] {
        &self.neighbours[..self.count]
    }

    /// The neighbours, nearest first, for contact to note what they leave.
    #[inline]
    pub(super) fn as_mut_slice(&mut self) -> &mut [Neighbour<'f>] {
        &mut self.neighbours[..self.count]
    }
}

/// Two who go at each other's speed must see each other a tick before they touch.
fn within_a_tick(speed: Fx) -> Fx {
    speed + speed
}

#[inline]
fn precedes(crowd: &SteerScene<'_>, one: (i64, u32), other: (i64, u32)) -> bool {
    one.0 < other.0 || one.0 == other.0 && rank(crowd, one.1) < rank(crowd, other.1)
}

#[cold]
fn rank(crowd: &SteerScene<'_>, place: u32) -> (u64, u32) {
    let id = crowd.bodies[crowd.grid.entry(place).row as usize].id.0;
    (mix3(crowd.seed, u64::from(crowd.tick), u64::from(id)), id)
}

#[inline]
fn measure<'f>(
    neighbour: &mut Neighbour<'f>,
    crowd: &SteerScene<'_>,
    own: &SpatialRow,
    entry: &'f GridEntry,
    square: i64,
    close: Fx,
) {
    let touch = own.radius + entry.radius;
    (neighbour.entry, neighbour.offset) = (entry, entry.position - own.position);
    if square > (touch + close).squared_wide() {
        (neighbour.toward, neighbour.gap) = (Vec2::ZERO, Fx::MAX);
        return;
    }
    let (toward, distance) =
        if square == 0 { parting(crowd, own, entry) } else { polar_near(neighbour.offset, square) };
    (neighbour.toward, neighbour.gap) = (toward, distance - touch);
}

/// Bodies on one spot part in a direction of their own.
#[cold]
fn parting(crowd: &SteerScene<'_>, own: &SpatialRow, entry: &GridEntry) -> (Vec2, Fx) {
    let other = crowd.bodies[entry.row as usize].id;
    let (low, high) = (own.id.min(other), own.id.max(other));
    let way = Angle(mix3(crowd.seed, u64::from(low.0), u64::from(high.0)) as u16).direction();
    (if own.id < other { way } else { -way }, Fx::ZERO)
}
