//! The architectures, and how each comes to the goals that are pursued.

use sandtable_state::rng::Rng;

use super::state::{ArchitectureState, ChoiceInputs, follow_list};
use super::tuning::UNIFORM_TICKS;
use super::{goap, htn, machine, planner, tree};

/// An architecture, as a strategy file defines it.
#[derive(Clone, Debug)]
pub(crate) enum Architecture {
    Utility,
    Htn(htn::HtnDomain),
    Goap(goap::GoapDomain),
    Tree(tree::GoalTree),
    Machine(machine::GoalMachine),
    /// All goals, always, in the order of the file: the least that a choice has to beat.
    List,
    /// Any goals in any order: what a choice is worth is measured against it.
    Uniform,
}

impl Architecture {
    /// The goals to pursue now, the most urgent first; none for utility, which weighs them.
    pub fn choose(
        &self,
        progress: &mut ArchitectureState,
        inputs: &ChoiceInputs<'_>,
        rng: &mut Rng,
    ) -> Option<Vec<u8>> {
        match self {
            Architecture::Utility => return None,
            Architecture::Htn(domain) => {
                planner::follow(progress, inputs, domain.first_open(inputs), || domain.plan(inputs));
            }
            Architecture::Goap(domain) => {
                planner::follow(progress, inputs, domain.first_open(inputs), || domain.plan(inputs));
            }
            Architecture::Tree(tree) => tree.tick(progress, inputs),
            Architecture::Machine(machine) => machine.tick(progress, inputs),
            Architecture::List => {
                follow_list(progress, (0..inputs.operators.len() as u8).collect(), inputs.now);
            }
            Architecture::Uniform => draw(progress, inputs, rng),
        }
        // What a planner's plan has behind it is kept up with what its rest leaves; tree and machine keep to all they name, in order.
        let behind = if self.plans() { usize::from(progress.at).min(progress.goals.len()) } else { 0 };
        let (done, ahead) = progress.goals.split_at(behind);
        let open = |goal: &&u8| inputs.resting.get(usize::from(**goal)) == Some(&false);
        Some(ahead.iter().chain(done).filter(open).copied().collect())
    }

    /// Whether it makes plans.
    pub fn plans(&self) -> bool {
        matches!(self, Architecture::Htn(_) | Architecture::Goap(_))
    }

    /// The name of what is done now, for a trace: a state, the methods of a plan.
    pub fn stage(&self, progress: &ArchitectureState) -> String {
        match self {
            Architecture::Machine(machine) => machine.name_of(progress.state).to_owned(),
            Architecture::Htn(domain) => domain.names_of(&progress.trail).join(" > "),
            _ => String::new(),
        }
    }
}

/// Every half minute each goal by a coin, in any order.
fn draw(progress: &mut ArchitectureState, inputs: &ChoiceInputs<'_>, rng: &mut Rng) {
    if progress.planned_tick > 0 && inputs.now < progress.planned_tick + UNIFORM_TICKS {
        return;
    }
    let mut goals: Vec<u8> = (0..inputs.operators.len() as u8).filter(|_| rng.below(2) == 1).collect();
    for row in (1..goals.len()).rev() {
        goals.swap(row, rng.below(row as u32 + 1) as usize);
    }
    progress.planned_tick = inputs.now.max(1);
    progress.goals = goals;
}
