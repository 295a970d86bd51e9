//! The minds of units at work: who thinks in a tick, what it notices, and what it decides.
//!
//! A thought reads the frame and writes the thinker's own memory; whatever concerns others or the queues collects as
//! [`ThoughtEffect`]s, which take hold in the order of ids. Between two thoughts a unit carries out what it wills
//! ([`Will`](crate::component::CurrentAction)). Orders set the frame that a mind moves in ([`Leave`]).

mod actions;
mod attention;
mod facts;
mod foes;
mod ground;
mod heal_targets;
mod layout;
mod lines;
mod local_odds;
mod measures;
mod might;
mod mind_trace;
mod morale;
mod perception;
mod rehearse;
mod senses;
mod thinking_unit;
mod tuning;
mod workspace;

pub use mind_trace::{GoalRank, GoalTrace, MindTrace};
pub(crate) use rehearse::rehearse;
pub(crate) use workspace::MindWorkspace;

use std::ops::Deref;

use super::AgentContext;
use crate::attack_slots::AttackSlots;
use crate::component::{Agent, Health, Identity, MindMemory, Motion, TimedEffects, WeaponState};
use crate::event::Event;
use crate::flow::FlowFields;
use crate::job::{JobScene, WorkerCount};
use crate::minds::{Lore, Minds, digest, mind_features_of, mind_of};
use crate::scene::Scene;
use crate::senses::Perception;
use crate::squad::Squad;
use crate::tasks::ActiveWork;
use lines::Lines;
use local_odds::LocalOdds;
use sandtable_decide::{Mind, Shortlist, Thought, TreeObserver};
use sandtable_math::{Angle, Fx, Vec2, mix3};
use sandtable_model::Stance;
use sandtable_state::Arrange;
use sandtable_state::Junk;
use sandtable_state::id::UnitId;
use thinking_unit::ThinkingUnit;

/// What a thought does beyond the thinker's own memory.
#[derive(Clone, Copy, Debug)]
enum ThoughtEffect {
    /// It takes a stance.
    Stance(Stance),
    /// It faces this way.
    Face(Angle),
    /// It is back at its post.
    Home,
    /// It uses an ability.
    Cast(ActiveWork),
    /// It calls friends near it against a foe.
    Help { target: UnitId, at: Vec2, radius: Fx },
    /// It looks for a job.
    Job,
    /// It has been where something happened, and looked.
    Answered,
    /// It follows the goal in this row against its orders.
    Disobeyed(u8),
}

/// What the thoughts of a chunk of units came to, and room to think in.
#[derive(Clone, Default)]
pub(crate) struct Thoughts {
    effects: Vec<(UnitId, u32, ThoughtEffect)>,
    shortlist: Shortlist,
    /// Whom the comrades of who thinks attack.
    aims: Vec<UnitId>,
}

impl Thoughts {
    /// Those of nobody in particular.
    fn junk(junk: &mut Junk) -> Thoughts {
        let effects =
            junk.some(|junk| (junk.id(), junk.below(40) as u32, ThoughtEffect::Face(Angle(junk.number() as u16))));
        Thoughts { effects, shortlist: Shortlist::default(), aims: junk.some(Junk::id) }
    }
}

/// The columns that thinkers read, by row of the units.
#[derive(Clone, Copy)]
struct Columns<'w> {
    identity: &'w [Identity],
    agents: &'w [Agent],
    motions: &'w [Motion],
    weapons: &'w [WeaponState],
    health: &'w [Health],
    statuses: &'w [TimedEffects],
}

/// What thinkers read.
#[derive(Clone, Copy)]
struct MindScene<'w> {
    /// All that is about.
    scene: Scene<'w>,
    flow: &'w FlowFields,
    slots: AttackSlots<'w>,
    squads: &'w [Squad],
    senses: &'w Perception,
    lore: Lore<'w>,
    /// Who aims at whom.
    lines: &'w Lines,
    /// Who is where, as each team sees it.
    local_odds: &'w LocalOdds,
}

impl<'w> Deref for MindScene<'w> {
    type Target = Scene<'w>;

    #[inline(always)]
    fn deref(&self) -> &Scene<'w> {
        &self.scene
    }
}

impl<'w> MindScene<'w> {
    /// What jobs are looked for by.
    fn jobs(&self) -> JobScene<'w> {
        JobScene { base: self.scene.base, knowledge: self.scene.knowledge, flow: self.flow }
    }
}

/// Lets the minds think whose turn it is.
pub(super) fn run(cx: &mut AgentContext<'_>) {
    if !cx.minds.exist() {
        return;
    }
    prepare(&cx.scene, cx.minds, cx.thinking);
    let effects = think_all(cx);
    settle(cx, &effects);
}

/// Gathers what all thinkers of a tick read.
fn prepare(scene: &Scene<'_>, minds: &mut Minds, workspace: &mut MindWorkspace) {
    minds.forget(scene.clock.tick);
    workspace.lines.draw(scene);
    workspace.local_odds.fill(scene, minds.lore(), &workspace.lines.aims);
}

/// Lets them think; what that comes to, in the order of ids.
fn think_all(cx: &mut AgentContext<'_>) -> Vec<(UnitId, u32, ThoughtEffect)> {
    let MindWorkspace { lines, local_odds, thoughts, .. } = &mut *cx.thinking;
    let (lore, memories, digests) = cx.minds.lend();
    let (flow, slots, squads, senses) = (cx.flow, cx.slots, cx.squads, &*cx.senses);
    let scene = MindScene { scene: cx.scene, flow, slots, squads, senses, lore, lines, local_odds };
    thoughts.iter_mut().for_each(|chunk| chunk.effects.clear());
    with_columns(&scene, |columns| think_by_turns(&scene, columns, memories, digests, thoughts));
    let mut effects: Vec<(UnitId, u32, ThoughtEffect)> = Vec::new();
    thoughts.iter_mut().for_each(|chunk| effects.append(&mut chunk.effects));
    // Of one unit they keep the order in which it thought of them.
    effects.arrange_by_key(|(id, ..)| *id);
    effects
}

/// Lends the columns that thinkers read.
fn with_columns<R>(scene: &Scene<'_>, read: impl FnOnce(Columns<'_>) -> R) -> R {
    let roster = &scene.entities.units;
    let (identity, agents) = (scene.entities.column::<Identity>(roster), scene.entities.column::<Agent>(roster));
    let (motions, weapons) = (scene.entities.column::<Motion>(roster), scene.entities.column::<WeaponState>(roster));
    let (health, statuses) = (scene.entities.column::<Health>(roster), scene.entities.column::<TimedEffects>(roster));
    read(Columns {
        identity: &identity[..],
        agents: &agents[..],
        motions: &motions[..],
        weapons: &weapons[..],
        health: &health[..],
        statuses: &statuses[..],
    })
}

fn think_by_turns(
    scene: &MindScene<'_>,
    columns: Columns<'_>,
    memories: &mut [MindMemory],
    digests: &mut [u64],
    thoughts: &mut Vec<Thoughts>,
) {
    let turn = attention::turn(scene, &columns, memories);
    scene.threads.by_chunks_into((memories, digests), thoughts, |first, (memories, digests), thoughts| {
        for (row, (memory, noted)) in (first..).zip(memories.iter_mut().zip(digests)) {
            if turn.is_of(scene, &columns, row, memory) {
                think(scene, columns, row, memory, thoughts, &mut ());
                *noted = digest(columns.identity[row].id, memory);
            }
        }
    });
}

/// One thought of one unit; `trace` is told of its tree. None without a mind.
fn think(
    scene: &MindScene<'_>,
    columns: Columns<'_>,
    row: usize,
    memory: &mut MindMemory,
    thoughts: &mut Thoughts,
    trace: &mut impl TreeObserver,
) -> Option<Thought> {
    let identity = &columns.identity[row];
    let mind = mind_of(scene.scenario, identity.owner(), identity.kind);
    let mind = mind.zip(scene.lore.behaviours).and_then(|(row, behaviours)| Mind::in_row(behaviours, row));
    let (mind, body) = mind.zip(scene.frame.bodies.get(row))?;
    let mind = mind.with(mind_features_of(scene.scenario, identity.owner()));
    let mut state = memory.mind;
    let mut thinker = ThinkingUnit::new(scene, columns, row, body, memory, thoughts);
    thinker.come_to();
    let thought = mind.tick(&mut state, &mut thinker, trace);
    thinker.conclude(thought.verdict);
    thinker.memory.due_tick = attention::next_tick(&thinker);
    memory.mind = state;
    Some(thought)
}

/// Lets effects take hold.
fn settle(cx: &mut AgentContext<'_>, effects: &[(UnitId, u32, ThoughtEffect)]) {
    let scene = cx.scene;
    let (entities, units) = (scene.entities, &scene.entities.units);
    for (id, row, effect) in effects {
        let at = *row as usize;
        match *effect {
            ThoughtEffect::Stance(stance) => entities.column_mut::<Agent>(units)[at].stance = stance,
            ThoughtEffect::Face(heading) => entities.column_mut::<Motion>(units)[at].heading = heading,
            ThoughtEffect::Home => entities.column_mut::<Agent>(units)[at].has_post = false,
            ThoughtEffect::Cast(work) => cx.thinking.casts.push(work),
            ThoughtEffect::Help { .. } => {}
            ThoughtEffect::Job => {
                let scene = JobScene { base: scene.base, knowledge: scene.knowledge, flow: cx.flow };
                let mut worker_count = WorkerCount::new(&scene.base);
                crate::job::seek(&scene, *id, &mut worker_count);
            }
            ThoughtEffect::Answered => crate::senses::answer(scene.entities, cx.senses, cx.minds, at),
            ThoughtEffect::Disobeyed(goal) => {
                let at = scene.frame.bodies.get(at).map_or(Vec2::ZERO, |body| body.position);
                cx.events.push(Event::Disobeyed { id: *id, goal, at });
            }
        }
    }
    call_all(&scene, cx.minds, effects);
}

/// Whoever is called and has no target takes that of the caller. Which of several callers is heard does not depend on whose
/// they are.
fn call_all(scene: &Scene<'_>, minds: &mut Minds, effects: &[(UnitId, u32, ThoughtEffect)]) {
    let (seed, tick) = (scene.clock.seed, u64::from(scene.clock.tick));
    let mut calls: Vec<(u64, UnitId, UnitId, Vec2, Fx)> = Vec::new();
    for (id, _, effect) in effects {
        if let ThoughtEffect::Help { target, at, radius } = *effect {
            calls.push((mix3(seed, tick, u64::from(id.0)), *id, target, at, radius));
        }
    }
    calls.arrange();
    let bodies = &scene.frame.bodies;
    for (_, caller, target, at, radius) in calls {
        scene.frame.grid.for_each_within(at, radius, |row| {
            let friend = bodies.get(row).filter(|body| body.id != caller && body.owner() == caller.owner());
            if let Some(body) = friend {
                minds.call(row, body.id, target);
            }
        });
    }
}
