//! What was seen of a situation: every unit's pose in every tick, and the walls as they came and went.

use sandtable_math::Vec2;
use sandtable_model::map::footprint;
use sandtable_sim::World;
use sandtable_sim::component::ConstructionStage as Progress;
use sandtable_sim::squad::SquadPhase;
use sandtable_sim::view::View;
use sandtable_state::id::{Handle, PlayerId, UnitId};

use super::grid::{Grid, Point, number};
use super::setup::Setup;

/// One unit in one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    x: f32,
    y: f32,
    /// Where it faces, in 1/65,536 of a turn.
    pub heading: u16,
    /// Whether it wants to move.
    pub wants: bool,
}

impl Pose {
    /// Where it is: exact on maps up to 256 cells wide.
    pub fn at(&self) -> Point {
        [f64::from(self.x), f64::from(self.y)]
    }
}

/// One squad in one tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// Whether it was on its way in its shape.
    pub marches: bool,
    /// Whether it was narrowed.
    pub narrowed: bool,
    /// Its members with their places, by actor.
    pub places: Vec<(usize, Point)>,
}

/// Everything that is measured is measured from this.
#[derive(Clone, Debug)]
pub struct Trajectory {
    /// By tick from 0, then by actor.
    pub frames: Vec<Vec<Pose>>,
    /// The plan with the walls that stand, and the tick from which it holds; the first from 0.
    pub plans: Vec<(u32, Grid)>,
    /// Of each group that goes in formation its squad by tick, as the frames are; none of the others.
    pub squads: Vec<Vec<Shot>>,
    /// Orders that were refused.
    pub rejected: u32,
    /// The actors' ids, ascending, each with its row.
    rows: Vec<(UnitId, usize)>,
    /// Buildings that stood when the plan was last drawn.
    standing: Vec<UnitId>,
}

impl Trajectory {
    /// Opens with the world at tick 0.
    pub fn open(setup: &Setup, world: &World) -> Trajectory {
        let mut trajectory = Trajectory {
            frames: Vec::new(),
            plans: vec![(0, setup.plan.clone())],
            squads: vec![Vec::new(); setup.groups.len()],
            rejected: 0,
            rows: rows(setup, world),
            standing: Vec::new(),
        };
        trajectory.shoot(setup, world);
        trajectory
    }

    /// Adds the world as it is now.
    pub fn shoot(&mut self, setup: &Setup, world: &World) {
        let mut frame = vec![Pose { x: 0.0, y: 0.0, heading: 0, wants: false }; setup.actors.len()];
        let mut rows = self.rows.iter().peekable();
        for unit in world.observe_units() {
            let Some((_, row)) = rows.next_if(|(id, _)| *id == unit.id) else { continue };
            let (x, y) = (number(unit.position.x) as f32, number(unit.position.y) as f32);
            frame[*row] = Pose { x, y, heading: unit.heading.0, wants: unit.moving };
        }
        self.frames.push(frame);
        if setup.groups.iter().any(|group| group.formation.is_some()) {
            self.shoot_squads(setup, world);
        }
        if !setup.changes.is_empty() {
            self.draw_walls(setup, world);
        }
    }

    /// Squads are told by their first members: groups have no unit in common.
    fn shoot_squads(&mut self, setup: &Setup, world: &World) {
        let views = [0, 1].map(|player| View::new(world, PlayerId(player)).own_squads());
        let mut shots = vec![Shot { marches: false, narrowed: false, places: Vec::new() }; setup.groups.len()];
        for squad in views.iter().flatten() {
            let row =
                |unit: Handle| Some(self.rows[self.rows.binary_search_by_key(&UnitId(unit.0), |(id, _)| *id).ok()?].1);
            let places = squad.members.iter().filter_map(|(unit, at)| Some((row(*unit)?, point((*at)?))));
            let places: Vec<(usize, Point)> = places.collect();
            let Some(group) = squad.members.first().and_then(|(unit, _)| row(*unit)).map(|row| setup.actors[row].group)
            else {
                continue;
            };
            shots[group] = Shot { marches: squad.phase == SquadPhase::Marching, narrowed: squad.narrowed, places };
        }
        for (group, (shots, shot)) in self.squads.iter_mut().zip(shots).enumerate() {
            if setup.groups[group].formation.is_some() {
                shots.push(shot);
            }
        }
    }

    /// The last tick.
    pub fn last_tick(&self) -> u32 {
        self.frames.len() as u32 - 1
    }

    /// The plan that holds in a tick.
    pub fn plan(&self, tick: u32) -> &Grid {
        let row = self.plans.partition_point(|(from, _)| *from <= tick);
        &self.plans[row.saturating_sub(1)].1
    }

    /// How far a unit moved into a tick.
    pub fn step(&self, actor: usize, tick: usize) -> f64 {
        super::grid::distance(self.frames[tick][actor].at(), self.frames[tick - 1][actor].at())
    }

    fn draw_walls(&mut self, setup: &Setup, world: &World) {
        let blocking = || world.observe_buildings().filter(|building| building.stage != Progress::Planned);
        let standing: Vec<UnitId> = blocking().map(|building| building.id).collect();
        if standing == self.standing && self.frames.len() > 1 {
            return;
        }
        let mut plan = setup.plan.clone();
        for building in blocking() {
            let rect = footprint(world.rules(), building.kind, building.cell);
            plan.fill([rect.x.into(), rect.y.into(), rect.width.into(), rect.height.into()], false);
        }
        if self.frames.len() == 1 {
            self.plans.clear();
        }
        self.plans.push((world.tick(), plan));
        self.standing = standing;
    }
}

fn point(at: Vec2) -> Point {
    [number(at.x), number(at.y)]
}

/// Who is who: at the start every unit stands alone on its cell.
fn rows(setup: &Setup, world: &World) -> Vec<(UnitId, usize)> {
    let cells: std::collections::BTreeMap<[i64; 2], usize> =
        setup.actors.iter().enumerate().map(|(row, actor)| (actor.cell, row)).collect();
    let cell = |at: sandtable_math::Vec2| [i64::from(at.x.floor_int()), i64::from(at.y.floor_int())];
    world.observe_units().filter_map(|unit| Some((unit.id, *cells.get(&cell(unit.position))?))).collect()
}

#[cfg(test)]
impl Trajectory {
    /// A trajectory of units that move as told, face where they go and want to.
    pub fn scripted(setup: &Setup, ticks: u32, at: impl Fn(usize, u32) -> Point) -> Trajectory {
        let pose = |row: usize, tick: u32| {
            let ([x, y], [old_x, old_y]) = (at(row, tick), at(row, tick.saturating_sub(1)));
            let turns = (y - old_y).atan2(x - old_x) / std::f64::consts::TAU;
            let heading = (turns.rem_euclid(1.0) * 65_536.0) as u16;
            Pose { x: x as f32, y: y as f32, heading, wants: [x, y] != [old_x, old_y] }
        };
        Trajectory {
            frames: (0..=ticks).map(|tick| (0..setup.actors.len()).map(|row| pose(row, tick)).collect()).collect(),
            plans: vec![(0, setup.plan.clone())],
            squads: vec![Vec::new(); setup.groups.len()],
            rejected: 0,
            rows: Vec::new(),
            standing: Vec::new(),
        }
    }
}

impl Trajectory {
    /// The id of an actor.
    pub fn ids(&self) -> Vec<UnitId> {
        let mut ids = vec![UnitId::NONE; self.rows.len()];
        for (id, row) in &self.rows {
            ids[*row] = *id;
        }
        ids
    }
}
