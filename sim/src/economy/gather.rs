//! Gathering: walk to the node, fill a load, carry it to the nearest drop-off, come back.

use super::{is_at, stance_of, with_labour};
use crate::agent::{Duty, finish_action, redirect_action};
use crate::component::{Deposit, Identity, Labour, Motion, Site, Stage, TaskKind};
use crate::event::Event;
use crate::id::{ResourceId, TeamId, UnitId};
use crate::map::Cell;
use crate::math::{Fx, mix3};
use crate::rules::{Class, WALL_COST};
use crate::sight::Memory;
use crate::world::World;

/// How far from an exhausted node a worker looks for another of its resource: 14 cells.
const NEXT_NODE_WITHIN: Fx = Fx::from_int(14);
/// Ticks between two looks whether a gathering worker still stands at its node.
const LOOK_TICKS: u32 = 8;

/// Lets workers that stand at a node begin to gather, as many as the node takes. Places are contested by a
/// mix of seed, tick and id, so that no player is served first.
pub(super) fn admit(world: &mut World, duties: &[Duty]) {
    let mut asking = std::mem::take(&mut world.claims);
    asking.clear();
    ask(world, duties, &mut asking);
    asking.sort_unstable();
    for (_, _, row, node) in &asking {
        begin(world, *row, *node);
    }
    world.claims = asking;
}

/// Notes who would begin, with a claim.
fn ask(world: &World, duties: &[Duty], asking: &mut Vec<(u64, UnitId, u32, UnitId)>) {
    let labour = world.column::<Labour>(&world.units);
    for duty in duties.iter().filter(|duty| duty.task.kind == TaskKind::Gather) {
        let labour = &labour[duty.row as usize];
        let begins = labour.progress == 0 && labour.drop_off.is_none() && labour.amount == 0;
        if begins && is_at(world, duty.row, duty.task.target) {
            let claim = mix3(world.seed, u64::from(world.tick), u64::from(duty.id.0));
            asking.push((claim, duty.id, duty.row, duty.task.target));
        }
    }
}

fn begin(world: &World, row: u32, node: UnitId) {
    let Some(place) = world.place(node).filter(|place| place.class == Class::Node) else { return };
    let kind = world.column::<Identity>(&world.nodes)[place.row as usize].kind;
    let Some(stock) = world.kind(kind).stock.as_ref() else { return };
    let mut deposit = world.column_mut::<Deposit>(&world.nodes);
    let deposit = &mut deposit[place.row as usize];
    if deposit.workers < stock.workers && deposit.amount > 0 {
        deposit.workers += 1;
        with_labour(world, row, |labour| {
            labour.progress = 1;
            labour.node = node;
            labour.resource = stock.resource.0;
        });
    }
}

/// Workers who walk, or gather on at their node. Most do nothing else in most ticks, so the columns are borrowed
/// once for all of them, and whether all is as it was is looked at every [`LOOK_TICKS`] only.
pub(super) struct Pickers<'w> {
    world: &'w World,
    identity: hecs::ArchetypeColumn<'w, Identity>,
    motion: hecs::ArchetypeColumn<'w, Motion>,
    labour: hecs::ArchetypeColumnMut<'w, Labour>,
}

impl<'w> Pickers<'w> {
    pub(super) fn new(world: &'w World) -> Pickers<'w> {
        let units = &world.units;
        Pickers { world, identity: world.column(units), motion: world.column(units), labour: world.column_mut(units) }
    }

    /// Walks or gathers on for a tick; false, and nothing done, when the duty asks for more than that.
    pub(super) fn pick(&mut self, duty: &Duty) -> bool {
        let row = duty.row as usize;
        let looks = (self.world.tick + duty.id.serial()).is_multiple_of(LOOK_TICKS);
        if duty.task.kind != TaskKind::Gather || looks {
            return false;
        }
        if self.motion[row].moving {
            return true;
        }
        let labour = &mut self.labour[row];
        if labour.progress == 0 || labour.node != duty.task.target {
            return false;
        }
        let stats = self.world.stats(duty.id.owner(), self.identity[row].kind);
        let goes_on = labour.progress < stats.gather_ticks[labour.resource as usize];
        labour.progress += u16::from(goes_on);
        goes_on
    }
}

/// One tick of a gathering worker.
pub(super) fn gather(world: &mut World, duty: &Duty) {
    let labour = world.column::<Labour>(&world.units)[duty.row as usize];
    if labour.progress > 0 && (labour.node != duty.task.target || !is_at(world, duty.row, labour.node)) {
        release(world, duty.row);
    } else if labour.progress > 0 {
        fill(world, duty, labour);
    } else if labour.drop_off.is_some() {
        bring_in(world, duty);
    } else if !is_believed_in(world, duty) || is_shut_out(world, duty) {
        next_node(world, duty);
    } else if labour.amount > 0 {
        choose_drop_off(world, duty);
    }
}

/// Whether the worker's team knows of the node it is sent to: unless one sees it, one walks there to find it gone.
fn is_believed_in(world: &World, duty: &Duty) -> bool {
    let team = world.team(duty.id.owner());
    team.is_some_and(|team| world.knowledge[team.index()].memory(duty.task.target).is_some())
}

/// Whether the worker got as near as it can to a node that others enclose.
fn is_shut_out(world: &World, duty: &Duty) -> bool {
    let motion = world.column::<Motion>(&world.units)[duty.row as usize];
    let Some(team) = world.team(duty.id.owner()).filter(|_| motion.arrived) else { return false };
    let memory = world.knowledge[team.index()].memory(duty.task.target);
    memory.is_some_and(|memory| !has_open_side(world, duty, team, memory)) && !is_at(world, duty.row, duty.task.target)
}

/// Whether, as far as the team knows, the worker could stand beside the node.
fn has_open_side(world: &World, duty: &Duty, team: TeamId, node: &Memory) -> bool {
    let kind = world.column::<Identity>(&world.units)[duty.row as usize].kind;
    let Some(body) = world.kind(kind).body.as_ref() else { return false };
    let (map, knowledge) = (&world.scenario.map, &world.knowledge[team.index()]);
    let open = |cell: Cell| {
        world.ground.terrain_cost(cell, body.locomotion) != WALL_COST && !knowledge.is_blocked(map.index(cell))
    };
    world.rect(node.kind, node.cell).grown(1).cells().any(open)
}

/// The resource of a living node with something left.
fn resource_of(world: &World, node: UnitId) -> Option<ResourceId> {
    let place = world.place(node).filter(|place| place.class == Class::Node)?;
    let row = place.row as usize;
    let left = world.column::<Deposit>(&world.nodes)[row].amount > 0;
    let stock = world.kind(world.column::<Identity>(&world.nodes)[row].kind).stock.as_ref()?;
    left.then_some(stock.resource)
}

fn fill(world: &mut World, duty: &Duty, labour: Labour) {
    let Some(resource) = resource_of(world, labour.node) else {
        release(world, duty.row);
        return;
    };
    let kind = world.column::<Identity>(&world.units)[duty.row as usize].kind;
    let stats = world.stats(duty.id.owner(), kind);
    let (ticks, load) = (stats.gather_ticks[resource.index()], stats.load[resource.index()]);
    if labour.progress < ticks {
        with_labour(world, duty.row, |labour| labour.progress += 1);
        return;
    }
    release(world, duty.row);
    let Some(place) = world.place(labour.node) else { return };
    let taken = {
        let mut deposit = world.column_mut::<Deposit>(&world.nodes);
        let deposit = &mut deposit[place.row as usize];
        let taken = u32::from(load).min(deposit.amount);
        deposit.amount -= taken;
        taken as u16
    };
    with_labour(world, duty.row, |labour| {
        labour.resource = resource.0;
        labour.amount = taken;
    });
    choose_drop_off(world, duty);
}

/// Frees the place at the node that the worker in `row` held.
pub(crate) fn release(world: &World, row: u32) {
    let node = with_labour(world, row, |labour| {
        let gathering = labour.progress > 0;
        labour.progress = 0;
        gathering.then_some(labour.node)
    });
    let Some(place) = node.and_then(|node| world.place(node)).filter(|place| place.class == Class::Node) else {
        return;
    };
    let mut deposit = world.column_mut::<Deposit>(&world.nodes);
    let deposit = &mut deposit[place.row as usize];
    deposit.workers = deposit.workers.saturating_sub(1);
}

/// Sends the worker to the nearest own drop-off for what it carries; without one it waits.
fn choose_drop_off(world: &World, duty: &Duty) {
    let labour = world.column::<Labour>(&world.units)[duty.row as usize];
    let (position, _) = stance_of(world, duty.row);
    let (identity, site) = (world.column::<Identity>(&world.buildings), world.column::<Site>(&world.buildings));
    let takes = |row: &usize| {
        site[*row].stage == Stage::Complete && world.kind(identity[*row].kind).drop_off & (1 << labour.resource) != 0
    };
    let own = world.buildings.of(duty.id.owner()).filter(|(_, row)| takes(row));
    let nearest = own.min_by_key(|(id, row)| {
        let rect = world.rect(identity[*row].kind, site[*row].cell);
        (rect.nearest(position).distance_squared_wide(position), *id)
    });
    with_labour(world, duty.row, |labour| labour.drop_off = nearest.map_or(UnitId::NONE, |(id, _)| id));
}

/// Delivers at the chosen drop-off once there.
fn bring_in(world: &mut World, duty: &Duty) {
    let drop_off = world.column::<Labour>(&world.units)[duty.row as usize].drop_off;
    if world.place(drop_off).is_none() {
        choose_drop_off(world, duty);
        return;
    }
    if !is_at(world, duty.row, drop_off) {
        return;
    }
    let (resource, amount) = with_labour(world, duty.row, |labour| {
        labour.drop_off = UnitId::NONE;
        (labour.resource as usize, u32::from(std::mem::take(&mut labour.amount)))
    });
    let player = &mut world.players[duty.id.owner().index()];
    player.resources[resource] = player.resources[resource].saturating_add(amount);
    player.totals.gathered[resource] = player.totals.gathered[resource].saturating_add(amount);
}

/// A worker told only to deliver: done when it carries nothing.
pub(super) fn deliver_only(world: &mut World, duty: &Duty) {
    let labour = world.column::<Labour>(&world.units)[duty.row as usize];
    if labour.progress > 0 {
        release(world, duty.row);
    }
    if labour.amount == 0 {
        finish_action(world, duty.row);
    } else if labour.drop_off.is_none() {
        choose_drop_off(world, duty);
    } else {
        bring_in(world, duty);
    }
}

/// Turns to another node of the same resource near the last one; delivers what is left and stops when
/// there is none.
fn next_node(world: &mut World, duty: &Duty) {
    match nearest_node(world, duty) {
        Some(node) => {
            redirect_action(world, duty.row, node);
            with_labour(world, duty.row, |labour| labour.node = node);
        }
        None if world.column::<Labour>(&world.units)[duty.row as usize].amount > 0 => deliver_only(world, duty),
        None => finish_action(world, duty.row),
    }
}

fn nearest_node(world: &World, duty: &Duty) -> Option<UnitId> {
    let team = world.team(duty.id.owner())?;
    let wanted = world.last_resource(duty.task.target)?;
    let (position, _) = stance_of(world, duty.row);
    let reach = NEXT_NODE_WITHIN.squared_wide();
    let known = world.knowledge[team.index()].memories().iter().filter(|memory| {
        memory.amount > 0 && world.kind(memory.kind).stock.as_ref().is_some_and(|stock| stock.resource == wanted)
    });
    let open = known.filter(|memory| has_open_side(world, duty, team, memory));
    let near = open.filter_map(|memory| {
        let from = world.rect(memory.kind, memory.cell).nearest(position);
        let distance = from.distance_squared_wide(position);
        (distance <= reach).then_some((distance, memory.id))
    });
    let tie = |id: UnitId| mix3(world.seed, u64::from(duty.id.0), u64::from(id.0));
    near.min_by_key(|(distance, id)| (*distance, tie(*id))).map(|(_, id)| id)
}

/// Removes the nodes that were gathered empty.
pub(super) fn clear_depleted(world: &mut World) {
    let mut empty: Option<UnitId> = None;
    loop {
        {
            let deposit = world.column::<Deposit>(&world.nodes);
            let mut rows = world.nodes.ids().iter().zip(world.nodes.rows());
            if let Some((id, _)) = rows.find(|(_, row)| deposit[**row as usize].amount == 0) {
                empty = Some(*id);
            }
        }
        let Some(id) = empty.take() else { return };
        world.events.push(Event::Depleted { id });
        world.remove(id);
    }
}
