//! Following a plan: what is done is left behind, what cannot go on is planned anew, and nothing is given up lightly.

use sandtable_sim::limits::TICKS_PER_SECOND;

use super::state::{ArchitectureState, ChoiceInputs};

/// Ticks a plan is kept though a better one may have come up.
const COMMIT_TICKS: u32 = 30 * TICKS_PER_SECOND;
/// Ticks between two attempts at finding a plan at all.
const RETRY_TICKS: u32 = 2 * TICKS_PER_SECOND;

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
    course: &mut ArchitectureState,
    standings: &ChoiceInputs<'_>,
    first_open: Option<u8>,
    plan: impl FnOnce() -> Option<FoundPlan>,
) {
    advance(course, standings);
    let trouble = trouble(course, standings);
    let finished = usize::from(course.at) >= course.goals.len();
    let waited = standings.now.saturating_sub(course.planned_tick);
    let urgent = first_open.is_some_and(|way| course.trail.first().is_some_and(|taken| way < *taken));
    if trouble.is_none() && !finished && !urgent && waited < COMMIT_TICKS {
        return;
    }
    if course.planned_tick > 0 && waited < RETRY_TICKS {
        return;
    }
    course.planned_tick = standings.now.max(1);
    let Some(found) = plan() else {
        if trouble.is_some() || finished {
            course.goals.clear();
            course.at = 0;
        }
        return;
    };
    // Without trouble only what the file prefers takes the place of a plan.
    let better = !found.trail.is_empty() && found.trail < course.trail;
    if trouble.is_some() || finished || better {
        take(course, found, !finished, trouble);
    }
}

fn take(course: &mut ArchitectureState, found: FoundPlan, instead: bool, trouble: Option<&'static str>) {
    if course.goals.get(usize::from(course.at)..) == Some(&found.goals[..]) {
        return;
    }
    let had_plan = !course.goals.is_empty();
    course.tally.note(found.goals.len(), instead && had_plan);
    if instead && had_plan {
        trouble.unwrap_or("there is a way that is preferred").clone_into(&mut course.report);
    }
    (course.goals, course.trail, course.at) = (found.goals, found.trail, 0);
}

/// Leaves behind what has been carried out.
fn advance(course: &mut ArchitectureState, standings: &ChoiceInputs<'_>) {
    while let Some(goal) = course.goals.get(usize::from(course.at)).map(|goal| usize::from(*goal)) {
        let Some(operator) = standings.operators.get(goal) else { break };
        if !operator.is_done(standings.achieved.get(goal) == Some(&true), standings.facts) {
            break;
        }
        course.flags = operator.effects.apply(course.flags);
        course.at += 1;
    }
}

/// Why the rest of the plan leads nowhere: walked through from what is so now, a step fails or lacks what it needs.
fn trouble(course: &ArchitectureState, standings: &ChoiceInputs<'_>) -> Option<&'static str> {
    let mut facts = standings.facts;
    for goal in course.goals.get(usize::from(course.at)..).unwrap_or_default() {
        let operator = standings.operators.get(usize::from(*goal))?;
        if standings.resting.get(usize::from(*goal)) == Some(&true) {
            return Some("a goal of the plan failed");
        }
        if !operator.needs.hold(facts) {
            return Some("what a goal of the plan needs is no longer so");
        }
        facts = operator.applied(facts);
    }
    None
}
