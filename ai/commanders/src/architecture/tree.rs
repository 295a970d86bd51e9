//! The behaviour tree: walked from the root at every decision; the goals it comes to are pursued, in the order it does.

use super::facts::Literals;
use super::state::{ArchitectureState, ChoiceInputs, follow_list};
use super::tuning::{MAX_GOALS, MAX_NODE_DEPTH};

/// How a node goes over its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TreeNodeKind {
    /// The first that does not fail.
    Select,
    /// One after the other, while they succeed.
    Sequence,
    /// All, each as if it were alone.
    All,
}

/// A child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TreeChild {
    Goal(u8),
    Node(u8),
}

/// A node.
#[derive(Clone, Debug)]
pub(crate) struct TreeNode {
    pub form: TreeNodeKind,
    /// It fails unless they hold.
    pub needs: Literals,
    pub children: Vec<TreeChild>,
}

/// The nodes; the first row is the root.
#[derive(Clone, Debug, Default)]
pub(crate) struct GoalTree {
    pub nodes: Vec<TreeNode>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TreeStatus {
    Running,
    Success,
    Failure,
}

impl GoalTree {
    pub(super) fn tick(&self, progress: &mut ArchitectureState, inputs: &ChoiceInputs<'_>) {
        let mut goals = Vec::new();
        self.visit(TreeChild::Node(0), inputs, &mut goals, 0);
        follow_list(progress, goals, inputs.now);
    }

    fn visit(&self, child: TreeChild, inputs: &ChoiceInputs<'_>, goals: &mut Vec<u8>, depth: usize) -> TreeStatus {
        let node = match child {
            TreeChild::Goal(goal) => return pursue(goal, inputs, goals),
            TreeChild::Node(row) => self.nodes.get(usize::from(row)),
        };
        let Some(node) = node.filter(|node| depth < MAX_NODE_DEPTH && node.needs.hold(inputs.facts)) else {
            return TreeStatus::Failure;
        };
        let mut last = if node.form == TreeNodeKind::Select { TreeStatus::Failure } else { TreeStatus::Success };
        for child in &node.children {
            let status = self.visit(*child, inputs, goals, depth + 1);
            let ends = match node.form {
                TreeNodeKind::Select => status != TreeStatus::Failure,
                TreeNodeKind::Sequence => status != TreeStatus::Success,
                TreeNodeKind::All => false,
            };
            last = if node.form == TreeNodeKind::All && last == TreeStatus::Running { last } else { status };
            if ends {
                break;
            }
        }
        last
    }
}

/// A goal that is done is still pursued, so that what is lost is had again; it holds nothing up.
fn pursue(goal: u8, inputs: &ChoiceInputs<'_>, goals: &mut Vec<u8>) -> TreeStatus {
    let row = usize::from(goal);
    let Some(operator) = inputs.operators.get(row) else { return TreeStatus::Failure };
    if inputs.resting.get(row) == Some(&true) || !operator.needs.hold(inputs.facts) {
        return TreeStatus::Failure;
    }
    if !goals.contains(&goal) && goals.len() < MAX_GOALS {
        goals.push(goal);
    }
    let done = operator.is_done(inputs.achieved.get(row) == Some(&true), inputs.facts);
    if done { TreeStatus::Success } else { TreeStatus::Running }
}

#[cfg(test)]
mod tests {
    use super::super::GoalOperator;
    use super::*;

    fn order(nodes: &[(TreeNodeKind, u64, &[TreeChild])], facts: u64, achieved: [bool; 4]) -> Vec<u8> {
        let node = |(form, needs, children): &(TreeNodeKind, u64, &[TreeChild])| TreeNode {
            form: *form,
            needs: Literals { mask: *needs, values: *needs },
            children: children.to_vec(),
        };
        let tree = GoalTree { nodes: nodes.iter().map(node).collect() };
        let inputs = ChoiceInputs {
            now: 1,
            facts,
            operators: &[GoalOperator::default(); 4],
            resting: &[false; 4],
            achieved: &achieved,
        };
        let mut progress = ArchitectureState::default();
        tree.tick(&mut progress, &inputs);
        progress.goals
    }

    #[test]
    fn nodes_go_over_their_children_by_their_form() {
        let [a, b, c, d] = [0, 1, 2, 3].map(TreeChild::Goal);
        let tree: &[(TreeNodeKind, u64, &[TreeChild])] = &[
            (TreeNodeKind::All, 0, &[a, TreeChild::Node(1), TreeChild::Node(2)]),
            (TreeNodeKind::Sequence, 0, &[b, c]),
            (TreeNodeKind::Select, 0, &[TreeChild::Node(3), c]),
            (TreeNodeKind::All, 1, &[d]),
        ];
        assert_eq!(order(tree, 0, [false; 4]), [0, 1, 2]);
        assert_eq!(order(tree, 1, [false; 4]), [0, 1, 3]);
        assert_eq!(order(tree, 1, [false, true, false, false]), [0, 1, 2, 3]);
        let round: &[(TreeNodeKind, u64, &[TreeChild])] = &[(TreeNodeKind::Select, 0, &[TreeChild::Node(0), a])];
        assert_eq!(order(round, 0, [false; 4]), [0]);
    }
}
