//! The architectures, and how each comes to the goals that are pursued.

use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::rng::Rng;

use super::state::{ArchitectureState, ChoiceInputs};
use super::{goap, htn, machine, planner, tree};

/// Ticks between two draws of the uniform choice.
const UNIFORM_TICKS: u32 = 30 * TICKS_PER_SECOND;

/// An architecture, as a strategy file defines it.
#[derive(Clone, Debug)]
pub(crate) enum Architecture {
    Utility,
    Htn(htn::HtnDomain),
    Goap(goap::GoapDomain),
    Tree(tree::GoalTree),
    Machine(machine::GoalMachine),
    /// Any goals in any order: what a choice is worth is measured against it.
    Uniform,
}

impl Architecture {
    /// The goals to pursue now, the most urgent first; none for utility, which weighs them.
    pub fn choose(
        &self,
        course: &mut ArchitectureState,
        standings: &ChoiceInputs<'_>,
        rng: &mut Rng,
    ) -> Option<Vec<u8>> {
        match self {
            Architecture::Utility => return None,
            Architecture::Htn(domain) => {
                planner::follow(course, standings, domain.first_open(standings), || domain.plan(standings));
            }
            Architecture::Goap(domain) => {
                planner::follow(course, standings, domain.first_open(standings), || domain.plan(standings));
            }
            Architecture::Tree(tree) => tree.tick(course, standings),
            Architecture::Machine(machine) => machine.tick(course, standings),
            Architecture::Uniform => draw(course, standings, rng),
        }
        // What a planner's plan has behind it is kept up with what its rest leaves; tree and machine keep to all they name, in order.
        let behind = if self.plans() { usize::from(course.at).min(course.goals.len()) } else { 0 };
        let (done, ahead) = course.goals.split_at(behind);
        let open = |goal: &&u8| standings.resting.get(usize::from(**goal)) == Some(&false);
        Some(ahead.iter().chain(done).filter(open).copied().collect())
    }

    /// Whether it makes plans.
    pub fn plans(&self) -> bool {
        matches!(self, Architecture::Htn(_) | Architecture::Goap(_))
    }

    /// The name of what is done now, for a trace: a state, the methods of a plan.
    pub fn stage(&self, course: &ArchitectureState) -> String {
        match self {
            Architecture::Machine(machine) => machine.name_of(course.state).to_owned(),
            Architecture::Htn(domain) => domain.names_of(&course.trail).join(" > "),
            _ => String::new(),
        }
    }
}

/// Every half minute each goal by a coin, in any order.
fn draw(course: &mut ArchitectureState, standings: &ChoiceInputs<'_>, rng: &mut Rng) {
    if course.planned_tick > 0 && standings.now < course.planned_tick + UNIFORM_TICKS {
        return;
    }
    let mut goals: Vec<u8> = (0..standings.operators.len() as u8).filter(|_| rng.below(2) == 1).collect();
    for row in (1..goals.len()).rev() {
        goals.swap(row, rng.below(row as u32 + 1) as usize);
    }
    course.planned_tick = standings.now.max(1);
    course.goals = goals;
}
