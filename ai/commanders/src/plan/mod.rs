//! Plans: steps with conditions, tried in order at every decision (GPAT ch. 9, "Planning").
//!
//! A step holds no promise of the past: each looks at the world again, so that a barracks that burns down is an
//! undone step, and is built anew before the steps that come after it.

mod step;

pub(crate) use step::{Mix, Raid, Step, Strike};

use serde::{Deserialize, Serialize};

use crate::commander::Cause;
use crate::desk::Desk;
use crate::without::Part;

/// How a step stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// What it wants is so.
    Done,
    /// Under way and paid for: the next steps may begin.
    Running,
    /// Not under way yet: the next steps wait for it.
    Waiting,
    /// It cannot be done now: why.
    Failed(&'static str),
}

/// Steps in order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub steps: Vec<Step>,
    /// The greatest row of a step that was ever begun, or found done after one that was, plus one.
    pub begun: usize,
    /// How the steps stood that were tried at the last decision.
    #[serde(skip)]
    pub statuses: Vec<Status>,
}

/// How a whole plan stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All steps are done.
    Achieved,
    /// Working on it.
    Underway,
    /// A step cannot be done.
    Failed(&'static str),
}

impl Plan {
    pub fn of(steps: Vec<Step>) -> Plan {
        Plan { steps, begun: 0, statuses: Vec::new() }
    }

    /// Tries the steps in order, as far as they let, for the goal in this row.
    pub fn pursue(&mut self, goal: u8, desk: &mut Desk<'_, '_>) -> Outcome {
        let mut outcome = Outcome::Achieved;
        self.statuses.clear();
        for (row, step) in self.steps.iter().enumerate() {
            desk.because(Cause::Step { goal, step: row as u8 });
            let status = step.perform(desk);
            self.statuses.push(status);
            if status != Status::Done {
                outcome = Outcome::Underway;
                self.begun = self.begun.max(row + 1);
            }
            match status {
                Status::Done | Status::Running => {}
                Status::Waiting if !desk.without.has(Part::Steps) => break,
                Status::Waiting => {}
                Status::Failed(why) => return Outcome::Failed(why),
            }
        }
        if outcome == Outcome::Achieved && self.begun > 0 {
            // Another goal may have done the last of them: they are walked all the same.
            self.begun = self.steps.len();
        }
        outcome
    }
}
