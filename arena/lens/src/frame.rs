//! What stands on the map at a tick, as rows of numbers for a page that draws it: all of it, or what one team knows.
//!
//! A frame is a run of 32-bit numbers: a header of [`HEADER`] numbers (tick, then how many units, buildings, nodes, projectiles, deaths and
//! cells there are), then the rows of each class in that order, then a byte for each cell, four to a number, the low one first: 0 unexplored, 1
//! explored, 2 visible. Places are in 1/65,536 of a cell. What the team asked about does not know is left out, or [`UNKNOWN`]:
//! of a foreign unit it knows place, kind and hit points, of a building out of sight what it last saw.

use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_model::scenario::Fog;
use sandtable_sim::component::{ConstructionStage, ProductionEntry, ProductionItem, TaskKind};
use sandtable_sim::sight::Visibility;
use sandtable_sim::view::{ForeignBody, View};
use sandtable_sim::{Hindrance, ObservedBuilding, ObservedUnit, World};
use sandtable_state::id::{PlayerId, UnitId};

use crate::Session;

/// Numbers before the first row.
pub const HEADER: usize = 8;
/// Numbers a row of a unit: id, kind, east, south, hit points, their maximum, heading (65,536 a turn), 1 + the number of the task, target, flags (1
/// moves, 2 aboard a transport, 4 in sight, 8 waits for its turn before a passage), cargo (1 + resource in the upper half, amount in the lower), squad, transport.
pub const UNIT_ROW: usize = 13;
/// Numbers a row of a building: id, kind, east, south, hit points, their maximum, stage, percent built, product (1 + row, the upper half
/// 1 for technologies), percent of that, entries queued, target, flags (4 in sight).
pub const BUILDING_ROW: usize = 13;
/// Numbers a row of a node: id, kind, east, south, amount, flags (4 in sight).
pub const NODE_ROW: usize = 6;
/// Numbers a row of a projectile: id, east, south, east and south of its aim, ticks left.
pub const SHOT_ROW: usize = 6;
/// Numbers a row of a death: id, kind, east, south, tick.
pub const DEATH_ROW: usize = 5;
/// What the team does not know.
pub const UNKNOWN: i32 = -1;

const MOVES: i32 = 1;
const ABOARD: i32 = 2;
const IN_SIGHT: i32 = 4;
const WAITS: i32 = 8;
/// Ticks for which somebody's death is shown.
const DEATH_TICKS: u32 = 48;

/// What stands at the tick a session looks at: all of it, or what one team knows, which is nothing for one that does not play.
pub fn frame(session: &Session, team: Option<u8>) -> Vec<i32> {
    let world = session.world();
    let players = &world.scenario().players;
    let viewer = team.and_then(|team| players.iter().position(|player| player.team.0 == team));
    let view = viewer.map(|player| View::new(world, PlayerId(player as u8)));
    let view = view.filter(|view| view.fog() != Fog::Off);
    let mut frame = Frame { numbers: vec![0; HEADER] };
    frame.numbers[0] = world.tick() as i32;
    if team.is_some() && viewer.is_none() {
        return frame.numbers;
    }
    match &view {
        None => frame.everything(world),
        Some(view) => frame.known(world, view),
    }
    frame.deaths(session, view.as_ref());
    if let Some(view) = &view {
        frame.cells(world, view);
    }
    frame.numbers
}

struct Frame {
    numbers: Vec<i32>,
}

impl Frame {
    fn everything(&mut self, world: &World) {
        for unit in world.observe_units() {
            self.unit(&unit);
        }
        for building in world.observe_buildings() {
            self.building(&building);
        }
        for node in world.observe_nodes() {
            self.row(3, [node.id.0 as i32, i32::from(node.kind.0), node.position.x.bits(), node.position.y.bits()]);
            self.numbers.extend([node.amount as i32, IN_SIGHT]);
        }
        self.shots(world, |_| true);
    }

    /// What a team knows: its own as they are, others as its view has them.
    fn known(&mut self, world: &World, view: &View<'_>) {
        let own = |id: UnitId| view.team(id.owner()) == view.team(view.me());
        let foreign: Vec<ForeignBody> = view.foreign().into_iter().filter(|body| body.hostile).collect();
        for unit in world.observe_units().filter(|unit| own(unit.id)) {
            self.unit(&unit);
        }
        for body in foreign.iter().filter(|body| !is_building(world, body)) {
            self.foreign_unit(world, view, body);
        }
        for building in world.observe_buildings().filter(|building| own(building.id)) {
            self.building(&building);
        }
        for body in foreign.iter().filter(|body| is_building(world, body)) {
            self.foreign_building(world, view, body);
        }
        for node in view.nodes() {
            let id = true_id(world, view, node.handle);
            self.row(3, [id, i32::from(node.kind.0), node.position.x.bits(), node.position.y.bits()]);
            self.numbers.extend([node.amount as i32, if node.visible { IN_SIGHT } else { 0 }]);
        }
        self.shots(world, |at| view.visibility(Cell::at(at)) == Visibility::Visible);
    }

    /// Begins a row of a class, which the header counts.
    fn row(&mut self, class: usize, place: [i32; 4]) {
        self.numbers[class] += 1;
        self.numbers.extend(place);
    }

    fn unit(&mut self, unit: &ObservedUnit) {
        let place = [unit.id.0 as i32, i32::from(unit.kind.0), unit.position.x.bits(), unit.position.y.bits()];
        self.row(1, place);
        let flag = |set: bool, flag: i32| if set { flag } else { 0 };
        let waits = unit.hindrance == Some(Hindrance::Turn);
        let flags = flag(unit.moving, MOVES) | flag(unit.aboard.is_some(), ABOARD) | flag(waits, WAITS) | IN_SIGHT;
        let cargo = unit.carries.map_or(0, |(resource, amount)| (i32::from(resource.0) + 1) << 16 | i32::from(amount));
        self.numbers.extend([
            unit.hp.bits(),
            unit.max_hp.bits(),
            i32::from(unit.heading.0),
            task_number(unit.task),
            unit.target.0 as i32,
            flags,
            cargo,
            unit.squad.0 as i32,
            unit.aboard.0 as i32,
        ]);
    }

    fn foreign_unit(&mut self, world: &World, view: &View<'_>, body: &ForeignBody) {
        self.row(1, foreign_place(world, view, body));
        let [hp, max] = health(world, body);
        self.numbers.extend([hp, max, UNKNOWN, UNKNOWN, 0, IN_SIGHT, 0, 0, 0]);
    }

    fn building(&mut self, one: &ObservedBuilding) {
        self.row(2, [one.id.0 as i32, i32::from(one.kind.0), one.position.x.bits(), one.position.y.bits()]);
        self.numbers.extend([
            one.hp.bits(),
            one.max_hp.bits(),
            stage_number(one.stage),
            i32::from(one.built_percent),
            one.making.map_or(0, product_number),
            i32::from(one.made_percent),
            i32::from(one.queued),
            one.target.0 as i32,
            IN_SIGHT,
        ]);
    }

    fn foreign_building(&mut self, world: &World, view: &View<'_>, body: &ForeignBody) {
        self.row(2, foreign_place(world, view, body));
        let [hp, max] = health(world, body);
        let flags = if body.visible { IN_SIGHT } else { 0 };
        self.numbers.extend([hp, max, stage_number(body.stage), UNKNOWN, 0, 0, 0, 0, flags]);
    }

    fn shots(&mut self, world: &World, shown: impl Fn(Vec2) -> bool) {
        for shot in world.observe_shots().filter(|shot| shown(shot.position)) {
            self.row(4, [shot.id.0 as i32, shot.position.x.bits(), shot.position.y.bits(), shot.aim.x.bits()]);
            self.numbers.extend([shot.aim.y.bits(), i32::from(shot.ticks_left)]);
        }
    }

    /// Those who died lately, as far as the session's index got.
    fn deaths(&mut self, session: &Session, view: Option<&View<'_>>) {
        let tick = session.world().tick();
        for death in session.index().deaths_between(tick.saturating_sub(DEATH_TICKS), tick) {
            let knows = view.is_none_or(|view| death.seen_by >> view.team(view.me()).0 & 1 != 0);
            if knows {
                self.row(5, [death.id.0 as i32, i32::from(death.kind.0), death.at.x.bits(), death.at.y.bits()]);
                self.numbers.push(death.tick as i32);
            }
        }
    }

    fn cells(&mut self, world: &World, view: &View<'_>) {
        let mut cells = Vec::new();
        view.cells(&mut cells);
        self.numbers[6] = world.scenario().map.cells() as i32;
        let byte = |group: &[u8], at: usize| i32::from(group.get(at).copied().unwrap_or(0) & 3) << (8 * at);
        self.numbers.extend(cells.chunks(4).map(|group| (0..4).fold(0, |word, at| word | byte(group, at))));
    }
}

fn is_building(world: &World, body: &ForeignBody) -> bool {
    world.rules().kind(body.kind).footprint.is_some()
}

fn true_id(world: &World, view: &View<'_>, handle: sandtable_state::id::Handle) -> i32 {
    world.observe_handle(view.me(), handle).map_or(0, |id| id.0 as i32)
}

fn foreign_place(world: &World, view: &View<'_>, body: &ForeignBody) -> [i32; 4] {
    let id = true_id(world, view, body.handle);
    [id, i32::from(body.kind.0), body.position.x.bits(), body.position.y.bits()]
}

/// Hit points and their maximum as the rules have it: what its owner has researched is not known.
fn health(world: &World, body: &ForeignBody) -> [i32; 2] {
    let full = world.rules().kind(body.kind).max_hp.max(body.hp);
    [body.hp.bits(), full.bits()]
}

fn stage_number(stage: ConstructionStage) -> i32 {
    match stage {
        ConstructionStage::Planned => 0,
        ConstructionStage::Rising => 1,
        ConstructionStage::Complete => 2,
    }
}

fn product_number(entry: ProductionEntry) -> i32 {
    let class = match entry.product {
        ProductionItem::Unit => 0,
        ProductionItem::Tech => 1 << 16,
    };
    class | (i32::from(entry.row) + 1)
}

/// 1 + the number of a task among [`TASKS`]; 0 for none.
pub fn task_number(task: Option<TaskKind>) -> i32 {
    task.and_then(|task| TASKS.iter().position(|(kind, _)| *kind == task)).map_or(0, |row| row as i32 + 1)
}

/// What units do, with its name.
pub const TASKS: [(TaskKind, &str); 17] = [
    (TaskKind::Goto, "walking"),
    (TaskKind::Follow, "following"),
    (TaskKind::Patrol, "patrolling"),
    (TaskKind::Hold, "holding"),
    (TaskKind::Serve, "going to work"),
    (TaskKind::Strike, "attacking"),
    (TaskKind::Engage, "advancing"),
    (TaskKind::Gather, "gathering"),
    (TaskKind::Deliver, "delivering"),
    (TaskKind::Build, "building"),
    (TaskKind::Repair, "repairing"),
    (TaskKind::Board, "boarding"),
    (TaskKind::Unload, "unloading"),
    (TaskKind::Cast, "using an ability"),
    (TaskKind::Guard, "guarding"),
    (TaskKind::Keep, "keeping formation"),
    (TaskKind::Fetch, "taking aboard"),
];
