//! Trees put in the places of their references: cycles refused, sizes held to their limits, counters given out.

use sandtable_decide::{BehaviourNode, Form, Tree, TreeId};
use sandtable_state::limits::{MAX_TREE_COUNTERS, MAX_TREE_DEPTH, MAX_TREE_NODES};

use super::lexicon::Lexicon;
use super::raw::{RawForm, RawNode};

/// Records every tree that runs itself; returns whether there is none.
pub(super) fn refuse_cycles(lexicon: &Lexicon<'_>, trees: &[RawNode<'_>]) -> bool {
    let mut sound = true;
    for (row, root) in (0..).zip(trees) {
        let mut path = vec![TreeId(row)];
        sound &= refuse_in(lexicon, trees, root, &mut path, &mut vec![false; trees.len()]);
    }
    sound
}

/// Looks for a way back to the first tree of the path; `seen` are the trees that have been looked into.
fn refuse_in(
    lexicon: &Lexicon<'_>,
    trees: &[RawNode<'_>],
    node: &RawNode<'_>,
    path: &mut Vec<TreeId>,
    seen: &mut Vec<bool>,
) -> bool {
    let RawForm::Tree(id) = node.form else {
        return node.children.iter().all(|child| refuse_in(lexicon, trees, child, path, seen));
    };
    if path.first() == Some(&id) {
        let names: Vec<&str> = path.iter().chain([&id]).map(|id| lexicon.tree_name(*id)).collect();
        node.at.error("tree", format!("a tree that runs itself: {}", names.join(" > ")), "trees that end");
        return false;
    }
    let row = usize::from(id.0);
    if std::mem::replace(&mut seen[row], true) {
        return true;
    }
    path.push(id);
    let sound = refuse_in(lexicon, trees, &trees[row], path, seen);
    path.pop();
    sound
}

/// The tree of a root, with those it refers to; too large a one is recorded, and cut off.
pub(super) fn expand(trees: &[RawNode<'_>], root: &RawNode<'_>) -> Tree {
    let mut tree = Tree { name: root.at.name().text.to_owned(), nodes: Vec::new() };
    let mut sizes = ExpansionSizes::default();
    sizes.put(trees, root, 1, &mut tree.nodes);
    let limits = [
        ("nodes", tree.nodes.len(), MAX_TREE_NODES),
        ("levels", sizes.depth, MAX_TREE_DEPTH),
        ("nodes that count or wait", sizes.counters, MAX_TREE_COUNTERS),
    ];
    for (what, _, most) in limits.into_iter().filter(|(_, size, most)| size > most) {
        let found = format!("more than {most} {what}, those of the trees it refers to included");
        root.at.error("", found, format!("at most {most}"));
    }
    tree
}

#[derive(Default)]
struct ExpansionSizes {
    depth: usize,
    counters: usize,
}

impl ExpansionSizes {
    fn put(&mut self, trees: &[RawNode<'_>], node: &RawNode<'_>, depth: usize, nodes: &mut Vec<BehaviourNode>) {
        // One more than may be is enough to know that it is too much.
        if nodes.len() > MAX_TREE_NODES || depth > MAX_TREE_DEPTH + 1 {
            return;
        }
        let form = match &node.form {
            RawForm::Own(form) => self.counted(form.clone()),
            RawForm::Tree(id) => return self.put(trees, &trees[usize::from(id.0)], depth, nodes),
            RawForm::Refused => return,
        };
        self.depth = self.depth.max(depth);
        let at = nodes.len();
        nodes.push(BehaviourNode { form, end: 0, label: node.label.clone() });
        node.children.iter().for_each(|child| self.put(trees, child, depth + 1, nodes));
        nodes[at].end = nodes.len() as u8;
    }

    /// The form with a counter of its own, if it needs one.
    fn counted(&mut self, mut form: Form) -> Form {
        if let Form::Repeat { counter, .. }
        | Form::Cooldown { counter, .. }
        | Form::TimeLimit { counter, .. }
        | Form::Wait { counter, .. } = &mut form
        {
            *counter = self.counters as u8;
            self.counters += 1;
        }
        form
    }
}
