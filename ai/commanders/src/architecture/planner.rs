//! Following a plan: what is done is left behind, what cannot go on is planned anew, and nothing is given up lightly.

use super::state::{ArchitectureState, ChoiceInputs};
use super::tuning::{PLAN_COMMIT_TICKS, PLAN_RETRY_TICKS};

/// What planning gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FoundPlan {
    /// Goals in order.
    pub goals: Vec<u8>,
    /// The methods it was made by; a lesser one stands earlier in its file.
    pub trail: Vec<u8>,
}

/// Goes on with the plan of a course, or makes another. `first_open` is the first of the ways at the file's top whose facts hold: one
/// above that of the plan need not wait until the plan has had its time.
pub(super) fn follow(
    progress: &mut ArchitectureState,
    inputs: &ChoiceInputs<'_>,
    first_open: Option<u8>,
    plan: impl FnOnce() -> Option<FoundPlan>,
) {
    advance(progress, inputs);
    let trouble = trouble(progress, inputs);
    let finished = usize::from(progress.at) >= progress.goals.len();
    let waited = inputs.now.saturating_sub(progress.planned_tick);
    let urgent = first_open.is_some_and(|way| progress.trail.first().is_some_and(|taken| way < *taken));
    if trouble.is_none() && !finished && !urgent && waited < PLAN_COMMIT_TICKS {
        return;
    }
    if progress.planned_tick > 0 && waited < PLAN_RETRY_TICKS {
        return;
    }
    progress.planned_tick = inputs.now.max(1);
    let Some(found) = plan() else {
        if trouble.is_some() || finished {
            progress.goals.clear();
            progress.at = 0;
        }
        return;
    };
    // Without trouble only what the file prefers takes the place of a plan.
    let better = !found.trail.is_empty() && found.trail < progress.trail;
    if trouble.is_some() || finished || better {
        take(progress, found, !finished, trouble);
    }
}

fn take(progress: &mut ArchitectureState, found: FoundPlan, instead: bool, trouble: Option<&'static str>) {
    if progress.goals.get(usize::from(progress.at)..) == Some(&found.goals[..]) {
        return;
    }
    let had_plan = !progress.goals.is_empty();
    progress.counts.note(found.goals.len(), instead && had_plan);
    if instead && had_plan {
        trouble.unwrap_or("there is a way that is preferred").clone_into(&mut progress.report);
    }
    (progress.goals, progress.trail, progress.at) = (found.goals, found.trail, 0);
}

/// Leaves behind what has been carried out.
fn advance(progress: &mut ArchitectureState, inputs: &ChoiceInputs<'_>) {
    while let Some(goal) = progress.goals.get(usize::from(progress.at)).map(|goal| usize::from(*goal)) {
        let Some(operator) = inputs.operators.get(goal) else { break };
        if !operator.is_done(inputs.achieved.get(goal) == Some(&true), inputs.facts) {
            break;
        }
        progress.flags = operator.effects.apply(progress.flags);
        progress.at += 1;
    }
}

/// Why the rest of the plan leads nowhere: walked through from what is so now, a step fails or lacks what it needs.
fn trouble(progress: &ArchitectureState, inputs: &ChoiceInputs<'_>) -> Option<&'static str> {
    let mut facts = inputs.facts;
    for goal in progress.goals.get(usize::from(progress.at)..).unwrap_or_default() {
        let operator = inputs.operators.get(usize::from(*goal))?;
        if inputs.resting.get(usize::from(*goal)) == Some(&true) {
            return Some("a goal of the plan failed");
        }
        if !operator.needs.hold(facts) {
            return Some("what a goal of the plan needs is no longer so");
        }
        facts = operator.applied(facts);
    }
    None
}
