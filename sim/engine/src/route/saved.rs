//! What of the routes is state: plain data, from which the rest is made again.

use super::trip::Trip;
use crate::flow::is_possible_layer;
use crate::limits::{MAX_PATH_REQUESTS, MAX_PLAYERS, MAX_ROUTE_POINTS};
use crate::map::{Map, Rect};
use crate::math::Vec2;
use crate::rules::Class;
use crate::search::{Lane, Schedule};
use crate::state_struct;
use crate::world::World;

state_struct! {
    /// What of one team's routes is state.
    #[derive(Default)]
    pub struct Saved {
        /// What is pending.
        pub schedule: Schedule,
        /// Who is on its way, by id.
        pub trips: Vec<Trip>,
    }
}

/// What was read cannot be of this world.
pub(crate) struct Impossible;

impl Saved {
    /// The layers that it needs.
    pub fn layers(&self) -> Vec<u16> {
        let pending = [&self.schedule.express, &self.schedule.main].into_iter().flat_map(layers_of);
        pending.chain(self.trips.iter().map(|trip| trip.layer)).collect()
    }

    /// Whether it may be of this world.
    pub fn is_possible(&self, world: &World) -> bool {
        let lanes = [&self.schedule.express, &self.schedule.main];
        let most = MAX_PATH_REQUESTS * MAX_PLAYERS;
        let lanes = lanes.into_iter().all(|lane| lane.waiting.len() <= most && lane.running.len() <= 1);
        lanes
            && self.layers().into_iter().all(is_possible_layer)
            && self.trips.is_sorted_by(|a, b| a.unit < b.unit)
            && self.trips.iter().all(|trip| is_possible_trip(trip, world))
    }
}

fn layers_of(lane: &Lane) -> impl Iterator<Item = u16> {
    let running = lane.running.iter().map(|running| running.request.layer);
    lane.waiting.iter().map(|request| request.layer).chain(running)
}

fn is_possible_trip(trip: &Trip, world: &World) -> bool {
    let map = &world.scenario.map;
    world.class(trip.unit) == Some(Class::Unit)
        && is_on_map(map, trip.goal)
        && trip.points.len() <= MAX_ROUTE_POINTS
        && trip.points.iter().all(|point| is_point_on_map(map, *point))
        && usize::from(trip.leg) < trip.points.len().max(1)
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
