//! What of the routes is state: plain data, from which the rest is made again.

use super::Routes;
use super::team::TeamRoutes;
use crate::flow::{FlowFields, is_possible_layer};
use crate::sight::Knowledge;
use crate::state::{PartSetting, SnapshotError, StatePart};
use sandtable_math::{Vec2, mix};
use sandtable_model::map::{Map, Rect};
use sandtable_model::rules::{Class, Navigator, Rules};
use sandtable_model::scenario::Scenario;
use sandtable_nav::active_path::ActivePath;
use sandtable_nav::ground::GroundMap;
use sandtable_nav::search::{Lane, Schedule};
use sandtable_state::id::TeamId;
use sandtable_state::limits::{MAX_PATH_REQUESTS, MAX_PLAYERS, MAX_ROUTE_POINTS};
use sandtable_state::{ByteReader, Field, Record, Sink, StateHasher, state_struct};

state_struct! {
    /// What of one team's routes is state.
    #[derive(Default)]
    pub struct SavedRoutes {
        /// What is pending.
        pub schedule: Schedule,
        /// Who is on its way, by id.
        pub paths: Vec<ActivePath>,
    }
}

impl SavedRoutes {
    /// The layers that it needs.
    pub fn layers(&self) -> Vec<u16> {
        let pending = [&self.schedule.express, &self.schedule.main].into_iter().flat_map(layers_of);
        pending.chain(self.paths.iter().map(|path| path.layer)).collect()
    }

    /// Whether it may be of this world.
    fn is_possible(&self, setting: PartSetting<'_>) -> bool {
        let lanes = [&self.schedule.express, &self.schedule.main];
        let most = MAX_PATH_REQUESTS * MAX_PLAYERS;
        let lanes = lanes.into_iter().all(|lane| lane.waiting.len() <= most && lane.running.len() <= 1);
        lanes
            && self.layers().into_iter().all(is_possible_layer)
            && self.paths.is_sorted_by(|a, b| a.unit < b.unit)
            && self.paths.iter().all(|path| is_possible_path(path, setting))
    }
}

/// What was read cannot be of this world.
pub(crate) struct RoutesMismatch;

impl StatePart for Routes {
    const NAME: &'static str = "routes";

    fn new(scenario: &Scenario) -> Routes {
        let is_used = uses(&scenario.rules, |navigator| navigator != Navigator::Flow);
        let teams = vec![TeamRoutes::default(); if is_used { scenario.teams() } else { 0 }];
        let by_cells = uses(&scenario.rules, |navigator| navigator == Navigator::AStar);
        Routes { teams, by_cells, ..Routes::default() }
    }

    /// 0 where nobody walks by any.
    fn hash(&self) -> u64 {
        self.teams.iter().fold(0, |total, team| {
            let mut folder = StateHasher::new(0);
            put_team(team, &mut folder);
            mix(total, folder.finish())
        })
    }

    fn put<S: Sink>(&self, _setting: PartSetting<'_>, sink: &mut S) {
        self.teams.iter().for_each(|team| put_team(team, sink));
    }

    fn take(&mut self, _setting: PartSetting<'_>, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError> {
        *self.loaded = self.teams.iter().map(|_| <SavedRoutes as Record>::take(reader)).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn show(&self, _setting: PartSetting<'_>, each: &mut dyn FnMut(&str, &'static str, &dyn std::fmt::Debug)) {
        for (row, team) in self.teams.iter().enumerate() {
            let owner = format!("t{}", row + 1);
            each(&owner, "schedule", team.scheduler.schedule());
            team.paths.iter().for_each(|path| each(&owner, "path", path));
        }
    }
}

/// Whether a kind of unit has a navigator for which `is_meant` holds.
fn uses(rules: &Rules, is_meant: impl Fn(Navigator) -> bool) -> bool {
    rules.kinds.iter().filter_map(|kind| kind.body.as_ref()).any(|body| is_meant(body.navigator))
}

fn put_team<S: Sink>(team: &TeamRoutes, sink: &mut S) {
    Field::put(team.scheduler.schedule(), sink);
    Field::put(&team.paths, sink);
}

impl Routes {
    /// Makes the routes again from what was read, when the fields are made.
    ///
    /// # Errors
    /// Paths and requests that cannot be of this world.
    pub(crate) fn restore(
        &mut self,
        setting: PartSetting<'_>,
        flow: &mut FlowFields,
        (ground, knowledge): (&GroundMap, &[Knowledge]),
    ) -> Result<(), RoutesMismatch> {
        for (row, saved) in std::mem::take(&mut *self.loaded).into_iter().enumerate() {
            if !saved.is_possible(setting) {
                return Err(RoutesMismatch);
            }
            let team = TeamId(row as u8);
            for layer in saved.layers() {
                flow.prepare(ground, knowledge, team, layer);
                self.survey(flow, knowledge, team, layer);
            }
            self.teams[row].paths = saved.paths;
            self.teams[row].resume(saved.schedule);
        }
        Ok(())
    }
}

fn layers_of(lane: &Lane) -> impl Iterator<Item = u16> {
    let running = lane.running.iter().map(|running| running.request.layer);
    lane.waiting.iter().map(|request| request.layer).chain(running)
}

fn is_possible_path(path: &ActivePath, setting: PartSetting<'_>) -> bool {
    let map = &setting.scenario.map;
    setting.entities.class(path.unit) == Some(Class::Unit)
        && is_on_map(map, path.goal)
        && path.points.len() <= MAX_ROUTE_POINTS
        && path.points.iter().all(|point| is_point_on_map(map, *point))
        && usize::from(path.leg) < path.points.len().max(1)
}

fn is_on_map(map: &Map, rect: Rect) -> bool {
    let ends = |start: i16, length: u16| i32::from(start) + i32::from(length);
    let fits = |start: i16, length: u16, side: u16| start >= 0 && length > 0 && ends(start, length) <= i32::from(side);
    fits(rect.x, rect.width, map.width) && fits(rect.y, rect.height, map.height)
}

fn is_point_on_map(map: &Map, point: Vec2) -> bool {
    let within = |bits: i32, cells: u16| (0..=i32::from(cells) << 16).contains(&bits);
    within(point.x.bits(), map.width) && within(point.y.bits(), map.height)
}
