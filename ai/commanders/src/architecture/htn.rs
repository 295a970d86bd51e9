//! The hierarchical task network: compound tasks are taken apart by methods until only goals are left (Game AI Pro ch. 12,
//! Humphreys). A method is tried when its facts hold in the state that the tasks before it will have left; one that cannot be
//! taken apart to the end is rolled back and the next is tried.

use super::facts::Literals;
use super::planner::FoundPlan;
use super::state::ChoiceInputs;
use super::tuning::{MAX_HTN_LENGTH, MAX_HTN_TRIES, MAX_TASK_DEPTH};

/// One way to take a task apart.
#[derive(Clone, Debug)]
pub(crate) struct HtnMethod {
    pub name: String,
    pub needs: Literals,
    pub tasks: Vec<HtnTask>,
}

/// A task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HtnTask {
    /// A goal, by row.
    Goal(u8),
    /// A compound task, by row.
    Compound(u8),
}

/// The compound tasks: each its methods, the first row the root.
#[derive(Clone, Debug, Default)]
pub(crate) struct HtnDomain {
    pub tasks: Vec<(String, Vec<HtnMethod>)>,
}

/// What is tried, and what can be taken back.
struct HtnSearch<'a> {
    domain: &'a HtnDomain,
    inputs: &'a ChoiceInputs<'a>,
    tries: u32,
    facts: u64,
    found: FoundPlan,
}

impl HtnDomain {
    /// The first plan of the root that can be carried through; a part of one when it is too long or takes too many tries.
    pub(super) fn plan(&self, inputs: &ChoiceInputs<'_>) -> Option<FoundPlan> {
        let facts = inputs.facts;
        let mut search = HtnSearch { domain: self, inputs, tries: 0, facts, found: FoundPlan::default() };
        let whole = search.compound(0, 0);
        (whole && !search.found.goals.is_empty()).then_some(search.found)
    }

    /// The first method of the root whose facts hold.
    pub(super) fn first_open(&self, inputs: &ChoiceInputs<'_>) -> Option<u8> {
        let (_, methods) = self.tasks.first()?;
        (0..=u8::MAX).zip(methods).find(|(_, method)| method.needs.hold(inputs.facts)).map(|(row, _)| row)
    }

    /// The names of the methods of a trail, by the order they were taken.
    pub(super) fn names_of(&self, trail: &[u8]) -> Vec<&str> {
        // A method's number counts through the whole file.
        let all: Vec<&str> =
            self.tasks.iter().flat_map(|task| task.1.iter().map(|method| method.name.as_str())).collect();
        trail.iter().filter_map(|row| all.get(usize::from(*row)).copied()).collect()
    }
}

impl HtnSearch<'_> {
    fn is_cut(&self) -> bool {
        self.tries >= MAX_HTN_TRIES || self.found.goals.len() >= MAX_HTN_LENGTH
    }

    fn compound(&mut self, row: u8, depth: usize) -> bool {
        let domain = self.domain;
        let Some((_, methods)) = domain.tasks.get(usize::from(row)) else { return false };
        if depth >= MAX_TASK_DEPTH {
            return false;
        }
        let first: usize = domain.tasks.iter().take(row.into()).map(|task| task.1.len()).sum();
        for (number, method) in methods.iter().enumerate() {
            if self.tries >= MAX_HTN_TRIES {
                // A partial plan is carried out as far as it goes.
                return !self.found.goals.is_empty();
            }
            self.tries += 1;
            let mark = (self.facts, self.found.clone());
            if !method.needs.hold(self.facts) {
                continue;
            }
            self.found.trail.push((first + number).min(255) as u8);
            if method.tasks.iter().all(|task| self.task(*task, depth)) {
                return true;
            }
            (self.facts, self.found) = mark;
        }
        false
    }

    fn task(&mut self, task: HtnTask, depth: usize) -> bool {
        if self.is_cut() {
            return true;
        }
        match task {
            HtnTask::Compound(row) => self.compound(row, depth + 1),
            HtnTask::Goal(goal) => {
                let Some(operator) = self.inputs.operators.get(usize::from(goal)) else { return false };
                let rests = self.inputs.resting.get(usize::from(goal)) == Some(&true);
                if rests || !operator.needs.hold(self.facts) {
                    return false;
                }
                self.facts = operator.applied(self.facts);
                self.found.goals.push(goal);
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::GoalOperator;
    use super::*;

    fn wants(bit: u32) -> Literals {
        Literals { mask: 1 << bit, values: 1 << bit }
    }

    fn method(needs: Literals, tasks: &[HtnTask]) -> HtnMethod {
        HtnMethod { name: String::new(), needs, tasks: tasks.to_vec() }
    }

    /// Goal 0 gives fact 0, goal 1 needs it and gives fact 1, goal 2 needs fact 2, which nothing gives.
    fn operators() -> Vec<GoalOperator> {
        let operator = |needs, expects| GoalOperator { needs, expects, cost: 1, ..GoalOperator::default() };
        let none = Literals::default();
        vec![operator(none, wants(0)), operator(wants(0), wants(1)), operator(wants(2), none)]
    }

    fn plan(domain: &HtnDomain, facts: u64, resting: [bool; 3]) -> Option<Vec<u8>> {
        let operators = operators();
        let inputs = ChoiceInputs { now: 0, facts, operators: &operators, resting: &resting, achieved: &[false; 3] };
        domain.plan(&inputs).map(|found| found.goals)
    }

    #[test]
    fn a_method_that_fails_late_is_rolled_back_with_its_effects() {
        let none = Literals::default();
        let root = vec![
            method(none, &[HtnTask::Goal(0), HtnTask::Compound(1), HtnTask::Goal(2)]),
            method(none, &[HtnTask::Goal(0), HtnTask::Compound(1)]),
        ];
        let domain = HtnDomain {
            tasks: vec![("root".into(), root), ("grow".into(), vec![method(wants(0), &[HtnTask::Goal(1)])])],
        };
        assert_eq!(plan(&domain, 0, [false; 3]), Some(vec![0, 1]));
        assert_eq!(plan(&domain, 4, [false; 3]), Some(vec![0, 1, 2]));
        assert_eq!(plan(&domain, 0, [false, true, false]), None);
    }

    #[test]
    fn what_goes_round_in_circles_ends() {
        let none = Literals::default();
        let round = HtnDomain {
            tasks: vec![(
                "root".into(),
                vec![method(none, &[HtnTask::Compound(0)]), method(none, &[HtnTask::Goal(0)])],
            )],
        };
        assert_eq!(plan(&round, 0, [false; 3]), Some(vec![0]));
        let endless =
            HtnDomain { tasks: vec![("root".into(), vec![method(none, &[HtnTask::Goal(0), HtnTask::Compound(0)])])] };
        assert_eq!(plan(&endless, 0, [false; 3]).map(|goals| goals.len()), Some(MAX_HTN_LENGTH));
    }
}
