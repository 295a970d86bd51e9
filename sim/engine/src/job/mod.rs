//! Smart objects: nodes, sites and damaged buildings offer jobs, and idle workers take them (Game AI Pro,
//! "Smart objects": the object says what can be done with it and how, those who look for something to do choose).
//!
//! An offer is worth what the ruleset's considerations say (`[jobs]`); who takes one reserves it, for the offers to others count
//! all workers at a thing or on their way. A job is an ordinary assignment in the worker's queues, marked as its own choice
//! ([`Agent::job`]): any order takes its place, whatever the order's place in the queue. A worker at a job of its own looks
//! round now and then, and changes to one that is worth enough more.
//!
//! Workers look at turns by their serials, so that twins on both sides of a map look together, and of equal offers a half turn
//! of the map carries the choice along: the nearer, then the one nearer to the middle of the map, then the one clockwise of
//! the line there.

mod job_offer;
mod seeker;
mod tuning;
mod worker_count;

pub(crate) use worker_count::WorkerCount;

use crate::component::{Agent, AgentTask, Identity, Motion};
use crate::flow::{FlowFields, FlowGoal};
use crate::sight::Knowledge;
use crate::state::SceneBase;
use crate::tasks::{Queueing, TaskAssignment, enqueue_tasks, is_at_will};
use job_offer::{JobOffer, best, worth_of};
use sandtable_math::Vec2;
use sandtable_model::map::Rect;
use sandtable_model::rules::{Class, Jobs, Locomotion};
use sandtable_model::scenario::PlayerFeatures;
use sandtable_nav::ground::GroundMap;
use sandtable_state::id::{KindId, PlayerId, TeamId, UnitId};
use sandtable_state::limits::{MAX_JOB_LOOKS_PER_TICK, MAX_PLAYERS};
use seeker::JobSeeker;
use tuning::{DISCOURAGED_LOOKS, LOOK_ROUND_TICKS, LOOK_TICKS};

/// The jobs of the ruleset, when a player's workers choose by them.
fn jobs_of<'w>(base: &SceneBase<'w>, owner: PlayerId) -> Option<&'w Jobs> {
    let chooses =
        base.scenario.players.get(owner.index()).is_some_and(|setup| setup.features.contains(PlayerFeatures::JOBS));
    base.scenario.rules.jobs.as_ref().filter(|_| chooses)
}

/// What workers look for jobs by.
#[derive(Clone, Copy)]
pub(crate) struct JobScene<'w> {
    pub(crate) base: SceneBase<'w>,
    pub(crate) knowledge: &'w [Knowledge],
    /// It tells what they can get to.
    pub(crate) flow: &'w FlowFields,
}

/// What handing out jobs borrows of a world.
pub(crate) struct JobContext<'w> {
    pub(crate) base: SceneBase<'w>,
    pub(crate) ground: &'w GroundMap,
    pub(crate) knowledge: &'w [Knowledge],
    /// It makes the layers that it looks at.
    pub(crate) flow: &'w mut FlowFields,
}

/// Lets the workers look for jobs whose turn it is.
pub(crate) fn run(cx: JobContext<'_>) {
    let JobContext { base, ground, knowledge, flow } = cx;
    if base.scenario.rules.jobs.is_none() {
        return;
    }
    prepare(&base, ground, knowledge, flow);
    let turn = turn(&base);
    if turn.is_empty() {
        return;
    }
    let scene = JobScene { base, knowledge, flow };
    let mut worker_count = WorkerCount::new(&base);
    for id in turn {
        seek(&scene, id, &mut worker_count);
    }
}

/// Makes the layers by which workers know what they can get to: whether one is there must not depend on who has walked.
fn prepare(base: &SceneBase<'_>, ground: &GroundMap, knowledge: &[Knowledge], flow: &mut FlowFields) {
    let scenario = base.scenario;
    for kind in scenario.rules.kinds.iter().filter(|kind| kind.class == Class::Unit && kind.worker.is_some()) {
        let Some(body) = kind.body.as_ref().filter(|body| body.locomotion != Locomotion::Air) else { continue };
        for team in 0..scenario.teams() as u8 {
            let goal = FlowGoal::new(flow, TeamId(team), body.locomotion, body.radius, Rect::touching(Vec2::ZERO));
            flow.prepare(ground, knowledge, TeamId(team), goal.layer);
        }
    }
}

/// The workers that look in this tick, by id.
fn turn(base: &SceneBase<'_>) -> Vec<UnitId> {
    let (entities, units) = (base.entities, &base.entities.units);
    let (identity, agents) = (entities.column::<Identity>(units), entities.column::<Agent>(units));
    let motions = entities.column::<Motion>(units);
    let mut looks = [0usize; MAX_PLAYERS];
    let due = |id: &UnitId| (base.clock.tick + id.serial()).is_multiple_of(LOOK_TICKS);
    let mut turn = Vec::new();
    for (id, row) in units.ids().iter().zip(units.rows()).filter(|(id, _)| due(id)) {
        let row = *row as usize;
        let agent = &agents[row];
        if is_worker(base, identity[row].kind)
            && follows_no_mind(base, *id, identity[row].kind)
            && jobs_of(base, id.owner()).is_some()
            && motions[row].aboard.is_none()
            && (is_free(agent) || is_at_will(agent) && looks_round(base, *id, LOOK_TICKS))
            && looks[id.owner().index()] < MAX_JOB_LOOKS_PER_TICK
        {
            looks[id.owner().index()] += 1;
            turn.push(*id);
        }
    }
    turn
}

fn is_worker(base: &SceneBase<'_>, kind: KindId) -> bool {
    base.kind(kind).worker.is_some()
}

/// Units with a mind look when that says so.
fn follows_no_mind(base: &SceneBase<'_>, id: UnitId, kind: KindId) -> bool {
    let follows = base.scenario.players.get(id.owner().index()).is_some_and(|setup| setup.minds);
    base.kind(kind).mind.is_none() || !follows
}

/// Whether it has nothing to do.
fn is_free(agent: &Agent) -> bool {
    agent.moves.is_empty() && agent.acts.is_empty() && agent.squad.is_none()
}

/// Whether a worker at a job looks round in one of these ticks, as it does once a period.
pub(crate) fn looks_round(base: &SceneBase<'_>, id: UnitId, ticks: u32) -> bool {
    (base.clock.tick + id.serial()) % LOOK_ROUND_TICKS < ticks
}

/// Whether there is a job for a worker that has nothing to do.
pub(crate) fn is_offered(scene: &JobScene<'_>, id: UnitId) -> bool {
    let Some((seeker, jobs)) = JobSeeker::with_id(&scene.base, id).zip(jobs_of(&scene.base, id.owner())) else {
        return false;
    };
    best(scene, jobs, &seeker, &WorkerCount::new(&scene.base)).is_some()
}

/// Lets a worker take the job that is worth most to it, if that is worth enough more than the one it is at.
pub(crate) fn seek(scene: &JobScene<'_>, id: UnitId, worker_count: &mut WorkerCount) {
    let base = &scene.base;
    let (entities, units) = (base.entities, &base.entities.units);
    let Some(place) = base.place(id).filter(|place| place.class == Class::Unit) else { return };
    let row = place.row as usize;
    let agent = entities.column::<Agent>(units)[row].clone();
    let Some((seeker, jobs)) = JobSeeker::with_id(base, id).zip(base.rules().jobs.as_ref()) else { return };
    if is_free(&agent) && agent.patience > 0 {
        entities.column_mut::<Agent>(units)[row].patience -= 1;
        return;
    }
    let best = best(scene, jobs, &seeker, worker_count);
    if is_free(&agent) {
        match best {
            Some(offer) => take(scene, id, place.row, offer, worker_count),
            None => {
                let agent = &mut entities.column_mut::<Agent>(units)[row];
                (agent.job, agent.patience) = (UnitId::NONE, DISCOURAGED_LOOKS);
            }
        }
    } else if is_at_will(&agent) {
        let present = worth_of(scene, jobs, &seeker, worker_count, agent.job);
        let better = best.filter(|offer| offer.target != agent.job && offer.beats(present, jobs.inertia_percent));
        match (better, present) {
            (Some(offer), _) => take(scene, id, place.row, offer, worker_count),
            // What it is at is no job any more, and there is no other.
            (None, None) => {
                let _ = enqueue_tasks(base, place.row, TaskAssignment::default(), Queueing::Replace, u8::MAX);
            }
            (None, Some(_)) => {}
        }
    }
}

fn take(scene: &JobScene<'_>, id: UnitId, row: u32, offer: JobOffer, worker_count: &mut WorkerCount) {
    let base = &scene.base;
    let task = AgentTask { kind: offer.kind, target: offer.target, ..AgentTask::default() };
    if enqueue_tasks(base, row, TaskAssignment::work(task), Queueing::Replace, 0).is_ok() {
        let agent = &mut base.entities.column_mut::<Agent>(&base.entities.units)[row as usize];
        (agent.job, agent.patience) = (offer.target, 0);
        worker_count.enlist(base.team(id.owner()), offer.target, id);
    }
}
