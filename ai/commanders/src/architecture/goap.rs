//! Goal-oriented action planning: from what is wanted backwards over what gives it, to what is so (Orkin; Game AI Pro).

use super::facts::Literals;
use super::planner::FoundPlan;
use super::state::ChoiceInputs;
use super::tuning::{MAX_GOAP_LENGTH, MAX_GOAP_STATES};

/// Something to want.
#[derive(Clone, Debug)]
pub(crate) struct GoapWant {
    /// When it is wanted.
    pub needs: Literals,
    /// What is to be so.
    pub wants: Literals,
}

/// What is wanted, the first that can be had first.
#[derive(Clone, Debug, Default)]
pub(crate) struct GoapDomain {
    pub wants: Vec<(String, GoapWant)>,
}

/// A state on the way back: what is still missing, what it cost, and the goals that lead from it, the first first.
#[derive(Clone, Debug)]
struct GoapNode {
    missing: Literals,
    cost: u32,
    goals: Vec<u8>,
}

impl GoapDomain {
    /// The cheapest plan for the first want that is not had and can be.
    pub(super) fn plan(&self, inputs: &ChoiceInputs<'_>) -> Option<FoundPlan> {
        let mut plans = self.open(inputs).filter_map(|(row, want)| Some((row, cheapest(want.wants, inputs)?)));
        plans.next().map(|(row, goals)| FoundPlan { goals, trail: vec![row] })
    }

    /// The first want that is not had.
    pub(super) fn first_open(&self, inputs: &ChoiceInputs<'_>) -> Option<u8> {
        self.open(inputs).next().map(|(row, _)| row)
    }

    /// What is wanted now and not had, by row.
    fn open<'a>(&'a self, inputs: &'a ChoiceInputs<'_>) -> impl Iterator<Item = (u8, &'a GoapWant)> {
        let open = |want: &GoapWant| want.needs.hold(inputs.facts) && !want.wants.hold(inputs.facts);
        (0..=u8::MAX).zip(&self.wants).map(|(row, (_, want))| (row, want)).filter(move |(_, want)| open(want))
    }
}

/// The cheapest goals that make `wants` so; among equals the shorter plan, then the one found first. What is missing at a state is
/// a lower bound of its cost only when divided by how much one goal gives, so the search goes by cost alone and stays exact.
fn cheapest(wants: Literals, inputs: &ChoiceInputs<'_>) -> Option<Vec<u8>> {
    let mut open = vec![GoapNode { missing: wants.missing(inputs.facts), cost: 0, goals: Vec::new() }];
    let mut closed: Vec<Literals> = Vec::new();
    while let Some(best) = (0..open.len()).min_by_key(|row| (open[*row].cost, open[*row].goals.len(), *row)) {
        let node = open.swap_remove(best);
        if node.missing.is_empty() {
            return Some(node.goals);
        }
        if closed.len() >= MAX_GOAP_STATES {
            return None;
        }
        if closed.contains(&node.missing) || node.goals.len() >= MAX_GOAP_LENGTH {
            continue;
        }
        closed.push(node.missing);
        let usable = |goal: &usize| inputs.resting.get(*goal) != Some(&true);
        open.extend((0..inputs.operators.len()).filter(usable).filter_map(|goal| before(&node, goal, inputs)));
    }
    None
}

/// The state before a goal is carried out: what it gives is no longer missing, what it needs is.
fn before(node: &GoapNode, goal: usize, inputs: &ChoiceInputs<'_>) -> Option<GoapNode> {
    let operator = inputs.operators.get(goal)?;
    let gives = Literals {
        mask: operator.effects.mask | operator.expects.mask,
        values: operator.applied(0) & (operator.effects.mask | operator.expects.mask),
    };
    let helps = gives.mask & node.missing.mask != 0 && gives.agree(node.missing);
    let rest_mask = node.missing.mask & !gives.mask;
    let rest = Literals { mask: rest_mask, values: node.missing.values & rest_mask };
    if !helps || !rest.agree(operator.needs) {
        return None;
    }
    let missing = rest.and(operator.needs).missing(inputs.facts);
    let mut goals = Vec::with_capacity(node.goals.len() + 1);
    goals.push(goal as u8);
    goals.extend_from_slice(&node.goals);
    Some(GoapNode { missing, cost: node.cost + u32::from(operator.cost), goals })
}

#[cfg(test)]
mod tests {
    use super::super::GoalOperator;
    use super::*;

    fn bits(bits: &[u32]) -> Literals {
        let mask = bits.iter().map(|bit| 1 << bit).sum();
        Literals { mask, values: mask }
    }

    fn plan(operators: &[(&[u32], &[u32], u16)], wants: &[u32], facts: u64) -> Option<Vec<u8>> {
        let operators: Vec<GoalOperator> = operators
            .iter()
            .map(|(needs, gives, cost)| GoalOperator {
                needs: bits(needs),
                expects: bits(gives),
                cost: *cost,
                ..GoalOperator::default()
            })
            .collect();
        let resting = vec![false; operators.len()];
        let inputs = ChoiceInputs { now: 0, facts, operators: &operators, resting: &resting, achieved: &resting };
        cheapest(bits(wants), &inputs)
    }

    #[test]
    fn the_cheapest_chain_is_found_backwards() {
        // 0 gives fact 0; 1 and 2 give fact 1 from it, 3 gives fact 2 from fact 1, 4 gives fact 2 at a price.
        let goals: &[(&[u32], &[u32], u16)] =
            &[(&[], &[0], 2), (&[0], &[1], 5), (&[0], &[1], 3), (&[1], &[2], 1), (&[], &[2], 9)];
        assert_eq!(plan(goals, &[2], 0), Some(vec![0, 2, 3]));
        assert_eq!(plan(goals, &[2], 1), Some(vec![2, 3]));
        assert_eq!(plan(goals, &[2], 4), Some(vec![]));
        assert_eq!(plan(goals, &[5], 0), None);
        let dear: &[(&[u32], &[u32], u16)] = &[(&[], &[0], 8), (&[0], &[2], 2), (&[], &[2], 9)];
        assert_eq!(plan(dear, &[2], 0), Some(vec![2]));
    }

    #[test]
    fn two_wants_at_once_take_two_goals() {
        let goals: &[(&[u32], &[u32], u16)] = &[(&[], &[0], 1), (&[0], &[1], 1), (&[], &[2], 1)];
        let found = plan(goals, &[1, 2], 0).expect("a plan");
        assert!(found.len() == 3 && found.contains(&2));
        assert!(found.iter().position(|goal| *goal == 0) < found.iter().position(|goal| *goal == 1));
    }
}
