//! Where units are, and how they move.

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
        CLAIMS = 2,
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
        /// It gathers, and lets those of its team pass through it who gather too.
        PASSES = 3,
        /// It is in a passage, or about to enter one.
        BOUND = 4,
        /// It wants out of that passage by its first mouth rather than by its second.
        HOMEWARD = 5,
        /// It stands before that passage until it is its side's turn.
        WAITS = 6,
    }
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
    pub const fn claims(&self) -> bool {
        self.progress.contains(GoalProgress::CLAIMS)
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

    /// Whether it gathers: those of its team who gather too are not in its way, nor it in theirs.
    #[inline(always)]
    pub const fn passes(&self) -> bool {
        self.conduct.contains(CrowdConduct::PASSES)
    }

    /// Has it move, from now on.
    #[inline(always)]
    pub(crate) const fn set_out(&mut self) {
        self.progress = self.progress.with(GoalProgress::MOVES, true).without(GoalProgress::ARRIVED);
    }

    /// Has it move no more, wherever it is.
    #[inline(always)]
    pub(crate) const fn stop(&mut self) {
        self.progress.set(GoalProgress::MOVES, false);
    }

    /// Has it stand, without having arrived anywhere.
    #[inline(always)]
    pub(crate) const fn stand_idle(&mut self) {
        self.progress = self.progress.without(GoalProgress::MOVES).without(GoalProgress::ARRIVED);
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
