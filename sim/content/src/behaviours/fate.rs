//! How branches can end, and with it which of them nothing reaches.

use sandtable_decide::{Call, DecisionRule, Form, Inertia, Outcomes, Quorum};
use sandtable_math::Fx;

use super::decision;
use super::lexicon::Lexicon;
use super::raw::{RawForm, RawNode};

/// Works out how each tree can end, a tree before those that refer to it.
pub(super) struct Fates<'a, 'd> {
    lexicon: &'a Lexicon<'d>,
    trees: &'a [RawNode<'d>],
    known: Vec<Option<Outcomes>>,
}

impl<'a, 'd> Fates<'a, 'd> {
    /// Records every branch that nothing reaches. There are no cycles among the trees.
    pub(super) fn check(lexicon: &'a Lexicon<'d>, trees: &'a [RawNode<'d>]) {
        let mut fates = Fates { lexicon, trees, known: vec![None; trees.len()] };
        (0..trees.len()).for_each(|row| {
            fates.tree(row);
        });
    }

    fn tree(&mut self, row: usize) -> Outcomes {
        if let Some(known) = self.known[row] {
            return known;
        }
        let fate = self.node(&self.trees[row]);
        self.known[row] = Some(fate);
        fate
    }

    fn node(&mut self, node: &RawNode<'d>) -> Outcomes {
        let form = match &node.form {
            RawForm::Own(form) => form,
            RawForm::Tree(id) => return self.tree(usize::from(id.0)),
            RawForm::Refused => return Outcomes::ANY,
        };
        let children: Vec<Outcomes> = node.children.iter().map(|child| self.node(child)).collect();
        let only = children.first().copied().unwrap_or(Outcomes::ANY);
        match form {
            Form::Select { .. } => in_turn(node, &children, Outcomes::FAILURE),
            Form::Sequence { .. } => in_turn(node, &children, Outcomes::SUCCESS),
            Form::Parallel { succeeds, fails } => parallel(&children, *succeeds, *fails),
            Form::Utility { options, inertia } => self.utility(node, &children, options, *inertia),
            Form::Not => swapped(only),
            Form::Succeed if only.may(Outcomes::DECIDES) => only.without(Outcomes::FAILURE).and(Outcomes::SUCCESS),
            Form::Succeed => only,
            Form::Repeat { .. } => only.and(Outcomes::RUNNING),
            Form::UntilFailure if only.may(Outcomes::FAILURE) => Outcomes::SUCCEEDS,
            Form::UntilFailure => Outcomes::RUNNING,
            Form::Cooldown { .. } | Form::TimeLimit { .. } | Form::Guard(_) => only.and(Outcomes::FAILURE),
            Form::If(_) => Outcomes::DECIDES,
            Form::Wait { .. } => Outcomes::SUCCEEDS,
            Form::Do(action) => {
                let term = self.lexicon.vocabulary.actions.get(usize::from(action.word));
                term.map_or(Outcomes::ANY, |term| term.detail)
            }
        }
    }

    fn utility(
        &self,
        node: &RawNode<'_>,
        children: &[Outcomes],
        options: &[DecisionRule<Call>],
        inertia: Inertia,
    ) -> Outcomes {
        let inputs = self.lexicon.vocabulary.inputs;
        let spans: Vec<_> = options.iter().map(|option| decision::span(option, inputs)).collect();
        // One that always scores and never fails leaves nothing to those that never score as much.
        let surest = spans.iter().zip(children).filter(|(_, fate)| !fate.may(Outcomes::FAILURE));
        let least = surest.map(|(span, _)| span.low).max().unwrap_or(Fx::ZERO);
        for (span, child) in spans.iter().zip(&node.children) {
            if span.high <= Fx::ZERO {
                child.at.error("", "an option that is never worth more than 0", "a priority above 0");
            } else if inertia.apply(span.high, true) < least {
                let found = format!("an option that never wins: worth {} at most", span.high);
                child.at.error("", found, format!("at least {least}, the least of one that never fails"));
            }
        }
        let fate = children.iter().fold(Outcomes::NONE, |all, fate| all.and(*fate));
        if least > Fx::ZERO { fate.without(Outcomes::FAILURE) } else { fate.and(Outcomes::FAILURE) }
    }
}

/// Children ticked in order while they end as `goes_on`.
fn in_turn(node: &RawNode<'_>, children: &[Outcomes], goes_on: Outcomes) -> Outcomes {
    let (does, can) = if goes_on == Outcomes::FAILURE { ("fails", "fail") } else { ("succeeds", "succeed") };
    let last = children.iter().position(|fate| !fate.may(goes_on)).unwrap_or(children.len());
    if let Some(unreached) = node.children.get(last + 1) {
        let found = format!("a branch that nothing reaches: \"{}\" before it never {does}", node.children[last].label);
        unreached.at.error("", found, format!("nodes before it that can {can}"));
    }
    let reached = &children[..children.len().min(last + 1)];
    let ended = reached.iter().fold(Outcomes::NONE, |all, fate| all.and(fate.without(goes_on)));
    if last == children.len() { ended.and(goes_on) } else { ended }
}

fn parallel(children: &[Outcomes], succeeds: Quorum, fails: Quorum) -> Outcomes {
    let enough = |outcome: Outcomes, quorum: Quorum| match quorum {
        Quorum::All => children.iter().all(|fate| fate.may(outcome)),
        Quorum::Any => children.iter().any(|fate| fate.may(outcome)),
    };
    let mut fate = Outcomes::NONE;
    if enough(Outcomes::SUCCESS, succeeds) {
        fate = fate.and(Outcomes::SUCCESS);
    }
    // Where all must fail and all must succeed, some of each is failure too.
    if enough(Outcomes::FAILURE, fails) || children.iter().any(|fate| fate.may(Outcomes::FAILURE)) {
        fate = fate.and(Outcomes::FAILURE);
    }
    let runs = children.iter().any(|fate| fate.may(Outcomes::RUNNING));
    if runs { fate.and(Outcomes::RUNNING) } else { fate }
}

fn swapped(fate: Outcomes) -> Outcomes {
    let mut other = fate.without(Outcomes::DECIDES);
    if fate.may(Outcomes::SUCCESS) {
        other = other.and(Outcomes::FAILURE);
    }
    if fate.may(Outcomes::FAILURE) {
        other = other.and(Outcomes::SUCCESS);
    }
    other
}
