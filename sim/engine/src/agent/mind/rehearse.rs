//! What one mind would make of a tick, told as names: its thought rehearsed on a copy of its memory, its tree traced.

use super::{
    GoalRank, GoalTrace, MindScene, MindTrace, MindWorkspace, Thoughts, attention, prepare, think, with_columns,
};
use crate::agent::AgentContext;
use crate::component::MindMemory;
use crate::minds::mind_of;
use sandtable_decide::{Behaviours, GoalState, Mind, MindPlan, Steps, Thought, TreeId};
use sandtable_state::id::UnitId;

/// The mind of a unit in this tick; for a copy of the world, whose scratch it fills. None for one without a mind.
pub(crate) fn rehearse(cx: AgentContext<'_>, unit: UnitId) -> Option<MindTrace> {
    let AgentContext { scene, flow, slots, squads, minds, senses, thinking, .. } = cx;
    let row = scene.place(unit).filter(|place| (place.row as usize) < scene.frame.units)?.row as usize;
    let mind = mind_of(scene.scenario, unit.owner(), scene.frame.bodies.get(row)?.kind)?;
    prepare(&scene, minds, thinking);
    let lore = minds.lore();
    let (behaviours, MindWorkspace { lines, local_odds, .. }) = (lore.behaviours?, &*thinking);
    let plan = Mind::in_row(behaviours, mind)?.plan();
    let before = *minds.memories.get(row)?;
    let (mut memory, mut steps) = (before, Steps::default());
    let scene = MindScene { scene, flow, slots, squads, senses, lore, lines, local_odds };
    let thought = with_columns(&scene, |columns| {
        let turn = attention::turn(&scene, &columns, &minds.memories);
        let is_due = turn.is_of(&scene, &columns, row, &before);
        let mut room = Thoughts::default();
        is_due.then(|| think(&scene, columns, row, &mut memory, &mut room, &mut steps)).flatten()
    });
    Some(told(behaviours, plan, &memory, thought, &steps))
}

/// Names for what a mind remembers after a tick, and for what it thought in it.
fn told(
    behaviours: &Behaviours,
    plan: &MindPlan,
    memory: &MindMemory,
    thought: Option<Thought>,
    steps: &Steps,
) -> MindTrace {
    let state = &memory.mind;
    let tree = state.runs.checked_sub(1).map(TreeId);
    let tree = thought.and_then(|thought| thought.ticked).map(|(id, _)| id).or(tree);
    let tree = tree.and_then(|id| behaviours.tree(id));
    let machine = plan.machine.and_then(|row| behaviours.machines.get(usize::from(row)));
    MindTrace {
        name: plan.name().to_owned(),
        thinks: thought.is_some(),
        reacted: thought.is_some_and(|thought| thought.reacted),
        memory: *memory,
        reactions: reactions(behaviours, plan, memory),
        goals: goals(behaviours, plan, memory, thought),
        machine: machine.map(|machine| machine.name().to_owned()),
        states: machine.map_or(Vec::new(), |machine| {
            let mut states: Vec<String> = machine.active(&state.machine).map(|state| state.name.clone()).collect();
            states.reverse();
            states
        }),
        tree: tree.map(|tree| tree.name().to_owned()),
        running: tree.map_or(Vec::new(), |tree| tree.path(&state.tree).map(str::to_owned).collect()),
        nodes: tree.map_or(Vec::new(), |tree| tree.outline(steps)),
    }
}

/// The reactions that lie upon each other, the lowest first, with the ticks at which they are over.
fn reactions(behaviours: &Behaviours, plan: &MindPlan, memory: &MindMemory) -> Vec<(String, u32)> {
    let Some(set) = plan.reactions.and_then(|row| behaviours.reactions.get(usize::from(row))) else {
        return Vec::new();
    };
    let stack = &memory.mind.reactions;
    let all = stack.rows.iter().zip(&stack.until).take(usize::from(stack.depth));
    all.filter_map(|(row, until)| Some((set.all().get(usize::from(*row))?.name.clone(), *until))).collect()
}

fn rank(goals: &GoalState, row: u8) -> GoalRank {
    match goals.standing >> row & 1 {
        _ if goals.goal() == Some(row) => GoalRank::Followed,
        0 => GoalRank::Fallen,
        _ => GoalRank::Stands,
    }
}

/// Every personal goal, in the order of the file.
fn goals(behaviours: &Behaviours, plan: &MindPlan, memory: &MindMemory, thought: Option<Thought>) -> Vec<GoalTrace> {
    let Some(set) = plan.goals.and_then(|row| behaviours.goals.get(usize::from(row))) else { return Vec::new() };
    let verdict = thought.and_then(|thought| thought.verdict);
    let wanted = (0u8..).zip(set.all()).map(|(row, goal)| GoalTrace {
        name: goal.name.clone(),
        rank: rank(&memory.mind.goals, row),
        score: verdict.and_then(|verdict| verdict.scores.get(usize::from(row)).copied()),
        starts_at: goal.starts_at,
        ends_below: goal.ends_below,
        disobeys: goal.disobeys,
    });
    wanted.collect()
}
