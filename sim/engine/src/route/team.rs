//! The paths of one team, its pending requests, and the ground they are answered on.

use std::sync::Arc;

use crate::flow::{FlowFields, FlowGoal};
use crate::sight::{FogDelta, Knowledge};
use crate::state::Derived;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{Navigator, WALL_COST};
use sandtable_nav::active_path::{ActivePath, PathEnd};
use sandtable_nav::flow_field::layer::Layer;
use sandtable_nav::flow_field::waypoints;
use sandtable_nav::search::{Atlas, CostGrid, Landmarks, PathAnswer, PathRequest, Schedule, Scheduler};
use sandtable_state::Arrange;
use sandtable_state::id::{TeamId, UnitId};
use sandtable_state::limits::{MAX_DETOURS, MAX_PATH_EXPANSIONS_PER_TICK};

/// Who asks for a way.
#[derive(Clone, Copy)]
pub(crate) struct PathRequester {
    pub unit: UnitId,
    pub navigator: Navigator,
}

/// One team's routes.
#[derive(Clone, Default)]
pub(super) struct TeamRoutes {
    pub scheduler: Scheduler,
    /// By unit.
    pub paths: Vec<ActivePath>,
    /// By ascending number of the layer.
    atlases: Derived<Vec<(u16, Atlas)>>,
    /// The known obstacles that the atlases hold; empty while there is no atlas.
    noted: Derived<FogDelta>,
    /// Cells nearest to goals outside of a component: layer, component, goal, cell.
    detours: Derived<Vec<(u16, u32, Rect, Cell)>>,
}

/// Cells of one layer that were closed, or opened, each ascending.
#[derive(Default)]
pub(super) struct CellChanges {
    layer: u16,
    closed: Vec<Cell>,
    opened: Vec<Cell>,
}

impl TeamRoutes {
    pub fn active_path(&self, unit: UnitId) -> Option<&ActivePath> {
        self.row(unit).ok().map(|row| &self.paths[row])
    }

    pub fn row(&self, unit: UnitId) -> Result<usize, usize> {
        self.paths.binary_search_by_key(&unit, |path| path.unit)
    }

    /// Makes the atlas of a layer unless it is there.
    pub fn survey(&mut self, number: u16, layer: &Layer, landmarks: Option<Arc<Landmarks>>, knowledge: &Knowledge) {
        let Err(place) = self.atlases.binary_search_by_key(&number, |atlas| atlas.0) else { return };
        let (width, height) = layer.partition().size();
        let grid = CostGrid::new(width, height, |n| layer.cost(layer.partition().cell_of_map(n)));
        self.atlases.insert(place, (number, Atlas::new(grid).with_landmarks(landmarks)));
        if self.noted.is_empty() {
            self.noted.take(knowledge);
        }
    }

    pub fn is_surveyed(&self, number: u16) -> bool {
        self.atlases.binary_search_by_key(&number, |atlas| atlas.0).is_ok()
    }

    /// Goes on from a saved schedule, over atlases that are in already.
    pub fn resume(&mut self, schedule: Schedule) {
        let TeamRoutes { scheduler, atlases, .. } = self;
        *scheduler = Scheduler::restore(schedule, |request| atlas(atlases, request));
    }

    /// Asks for a unit's way to `goal`, or as near to it as one gets. Nothing happens when too much is pending: it asks again.
    pub fn request(&mut self, flow: &FlowFields, requester: PathRequester, goal: &FlowGoal, position: Vec2) {
        let from = flow.cell_of(goal, position);
        let Some(to) = self.destination(flow, goal, from, position) else { return };
        let row = self.enter(requester.unit, goal, position);
        if self.paths[row].waits {
            self.scheduler.cancel(self.paths[row].ticket);
            self.paths[row].waits = false;
        }
        if to == from && !goal.rect.grown(1).contains(to) {
            self.paths[row].take_way(vec![to.centre()], PathEnd::Nearest);
            return;
        }
        let (player, navigator) = (requester.unit.owner().0, requester.navigator);
        let request = PathRequest { ticket: 0, player, layer: goal.layer, navigator, from, to };
        if let Some(ticket) = self.scheduler.submit(request) {
            (self.paths[row].waits, self.paths[row].ticket) = (true, ticket);
        }
    }

    /// The row of a unit's path to `goal`: a way to elsewhere is forgotten.
    fn enter(&mut self, unit: UnitId, goal: &FlowGoal, position: Vec2) -> usize {
        let row = self.row(unit).unwrap_or_else(|row| {
            self.paths.insert(row, ActivePath::new(unit, goal.layer, goal.rect));
            row
        });
        let path = &mut self.paths[row];
        if path.layer != goal.layer || !path.leads_to(goal.rect, position) {
            *path =
                ActivePath { waits: path.waits, ticket: path.ticket, ..ActivePath::new(unit, goal.layer, goal.rect) };
        }
        path.goal = goal.rect;
        row
    }

    /// The cell to get to: of the goal or beside it, the nearest to `position`, or else what can be reached nearest to the goal.
    fn destination(&mut self, flow: &FlowFields, goal: &FlowGoal, from: Cell, position: Vec2) -> Option<Cell> {
        let (layer, components) = flow.layer(goal).zip(flow.components(goal))?;
        let component = components.at(layer, from)?;
        let (near, rect) = (goal.rect.grown(1), goal.rect);
        let is_corner = |cell: Cell| {
            (cell.x == near.x || cell.x == rect.x + rect.width as i16)
                && (cell.y == near.y || cell.y == rect.y + rect.height as i16)
        };
        let reached = near.cells().filter(|cell| !is_corner(*cell) && components.at(layer, *cell) == Some(component));
        let away = |cell: &Cell| (!rect.contains(*cell), cell.centre().distance_squared_wide(position), *cell);
        if let Some(cell) = reached.min_by_key(away) {
            return Some(cell);
        }
        let known = |detour: &&(u16, u32, Rect, Cell)| (detour.0, detour.1, detour.2) == (goal.layer, component, rect);
        if let Some(detour) = self.detours.iter().find(known) {
            return Some(detour.3);
        }
        let cell = components.nearest(layer, component, rect)?;
        self.detours.truncate(MAX_DETOURS - 1);
        self.detours.insert(0, (goal.layer, component, rect, cell));
        Some(cell)
    }

    /// Works on what is pending within the budget of a tick, and tells those who asked.
    pub fn serve(&mut self, flow: &FlowFields, team: TeamId) {
        let TeamRoutes { scheduler, atlases, paths, .. } = self;
        scheduler.advance(
            MAX_PATH_EXPANSIONS_PER_TICK,
            |request| atlas(atlases, request),
            |answer| tell(paths, flow, team, &answer),
        );
    }

    /// Takes in what the team has learnt, as the layers have it already: drops ways over what is closed now, and has those asked
    /// for again that may have become shorter. `place` tells where a unit is.
    pub fn catch_up(
        &mut self,
        flow: &FlowFields,
        team: TeamId,
        knowledge: &Knowledge,
        place: impl Fn(UnitId) -> Option<Vec2>,
    ) {
        if !self.noted.is_outdated(knowledge) {
            return;
        }
        let changes = self.note_changes(flow, team, knowledge);
        self.detours.clear();
        let TeamRoutes { scheduler, atlases, paths, .. } = self;
        scheduler.refresh(|request| atlas(atlases, request));
        for path in paths {
            let changes = changes.iter().find(|changes| changes.layer == path.layer);
            if let Some((changes, position)) = changes.zip(place(path.unit)) {
                changes.judge(path, position);
            }
        }
    }

    fn note_changes(&mut self, flow: &FlowFields, team: TeamId, knowledge: &Knowledge) -> Vec<CellChanges> {
        let numbers = self.noted.take(knowledge);
        let changed = |(number, atlas): &mut (u16, Atlas)| {
            let layer = flow.layer_of(team, *number)?;
            Some(CellChanges::take_in(*number, atlas, layer, &numbers))
        };
        self.atlases.iter_mut().filter_map(changed).collect()
    }

    /// Forgets paths that are over.
    pub fn retain(&mut self, goes_on: impl Fn(UnitId) -> bool) {
        let TeamRoutes { scheduler, paths, .. } = self;
        paths.retain(|path| {
            let stays = goes_on(path.unit);
            if !stays && path.waits {
                scheduler.cancel(path.ticket);
            }
            stays
        });
    }
}

/// The atlas that a request is answered on: it was made before the request.
fn atlas<'a>(atlases: &'a [(u16, Atlas)], request: &PathRequest) -> &'a Atlas {
    let place = atlases.partition_point(|atlas| atlas.0 < request.layer).min(atlases.len().saturating_sub(1));
    &atlases[place].1
}

/// Gives an answer to the one who asked.
fn tell(paths: &mut [ActivePath], flow: &FlowFields, team: TeamId, answer: &PathAnswer) {
    let request = &answer.request;
    let waiting = paths.iter_mut().find(|path| path.waits && path.ticket == request.ticket);
    let Some((path, layer)) = waiting.zip(flow.layer_of(team, request.layer)) else { return };
    let (points, is_cut) =
        answer.route.as_ref().map_or_else(Default::default, |route| waypoints::points(layer, &route.points));
    let end = if path.goal.grown(1).contains(request.to) { PathEnd::Goal } else { PathEnd::Nearest };
    path.take_way(points, if is_cut { PathEnd::Cut } else { end });
}

impl CellChanges {
    /// Takes the costs of cells by number, and of those so near to them that they lose or gain their room, over into an atlas.
    fn take_in(number: u16, atlas: &mut Atlas, layer: &Layer, cells: &[usize]) -> CellChanges {
        let mut changes = CellChanges { layer: number, ..CellChanges::default() };
        let reach = i16::from(layer.base().clearance());
        for at in cells.iter().map(|number| layer.partition().cell_of_map(*number)) {
            for cell in (Rect { x: at.x, y: at.y, width: 1, height: 1 }).grown(reach).cells() {
                let (was_open, cost) = (atlas.grid().is_open(cell), layer.cost(cell));
                match (was_open, cost != WALL_COST) {
                    (true, false) => changes.closed.push(cell),
                    (false, true) => changes.opened.push(cell),
                    _ => {}
                }
                atlas.set(cell, cost);
            }
        }
        changes.closed.arrange();
        changes
    }

    /// Drops a path's way if it leads over what is closed, or to where one had to stop; marks it if it may be shorter over what is open.
    fn judge(&self, path: &mut ActivePath, position: Vec2) {
        let is_closed =
            !self.closed.is_empty() && path.crosses(position, |cell| self.closed.binary_search(&cell).is_ok());
        if is_closed || path.end == PathEnd::Nearest && !self.opened.is_empty() {
            path.forget();
            return;
        }
        let (left, end) = path.left(position);
        let over = |cell: &Cell| {
            let apart = |point: Vec2| Fx::root_of_wide(cell.centre().distance_squared_wide(point));
            apart(position).add_saturating(apart(end))
        };
        path.stale |= self.opened.iter().any(|cell| over(cell) < left);
    }
}
