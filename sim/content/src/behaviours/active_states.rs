//! Which states of a machine are ever active, and which are left.

use sandtable_decide::{Machine, TransitionOutcome};

use super::draft::Draft;

pub(super) fn check(draft: &Draft<'_>) {
    let machine = &draft.machine;
    let reached = reached(machine);
    for (row, (state, place)) in machine.states().iter().zip(&draft.places).enumerate() {
        if !reached[row] {
            place.error("", "a state that no transition leads to", "a way to it from the initial state");
        }
        let leaf = state.initial.is_none();
        if leaf && state.is_final && !state.transitions.is_empty() {
            place.error("transitions", "a way out of a final state", "no transitions here");
        }
        if leaf && !state.is_final && state.watched.is_empty() {
            place.error(
                "",
                "a state with no way out",
                "transitions, here or in a state that contains it, or final = true",
            );
        }
        for (way, transition) in state.transitions.iter().enumerate() {
            if transition.outcome != TransitionOutcome::Any && !ends(machine, row as u8) {
                let field = format!("transitions[{}].on", way + 1);
                let expected = "a tree here, or a final substate";
                place.error(&field, "the outcome of a state that never ends", expected);
            }
        }
    }
}

/// Whether a state can end: by its tree, or by a final state in it.
fn ends(machine: &Machine, row: u8) -> bool {
    let own = machine.state(row).is_some_and(|state| state.tree.is_some());
    own || machine.states().iter().any(|state| state.parent == Some(row) && state.is_final)
}

fn reached(machine: &Machine) -> Vec<bool> {
    let mut reached = vec![false; machine.states().len()];
    let mut open = vec![machine.initial];
    while let Some(row) = open.pop() {
        let Some(state) = machine.state(row) else { continue };
        if std::mem::replace(&mut reached[usize::from(row)], true) {
            continue;
        }
        open.extend(state.initial);
        open.extend(state.parent);
        open.extend(state.transitions.iter().map(|transition| transition.to));
    }
    reached
}
