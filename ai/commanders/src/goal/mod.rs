//! Goals: each has a priority and constructs a plan (GPAT ch. 9, "Strategy": CalculatePriority, ConstructPlan).
//!
//! The priority is a [`Decision`] from the strategy file; what a goal's file here adds is its own settings and the
//! steps of its plan. Several goals run at once: the ledger and the forces manager serve them by priority.

mod attack;
mod counter;
mod defend;
mod economy;
mod expand;
mod harass;
mod rush;
mod scout;
mod tech;

use sandtable_sim::content::Reader;
use sandtable_sim::decide::{Consideration, Decision};
use serde::{Deserialize, Serialize};

use crate::desk::Desk;
use crate::input::Input;
use crate::plan::{Plan, Step};
use crate::roles::Aim;
use crate::strategy::Setting;

/// What a goal's own file adds.
pub(crate) trait Goal: Send + Sync {
    /// The steps that lead to it from here.
    ///
    /// # Errors
    /// Why it cannot be had now.
    fn construct_plan(&self, desk: &mut Desk<'_, '_>, notes: &mut Notes) -> Result<Vec<Step>, &'static str>;

    /// Ticks after which a plan that is under way is made anew, where what was known when it was made may change.
    fn review_ticks(&self) -> Option<u32> {
        None
    }
}

/// What a goal remembers from plan to plan.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Notes {
    /// The row of the site that the last plan was for.
    pub site: Option<u16>,
}

/// Reads a goal's own settings.
pub(crate) type Build = fn(&Reader<'_>, &mut Setting<'_>) -> Box<dyn Goal>;

/// The goals there are, by the names strategy files use.
pub(crate) const GOALS: [(&str, Build); 9] = [
    ("economy", economy::build),
    ("defend", defend::build),
    ("rush", rush::build),
    ("tech", tech::build),
    ("expand", expand::build),
    ("attack", attack::build),
    ("scout", scout::build),
    ("harass", harass::build),
    ("counter", counter::build),
];

/// A goal of a strategy, as its file defines it.
pub(crate) struct Purpose {
    /// What the strategy file calls it.
    pub name: String,
    /// Its row in [`GOALS`].
    pub sort: u8,
    pub decision: Decision<Input>,
    /// What must stay so while its plan is carried out.
    pub premise: Vec<Consideration<Input>>,
    /// The stances it belongs to, a bit each.
    pub stances: u32,
    pub goal: Box<dyn Goal>,
}

/// How a goal stands.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Standing {
    pub plan: Option<Plan>,
    /// Whether it was chosen at the last decision.
    pub chosen: bool,
    /// Times in a row that its plan failed.
    pub failures: u8,
    /// It is not achievable before this tick.
    pub rest_until: u32,
    /// Whether the last plan has been carried out.
    pub achieved: bool,
    /// The tick of the last plan.
    pub planned_tick: u32,
    pub notes: Notes,
}

impl Standing {
    /// Takes up a new plan. One that has the steps of a plan already carried out is no news.
    pub fn take_plan(&mut self, plan: Plan, now: u32) {
        self.achieved &= self.plan.as_ref().is_some_and(|old| old.steps == plan.steps);
        self.plan = Some(plan);
        self.planned_tick = now;
    }
}

/// The steps for a list of aims with all they need, each once.
fn steps_to(desk: &Desk<'_, '_>, aims: &[Aim]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for aim in aims.iter().flat_map(|aim| desk.roles.chain(desk.rules, *aim)) {
        let step = match aim {
            Aim::Kind(kind) => Step::Have(kind, 1),
            Aim::Tech(tech) => Step::Know(tech),
        };
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps
}
