//! The behaviour tree: walked from the root at every decision; the goals it comes to are pursued, in the order it does.

use super::facts::Literals;
use super::state::{Course, Standings, follow_list};

/// How deep nodes may lie in nodes.
const MAX_DEPTH: usize = 16;

/// How a node goes over its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The first that does not fail.
    Select,
    /// One after the other, while they succeed.
    Sequence,
    /// All, each as if it were alone.
    All,
}

/// A child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Child {
    Goal(u8),
    Node(u8),
}

/// A node.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub form: Form,
    /// It fails unless they hold.
    pub needs: Literals,
    pub children: Vec<Child>,
}

/// The nodes; the first row is the root.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub nodes: Vec<Node>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Running,
    Success,
    Failure,
}

impl Tree {
    pub(super) fn tick(&self, course: &mut Course, standings: &Standings<'_>) {
        let mut goals = Vec::new();
        self.visit(Child::Node(0), standings, &mut goals, 0);
        follow_list(course, goals, standings.now);
    }

    fn visit(&self, child: Child, standings: &Standings<'_>, goals: &mut Vec<u8>, depth: usize) -> Status {
        let node = match child {
            Child::Goal(goal) => return pursue(goal, standings, goals),
            Child::Node(row) => self.nodes.get(usize::from(row)),
        };
        let Some(node) = node.filter(|node| depth < MAX_DEPTH && node.needs.hold(standings.facts)) else {
            return Status::Failure;
        };
        let mut last = if node.form == Form::Select { Status::Failure } else { Status::Success };
        for child in &node.children {
            let status = self.visit(*child, standings, goals, depth + 1);
            let ends = match node.form {
                Form::Select => status != Status::Failure,
                Form::Sequence => status != Status::Success,
                Form::All => false,
            };
            last = if node.form == Form::All && last == Status::Running { last } else { status };
            if ends {
                break;
            }
        }
        last
    }
}

/// A goal that is done is still pursued, so that what is lost is had again; it holds nothing up.
fn pursue(goal: u8, standings: &Standings<'_>, goals: &mut Vec<u8>) -> Status {
    let row = usize::from(goal);
    let Some(operator) = standings.operators.get(row) else { return Status::Failure };
    if standings.resting.get(row) == Some(&true) || !operator.needs.hold(standings.facts) {
        return Status::Failure;
    }
    if !goals.contains(&goal) && goals.len() < crate::architecture::state::MAX_GOALS {
        goals.push(goal);
    }
    let done = operator.is_done(standings.achieved.get(row) == Some(&true), standings.facts);
    if done { Status::Success } else { Status::Running }
}

#[cfg(test)]
mod tests {
    use super::super::Operator;
    use super::*;

    fn order(nodes: &[(Form, u64, &[Child])], facts: u64, achieved: [bool; 4]) -> Vec<u8> {
        let node = |(form, needs, children): &(Form, u64, &[Child])| Node {
            form: *form,
            needs: Literals { mask: *needs, values: *needs },
            children: children.to_vec(),
        };
        let tree = Tree { nodes: nodes.iter().map(node).collect() };
        let standings = Standings {
            now: 1,
            facts,
            operators: &[Operator::default(); 4],
            resting: &[false; 4],
            achieved: &achieved,
        };
        let mut course = Course::default();
        tree.tick(&mut course, &standings);
        course.goals
    }

    #[test]
    fn nodes_go_over_their_children_by_their_form() {
        let [a, b, c, d] = [0, 1, 2, 3].map(Child::Goal);
        let tree: &[(Form, u64, &[Child])] = &[
            (Form::All, 0, &[a, Child::Node(1), Child::Node(2)]),
            (Form::Sequence, 0, &[b, c]),
            (Form::Select, 0, &[Child::Node(3), c]),
            (Form::All, 1, &[d]),
        ];
        assert_eq!(order(tree, 0, [false; 4]), [0, 1, 2]);
        assert_eq!(order(tree, 1, [false; 4]), [0, 1, 3]);
        assert_eq!(order(tree, 1, [false, true, false, false]), [0, 1, 2, 3]);
        let round: &[(Form, u64, &[Child])] = &[(Form::Select, 0, &[Child::Node(0), a])];
        assert_eq!(order(round, 0, [false; 4]), [0]);
    }
}
