//! Where units are, and how they move.

use super::OrderEnd;
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_state::id::UnitId;
use sandtable_state::{state_flags, state_struct};

state_flags! {
    /// How far a unit is with its goal.
    #[derive(Default)]
    pub struct GoalProgress {
        /// It wants to move: set by the agent, cleared on arrival.
        MOVES = 0,
        /// It stands where it was sent (set with the clearing of `MOVES` on arrival, not by an agent's stop).
        ARRIVED = 1,
        /// It has come so near to its place that no other of its group may have that instead.
        HAS_SLOT = 2,
        /// It stands as near as it gets to a goal that it knows no way to: set with `ARRIVED`.
        CUT_OFF = 3,
        /// Every cell of that goal is a wall, as far as its team knows: set with `CUT_OFF`.
        WALLED = 4,
        /// It stands where it is for others keep it off its place: set with `ARRIVED`.
        KEPT_OFF = 5,
        /// Since it last got on, it has stood for long before somebody who stands.
        BARRED = 6,
        /// Somebody like that stands on its very place: set with `BARRED`.
        TAKEN = 7,
    }
}

state_flags! {
    /// How a unit stands to others in its way.
    #[derive(Default)]
    pub struct CrowdConduct {
        /// It was told to stand, and lets nobody push it.
        HOLDS = 0,
        /// It did not make for its goal in the last tick, but turned aside for others.
        TURNED = 1,
        /// Nobody was in its way when it last decided.
        FREE = 2,
        /// It gathers, or squeezes through: those of its team who were not told to stand pass through it, and it through them.
        PASSES = 3,
        /// It is in a passage, or about to enter one.
        BOUND = 4,
        /// It wants out of that passage by its first mouth rather than by its second.
        HOMEWARD = 5,
        /// It stands before that passage until it is its side's turn.
        WAITS = 6,
        /// It was last sent with many others to a point that they saw: each goes straight to the place that is its own there.
        HOST = 7,
    }
}

impl GoalProgress {
    /// All that says who bars its way.
    pub(crate) const BAR: GoalProgress = GoalProgress(GoalProgress::BARRED.0 | GoalProgress::TAKEN.0);
    /// All that says how it came to stand.
    const REST: GoalProgress = GoalProgress(
        GoalProgress::ARRIVED.0 | GoalProgress::CUT_OFF.0 | GoalProgress::WALLED.0 | GoalProgress::KEPT_OFF.0,
    );
}

state_struct! {
    /// Where a unit is and how it moves.
    #[derive(Copy, Default)]
    pub struct Motion {
        /// Position in cells.
        pub position: Vec2,
        /// What it moved in the last tick, in cells a tick (the *actual* velocity).
        pub velocity: Vec2,
        /// What steering meant it to move in the last tick, in cells a tick (the *steered* velocity): others in the way
        /// may have left less of it.
        pub steered: Vec2,
        /// Where it came to rest: pushed off, it comes back.
        pub post: Vec2,
        /// Where to: a point, or the middle of the goal rectangle.
        pub goal: Vec2,
        /// Where it is to stand itself, when the goal is a point: there, or near it in a group that was sent there. All of the
        /// group have the same goal, and so one field.
        pub place: Vec2,
        /// It has arrived when its edge is this near to the point or rectangle, in cells.
        pub reach: Fx,
        /// The transport that carries it; none on the map.
        pub aboard: UnitId,
        /// North-west cell of the goal rectangle (the cell of a point).
        pub goal_cell: Cell,
        /// Cells of the goal rectangle eastwards; 0 for a point.
        pub goal_width: u8,
        /// Cells of the goal rectangle southwards; 0 for a point.
        pub goal_height: u8,
        /// Where it faces.
        pub heading: Angle,
        /// Ticks that it wanted to move and hardly did, 0 … 255; wears off by two a tick of progress.
        pub stuck_ticks: u16,
        /// `stuck_ticks` as far as steering does something about them: no farther than the first remedy while one only waits for
        /// others, and begun again at the end of the last.
        pub remedy_ticks: u16,
        /// Ticks for which nobody can come near enough to matter, 0 … 3: it looks round again after them.
        pub calm_ticks: u8,
        /// How far it is with its goal.
        pub progress: GoalProgress,
        /// How often it has exchanged places with others at its goal, because it could not get to its own or they could not, 0 … 255.
        pub exchanges: u8,
        /// How it stands to others in its way.
        pub conduct: CrowdConduct,
    }
}

impl Motion {
    /// Whether it wants to move.
    #[inline(always)]
    pub const fn moves(&self) -> bool {
        self.progress.contains(GoalProgress::MOVES)
    }

    /// Whether it stands where it was sent.
    #[inline(always)]
    pub const fn has_arrived(&self) -> bool {
        self.progress.contains(GoalProgress::ARRIVED)
    }

    /// Whether it has come so near to its place that no other of its group may have that instead.
    #[inline(always)]
    pub const fn has_slot(&self) -> bool {
        self.progress.contains(GoalProgress::HAS_SLOT)
    }

    /// Whether it was told to stand.
    #[inline(always)]
    pub const fn holds(&self) -> bool {
        self.conduct.contains(CrowdConduct::HOLDS)
    }

    /// Whether it turned aside for others in the last tick.
    #[inline(always)]
    pub const fn has_turned(&self) -> bool {
        self.conduct.contains(CrowdConduct::TURNED)
    }

    /// Whether nobody was in its way when it last decided.
    #[inline(always)]
    pub const fn is_free(&self) -> bool {
        self.conduct.contains(CrowdConduct::FREE)
    }

    /// Whether it gathers: those of its team who were not told to stand are not in its way, nor it in theirs.
    #[inline(always)]
    pub const fn passes(&self) -> bool {
        self.conduct.contains(CrowdConduct::PASSES)
    }

    /// Whether it was last sent with many others to a point that they saw.
    #[inline(always)]
    pub(crate) const fn is_of_host(&self) -> bool {
        self.conduct.contains(CrowdConduct::HOST)
    }

    /// Whether it stands as near as it gets to a goal that it knows no way to.
    #[inline(always)]
    pub(crate) const fn is_cut_off(&self) -> bool {
        self.progress.contains(GoalProgress::CUT_OFF)
    }

    /// How it came to stand where it stands, having gone to a goal.
    pub(crate) fn arrival(&self) -> OrderEnd {
        match self.progress {
            progress if progress.contains(GoalProgress::WALLED) => OrderEnd::Walled,
            progress if progress.contains(GoalProgress::CUT_OFF) => OrderEnd::NoWay,
            progress if progress.contains(GoalProgress::KEPT_OFF) => OrderEnd::Full,
            _ => OrderEnd::Arrived,
        }
    }

    /// Has it move, from now on.
    #[inline(always)]
    pub(crate) const fn set_out(&mut self) {
        self.progress = self.progress.without(GoalProgress::REST).with(GoalProgress::MOVES, true);
    }

    /// Has it stand where it is near enough to what it is to work at.
    pub(crate) const fn stand_at_work(&mut self) {
        self.progress = self.progress.without(GoalProgress::MOVES).without(GoalProgress::CUT_OFF);
    }

    /// Has it move no more, wherever it is.
    #[inline(always)]
    pub(crate) const fn stop(&mut self) {
        self.progress.set(GoalProgress::MOVES, false);
    }

    /// Has it stand, without having arrived anywhere.
    #[inline(always)]
    pub(crate) const fn stand_idle(&mut self) {
        self.progress = self.progress.without(GoalProgress::REST).without(GoalProgress::MOVES);
    }

    /// The cells of the goal: those of its rectangle, or those its point touches.
    pub(crate) fn goal_cells(&self) -> Rect {
        let (width, height) = (u16::from(self.goal_width), u16::from(self.goal_height));
        if width == 0 || height == 0 {
            return Rect::touching(self.goal);
        }
        Rect { x: self.goal_cell.x, y: self.goal_cell.y, width, height }
    }
}
