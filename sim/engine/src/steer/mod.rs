//! Steering: moves every unit on the map by its wish, its neighbours and the walls.
//!
//! Each unit reads the frame (where everybody was at the start of the tick) and writes its own motion, so
//! the order of units cannot matter. A wish comes from the flow field of the goal; neighbours add a side step, take off what
//! would run into them, and part what overlaps; walls stop and deflect. Minds are made up by turns, contact and walls count in every tick. Invariant: the centre of a unit
//! lies in a cell that is open to its class and team.

mod agent_update;
mod arrival;
mod arrival_packing;
mod congestion;
mod contact;
mod contact_limit;
mod desired_velocity;
mod destination_slot;
mod evict_footprint;
mod forces;
mod gates;
mod moving_agent;
mod neighbours;
mod observer;
mod passage_conduct;
mod path_following;
mod path_provider;
mod rehearsal;
mod rest;
mod scene;
mod slot_swap;
mod squeeze;
mod steering_trace;
mod stuck_recovery;
mod tuning;
mod unit_passability;

pub(crate) use desired_velocity::DesiredVelocity;
pub(crate) use evict_footprint::clear;
pub(crate) use path_following::speed_on_ground;
pub(crate) use rehearsal::rehearse;
pub use steering_trace::{ForceTrace, NeighbourTrace, SteeringCourse, SteeringTrace, SteeringTurn};
pub(crate) use tuning::MAX_STEP;
pub(crate) use unit_passability::UnitPassability;

pub(crate) use gates::observe_passages;

use gates::PassageGates;
use neighbours::NearestNeighbours;
use path_following::Ways;
use scene::SteerScene;

use crate::component::{Agent, Motion, TimedEffects};
use crate::flow::FlowFields;
use crate::route::Routes;
use crate::scene::Scene;
use sandtable_math::Vec2;
use sandtable_state::id::{TeamId, UnitId};
use sandtable_state::{Arrange, FillWithJunk, Junk};

/// Whether it is a unit's turn to make up its mind, in this tick, as it is once in `period` ticks.
#[inline]
pub(crate) fn is_in_update_slice(tick: u32, id: UnitId, period: u16) -> bool {
    tick.wrapping_add(id.serial()).is_multiple_of(u32::from(period))
}

/// Room to steer in.
#[derive(Default)]
pub(crate) struct SteerWorkspace {
    /// Where each unit wants to go, by row of the frame. Of the tick before they keep where its field was found: a hint, which is
    /// looked at before it is believed.
    wishes: Vec<DesiredVelocity>,
    /// The rows of those who make up their minds in this tick.
    walkers: Vec<usize>,
    /// Passages, and who wants through them. The ground that they were found on is looked at before they are believed.
    gates: PassageGates,
}

impl FillWithJunk for SteerWorkspace {
    /// Where fields were found is left out: as after a load, nobody knows of any.
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let SteerWorkspace { wishes, walkers, gates } = self;
        *wishes = junk.some(|junk| DesiredVelocity {
            turn: [SteeringTurn::Stands, SteeringTurn::GivesWay, SteeringTurn::Keeps, SteeringTurn::Decides]
                [junk.below(4) as usize],
            way: junk.point(),
            target: junk.point(),
            pace: junk.length(),
            speed: junk.length(),
            course: [SteeringCourse::Along, SteeringCourse::Straight, SteeringCourse::Nearest, SteeringCourse::Hidden]
                [junk.below(4) as usize],
            walled: junk.coin(),
            patience: junk.number() as u16,
            asks: junk.coin(),
            ..DesiredVelocity::default()
        });
        *walkers = junk.some(|junk| junk.below(40) as usize);
        *gates = PassageGates::default();
    }
}

/// What steering borrows of a world.
pub(crate) struct SteerContext<'w> {
    /// It changes how its units move.
    pub(crate) scene: Scene<'w>,
    /// It has fields made, …
    pub(crate) flow: &'w mut FlowFields,
    /// … and routes found.
    pub(crate) routes: &'w mut Routes,
    /// Its own.
    pub(crate) workspace: &'w mut SteerWorkspace,
}

/// Moves every unit that is present by one tick: first what each wants, then what the others make of it.
pub(crate) fn run(cx: SteerContext<'_>) {
    let SteerContext { scene, flow, routes, workspace } = cx;
    let SteerWorkspace { wishes, walkers, gates } = workspace;
    gates.count(&scene);
    let crowd = SteerScene::new(scene, gates);
    intend(&crowd, flow, routes, wishes, walkers);
    move_all(&crowd, wishes);
    destination_slot::give_up_hidden(&crowd, wishes, walkers);
    destination_slot::run(&crowd, wishes, walkers);
    slot_swap::run(&crowd);
}

/// Settles what each unit wishes, by row, before anybody moves, and who wants to get somewhere.
fn intend(
    crowd: &SteerScene<'_>,
    flow: &mut FlowFields,
    routes: &mut Routes,
    wishes: &mut Vec<DesiredVelocity>,
    walkers: &mut Vec<usize>,
) {
    let rebuilt = flow.is_rebuilt(crowd.scene.ground);
    wish_all(crowd, Ways { flow, routes }, rebuilt, wishes);
    walkers.clear();
    walkers.extend((0..wishes.len()).filter(|row| wishes[*row].turn == SteeringTurn::Decides));
    provide(crowd, flow, routes, wishes, walkers);
    path_provider::provide(crowd, flow, routes, wishes);
    arrival_packing::run(crowd, wishes, walkers);
}

/// Fills in the wish of each unit, by row. Those at rest have none, unless something was put up, perhaps on top of them
/// (`rebuilt`).
fn wish_all(crowd: &SteerScene<'_>, ways: Ways<'_>, rebuilt: bool, wishes: &mut Vec<DesiredVelocity>) {
    let (bodies, entities) = (crowd.units(), crowd.scene.entities);
    let statuses = entities.column::<TimedEffects>(&entities.units);
    let mut motions = entities.column_mut::<Motion>(&entities.units);
    wishes.resize(bodies.len(), DesiredVelocity::default());
    let rows = (bodies, &mut motions[..], &statuses[..], &mut wishes[..]);
    crowd.scene.threads.by_chunks(rows, |_, (bodies, motions, statuses, wishes)| {
        for (row, body) in bodies.iter().enumerate() {
            let (motion, track) = (&mut motions[row], std::mem::take(&mut wishes[row]).track);
            if !body.is_present() || motion.aboard.is_some() {
                continue;
            }
            if motion.moves() || rest::is_disturbed(crowd, body) {
                wishes[row] = path_following::desired_velocity(crowd, ways, body, motion, &statuses[row], track);
                continue;
            }
            motion.velocity = Vec2::ZERO;
            if rebuilt {
                path_following::keep_footing(&crowd.scene, body, motion);
            }
        }
    });
}

/// Notes which fields are in use by `walkers`, has those made that somebody asks for, and tells who asked.
///
/// A team's budget may not do for all, so they ask in an order of their own: by when they were made, whoever owns them.
fn provide(
    crowd: &SteerScene<'_>,
    flow: &mut FlowFields,
    routes: &Routes,
    wishes: &mut [DesiredVelocity],
    walkers: &[usize],
) {
    let (scene, bodies) = (&crowd.scene, crowd.bodies);
    let mut asking: Vec<(u32, UnitId, usize)> = Vec::new();
    // Squads lie together and walk by one field.
    let mut last = None;
    for row in walkers.iter().copied() {
        let wish = &wishes[row];
        let (id, team) = (bodies[row].id, TeamId(bodies[row].team));
        if last.replace((team, wish.track)) != Some((team, wish.track)) {
            flow.touch(team, wish.track, crowd.tick);
        }
        if wish.asks {
            asking.push((id.serial(), id, row));
        }
    }
    if asking.is_empty() {
        flow.serve();
        return;
    }
    asking.arrange_many();
    let mut motions = scene.entities.column_mut::<Motion>(&scene.entities.units);
    for (.., row) in &asking {
        let (body, motion) = (&bodies[*row], &motions[*row]);
        let Some(footing) = UnitPassability::for_body(scene, body) else { continue };
        let goal = path_following::goal(flow, &footing, body, motion);
        let way = [motion.position, arrival::target(motion)];
        flow.request(scene.ground, scene.knowledge, &goal, way, crowd.tick);
    }
    flow.serve();
    let statuses = scene.entities.column::<TimedEffects>(&scene.entities.units);
    let ways = Ways { flow, routes };
    for (.., row) in asking {
        wishes[row] = path_following::desired_velocity(
            crowd,
            ways,
            &bodies[row],
            &mut motions[row],
            &statuses[row],
            wishes[row].track,
        );
    }
}

fn move_all(crowd: &SteerScene<'_>, wishes: &[DesiredVelocity]) {
    let entities = crowd.scene.entities;
    let agents = entities.column::<Agent>(&entities.units);
    let mut motions = entities.column_mut::<Motion>(&entities.units);
    crowd.scene.threads.by_chunks((&mut motions[..], &agents[..], wishes), |first, (motions, agents, wishes)| {
        let mut near = NearestNeighbours::nobody();
        for (row, wish) in wishes.iter().enumerate().filter(|(_, wish)| wish.turn != SteeringTurn::Stands) {
            agent_update::advance(crowd, first + row, &mut motions[row], &agents[row], wish, &mut near, &mut ());
        }
    });
}
