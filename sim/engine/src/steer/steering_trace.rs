//! What a rehearsal of steering tells, as plain data.

use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::Navigator;
use sandtable_state::id::UnitId;

/// What steering does about a unit in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SteeringTurn {
    /// Nothing: it stands, and nobody disturbs it.
    #[default]
    Stands,
    /// It has no goal, and makes way for others.
    GivesWay,
    /// It goes on as it meant to: it is not its turn to decide.
    Keeps,
    /// It decides anew where to go.
    Decides,
}

/// How a unit comes to its goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SteeringCourse {
    /// By the field or route it follows.
    #[default]
    Along,
    /// Straight to its place at a bare point.
    Straight,
    /// Not at all: it can get no nearer.
    Nearest,
    /// To its group's point, from which it cannot see the place of its own: it stands at the point then.
    Hidden,
}

/// What steering makes of a unit. Velocities are in cells a tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SteeringTrace {
    /// What is done about it.
    pub turn: SteeringTurn,
    /// What finds its ways.
    pub navigator: Navigator,
    /// Where it is sent: the point, or the middle of the cells.
    pub goal: Vec2,
    /// Where it is to stand in the end; only when it decides.
    pub place: Vec2,
    /// The way to the goal, a unit vector; zero when nowhere, or it does not decide.
    pub way: Vec2,
    /// The speed it wants.
    pub pace: Fx,
    /// The most it can do here and now.
    pub speed: Fx,
    /// How it comes to its goal.
    pub course: SteeringCourse,
    /// Whether its field is not made yet, and it goes straight on meanwhile.
    pub waits_for_field: bool,
    /// Ticks that it wanted to move and hardly did.
    pub stuck_ticks: u16,
    /// What it does instead of going its way.
    pub remedy: Option<&'static str>,
    /// Where it heads then, a unit vector.
    pub heading: Vec2,
    /// The forces, in order of priority, until what may be spent was spent.
    pub forces: Vec<ForceTrace>,
    /// Who is near, the nearest first.
    pub near: Vec<NeighbourTrace>,
    /// The velocity that the forces mean it to have.
    pub meant: Vec2,
    /// What its neighbours leave of that.
    pub step: Vec2,
    /// What walls leave of that: how it moves.
    pub moved: Vec2,
    /// Whether it arrives by that.
    pub arrives: bool,
}

/// A steering force: a change of velocity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForceTrace {
    /// `flow`, `avoidance`, `separation`, `alignment` or `cohesion`.
    pub name: &'static str,
    /// What it asks for, in cells a tick.
    pub asked: Vec2,
    /// What was left of that when those before it had theirs.
    pub given: Vec2,
}

/// A body near a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeighbourTrace {
    /// Who.
    pub id: UnitId,
    /// The way to its centre, in cells.
    pub offset: Vec2,
    /// From edge to edge in cells, negative when they overlap; none for one that is not close.
    pub gap: Option<Fx>,
    /// Whether it moves.
    pub moves: bool,
    /// Whether it was told to stand.
    pub holds: bool,
    /// How fast one may go towards it, in cells a tick, when one meant to go faster.
    pub limit: Option<Fx>,
}
