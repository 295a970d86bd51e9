//! One arrangement of a family, set up: the scenario, and who in it is to do what.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sandtable_math::mix;
use sandtable_model::map::Cell;
use sandtable_model::rules::{Defect, Rules};
use sandtable_model::scenario::{Fog, PlacedEntity, PlayerFeatures, PlayerSetup, Scenario};
use sandtable_state::id::{KindId, PlayerId};
use sandtable_state::rng::Rng;

use super::changes::Change;
use super::family::Family;
use super::grid::{Grid, Point, number};
use super::groups::{Group, Task};
use super::place::{PlanSpot, spots};
use super::turn::Turn;
use super::work::{DEPOT, NODE};

/// How far beyond its pack a unit still counts as arrived, in cells: those at the rim lie on no perfect circle.
const ARRIVAL_MARGIN: f64 = 0.5;
/// How much wider than a perfect disc a pack may be.
pub const PACK: f64 = 1.3;

/// Where a unit is to get to.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Where it is sent.
    pub point: Point,
    /// Where it has arrived as soon as it has been: west, north, east and south edge.
    pub finish: Option<[f64; 4]>,
    /// The radius of a perfect disc of all the units sent there, in cells.
    pub disc_radius: f64,
    /// Units sent there.
    pub crowd: usize,
}

impl Target {
    /// How near to the point one has arrived, in cells.
    pub fn within(&self) -> f64 {
        PACK * self.disc_radius + ARRIVAL_MARGIN
    }
}

/// One unit that is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    /// Row of the family's groups.
    pub group: usize,
    /// Its cell at the start.
    pub cell: PlanSpot,
    /// In cells.
    pub radius: f64,
    /// Cells a tick on plain ground.
    pub speed: f64,
    /// Where it is to get to; none for those that hold or idle.
    pub target: Option<Target>,
    /// The tick in which it is told.
    pub told_tick: u32,
}

impl Actor {
    /// Where it stands at the start.
    pub fn start(&self) -> Point {
        middle(self.cell)
    }
}

/// An arrangement of a family.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What is played.
    pub scenario: Arc<Scenario>,
    /// The match seed.
    pub seed: u64,
    /// Its walls, without those that come and go: nobody can do better than here.
    pub plan: Grid,
    /// The units that are measured, by group.
    pub actors: Vec<Actor>,
    /// The family's groups.
    pub groups: Vec<Group>,
    /// The walls that come and go.
    pub changes: Vec<Change>,
    /// The cells where throughput is counted: west, north, east and south edge.
    pub gate: Option<[f64; 4]>,
    /// Bodies side by side through the narrowest place.
    pub lanes: Option<f64>,
    /// The edges of the node and of the depot of workers.
    pub work: Option<[[f64; 4]; 2]>,
}

impl Setup {
    /// Sets up one arrangement.
    ///
    /// # Errors
    /// What does not fit on the plan.
    pub fn set(family: &Family, seed: u64, arrangement: u32) -> Result<Setup, Vec<Defect>> {
        let seed = mix(seed, u64::from(arrangement));
        let mut rng = Rng::stream(seed, "movebench");
        let (drawn, turn) = (family.terrain.plan(&mut rng), Turn::numbered(arrangement));
        let mut defects = Vec::new();
        let actors = cast(family, arrangement, &drawn, turn, &mut rng, &mut defects);
        let plan = turn.grid(&drawn);
        let changes: Vec<Change> = family.changes.iter().map(|change| turned(change, turn, &drawn)).collect();
        let rects = family.work.map(|work| work.rects().map(|rect| turn.rect(rect, &drawn)));
        let scenario = scenario(family, &plan, &actors, &changes, rects);
        if defects.is_empty() {
            defects = scenario.check();
        }
        if !defects.is_empty() {
            return Err(defects);
        }
        Ok(Setup {
            scenario: Arc::new(scenario),
            seed,
            gate: family.gate.map(|rect| edges(turn.rect(rect, &drawn))),
            plan,
            actors,
            groups: family.groups.clone(),
            changes,
            lanes: family.lanes,
            work: rects.map(|rects| rects.map(edges)),
        })
    }
}

/// The middle of a cell.
pub fn middle(cell: PlanSpot) -> Point {
    [cell[0] as f64 + 0.5, cell[1] as f64 + 0.5]
}

/// Whether a point lies between the edges.
pub fn lies_in(point: Point, [west, north, east, south]: [f64; 4]) -> bool {
    point[0] >= west && point[0] < east && point[1] >= north && point[1] < south
}

fn edges([x, y, width, height]: [i64; 4]) -> [f64; 4] {
    [x as f64, y as f64, (x + width) as f64, (y + height) as f64]
}

fn turned(change: &Change, turn: Turn, drawn: &Grid) -> Change {
    let by = change.by.map(|by| turn.rect([by[0], by[1], 1, 1], drawn)).map(|by| [by[0], by[1]]);
    Change { rect: turn.rect(change.rect, drawn), by, ..change.clone() }
}

fn cast(
    family: &Family,
    arrangement: u32,
    drawn: &Grid,
    turn: Turn,
    rng: &mut Rng,
    defects: &mut Vec<Defect>,
) -> Vec<Actor> {
    let mut taken: BTreeSet<PlanSpot> = family.changes.iter().filter_map(|change| change.by).collect();
    let place = |spot: PlanSpot| {
        let [x, y, ..] = turn.rect([spot[0], spot[1], 1, 1], drawn);
        [x, y]
    };
    let mut actors = Vec::new();
    for (row, group) in family.groups.iter().enumerate() {
        let count = group.count(arrangement);
        let found = spots(&group.layout, count, drawn, &mut taken, rng);
        let field = format!("groups[{}]", row + 1);
        if found.len() < count {
            defects.push(defect(&field, format!("room for {} units", found.len()), format!("room for {count}")));
        }
        let finish = group.finish.map(|rect| edges(turn.rect(rect, drawn)));
        for spot in found {
            let goal = goal_of(&group.task, spot);
            if goal.is_some_and(|goal| drawn.index(goal[0], goal[1]).is_none()) {
                defects.push(defect(&field, "a goal outside the plan".to_owned(), "goals inside the plan".to_owned()));
            }
            let target = goal.map(|goal| Target { point: middle(place(goal)), finish, disc_radius: 0.0, crowd: 0 });
            actors.push(actor(&family.rules, row, group, place(spot), target));
        }
    }
    count_crowds(&mut actors);
    actors
}

fn defect(path: &str, found: String, expected: String) -> Defect {
    Defect { path: path.to_owned(), found, expected }
}

fn goal_of(task: &Task, spot: PlanSpot) -> Option<PlanSpot> {
    match task {
        Task::March(goal) => Some(*goal),
        Task::Swap(centre) => Some([2 * centre[0] - spot[0], 2 * centre[1] - spot[1]]),
        Task::Hold | Task::Idle | Task::Gather => None,
    }
}

fn actor(rules: &Rules, row: usize, group: &Group, cell: PlanSpot, target: Option<Target>) -> Actor {
    let body = rules.kind(group.kind).body.as_ref();
    let (radius, speed) = body.map_or((0.25, 0.125), |body| (number(body.radius), number(body.speed)));
    Actor { group: row, cell, radius, speed, target, told_tick: group.start_tick + 1 }
}

/// Tells every target how many share it, and how large a disc they make.
fn count_crowds(actors: &mut [Actor]) {
    // Goals are middles of cells.
    let cell = |target: &Target| target.point.map(|part| part.floor() as i64);
    let mut crowds: BTreeMap<PlanSpot, (usize, f64)> = BTreeMap::new();
    for actor in actors.iter() {
        let Some(target) = &actor.target else { continue };
        let (crowd, squares) = crowds.entry(cell(target)).or_default();
        *crowd += 1;
        *squares += actor.radius * actor.radius;
    }
    for target in actors.iter_mut().filter_map(|actor| actor.target.as_mut()) {
        let (crowd, squares) = crowds.get(&cell(target)).copied().unwrap_or_default();
        (target.crowd, target.disc_radius) = (crowd, squares.sqrt());
    }
}

fn scenario(
    family: &Family,
    plan: &Grid,
    actors: &[Actor],
    changes: &[Change],
    work: Option<[[i64; 4]; 2]>,
) -> Scenario {
    let player = |row: u8| PlayerSetup {
        features: PlayerFeatures::ALL.without(PlayerFeatures::JOBS),
        ..PlayerSetup::numbered(row)
    };
    let map = plan.to_map(&family.name, &family.rules);
    Scenario {
        placed: placed(family, actors, changes, work),
        fog: if family.fog { Fog::Full } else { Fog::Off },
        ..Scenario::sandbox(&family.name, family.rules.clone(), map, vec![player(0), player(1)])
    }
}

/// Actors first, in their order, then those who work on the walls, then the walls that are to fall, then what workers go between.
fn placed(family: &Family, actors: &[Actor], changes: &[Change], work: Option<[[i64; 4]; 2]>) -> Vec<PlacedEntity> {
    let kind = |name: &str| family.rules.kind_named(name).unwrap_or_default();
    let put = |kind: KindId, owner: u8, [x, y]: PlanSpot| {
        PlacedEntity::new(kind, PlayerId(owner), Cell::new(x as i16, y as i16), 1)
    };
    let units = actors.iter().map(|actor| {
        let group = &family.groups[actor.group];
        put(group.kind, group.player - 1, actor.cell)
    });
    let hand = |change: &Change| Some(put(kind(if change.builds { "mason" } else { "sapper" }), 0, change.by?));
    let fallen = changes.iter().filter(|change| !change.builds);
    let walls = fallen.map(|change| put(change.kind, 1, [change.rect[0], change.rect[1]]));
    let [node, depot] = work.map_or([None; 2], |rects| rects.map(|rect| Some([rect[0], rect[1]])));
    let node = node.map(|spot| put(kind(NODE), PlayerId::NEUTRAL.0, spot));
    let depot = depot.map(|spot| put(kind(DEPOT), 0, spot));
    units.chain(changes.iter().filter_map(hand)).chain(walls).chain(node).chain(depot).collect()
}
