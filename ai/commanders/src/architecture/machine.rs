//! The state machine: each state pursues a list of goals; facts lead from one to another.

use super::facts::Literals;
use super::state::{ArchitectureState, ChoiceInputs, follow_list};

/// One state.
#[derive(Clone, Debug)]
pub(crate) struct MachineState {
    pub name: String,
    pub goals: Vec<u8>,
    /// The ways out, the first that is open is taken.
    pub ways: Vec<MachineTransition>,
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
    pub states: Vec<MachineState>,
}

impl GoalMachine {
    /// At most one step a decision.
    pub(super) fn tick(&self, course: &mut ArchitectureState, standings: &ChoiceInputs<'_>) {
        let Some(state) = self.states.get(usize::from(course.state)) else { return };
        let waited = standings.now.saturating_sub(course.entered_tick);
        let open = |way: &&MachineTransition| waited >= way.after && way.needs.hold(standings.facts);
        if let Some(way) = state.ways.iter().find(open) {
            (course.state, course.entered_tick) = (way.to, standings.now);
        }
        let goals = self.states.get(usize::from(course.state)).map(|state| state.goals.clone());
        follow_list(course, goals.unwrap_or_default(), standings.now);
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
        let state = |name: &str, goals: &[u8], ways: Vec<MachineTransition>| MachineState {
            name: name.to_owned(),
            goals: goals.to_vec(),
            ways,
        };
        let machine = GoalMachine {
            states: vec![state("open", &[0, 1], vec![way(1, 1, 10)]), state("war", &[2], vec![way(0, 2, 0)])],
        };
        let mut course = ArchitectureState::default();
        let mut at = |now, facts| {
            let standings = ChoiceInputs { now, facts, operators: &[], resting: &[], achieved: &[] };
            machine.tick(&mut course, &standings);
            (machine.name_of(course.state).to_owned(), course.goals.clone())
        };
        assert_eq!(at(1, 1), ("open".to_owned(), vec![0, 1]));
        assert_eq!(at(12, 1), ("war".to_owned(), vec![2]));
        assert_eq!(at(13, 1), ("war".to_owned(), vec![2]));
        assert_eq!(at(14, 2), ("open".to_owned(), vec![0, 1]));
    }
}
