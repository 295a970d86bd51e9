//! Flow fields: all units with one goal share one search (Emerson, "Crowd Pathfinding and Steering Using Flow
//! Field Tiles", Game AI Pro ch. 23; here over the whole map at once).
//!
//! A field belongs to a `Goal`: a team, because obstacles are known per team, a class of locomotion, and a
//! rectangle of cells. It is searched from the goal outwards only as far as somebody asks, and settled
//! costs are a pure function of the goal and of what the team knows: so fields are no state. They are neither
//! saved nor hashed, and neither the cache's size nor the order of questions can change a result.
//!
//! Costs: 5 × a cell's cost in eighths for a straight step out of it, 7 × for a diagonal one, which may cut no
//! corner. Flyers need no field.

mod buckets;
mod cache;
mod course;
mod field;
mod islands;
mod layer;
mod line;
#[cfg(test)]
mod tests;
pub mod tile;

pub(crate) use course::Course;

use crate::ground::Ground;
use crate::id::TeamId;
use crate::map::lattice::Lattice;
use crate::map::{Cell, Map, Rect};
use crate::math::{Fx, Vec2};
use crate::rules::{LOCOMOTIONS, Locomotion, WALL_COST};
use crate::sight::Knowledge;
use crate::world::World;
use cache::Cache;
use islands::Islands;
use layer::{Layer, TeamLayers};

/// Distance within which a straight walk is tried before a field is asked for, in cells.
const DIRECT: Fx = Fx::from_int(8);
/// Detours remembered for goals that cannot be reached.
const MAX_DETOURS: usize = 64;

/// What a field leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    /// Whose knowledge counts.
    pub(crate) team: TeamId,
    /// Whose costs count.
    pub(crate) class: Locomotion,
    /// The cells to get to, on the map. They can be reached even when something stands on them.
    pub(crate) rect: Rect,
}

impl Goal {
    /// The goal of a unit that is sent to `cells`, held to the map.
    pub(crate) fn new(map: &Map, team: TeamId, class: Locomotion, cells: Rect) -> Goal {
        Goal { team, class, rect: field::goal_rect(Lattice::new(map), cells) }
    }

    /// The goal in one word.
    #[inline]
    fn packed(&self) -> u64 {
        let Rect { x, y, width, height } = self.rect;
        let who = u64::from(self.team.0) << 3 | self.class as u64;
        who << 52 | (x as u64) << 40 | (y as u64) << 28 | u64::from(width) << 14 | u64::from(height)
    }
}

/// A goal out of reach, and the reachable cell nearest to it from one region.
#[derive(Clone, Copy)]
struct Detour {
    goal: Goal,
    region: u32,
    changes: u64,
    cell: Option<Cell>,
}

/// The fields of a world, with what each team knows to stand in the way. Derived: starts empty on load and fork.
#[derive(Clone, Default)]
pub struct Flow {
    lattice: Lattice,
    teams: Vec<TeamLayers>,
    cache: Cache,
    ground_version: Option<u32>,
    /// By team, then class.
    islands: Vec<[Islands; LOCOMOTIONS.len()]>,
    detours: Vec<Detour>,
    next_detour: usize,
}

impl Flow {
    /// Takes in what the teams have learnt; to be called before the questions of a tick. Returns whether what
    /// really stands on the ground may have changed since the last call.
    pub(crate) fn catch_up(&mut self, map: &Map, ground: &Ground, knowledge: &[Knowledge]) -> bool {
        self.lattice = Lattice::new(map);
        self.teams.resize_with(knowledge.len(), TeamLayers::default);
        self.islands.resize_with(knowledge.len(), Default::default);
        for (layers, knowledge) in self.teams.iter_mut().zip(knowledge) {
            layers.catch_up(self.lattice, ground, knowledge);
        }
        self.ground_version.replace(ground.version) != Some(ground.version)
    }

    /// Where a unit at `position` goes to get to `goal`, whose nearest point is `point`.
    pub(crate) fn course(&mut self, ground: &Ground, goal: &Goal, position: Vec2, point: Vec2) -> Course {
        let offset = point - position;
        let Some(at) = self.lattice.index(Cell::at(position)) else { return Course::Straight(offset) };
        if goal.class == Locomotion::Air || self.walks_straight(ground, goal, position, point) {
            return Course::Straight(offset);
        }
        if let Some(course) = self.downhill(ground, goal, at, offset) {
            return course;
        }
        self.detour(ground, goal, position, at)
    }

    fn walks_straight(&mut self, ground: &Ground, goal: &Goal, from: Vec2, to: Vec2) -> bool {
        // Up to the edge of a rectangle beside its own cell it stays in that cell, even to a corner between two walls: a
        // point on a border belongs to the cell east or south of it, and the search along the line would favour one side.
        if goal.rect.grown(1).contains(Cell::at(from)) && goal.rect.nearest(from) == to {
            return true;
        }
        let lattice = self.lattice;
        let near = from.distance_squared_wide(to) <= DIRECT.squared_wide();
        near && self.layer(ground, goal).is_none_or(|layer| line::is_clear(lattice, layer, from, to, goal.rect))
    }

    /// The course by the goal's field; none when the goal cannot be reached from the cell `at`.
    fn downhill(&mut self, ground: &Ground, goal: &Goal, at: u32, offset: Vec2) -> Option<Course> {
        let lattice = self.lattice;
        self.layer(ground, goal)?;
        let layers = &self.teams[goal.team.index()];
        let layer = layers.layer(goal.class)?;
        let field = self.cache.field(lattice, goal, layers, layer);
        if field.cost_from(lattice, layer, at)? == 0 {
            return Some(Course::Straight(offset));
        }
        let downhill = field.downhill(lattice, layer, at);
        Some(Course::Along(course::choose(lattice, downhill, offset, lattice.cell(at), goal.rect)))
    }

    /// The course towards the cell nearest to an unreachable goal.
    fn detour(&mut self, ground: &Ground, goal: &Goal, position: Vec2, at: u32) -> Course {
        let Some(cell) = self.nearest_reachable(goal, at) else { return Course::Nearest };
        if self.lattice.index(cell) == Some(at) {
            return Course::Nearest;
        }
        let instead = Goal { rect: Rect { x: cell.x, y: cell.y, width: 1, height: 1 }, ..*goal };
        self.downhill(ground, &instead, at, cell.centre() - position).unwrap_or(Course::Nearest)
    }

    /// The cell of the region of cell `at` nearest to the goal; none inside a wall.
    fn nearest_reachable(&mut self, goal: &Goal, at: u32) -> Option<Cell> {
        let layers = self.teams.get(goal.team.index())?;
        let (layer, changes) = (layers.layer(goal.class)?, layers.changes());
        let islands = &mut self.islands.get_mut(goal.team.index())?[goal.class as usize];
        islands.catch_up(self.lattice, layer, changes);
        let region = islands.label(at);
        let known = |detour: &&Detour| detour.goal == *goal && detour.region == region && detour.changes == changes;
        if region == 0 {
            return None;
        }
        if let Some(detour) = self.detours.iter().find(known) {
            return detour.cell;
        }
        let cell = islands.nearest(self.lattice, region, goal.rect);
        self.remember(Detour { goal: *goal, region, changes, cell });
        cell
    }

    fn remember(&mut self, detour: Detour) {
        if self.detours.len() < MAX_DETOURS {
            self.detours.push(detour);
        } else {
            self.detours[self.next_detour] = detour;
        }
        self.next_detour = (self.next_detour + 1) % MAX_DETOURS;
    }

    /// Whether the team knows a unit of the class not to be able to enter any cell of the goal.
    pub(crate) fn is_walled(&mut self, ground: &Ground, goal: &Goal) -> bool {
        let lattice = self.lattice;
        let Some(layer) = self.layer(ground, goal) else { return true };
        let is_wall = |cell| lattice.index(cell).is_none_or(|index| layer.costs[index as usize] == WALL_COST);
        goal.rect.cells().all(is_wall)
    }

    #[inline]
    fn layer(&mut self, ground: &Ground, goal: &Goal) -> Option<&Layer> {
        let layers = self.teams.get_mut(goal.team.index())?;
        layers.prepare(self.lattice, ground, goal.class);
        layers.layer(goal.class)
    }
}

/// The walking distance for a class over terrain and the obstacles a team knows, in plain cells' worth (a cell
/// of cost 16 counts twice); none when there is no way. Costs a search of its own.
pub(crate) fn walking_distance(world: &World, team: TeamId, class: Locomotion, from: Vec2, to: Vec2) -> Option<Fx> {
    if class == Locomotion::Air {
        return Some((to - from).length_floor());
    }
    let map = &world.scenario.map;
    let (lattice, knowledge) = (Lattice::new(map), world.knowledge.get(team.index())?);
    let layer = Layer::new(lattice, world.ground.costs(class), |n| knowledge.is_blocked(n));
    let mut field = field::Field::default();
    field.start(lattice, &layer, field::goal_rect(lattice, Rect::touching(to)));
    let cost = field.cost_from(lattice, &layer, lattice.index(Cell::at(from))?)?;
    Some(Fx::ratio_floor(i64::from(cost), i64::from(8 * field::STRAIGHT)))
}
