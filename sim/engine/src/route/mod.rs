//! Routes of units that find their way by a path of their own (see [`Navigator`](sandtable_model::rules::Navigator)), rather than by a flow field.
//!
//! A unit asks for a way when it has none that leads to its goal. Requests of a team are answered within a budget of expansions a tick
//! by its [`Scheduler`](sandtable_nav::search::Scheduler), over the ground as the team knows it: the layers of [`crate::flow`], with what searches over
//! them need beside ([`Atlas`](sandtable_nav::search::Atlas)). Until then the unit goes straight on. It heads for the next point of its way that it can see. What the team
//! learns is compared with the ways at the end of a tick: those over closed ground are dropped.

mod saved;
mod team;

use std::sync::Arc;

use crate::component::Motion;
use crate::entities::Entities;
use crate::flow::{FlowFields, FlowGoal, FlowHeading, way_out};
use crate::sight::Knowledge;
use crate::state::{Derived, Scratch};
use sandtable_math::Vec2;
use sandtable_model::rules::{Class, WALL_COST};
use sandtable_nav::active_path::PathLead;
use sandtable_nav::ground::GroundMap;
use sandtable_nav::search::{CostGrid, Landmarks};
use sandtable_state::id::{TeamId, UnitId};
use saved::SavedRoutes;
pub(crate) use team::PathRequester;
use team::TeamRoutes;

/// The routes of a world, by team.
///
/// Basic: paths and what is pending (`SavedRoutes`). The rest is a pure function of that and of what the teams know.
#[derive(Clone, Default)]
pub struct Routes {
    /// None when the rules have nobody who walks by routes.
    teams: Vec<TeamRoutes>,
    /// Whether somebody searches by cells, and landmarks pay.
    by_cells: bool,
    /// By number of a layer: landmarks on its terrain, shared by teams and forks.
    landmarks: Derived<Vec<(u16, Option<Arc<Landmarks>>)>>,
    /// What was read and is not made again yet.
    loaded: Scratch<Vec<SavedRoutes>>,
}

/// What a unit learnt of its route in a tick: nothing by default. In one word, since all units carry it about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PathHint(u16);

/// The bit of a bearing that asks; those below tell the leg, from 1.
const ASKS: u16 = 1 << 15;

impl PathHint {
    /// That of a unit that heads for a point of its way, and perhaps needs another way.
    fn on(leg: usize, asks: bool) -> PathHint {
        PathHint((leg as u16 + 1) | if asks { ASKS } else { 0 })
    }

    /// Which point it heads for; none when it needs no route.
    pub(crate) fn leg(self) -> Option<u8> {
        (self.0 & !ASKS).checked_sub(1).map(|leg| leg as u8)
    }

    /// Whether it needs a way that it has not got.
    pub(crate) fn asks(self) -> bool {
        self.0 & ASKS != 0
    }
}

/// Ticks without progress after which a unit looks whether it still sees where it heads.
const LOST_TICKS: u16 = 16;

impl Routes {
    /// Whether nobody walks by routes.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.teams.is_empty()
    }

    /// Where a unit goes to get to `point`, which is of `goal`; none while its way is not known. Reads only: what it learnt is in
    /// its bearing. Kept out of the way of those who walk by fields.
    #[inline(never)]
    #[cold]
    pub(crate) fn course(
        &self,
        flow: &FlowFields,
        unit: UnitId,
        goal: &FlowGoal,
        motion: &Motion,
        point: Vec2,
    ) -> (Option<FlowHeading>, PathHint) {
        let (position, lost) = (motion.position, (None, PathHint(ASKS)));
        let Some((layer, team)) = flow.layer(goal).zip(self.team(goal)) else { return lost };
        if let Some(course) = flow.straight(goal, position, point) {
            return (Some(course), PathHint::default());
        }
        if layer.cost(flow.cell_of(goal, position)) == WALL_COST {
            return (way_out(layer, position).map(FlowHeading::Along), PathHint::default());
        }
        let path = team.active_path(unit).filter(|path| path.layer == goal.layer && path.leads_to(goal.rect, position));
        let Some(path) = path else { return lost };
        let leg = path.leg_from(layer, position);
        let is_stuck = motion.stuck_ticks >= LOST_TICKS;
        let lead = path.lead(leg, position);
        let has_strayed = matches!(lead, PathLead::Home) && path.goal != goal.rect;
        let asks = !path.waits && (has_strayed || path.is_spent(layer, leg, position, is_stuck));
        let course = match lead {
            PathLead::To(next) => Some(FlowHeading::Along(next - position)),
            PathLead::Home => Some(FlowHeading::Straight(point - position)),
            PathLead::Nearest => Some(FlowHeading::Nearest),
            PathLead::Unknown => None,
        };
        (course, PathHint::on(leg, asks))
    }

    /// The team of a goal, when it has a ground to ask for ways over.
    fn team(&self, goal: &FlowGoal) -> Option<&TeamRoutes> {
        self.teams.get(goal.team.index()).filter(|team| team.is_surveyed(goal.layer))
    }

    /// Notes which point a unit heads for.
    pub(crate) fn note(&mut self, team: TeamId, unit: UnitId, leg: u8) {
        let Some(team) = self.teams.get_mut(team.index()) else { return };
        if let Ok(row) = team.row(unit) {
            team.paths[row].leg = leg;
        }
    }

    /// Asks for the way of a unit to `goal`, where it is to stand at `point`.
    pub(crate) fn request(
        &mut self,
        flow: &mut FlowFields,
        (ground, knowledge): (&GroundMap, &[Knowledge]),
        requester: PathRequester,
        goal: &FlowGoal,
        motion: &Motion,
        point: Vec2,
    ) {
        flow.prepare(ground, knowledge, goal.team, goal.layer);
        self.survey(flow, knowledge, goal.team, goal.layer);
        // Perhaps only the ground was missing: then nothing may be asked for, since which ground is there is no state.
        let (_, bearing) = self.course(flow, requester.unit, goal, motion, point);
        if let (true, Some(team)) = (bearing.asks(), self.teams.get_mut(goal.team.index())) {
            team.request(flow, requester, goal, motion.position);
        }
    }

    /// Makes the ground for requests of a team over a layer, unless it is there.
    fn survey(&mut self, flow: &FlowFields, knowledge: &[Knowledge], team: TeamId, number: u16) {
        let is_there = self.teams.get(team.index()).is_none_or(|team| team.is_surveyed(number));
        let Some((layer, knowledge)) = flow.layer_of(team, number).zip(knowledge.get(team.index())) else { return };
        if !is_there {
            let landmarks = self.landmarks(flow, team, number);
            self.teams[team.index()].survey(number, layer, landmarks, knowledge);
        }
    }

    fn landmarks(&mut self, flow: &FlowFields, team: TeamId, number: u16) -> Option<Arc<Landmarks>> {
        let layer = flow.layer_of(team, number).filter(|_| self.by_cells)?;
        let partition = layer.partition();
        if let Some((_, known)) = self.landmarks.iter().find(|known| known.0 == number) {
            return known.clone();
        }
        let (width, height) = partition.size();
        let grid = CostGrid::new(width, height, |n| layer.base().cost(partition.cell_of_map(n)));
        let landmarks = Landmarks::over(&grid).map(Arc::new);
        self.landmarks.push((number, landmarks.clone()));
        landmarks
    }

    /// Answers requests, for each team within its budget.
    pub(crate) fn serve(&mut self, flow: &FlowFields) {
        for (row, team) in self.teams.iter_mut().enumerate() {
            team.serve(flow, TeamId(row as u8));
        }
    }
}

/// What routes borrow of a world to take in what was learnt.
pub(crate) struct RouteContext<'w> {
    pub(crate) entities: &'w Entities,
    pub(crate) flow: &'w FlowFields,
    pub(crate) knowledge: &'w [Knowledge],
    /// What it is about.
    pub(crate) routes: &'w mut Routes,
}

/// Ends paths that are over, and takes in, after the layers of [`crate::flow`] have, what the teams have learnt in this tick.
pub(crate) fn run(cx: RouteContext<'_>) {
    let RouteContext { entities, flow, knowledge, routes } = cx;
    if routes.is_idle() {
        return;
    }
    let motions = entities.column::<Motion>(&entities.units);
    let motion = |unit: UnitId| {
        let place = entities.place(unit).filter(|place| place.class == Class::Unit)?;
        motions.get(place.row as usize).filter(|motion| motion.moves() && motion.aboard.is_none())
    };
    for (row, team) in routes.teams.iter_mut().enumerate() {
        team.retain(|unit| motion(unit).is_some());
        team.catch_up(flow, TeamId(row as u8), &knowledge[row], |unit| Some(motion(unit)?.position));
    }
}
