//! What stands in the world, all of it: for viewers, reports and tools, never for commanders.
//!
//! A [`crate::view::View`] shows what one player may know. These rows show what is, whoever knows of it, as
//! plain copies: looking changes nothing, and no row leads back into the world.

use super::World;
use crate::attack_slots::ObservedReservation;
use crate::component::{
    Agent, ConstructionStage, CrowdConduct, Footprint, Health, Identity, Motion, Production, ProductionEntry,
    ProductionItem, Projectile, ResourceAmount, Sightings, TaskKind, WeaponState, WorkerState,
};
use crate::flow::{FlowCursor, FlowGoal, FlowHeading};
use crate::minds::ObservedMind;
use crate::schedule::ObservedSchedule;
use crate::senses::ObservedSenses;
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::rules::{Locomotion, Navigator};
use sandtable_nav::passage::PassageMap;
use sandtable_state::id::{Handle, KindId, PlayerId, ResourceId, SquadId, TeamId, TechId, UnitId};

/// What keeps a unit from going on, other than bodies in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// It waits for its turn before a passage.
    Turn,
    /// It stands as near as it gets to a goal that it knows no way to.
    NoWay,
}

/// A unit as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservedUnit {
    /// Its id; the owner is part of it.
    pub id: UnitId,
    /// Its kind.
    pub kind: KindId,
    /// Position in cells.
    pub position: Vec2,
    /// Where it faces.
    pub heading: Angle,
    /// Whether it wants to move.
    pub moving: bool,
    /// What keeps it from going on, other than bodies in its way.
    pub hindrance: Option<Hindrance>,
    /// Hit points.
    pub hp: Fx,
    /// Full hit points, technologies counted.
    pub max_hp: Fx,
    /// The tick it was last hurt; 0 never.
    pub hurt_tick: u32,
    /// Who hurt it last.
    pub hurt_by: UnitId,
    /// Its squad.
    pub squad: SquadId,
    /// What its weapon is pointed at; none when at nothing.
    pub target: UnitId,
    /// Ticks until its weapon may begin the next attack; it rises when it strikes.
    pub cooldown: u16,
    /// What the head of its action queue does, or else of its movement queue.
    pub task: Option<TaskKind>,
    /// Whether it does what its queues say: it has no mind, or that wills nothing else.
    pub obeys: bool,
    /// Resource and units carried, when any.
    pub carries: Option<(ResourceId, u16)>,
    /// Ticks for which it has filled a load; 0 without a place at a node.
    pub gathered_ticks: u16,
    /// The transport that carries it; none on the map.
    pub aboard: UnitId,
    /// The teams that see it now, as a bit set by team.
    pub seen_by: u8,
}

/// A building as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservedBuilding {
    /// Its id; the owner is part of it.
    pub id: UnitId,
    /// Its kind.
    pub kind: KindId,
    /// North-west cell.
    pub cell: Cell,
    /// Its middle.
    pub position: Vec2,
    /// Hit points.
    pub hp: Fx,
    /// Full hit points, technologies counted.
    pub max_hp: Fx,
    /// The tick it was last hurt; 0 never.
    pub hurt_tick: u32,
    /// Who hurt it last.
    pub hurt_by: UnitId,
    /// Stage.
    pub stage: ConstructionStage,
    /// Percent of the building work done, 0 … 100; 100 when complete.
    pub built_percent: u8,
    /// What its weapon is pointed at; none when at nothing.
    pub target: UnitId,
    /// The first entry of its production queue.
    pub making: Option<ProductionEntry>,
    /// Percent of that entry done, 0 … 100.
    pub made_percent: u8,
    /// Entries in its production queue.
    pub queued: u8,
    /// The teams that see it now, as a bit set by team.
    pub seen_by: u8,
}

/// A resource node as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservedNode {
    /// Its id.
    pub id: UnitId,
    /// Its kind.
    pub kind: KindId,
    /// North-west cell.
    pub cell: Cell,
    /// Its middle.
    pub position: Vec2,
    /// Units of its resource left.
    pub amount: u32,
}

/// A projectile as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservedShot {
    /// Its owner and its number among all projectiles of the match.
    pub id: UnitId,
    /// Where it is.
    pub position: Vec2,
    /// Where it will land.
    pub aim: Vec2,
    /// Ticks until it lands.
    pub ticks_left: u16,
}

impl World {
    /// A player's score: what the rules say its living units and complete buildings are worth.
    pub fn score(&self, player: PlayerId) -> u64 {
        crate::victory::score_of(&self.scenario, &self.entities, player)
    }

    /// Every schedule of the scenario, in its order. Sees everything: not for commanders.
    pub fn observe_schedules(&self) -> impl Iterator<Item = ObservedSchedule<'_>> {
        crate::schedule::observe(&self.scenario, &self.parts.schedules)
    }

    /// Every living unit, by ascending id, those aboard transports included. Sees everything: not for commanders.
    pub fn observe_units(&self) -> impl Iterator<Item = ObservedUnit> + '_ {
        let roster = &self.entities.units;
        let (identity, motion) = (self.column::<Identity>(roster), self.column::<Motion>(roster));
        let (health, weapons) = (self.column::<Health>(roster), self.column::<WeaponState>(roster));
        let (agent, workers) = (self.column::<Agent>(roster), self.column::<WorkerState>(roster));
        let sightings = self.column::<Sightings>(roster);
        let minds = &self.parts.minds;
        roster.rows().iter().map(move |row| {
            let row = *row as usize;
            let (identity, motion, agent, worker) = (&identity[row], &motion[row], &agent[row], &workers[row]);
            ObservedUnit {
                id: identity.id,
                kind: identity.kind,
                position: motion.position,
                heading: motion.heading,
                moving: motion.moves(),
                hindrance: hindrance(motion),
                hp: health[row].hp,
                max_hp: self.stats(identity.owner(), identity.kind).max_hp,
                hurt_tick: health[row].hurt_tick,
                hurt_by: health[row].hurt_by,
                squad: agent.squad,
                target: weapons[row].target,
                cooldown: weapons[row].cooldown,
                task: agent.acts.head().or(agent.moves.head()).map(|task| task.kind),
                obeys: minds.obeys(row),
                carries: (worker.amount > 0).then_some((ResourceId(worker.resource), worker.amount)),
                gathered_ticks: worker.progress,
                aboard: motion.aboard,
                seen_by: sightings[row].seen_by,
            }
        })
    }

    /// Every building in every stage, by ascending id. Sees everything: not for commanders.
    pub fn observe_buildings(&self) -> impl Iterator<Item = ObservedBuilding> + '_ {
        let roster = &self.entities.buildings;
        let (identity, footprint) = (self.column::<Identity>(roster), self.column::<Footprint>(roster));
        let (health, weapons) = (self.column::<Health>(roster), self.column::<WeaponState>(roster));
        let (production, sightings) = (self.column::<Production>(roster), self.column::<Sightings>(roster));
        roster.rows().iter().map(move |row| {
            let row = *row as usize;
            let (identity, footprint, production) = (&identity[row], &footprint[row], &production[row]);
            let making = (production.queued > 0).then_some(production.queue[0]);
            ObservedBuilding {
                id: identity.id,
                kind: identity.kind,
                cell: footprint.cell,
                position: self.rect(identity.kind, footprint.cell).centre(),
                hp: health[row].hp,
                max_hp: self.stats(identity.owner(), identity.kind).max_hp,
                hurt_tick: health[row].hurt_tick,
                hurt_by: health[row].hurt_by,
                stage: footprint.stage,
                built_percent: self.built_percent(identity.kind, footprint),
                target: weapons[row].target,
                making,
                made_percent: making.map_or(0, |job| percent(production.progress, self.job_ticks(job))),
                queued: production.queued,
                seen_by: sightings[row].seen_by,
            }
        })
    }

    /// Every node that holds something, by ascending id. Sees everything: not for commanders.
    pub fn observe_nodes(&self) -> impl Iterator<Item = ObservedNode> + '_ {
        let roster = &self.entities.nodes;
        let (identity, footprint) = (self.column::<Identity>(roster), self.column::<Footprint>(roster));
        let deposit = self.column::<ResourceAmount>(roster);
        roster.rows().iter().map(move |row| {
            let row = *row as usize;
            let (id, kind, cell) = (identity[row].id, identity[row].kind, footprint[row].cell);
            let position = self.rect(kind, cell).centre();
            ObservedNode { id, kind, cell, position, amount: deposit[row].amount }
        })
    }

    /// Every projectile in flight, by owner, then age, oldest first. Sees everything: not for commanders.
    pub fn observe_shots(&self) -> impl Iterator<Item = ObservedShot> + '_ {
        let roster = &self.entities.shots;
        let (identity, shot) = (self.column::<Identity>(roster), self.column::<Projectile>(roster));
        roster.rows().iter().map(move |row| {
            let (identity, shot) = (&identity[*row as usize], &shot[*row as usize]);
            ObservedShot { id: identity.id, position: shot.position, aim: shot.aim, ticks_left: shot.ticks_left }
        })
    }

    /// Who closes in on whom, and where their places were in the last tick, by unit. Empty without slots.
    pub fn observe_reservations(&self) -> Vec<ObservedReservation> {
        crate::attack_slots::observe(&self.parts.reservations)
    }

    /// The passages between two places as a team's walkers of a class know the ground. Finds them anew: for reports, not for every tick.
    pub fn observe_passages(&self, team: TeamId, class: Locomotion) -> PassageMap {
        crate::steer::observe_passages(&self.scene(), (team, class))
    }

    /// The weight of the attacks under way on an entity: of wind-ups that have begun. Those who do without places
    /// do not count.
    pub fn observe_attack_weight(&self, target: UnitId) -> u32 {
        crate::attack_slots::attack_weight(self.base(), &self.parts.reservations, target)
    }

    /// The entity a player's handle names, dead or alive. Sees through aliases: not for commanders.
    pub fn observe_handle(&self, player: PlayerId, handle: Handle) -> Option<UnitId> {
        crate::scene::resolve(&self.scene(), player, handle)
    }

    fn built_percent(&self, kind: KindId, footprint: &Footprint) -> u8 {
        match footprint.stage {
            ConstructionStage::Complete => 100,
            ConstructionStage::Planned | ConstructionStage::Rising => {
                percent(footprint.progress, self.kind(kind).make_ticks.max(1) * 100)
            }
        }
    }

    fn job_ticks(&self, job: ProductionEntry) -> u32 {
        match job.product {
            ProductionItem::Unit => self.kind(KindId(job.row)).make_ticks,
            ProductionItem::Tech => self.rules().tech(TechId(job.row)).make_ticks,
        }
    }
}

fn hindrance(motion: &Motion) -> Option<Hindrance> {
    let waits = motion.conduct.contains(CrowdConduct::WAITS).then_some(Hindrance::Turn);
    waits.or(motion.is_cut_off().then_some(Hindrance::NoWay))
}

/// `part` of `whole` in percent, rounded down, 0 … 100; 100 when the whole is nothing.
fn percent(part: u32, whole: u32) -> u8 {
    let percent = (u64::from(part) * 100).checked_div(u64::from(whole)).unwrap_or(100);
    percent.min(100) as u8
}

impl World {
    /// What the mind of a living unit is at; none without a mind. Sees everything: not for commanders.
    pub fn observe_mind(&self, unit: UnitId) -> Option<ObservedMind<'_>> {
        self.parts.minds.observe(self.base(), unit)
    }

    /// Which way the flow field that a walking unit walks by leads from each cell, row by row; none for a cell of which its team has not asked
    /// for the way yet, that is its goal, or from which there is no way. None when the unit does not walk, or walks by no field.
    pub fn observe_flow(&self, unit: UnitId) -> Option<Vec<Option<Vec2>>> {
        let roster = &self.entities.units;
        let (identity, motions) = (self.column::<Identity>(roster), self.column::<Motion>(roster));
        let row = roster.rows().iter().find(|row| identity[**row as usize].id == unit)?;
        let (identity, motion) = (&identity[*row as usize], &motions[*row as usize]);
        let body = self.kind(identity.kind).body.as_ref()?;
        let team = self.scene().team(unit.owner())?;
        if !motion.moves() || body.navigator != Navigator::Flow {
            return None;
        }
        let flow = &self.parts.flow;
        let goal = FlowGoal::new(flow, team, body.locomotion, body.radius, motion.goal_cells());
        let (width, height) = (self.scenario.map.width as i16, self.scenario.map.height as i16);
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell { x, y }));
        let way = |cell: Cell| {
            let (from, to) = (cell.centre(), goal.rect.nearest(cell.centre()));
            match flow.course(&goal, from, to, &mut FlowCursor::default())? {
                FlowHeading::Straight(way) | FlowHeading::Along(way) => (way != Vec2::ZERO).then_some(way),
                FlowHeading::Nearest => None,
            }
        };
        Some(cells.map(way).collect())
    }

    /// What a unit perceives by itself; none without senses.
    pub fn observe_senses(&self, unit: UnitId) -> Option<ObservedSenses> {
        self.parts.senses.observe(self.base(), unit)
    }
}
