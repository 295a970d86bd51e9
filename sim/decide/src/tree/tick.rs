//! One tick of a tree: each node is visited once at most.

use sandtable_math::Fx;
use sandtable_state::limits::MAX_TREE_CHILDREN;

use super::{BehaviourNode, Form, Quorum, TreeObserver, TreeState};
use crate::{BehaviourHost, Call, DecisionRule, Inertia, NodeStatus};

pub(super) fn tick(
    nodes: &[BehaviourNode],
    state: &mut TreeState,
    actor: &mut impl BehaviourHost,
    trace: &mut impl TreeObserver,
) -> NodeStatus {
    TreeTick { nodes, state, actor, trace }.node(0)
}

pub(super) fn abort(nodes: &[BehaviourNode], state: &mut TreeState, actor: &mut impl BehaviourHost) {
    TreeTick { nodes, state, actor, trace: &mut () }.abort(0, nodes.len() as u8);
}

struct TreeTick<'a, A, T> {
    nodes: &'a [BehaviourNode],
    state: &'a mut TreeState,
    actor: &'a mut A,
    trace: &'a mut T,
}

impl<'a, A: BehaviourHost, T: TreeObserver> TreeTick<'a, A, T> {
    fn node(&mut self, at: u8) -> NodeStatus {
        let Some(node) = self.nodes.get(usize::from(at)) else { return NodeStatus::Failure };
        let fresh = !self.state.running.has(at);
        let (child, end) = (at + 1, node.end);
        let status = match &node.form {
            Form::Select { resumes } => self.in_turn(child, end, *resumes, NodeStatus::Failure),
            Form::Sequence { resumes } => self.in_turn(child, end, *resumes, NodeStatus::Success),
            Form::Parallel { succeeds, fails } => self.parallel(child, end, fresh, *succeeds, *fails),
            Form::Utility { options, inertia } => self.utility(at, end, options, *inertia),
            Form::Not => match self.node(child) {
                NodeStatus::Running => NodeStatus::Running,
                NodeStatus::Success => NodeStatus::Failure,
                NodeStatus::Failure => NodeStatus::Success,
            },
            Form::Succeed => match self.node(child) {
                NodeStatus::Running => NodeStatus::Running,
                _ => NodeStatus::Success,
            },
            Form::Repeat { times, counter } => self.repeat(child, fresh, *times, *counter),
            Form::UntilFailure => match self.node(child) {
                NodeStatus::Failure => NodeStatus::Success,
                _ => NodeStatus::Running,
            },
            Form::Cooldown { ticks, counter } => self.cooldown(child, fresh, *ticks, *counter),
            Form::TimeLimit { ticks, counter } => self.time_limit(child, end, fresh, (*ticks, *counter)),
            Form::Guard(condition) if condition.holds(self.actor) => self.node(child),
            Form::Guard(_) => self.leave(child, end),
            Form::If(condition) if condition.holds(self.actor) => NodeStatus::Success,
            Form::If(_) => NodeStatus::Failure,
            Form::Do(action) => self.actor.act(action, fresh),
            Form::Wait { ticks, counter } => self.wait(fresh, *ticks, *counter),
        };
        self.state.running.set(at, status == NodeStatus::Running);
        self.trace.visited(at, status);
        status
    }

    /// Ticks children in order while they end as `goes_on`.
    fn in_turn(&mut self, first: u8, end: u8, resumes: bool, goes_on: NodeStatus) -> NodeStatus {
        let mut child = if resumes { self.running_child(first, end).unwrap_or(first) } else { first };
        while child < end {
            let status = self.node(child);
            child = self.next(child, end);
            if status != goes_on {
                self.abort(child, end);
                return status;
            }
        }
        goes_on
    }

    fn parallel(&mut self, first: u8, end: u8, fresh: bool, succeeds: Quorum, fails: Quorum) -> NodeStatus {
        let (mut children, mut successes, mut failures) = (0, 0, 0);
        let mut child = first;
        while child < end {
            if fresh || self.state.running.has(child) {
                let status = self.node(child);
                self.state.passed.set(child, status == NodeStatus::Success);
            }
            let running = self.state.running.has(child);
            let passed = self.state.passed.has(child);
            children += 1;
            successes += u32::from(passed);
            failures += u32::from(!passed && !running);
            child = self.next(child, end);
        }
        let enough = |count: u32, quorum: Quorum| match quorum {
            Quorum::All => count == children,
            Quorum::Any => count > 0,
        };
        let status = match () {
            () if enough(successes, succeeds) => NodeStatus::Success,
            () if enough(failures, fails) || successes + failures == children => NodeStatus::Failure,
            () => return NodeStatus::Running,
        };
        self.abort(first, end);
        (first..end).for_each(|node| self.state.passed.set(node, false));
        status
    }

    fn utility(&mut self, at: u8, end: u8, options: &[DecisionRule<Call>], inertia: Inertia) -> NodeStatus {
        let mut rows = [0u8; MAX_TREE_CHILDREN];
        let mut scores = [Fx::ZERO; MAX_TREE_CHILDREN];
        let (mut child, mut count) = (at + 1, 0);
        for option in options.iter().take(MAX_TREE_CHILDREN) {
            if child >= end {
                break;
            }
            rows[count] = child;
            let score = option.appraise(&*self.actor).priority();
            scores[count] = inertia.apply(score, self.state.running.has(child));
            child = self.next(child, end);
            count += 1;
        }
        self.trace.scored(at, &scores[..count]);
        while let Some(best) = best_of(&scores[..count]) {
            let status = self.node(rows[best]);
            if status != NodeStatus::Failure {
                self.abort(at + 1, rows[best]);
                self.abort(self.next(rows[best], end), end);
                return status;
            }
            scores[best] = Fx::ZERO;
        }
        self.leave(at + 1, end)
    }

    fn repeat(&mut self, child: u8, fresh: bool, times: u16, counter: u8) -> NodeStatus {
        if fresh {
            self.set_counter(counter, 0);
        }
        let status = self.node(child);
        if status != NodeStatus::Success {
            return status;
        }
        let done = self.counter(counter).saturating_add(1);
        self.set_counter(counter, done);
        if done >= u32::from(times) { NodeStatus::Success } else { NodeStatus::Running }
    }

    fn cooldown(&mut self, child: u8, fresh: bool, ticks: u32, counter: u8) -> NodeStatus {
        if fresh && self.actor.now() < self.counter(counter) {
            return NodeStatus::Failure;
        }
        let status = self.node(child);
        if status != NodeStatus::Running {
            self.start_clock(counter, ticks);
        }
        status
    }

    fn time_limit(&mut self, child: u8, end: u8, fresh: bool, (ticks, counter): (u32, u8)) -> NodeStatus {
        if fresh {
            self.start_clock(counter, ticks);
        } else if self.actor.now() >= self.counter(counter) {
            return self.leave(child, end);
        }
        self.node(child)
    }

    fn wait(&mut self, fresh: bool, ticks: u32, counter: u8) -> NodeStatus {
        if fresh {
            self.start_clock(counter, ticks);
        }
        if self.actor.now() >= self.counter(counter) { NodeStatus::Success } else { NodeStatus::Running }
    }

    /// Fails, and ends what runs from row `from` to before `end`.
    fn leave(&mut self, from: u8, end: u8) -> NodeStatus {
        self.abort(from, end);
        NodeStatus::Failure
    }

    /// Ends what runs from row `from` to before `end`, the deepest first.
    fn abort(&mut self, from: u8, end: u8) {
        for row in (from..end).rev() {
            if !self.state.running.has(row) {
                continue;
            }
            self.state.running.set(row, false);
            match self.nodes.get(usize::from(row)).map(|node| &node.form) {
                Some(Form::Do(action)) => self.actor.abort(action),
                Some(Form::Cooldown { ticks, counter }) => self.start_clock(*counter, *ticks),
                _ => {}
            }
        }
    }

    /// The sibling behind a child; `end` behind the last.
    fn next(&self, child: u8, end: u8) -> u8 {
        // Forward in every case, so that no loop over children can hang.
        self.nodes.get(usize::from(child)).map_or(end, |node| node.end.clamp(child + 1, end))
    }

    fn running_child(&self, first: u8, end: u8) -> Option<u8> {
        let mut child = first;
        while child < end {
            if self.state.running.has(child) {
                return Some(child);
            }
            child = self.next(child, end);
        }
        None
    }

    fn counter(&self, row: u8) -> u32 {
        self.state.counters.get(usize::from(row)).copied().unwrap_or(0)
    }

    fn set_counter(&mut self, row: u8, value: u32) {
        if let Some(counter) = self.state.counters.get_mut(usize::from(row)) {
            *counter = value;
        }
    }

    fn start_clock(&mut self, counter: u8, ticks: u32) {
        let over = self.actor.now().saturating_add(ticks);
        self.set_counter(counter, over);
    }
}

/// The row of the greatest score above zero; the first of equals.
fn best_of(scores: &[Fx]) -> Option<usize> {
    let rows = (0..scores.len()).filter(|row| scores[*row] > Fx::ZERO);
    rows.min_by_key(|row| (std::cmp::Reverse(scores[*row]), *row))
}
