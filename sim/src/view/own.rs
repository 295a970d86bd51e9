//! A player's own entities, as its view shows them.

use super::{OwnBuilding, OwnSquad, OwnUnit};
use crate::component::{
    Agent, Arms, Identity, Job, Labour, Motion, Product, Site, Stage, Task, TaskKind, Vitals, Works,
};
use crate::id::{Handle, KindId, PlayerId, ResourceId, TechId};
use crate::math::Vec2;
use crate::sight::handle_for;
use crate::squad::{Member, Shape, Squad};
use crate::world::World;

pub(super) fn units(world: &World, player: PlayerId) -> impl Iterator<Item = OwnUnit> {
    let identity = world.column::<Identity>(&world.units);
    let motion = world.column::<Motion>(&world.units);
    let vitals = world.column::<Vitals>(&world.units);
    let arms = world.column::<Arms>(&world.units);
    let agent = world.column::<Agent>(&world.units);
    let labour = world.column::<Labour>(&world.units);
    let unit = move |row: usize| OwnUnit {
        handle: Handle(identity[row].id.0),
        kind: identity[row].kind,
        position: motion[row].position,
        velocity: motion[row].velocity,
        hp: vitals[row].hp,
        hurt_tick: vitals[row].hurt_tick,
        squad: agent[row].squad,
        stance: agent[row].stance,
        moving: agent[row].moves.head().map(|task| shown(world, player, task)),
        acting: agent[row].acts.head().map(|task| shown(world, player, task)),
        target: handle_for(world, player, arms[row].target),
        carries: (labour[row].amount > 0).then_some((ResourceId(labour[row].resource), labour[row].amount)),
        aboard: handle_for(world, player, motion[row].aboard),
    };
    world.units.of(player).map(move |(_, row)| unit(row))
}

pub(super) fn squads(world: &World, player: PlayerId) -> Vec<OwnSquad> {
    let squad = |squad: &Squad| OwnSquad {
        id: squad.id,
        members: squad.members.iter().map(|member| (Handle(member.id.0), kept_place(world, squad, member))).collect(),
        leader: Handle(squad.leader.0),
        formation: squad.formation,
        phase: squad.phase,
        front: squad.pose.anchor,
        heading: squad.pose.heading,
        narrowed: squad.narrowed,
        orders: squad.orders.iter().map(|command| command.verb).collect(),
    };
    world.squads.iter().filter(|squad| squad.id.owner() == player).map(squad).collect()
}

/// The place that a member keeps, or went to last, in a squad that keeps places.
fn kept_place(world: &World, squad: &Squad, member: &Member) -> Option<Vec2> {
    let row = world.place(member.id)?.row as usize;
    let agents = world.column::<Agent>(&world.units);
    let kept = agents[row].moves.iter().find(|task| task.tag == member.tag).map(|task| task.other - squad.lead());
    let rests = || world.column::<Motion>(&world.units)[row].place;
    (squad.formation.shape != Shape::Loose && member.told).then(|| kept.unwrap_or_else(rests))
}

/// A task in the player's own words.
fn shown(world: &World, player: PlayerId, task: &Task) -> (TaskKind, Handle, Vec2) {
    (task.kind, handle_for(world, player, task.target), task.point)
}

pub(super) fn buildings(world: &World, player: PlayerId) -> Vec<OwnBuilding> {
    let identity = world.column::<Identity>(&world.buildings);
    let site = world.column::<Site>(&world.buildings);
    let vitals = world.column::<Vitals>(&world.buildings);
    let works = world.column::<Works>(&world.buildings);
    let building = |row: usize| {
        let (kind, site, works) = (identity[row].kind, &site[row], &works[row]);
        OwnBuilding {
            handle: Handle(identity[row].id.0),
            kind,
            cell: site.cell,
            position: world.rect(kind, site.cell).centre(),
            hp: vitals[row].hp,
            hurt_tick: vitals[row].hurt_tick,
            stage: site.stage,
            built_percent: built_percent(world, kind, site),
            workers: site.workers,
            queue: works.queue.iter().take(works.queued as usize).copied().collect(),
            made_percent: made_percent(world, works),
        }
    };
    world.buildings.of(player).map(|(_, row)| building(row)).collect()
}

fn built_percent(world: &World, kind: KindId, site: &Site) -> u8 {
    // Progress counts hundredths of a tick, so that dividing by the ticks gives percent.
    let percent = site.progress / world.kind(kind).make_ticks.max(1);
    if site.stage == Stage::Complete { 100 } else { percent.min(99) as u8 }
}

fn made_percent(world: &World, works: &Works) -> u8 {
    let ticks = |job: &Job| match job.product {
        Product::Unit => world.kind(KindId(job.row)).make_ticks,
        Product::Tech => world.rules().tech(TechId(job.row)).make_ticks,
    };
    let whole = works.queue.iter().take(works.queued as usize).next().map_or(0, ticks);
    let percent = u64::from(works.progress) * 100 / u64::from(whole.max(1));
    if whole == 0 { 0 } else { percent.min(100) as u8 }
}
