//! The state machine: each state pursues a list of goals; facts lead from one to another.

use super::facts::Literals;
use super::state::{ArchitectureState, ChoiceInputs, follow_list};

/// One state.
#[derive(Clone, Debug)]
pub(crate) struct GoalMachineState {
    pub name: String,
    pub goals: Vec<u8>,
    /// The ways out, the first that is open is taken.
    pub transitions: Vec<MachineTransition>,
}

/// A way to another state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MachineTransition {
    pub to: u8,
    pub needs: Literals,
    /// Ticks to have been in the state.
    pub after: u32,
}

/// The states; it begins in the first.
#[derive(Clone, Debug, Default)]
pub(crate) struct GoalMachine {
    pub states: Vec<GoalMachineState>,
}

impl GoalMachine {
    /// At most one step a decision.
    pub(super) fn tick(&self, progress: &mut ArchitectureState, inputs: &ChoiceInputs<'_>) {
        let Some(state) = self.states.get(usize::from(progress.state)) else { return };
        let waited = inputs.now.saturating_sub(progress.entered_tick);
        let open = |way: &&MachineTransition| waited >= way.after && way.needs.hold(inputs.facts);
        if let Some(way) = state.transitions.iter().find(open) {
            (progress.state, progress.entered_tick) = (way.to, inputs.now);
        }
        let goals = self.states.get(usize::from(progress.state)).map(|state| state.goals.clone());
        follow_list(progress, goals.unwrap_or_default(), inputs.now);
    }

    pub(super) fn name_of(&self, state: u8) -> &str {
        self.states.get(usize::from(state)).map_or("", |state| state.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_lead_from_state_to_state_after_a_while() {
        let way = |to, bit: u64, after| MachineTransition { to, needs: Literals { mask: bit, values: bit }, after };
        let state = |name: &str, goals: &[u8], transitions: Vec<MachineTransition>| GoalMachineState {
            name: name.to_owned(),
            goals: goals.to_vec(),
            transitions,
        };
        let machine = GoalMachine {
            states: vec![state("open", &[0, 1], vec![way(1, 1, 10)]), state("war", &[2], vec![way(0, 2, 0)])],
        };
        let mut progress = ArchitectureState::default();
        let mut at = |now, facts| {
            let inputs = ChoiceInputs { now, facts, operators: &[], resting: &[], achieved: &[] };
            machine.tick(&mut progress, &inputs);
            (machine.name_of(progress.state).to_owned(), progress.goals.clone())
        };
        assert_eq!(at(1, 1), ("open".to_owned(), vec![0, 1]));
        assert_eq!(at(12, 1), ("war".to_owned(), vec![2]));
        assert_eq!(at(13, 1), ("war".to_owned(), vec![2]));
        assert_eq!(at(14, 2), ("open".to_owned(), vec![0, 1]));
    }
}
