//! Carrying plans out: each step goes to the manager that knows how.

use sandtable_sim::rules::Class;

use super::{construction, production};
use crate::commander::Cause;
use crate::context::Desk;
use crate::plan::{Outcome, Plan, Status, Step};
use crate::systems::{ManagerFeature, Part};

/// Tries the steps in order, as far as they let, for the goal in this row.
pub(crate) fn carry_out(plan: &mut Plan, goal: u8, desk: &mut Desk<'_, '_>) -> Outcome {
    let mut outcome = Outcome::Achieved;
    plan.statuses.clear();
    for (row, step) in plan.steps.iter().enumerate() {
        desk.because(Cause::Step { goal, step: row as u8 });
        let status = perform(step, desk);
        plan.statuses.push(status);
        if status != Status::Done {
            outcome = Outcome::Underway;
            plan.begun = plan.begun.max(row + 1);
        }
        match status {
            Status::Done | Status::Running => {}
            Status::Waiting if !desk.without.has(Part::Steps) => break,
            Status::Waiting => {}
            Status::Failed(why) => return Outcome::Failed(why),
        }
    }
    if outcome == Outcome::Achieved && plan.begun > 0 {
        // Another goal may have done the last of them: they are walked all the same.
        plan.begun = plan.steps.len();
    }
    outcome
}

/// Does what can be done about it now.
fn perform(step: &Step, desk: &mut Desk<'_, '_>) -> Status {
    match step {
        Step::Workers(count) => production::workers(desk, *count),
        Step::Have(kind, count) => match desk.rules.kind(*kind).class {
            Class::Building => construction::have(desk, *kind, *count),
            _ => production::have(desk, *kind, *count),
        },
        Step::Spare(kind, count) => construction::spare(desk, *kind, *count),
        Step::Know(tech) => production::know(desk, *tech),
        Step::Raise(mix, size) => production::raise(desk, mix, *size),
        Step::Army(mix, size) => production::army(desk, mix, *size),
        Step::Strike(strike) => {
            let awaited = if desk.features.has(ManagerFeature::Odds) { desk.assessment().resistance() } else { 0 };
            desk.forces.claim_strike(desk.situation, *strike, awaited)
        }
        Step::Raid(raid) => desk.forces.claim_raid(desk.situation, *raid),
        Step::Guard { militia } => desk.forces.claim_defence(desk.situation, *militia),
        Step::Survey(place) => {
            desk.ask(*place);
            desk.forces.claim_survey(desk.situation, desk.memory, *place)
        }
        Step::Watch(kind) => desk.forces.claim_watch(*kind),
        Step::Escort(place, count) => desk.forces.claim_escort(desk.situation, *place, *count),
        Step::Found(kind, place) => construction::found(desk, *kind, *place),
    }
}
