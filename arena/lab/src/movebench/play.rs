//! Plays a staged situation to its end, giving each order when it is due.

use std::collections::VecDeque;
use std::sync::Arc;

use sandtable_math::{Fx, Vec2};
use sandtable_model::Formation;
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_sim::World;
use sandtable_sim::event::Event;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_state::id::{Handle, PlayerId, SquadId, UnitId};
use sandtable_state::limits::{MAX_ORDER_UNITS, MAX_ORDERS_PER_TICK};

use super::changes::Change;
use super::grid::{Point, distance};
use super::groups::Task;
use super::setup::{Setup, lies_in};
use super::trajectory::Trajectory;

/// Who moves no farther than this in a tick stands, in cells.
pub const STANDS: f64 = 1.0 / 64.0;
/// Ticks that all must stand at their goals for the play to be over.
const CURTAIN: u32 = 48;
/// Ticks that all must stand, wherever they are.
const DEADLOCK: u32 = 320;

/// Plays until everybody has arrived and stands, nobody has moved for long, or the time is up.
///
/// Orders of one tick that pass the engine's limit wait for the next; `setup` then learns when each was told.
pub fn play(setup: &mut Setup, time_limit_ticks: u32) -> Trajectory {
    let mut world = World::new(Arc::clone(&setup.scenario), setup.seed);
    let mut trajectory = Trajectory::open(setup, &world);
    let mut cues = Cues::from_setup(setup, &world, &trajectory);
    let mut watch = TrajectoryRecorder { crossed: vec![false; setup.actors.len()], still: 0, done: 0 };
    for tick in 1..=time_limit_ticks {
        let orders = cues.due(tick, setup);
        let report = world.step(&orders);
        trajectory.rejected +=
            report.events.iter().filter(|event| matches!(event, Event::Rejected { .. })).count() as u32;
        trajectory.shoot(setup, &world);
        if watch.is_over(setup, &trajectory) && cues.is_spent(tick) {
            break;
        }
    }
    trajectory
}

/// An order that is still to be given.
struct Cue {
    tick: u32,
    player: PlayerId,
    order: Order,
    /// The actors it is for, for the first time.
    actors: Vec<usize>,
}

/// The orders to come, by tick.
struct Cues {
    queue: VecDeque<Cue>,
    last_tick: u32,
}

impl Cues {
    fn from_setup(setup: &Setup, world: &World, trajectory: &Trajectory) -> Cues {
        let ids = trajectory.ids();
        let mut cues: Vec<Cue> = Vec::new();
        for row in 0..setup.groups.len() {
            cue_group(setup, row, &ids, world, &mut cues);
        }
        cues.extend(setup.changes.iter().filter_map(|change| cue_change(change, world)));
        cues.sort_by_key(|cue| cue.tick);
        let last_tick = cues.iter().filter(|cue| !cue.actors.is_empty()).map(|cue| cue.tick).max().unwrap_or(0);
        let last_tick = last_tick.max(setup.changes.iter().map(|change| change.tick).max().unwrap_or(0));
        Cues { queue: cues.into(), last_tick }
    }

    /// Nothing more is to come but repetitions.
    fn is_spent(&self, tick: u32) -> bool {
        tick > self.last_tick + 16 && self.queue.iter().all(|cue| cue.actors.is_empty())
    }

    fn due(&mut self, tick: u32, setup: &mut Setup) -> Vec<StampedOrder> {
        let mut given = [0u16; 2];
        let mut orders = Vec::new();
        while self
            .queue
            .front()
            .is_some_and(|cue| cue.tick <= tick && usize::from(given[cue.player.index().min(1)]) < MAX_ORDERS_PER_TICK)
        {
            let Some(cue) = self.queue.pop_front() else { break };
            let seq = &mut given[cue.player.index().min(1)];
            for actor in &cue.actors {
                setup.actors[*actor].told_tick = tick;
            }
            orders.push(StampedOrder { tick, player: cue.player, seq: *seq, order: cue.order });
            *seq += 1;
        }
        orders
    }
}

fn cue_group(setup: &Setup, row: usize, ids: &[UnitId], world: &World, cues: &mut Vec<Cue>) {
    let group = &setup.groups[row];
    let members: Vec<usize> = (0..setup.actors.len()).filter(|actor| setup.actors[*actor].group == row).collect();
    let verb = |actor: usize| setup.actors[actor].target.as_ref().map(|target| OrderKind::Move(vec2(target.point)));
    let told: Vec<(OrderKind, &[usize])> = match group.task {
        Task::Idle => Vec::new(),
        Task::Hold => members.chunks(MAX_ORDER_UNITS).map(|some| (OrderKind::Hold, some)).collect(),
        Task::Gather => {
            let view = sandtable_sim::view::View::new(world, PlayerId(group.player - 1));
            let node = OrderKind::Gather(view.each_node().next().map_or(Handle::NONE, |node| node.handle()));
            members.chunks(MAX_ORDER_UNITS).map(|some| (node, some)).collect()
        }
        Task::March(_) => members.chunks(MAX_ORDER_UNITS).filter_map(|some| Some((verb(some[0])?, some))).collect(),
        Task::Swap(_) => members.chunks(1).filter_map(|one| Some((verb(one[0])?, one))).collect(),
    };
    if let Some(formation) = group.formation {
        cue_squad(setup, row, formation, &members, ids, cues);
        return;
    }
    let times = group.repeat_ticks.map_or(1, |every| (super::family::MAX_LIMIT / every).min(4_096));
    for time in 0..times {
        let tick = group.start_tick + 1 + time * group.repeat_ticks.unwrap_or(0);
        for (verb, some) in &told {
            let order = Order::to(some.iter().map(|actor| Handle(ids[*actor].0)), *verb);
            let actors = if time == 0 { some.to_vec() } else { Vec::new() };
            cues.push(Cue { tick, player: PlayerId(group.player - 1), order, actors });
        }
    }
}

/// A group in formation is made a squad, which then marches. Squads are numbered as they are told, by group in one tick.
fn cue_squad(setup: &Setup, row: usize, formation: Formation, members: &[usize], ids: &[UnitId], cues: &mut Vec<Cue>) {
    let group = &setup.groups[row];
    let key = |row: usize| (setup.groups[row].start_tick, row);
    let squads = (0..setup.groups.len()).filter(|other| setup.groups[*other].formation.is_some());
    let before = squads.filter(|other| setup.groups[*other].player == group.player && key(*other) < key(row)).count();
    let Some(target) = members.first().and_then(|actor| setup.actors[*actor].target.as_ref()) else { return };
    let (tick, player) = (group.start_tick + 1, PlayerId(group.player - 1));
    let form = Order::to(members.iter().map(|actor| Handle(ids[*actor].0)), OrderKind::Form(formation));
    let march = Order::squad(SquadId::new(player, before as u32 + 1), OrderKind::Move(vec2(target.point)));
    cues.push(Cue { tick, player, order: form, actors: members.to_vec() });
    cues.push(Cue { tick, player, order: march, actors: Vec::new() });
}

/// What the mason or sapper of a change is told, if it has one.
fn cue_change(change: &Change, world: &World) -> Option<Cue> {
    let cell = Cell::new(change.rect[0] as i16, change.rect[1] as i16);
    let [x, y] = change.by?;
    let by = Cell::new(x as i16, y as i16);
    let hand = world.observe_units().find(|unit| Cell::at(unit.position) == by).map(|unit| Handle(unit.id.0));
    let verb = if change.builds {
        OrderKind::Build { kind: change.kind, cell }
    } else {
        let view = sandtable_sim::view::View::new(world, PlayerId(0));
        let centre = sandtable_model::map::footprint(world.rules(), change.kind, cell).centre();
        let wall = view.foreign().into_iter().find(|body| body.position == centre);
        OrderKind::Attack(wall.map_or(Handle::NONE, |wall| wall.handle))
    };
    Some(Cue { tick: change.tick, player: PlayerId(0), order: Order::to(hand, verb), actors: Vec::new() })
}

fn vec2(point: Point) -> Vec2 {
    let fixed = |value: f64| Fx::from_bits((value * 65536.0) as i32);
    Vec2::new(fixed(point[0]), fixed(point[1]))
}

/// Watches for the end.
struct TrajectoryRecorder {
    crossed: Vec<bool>,
    /// Ticks in which nobody moved.
    still: u32,
    /// Ticks in which everybody had crossed, or stood where it was sent.
    done: u32,
}

impl TrajectoryRecorder {
    fn is_over(&mut self, setup: &Setup, trajectory: &Trajectory) -> bool {
        let tick = trajectory.frames.len() - 1;
        // Work goes on until the time is up.
        let (mut done, mut still) = (setup.work.is_none(), true);
        for (row, actor) in setup.actors.iter().enumerate() {
            let at = trajectory.frames[tick][row].at();
            let stands = trajectory.step(row, tick) <= STANDS;
            still &= stands;
            let Some(target) = &actor.target else { continue };
            done &= match target.finish {
                Some(finish) => {
                    self.crossed[row] |= lies_in(at, finish);
                    // A squad is to form up there.
                    self.crossed[row] && (stands || setup.groups[actor.group].formation.is_none())
                }
                None => stands && distance(at, target.point) <= target.within(),
            };
        }
        self.still = if still { self.still + 1 } else { 0 };
        self.done = if done { self.done + 1 } else { 0 };
        self.done >= CURTAIN || self.still >= DEADLOCK
    }
}
