//! One unit's route, and how the unit follows it.

use super::tuning::{FEW_POINTS, HIDDEN_POINT_REACHED, POINT_REACHED, STRAY_PART};
use crate::flow_field::layer::Layer;
use crate::flow_field::waypoints::{is_passable, sees};
use crate::line::{NOTHING, is_clear};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_state::id::UnitId;
use sandtable_state::{state_enum, state_struct};

state_enum! {
    /// Where a route ends.
    #[derive(Default)]
    pub enum PathEnd {
        /// At the goal, or in the cell beside it.
        #[default]
        Goal = 0,
        /// On the way: it was too long to keep.
        Cut = 1,
        /// As near to the goal as one gets.
        Nearest = 2,
    }
}

state_struct! {
    /// A unit on its way.
    pub struct ActivePath {
        /// Who.
        pub unit: UnitId,
        /// Over which ground: the number of a layer.
        pub layer: u16,
        /// Where to, when the way was asked for.
        pub goal: Rect,
        /// The points the way leads through, without the one it started from; none before it is found.
        pub points: Vec<Vec2>,
        /// Which of them the unit heads for.
        pub leg: u8,
        /// Where the way ends.
        pub end: PathEnd,
        /// Whether there may be a better way since the ground has opened.
        pub stale: bool,
        /// Whether a request is pending.
        pub waits: bool,
        /// Its ticket.
        pub ticket: u32,
    }
}

/// What a unit makes of its trip.
pub enum PathLead {
    /// To this point.
    To(Vec2),
    /// To the goal itself, which is in this cell.
    Home,
    /// Nowhere: nothing is nearer.
    Nearest,
    /// The way is not known yet.
    Unknown,
}

impl ActivePath {
    /// A trip to a goal over the ground of a layer, by a way that is not known yet.
    pub fn new(unit: UnitId, layer: u16, goal: Rect) -> ActivePath {
        let (points, end) = (Vec::new(), PathEnd::Goal);
        ActivePath { unit, layer, goal, points, leg: 0, end, stale: false, waits: false, ticket: 0 }
    }

    /// Takes a way that was found; no points when there is none.
    pub fn take_way(&mut self, points: Vec<Vec2>, end: PathEnd) {
        (self.points, self.end, self.leg, self.stale, self.waits) = (points, end, 0, false, false);
    }

    /// Forgets the way; what is pending stays so.
    pub fn forget(&mut self) {
        self.points.clear();
        (self.end, self.leg, self.stale) = (PathEnd::Goal, 0, false);
    }

    /// The points still ahead of one at `position`, that one first.
    fn ahead(&self, position: Vec2) -> impl Iterator<Item = (Vec2, Vec2)> {
        let ahead = self.points.get(usize::from(self.leg)..).unwrap_or_default().iter().copied();
        std::iter::once(position).chain(ahead.clone()).zip(ahead)
    }

    /// Whether what is left of the way touches a cell that is closed.
    pub fn crosses(&self, position: Vec2, is_closed: impl Fn(Cell) -> bool) -> bool {
        self.ahead(position).any(|(from, to)| !is_clear(|cell| !is_closed(cell), from, to, NOTHING))
    }

    /// How long the rest of the way is, and where it ends.
    pub fn left(&self, position: Vec2) -> (Fx, Vec2) {
        let length = |(from, to): (Vec2, Vec2)| Fx::root_of_wide(from.distance_squared_wide(to));
        let left = self.ahead(position).map(length).fold(Fx::ZERO, Fx::add_saturating);
        (left, self.points.last().copied().unwrap_or(position))
    }

    /// Whether the way that was asked for then does for `goal` now.
    pub fn leads_to(&self, goal: Rect, position: Vec2) -> bool {
        if self.goal == goal {
            return true;
        }
        let middle = goal.centre();
        let strayed = Fx::root_of_wide(self.goal.nearest(middle).distance_squared_wide(middle));
        let left = Fx::root_of_wide(position.distance_squared_wide(middle));
        i64::from((strayed - Fx::ONE).bits()) * STRAY_PART <= i64::from(left.bits())
    }

    /// The point to head for from `position`: the next one as soon as it can be seen.
    #[inline]
    pub fn leg_from(&self, layer: &Layer, position: Vec2) -> usize {
        let mut leg = usize::from(self.leg);
        while let Some(next) = self.points.get(leg + 1) {
            let away = position.distance_squared_wide(self.points[leg]);
            let reached = || away <= POINT_REACHED.squared_wide() && is_passable(layer, position, *next);
            if away > HIDDEN_POINT_REACHED.squared_wide() && !sees(layer, position, *next) && !reached() {
                break;
            }
            leg += 1;
        }
        leg
    }

    /// Where to from `position`, heading for the point of `leg`.
    #[inline]
    pub fn lead(&self, leg: usize, position: Vec2) -> PathLead {
        let Some(point) = self.points.get(leg).copied() else { return PathLead::Unknown };
        let at_end = leg + 1 == self.points.len() && Cell::at(position) == Cell::at(point);
        match self.end {
            PathEnd::Goal if at_end => PathLead::Home,
            PathEnd::Nearest if at_end => PathLead::Nearest,
            _ => PathLead::To(point),
        }
    }

    /// Whether it is time to ask for the way again: there is none, or it is about to end, or it has been lost.
    #[inline]
    pub fn is_spent(&self, layer: &Layer, leg: usize, position: Vec2, is_stuck: bool) -> bool {
        let Some(point) = self.points.get(leg).copied() else { return true };
        self.stale
            || self.end == PathEnd::Cut && leg + FEW_POINTS >= self.points.len()
            || is_stuck && !is_passable(layer, position, point)
    }
}
