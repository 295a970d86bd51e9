//! A player's own entities, as its view shows them.

use hecs::ArchetypeColumn;

use super::{LastOrder, OwnBuilding, OwnSquad, OwnUnit};
use crate::component::{
    Agent, AgentTask, ConstructionStage, EndedOrder, Footprint, Health, Identity, Motion, OrderEnd, Production,
    ProductionEntry, ProductionItem, TaskKind, WeaponState, WorkerState,
};
use crate::scene::handle_for;
use crate::squad::{Squad, SquadMember};
use crate::world::World;
use sandtable_math::Vec2;
use sandtable_model::FormationShape;
use sandtable_state::id::{Handle, KindId, PlayerId, ResourceId, TechId, UnitId};

/// A player's own units, each of which is made only when somebody wants all of it.
pub struct OwnUnits<'w> {
    world: &'w World,
    player: PlayerId,
    identity: ArchetypeColumn<'w, Identity>,
    motion: ArchetypeColumn<'w, Motion>,
    health: ArchetypeColumn<'w, Health>,
    weapons: ArchetypeColumn<'w, WeaponState>,
    agent: ArchetypeColumn<'w, Agent>,
    workers: ArchetypeColumn<'w, WorkerState>,
}

/// One of them.
#[derive(Clone, Copy)]
pub struct UnitLook<'u> {
    all: &'u OwnUnits<'u>,
    identity: &'u Identity,
    motion: &'u Motion,
    health: &'u Health,
    weapons: &'u WeaponState,
    agent: &'u Agent,
    worker: &'u WorkerState,
}

impl<'w> OwnUnits<'w> {
    pub(super) fn new(world: &'w World, player: PlayerId) -> OwnUnits<'w> {
        OwnUnits {
            world,
            player,
            identity: world.column(&world.entities.units),
            motion: world.column(&world.entities.units),
            health: world.column(&world.entities.units),
            weapons: world.column(&world.entities.units),
            agent: world.column(&world.entities.units),
            workers: world.column(&world.entities.units),
        }
    }

    /// The own units, by ascending handle.
    #[inline]
    pub fn each(&self) -> impl Iterator<Item = UnitLook<'_>> {
        let (identity, motion, health) = (&*self.identity, &*self.motion, &*self.health);
        let (weapons, agent, workers) = (&*self.weapons, &*self.agent, &*self.workers);
        self.world.entities.units.of(self.player).map(move |(_, row)| UnitLook {
            all: self,
            identity: &identity[row],
            motion: &motion[row],
            health: &health[row],
            weapons: &weapons[row],
            agent: &agent[row],
            worker: &workers[row],
        })
    }

    /// An entity in the player's own words.
    #[inline]
    fn named(&self, id: UnitId) -> Handle {
        handle_for(&self.world.scene(), self.player, id)
    }

    #[inline]
    fn shown(&self, task: &AgentTask) -> (TaskKind, Handle, Vec2) {
        (task.kind, self.named(task.target), task.point)
    }
}

impl UnitLook<'_> {
    /// The unit's handle.
    #[inline]
    pub fn handle(&self) -> Handle {
        Handle(self.identity.id.0)
    }

    /// All of it. Always in line: where it is only compared, it is never put together.
    #[inline(always)]
    pub fn unit(&self) -> OwnUnit {
        OwnUnit {
            handle: self.handle(),
            kind: self.identity.kind,
            position: self.motion.position,
            velocity: self.motion.velocity,
            hp: self.health.hp,
            hurt_tick: self.health.hurt_tick,
            squad: self.agent.squad,
            stance: self.agent.stance,
            moving: self.agent.moves.head().map(|task| self.all.shown(task)),
            acting: self.agent.acts.head().map(|task| self.all.shown(task)),
            target: self.all.named(self.weapons.target),
            carries: (self.worker.amount > 0).then_some((ResourceId(self.worker.resource), self.worker.amount)),
            aboard: self.all.named(self.motion.aboard),
            ended: last_order(self.agent),
        }
    }
}

/// How the last order of a unit ended.
#[inline]
fn last_order(agent: &Agent) -> Option<LastOrder> {
    let EndedOrder { tick, tag, end } = agent.ended;
    (end != OrderEnd::None).then(|| LastOrder { end, tick, since: agent.tag.wrapping_sub(tag) })
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
        narrowed: squad.is_narrowed(),
        orders: squad.orders.iter().map(|command| command.verb).collect(),
    };
    world.parts.squads.iter().filter(|squad| squad.id.owner() == player).map(squad).collect()
}

/// The place that a member keeps, or went to last, in a squad that keeps places.
fn kept_place(world: &World, squad: &Squad, member: &SquadMember) -> Option<Vec2> {
    let row = world.place(member.id)?.row as usize;
    let agents = world.column::<Agent>(&world.entities.units);
    let kept = agents[row].moves.iter().find(|task| task.tag == member.tag).map(|task| task.other - squad.lead());
    let rests = || world.column::<Motion>(&world.entities.units)[row].place;
    (squad.formation.shape != FormationShape::Loose && member.told).then(|| kept.unwrap_or_else(rests))
}

pub(super) fn buildings(world: &World, player: PlayerId) -> Vec<OwnBuilding> {
    let identity = world.column::<Identity>(&world.entities.buildings);
    let footprint = world.column::<Footprint>(&world.entities.buildings);
    let health = world.column::<Health>(&world.entities.buildings);
    let production = world.column::<Production>(&world.entities.buildings);
    let building = |row: usize| {
        let (kind, footprint, production) = (identity[row].kind, &footprint[row], &production[row]);
        OwnBuilding {
            handle: Handle(identity[row].id.0),
            kind,
            cell: footprint.cell,
            position: world.rect(kind, footprint.cell).centre(),
            hp: health[row].hp,
            hurt_tick: health[row].hurt_tick,
            stage: footprint.stage,
            built_percent: built_percent(world, kind, footprint),
            workers: footprint.workers,
            queue: production.queue.iter().take(production.queued as usize).copied().collect(),
            made_percent: made_percent(world, production),
        }
    };
    world.entities.buildings.of(player).map(|(_, row)| building(row)).collect()
}

fn built_percent(world: &World, kind: KindId, footprint: &Footprint) -> u8 {
    // Progress counts hundredths of a tick, so that dividing by the ticks gives percent.
    let percent = footprint.progress / world.kind(kind).make_ticks.max(1);
    if footprint.stage == ConstructionStage::Complete { 100 } else { percent.min(99) as u8 }
}

fn made_percent(world: &World, production: &Production) -> u8 {
    let ticks = |job: &ProductionEntry| match job.product {
        ProductionItem::Unit => world.kind(KindId(job.row)).make_ticks,
        ProductionItem::Tech => world.rules().tech(TechId(job.row)).make_ticks,
    };
    let whole = production.queue.iter().take(production.queued as usize).next().map_or(0, ticks);
    let percent = u64::from(production.progress) * 100 / u64::from(whole.max(1));
    if whole == 0 { 0 } else { percent.min(100) as u8 }
}
