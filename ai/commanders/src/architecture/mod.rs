//! Who chooses the goals and their order: utility, or one of the architectures it is compared with.
//!
//! Utility weighs every goal by considerations. A hierarchical planner, a backward planner, a behaviour tree and a state machine
//! choose by facts instead, which are named comparisons of the same inputs. Goals, steps and managers are the same for all.

mod facts;
mod goap;
mod htn;
mod machine;
mod planner;
mod read;
mod tree;

pub(crate) use facts::{Facts, Literals};
pub(crate) use read::{Named, facts, named, operator, read};

use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::rng::Rng;
use serde::{Deserialize, Serialize};

/// Goals one strategy may have, and so the longest course.
pub(crate) const MAX_GOALS: usize = 64;
/// Ticks between two draws of the uniform choice.
const UNIFORM_TICKS: u32 = 30 * TICKS_PER_SECOND;

/// An architecture, as a strategy file defines it.
#[derive(Clone, Debug)]
pub(crate) enum Architecture {
    Utility,
    Htn(htn::Domain),
    Goap(goap::Domain),
    Tree(tree::Tree),
    Machine(machine::Machine),
    /// Any goals in any order: what a choice is worth is measured against it.
    Uniform,
}

/// What planners know of pursuing a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Operator {
    /// What must be so before.
    pub needs: Literals,
    /// Flags that carrying it out sets or clears.
    pub effects: Literals,
    /// What is to be seen when it has been carried out (Humphreys, Game AI Pro ch. 12: "expected effects").
    pub expects: Literals,
    /// What it takes, for planners that look for the cheapest plan.
    pub cost: u16,
}

/// How the goals stand, for whoever chooses.
pub(crate) struct Standings<'a> {
    pub now: u32,
    /// What is so, a bit a fact.
    pub facts: u64,
    pub operators: &'a [Operator],
    /// By goal: whether it may not be taken up, for it failed lately.
    pub resting: &'a [bool],
    /// By goal: whether all its steps are done.
    pub achieved: &'a [bool],
}

/// What an architecture remembers between two decisions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Course {
    /// The goals of the plan or the list, in order.
    pub goals: Vec<u8>,
    /// The first that has not been carried out.
    pub at: u8,
    /// Facts that nothing measures.
    pub flags: u64,
    /// When the plan was made.
    planned_tick: u32,
    /// Where a state machine is, and since when.
    state: u8,
    entered_tick: u32,
    /// The methods a plan was made by.
    trail: Vec<u8>,
    /// Why the last plan was given up; empty before.
    pub report: String,
    pub tally: Tally,
}

/// What became of plans.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub plans: u32,
    /// Of them, those that took the place of one not carried out.
    pub replans: u32,
    /// Plans by their number of steps; the last counts the longer ones.
    pub lengths: [u32; 9],
}

impl Tally {
    pub fn note(&mut self, length: usize, instead: bool) {
        self.plans += 1;
        self.replans += u32::from(instead);
        self.lengths[length.min(8)] += 1;
    }
}

impl Operator {
    /// Whether it has been carried out.
    fn is_done(&self, achieved: bool, facts: u64) -> bool {
        if self.expects.is_empty() { achieved } else { self.expects.hold(facts) }
    }

    /// What is so when it will have been carried out.
    fn applied(&self, facts: u64) -> u64 {
        self.expects.apply(self.effects.apply(facts))
    }
}

impl Architecture {
    /// The goals to pursue now, the most urgent first; none for utility, which weighs them.
    pub fn choose(&self, course: &mut Course, standings: &Standings<'_>, rng: &mut Rng) -> Option<Vec<u8>> {
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
    pub fn stage(&self, course: &Course) -> String {
        match self {
            Architecture::Machine(machine) => machine.name_of(course.state).to_owned(),
            Architecture::Htn(domain) => domain.names_of(&course.trail).join(" > "),
            _ => String::new(),
        }
    }
}

/// A new list takes the place of the one before, when it differs.
fn follow_list(course: &mut Course, goals: Vec<u8>, now: u32) {
    if course.goals != goals {
        course.tally.note(goals.len(), !course.goals.is_empty());
        (course.goals, course.planned_tick) = (goals, now);
    }
}

/// Every half minute each goal by a coin, in any order.
fn draw(course: &mut Course, standings: &Standings<'_>, rng: &mut Rng) {
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
