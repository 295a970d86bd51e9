//! State machines: `[machines.NAME.states.NAME]`.

use sandtable_decide::{Condition, History, Machine, StateDefinition, Transition, TransitionOutcome};
use sandtable_math::Bounds;
use sandtable_state::Arrange;
use sandtable_state::limits::{MAX_STATE_DEPTH, MAX_STATE_MEMORIES, MAX_STATES, MAX_TICKS, MAX_TRANSITIONS};

use super::draft::Draft;
use super::lexicon::{Lexicon, names, reference};
use super::{active_states, call, condition, cycle};
use crate::limits::ABOUT_CHARS;
use crate::{TableReader, Word};

/// The order in which transitions are tried.
pub(super) const PRIORITY: Bounds<i16> = Bounds::new(-1_000, 1_000);

pub(super) fn read(lexicon: &Lexicon<'_>, table: &TableReader<'_>) -> Machine {
    table.text("about", ABOUT_CHARS).optional();
    let places = table.tables("states");
    let words: Vec<Word<'_>> = places.iter().map(TableReader::name).collect();
    let known = names(table, "states", &words, MAX_STATES);
    if known.is_empty() {
        table.error("states", "no state", "a table for each state, as [machines.guard.states.patrol]");
    }
    let states = places.iter().map(|place| state(lexicon, place, &known)).collect();
    let initial = required(table, "initial", &known);
    let machine = Machine { name: table.name().text.to_owned(), states, initial: initial.unwrap_or(0) };
    let mut draft = Draft { machine, places };
    if initial.is_some() && known.len() <= MAX_STATES && draft.nest(table) {
        draft.watch();
        // What leads where is known only once every name is.
        if !table.document.has_errors() {
            active_states::check(&draft);
            cycle::check(lexicon, &draft);
        }
    }
    draft.machine
}

fn required(reader: &TableReader<'_>, key: &str, known: &[&str]) -> Option<u8> {
    if reader.has(key) {
        return reference(reader, key, "a state of this machine", known);
    }
    reader.reference(key, "a state of this machine").required();
    None
}

fn state(lexicon: &Lexicon<'_>, at: &TableReader<'_>, known: &[&str]) -> StateDefinition {
    let histories = [("none", History::None), ("shallow", History::Shallow), ("deep", History::Deep)];
    let ways = at.rows("transitions");
    if ways.len() > MAX_TRANSITIONS {
        at.error("transitions", format!("{} transitions", ways.len()), format!("at most {MAX_TRANSITIONS}"));
    }
    at.text("about", ABOUT_CHARS).optional();
    StateDefinition {
        name: at.name().text.to_owned(),
        parent: reference(at, "in", "a state of this machine", known),
        initial: reference(at, "initial", "a state of this machine", known),
        history: at.choice("history", &histories).or(History::None),
        is_final: at.boolean("final").or(false),
        enter: call::actions(lexicon, at, "enter"),
        update: call::actions(lexicon, at, "update"),
        exit: call::actions(lexicon, at, "exit"),
        tree: lexicon.tree(at, "tree"),
        transitions: ways.iter().take(MAX_TRANSITIONS).map(|way| transition(lexicon, way, known)).collect(),
        depth: 0,
        memory: None,
        watched: Vec::new(),
    }
}

fn transition(lexicon: &Lexicon<'_>, at: &TableReader<'_>, known: &[&str]) -> Transition {
    let outcomes = [
        ("success", TransitionOutcome::Success),
        ("failure", TransitionOutcome::Failure),
        ("finished", TransitionOutcome::Finished),
    ];
    Transition {
        to: required(at, "to", known).unwrap_or(0),
        priority: at.int("priority", PRIORITY).or(0),
        condition: if condition::is_there(at) { condition::read(lexicon, at) } else { Condition::ALWAYS },
        after: at.seconds("after", Bounds::new(1, MAX_TICKS)).or(0),
        outcome: at.choice("on", &outcomes).or(TransitionOutcome::Any),
        actions: call::actions(lexicon, at, "actions"),
    }
}

impl Draft<'_> {
    /// Works out how states lie in each other; records what is wrong, and returns whether nothing is.
    fn nest(&mut self, table: &TableReader<'_>) -> bool {
        let (states, places) = (&mut self.machine.states, &self.places);
        let mut sound = true;
        let mut refuse = |row: usize, key: &str, found: String, expected: String| {
            places[row].error(key, found, expected);
            sound = false;
        };
        for row in 0..states.len() {
            match depth(states, row) {
                Some(depth) => states[row].depth = depth,
                None => {
                    let found = "a state nested in itself or too deeply".to_owned();
                    refuse(row, "in", found, format!("at most {MAX_STATE_DEPTH} levels"));
                }
            }
        }
        let mut memories = 0;
        for row in 0..states.len() {
            let holds = states.iter().any(|state| state.parent == Some(row as u8));
            let initial = states[row].initial;
            let own = initial.is_some_and(|child| states[usize::from(child)].parent == Some(row as u8));
            if holds && !own {
                let found =
                    if initial.is_some() { "a state that is not a substate of this state" } else { "no initial state" };
                refuse(row, "initial", found.to_owned(), "the substate that is entered first".to_owned());
            }
            if holds {
                states[row].memory = Some(memories);
                memories = memories.saturating_add(1);
            }
            for (key, _) in misplaced(&states[row], holds).into_iter().filter(|(_, wrong)| *wrong) {
                let kind = if holds { "a state with substates" } else { "a state without substates" };
                refuse(row, key, format!("\"{key}\" in {kind}"), format!("no {key} here"));
            }
        }
        if usize::from(memories) > MAX_STATE_MEMORIES {
            let found = format!("{memories} states with states in them");
            table.error("states", found, format!("at most {MAX_STATE_MEMORIES}"));
            sound = false;
        }
        sound
    }

    /// Puts the transitions that each leaf state watches into the order they are tried.
    fn watch(&mut self) {
        for row in 0..self.machine.states.len() {
            let mut watched: Vec<(i16, u8, u8, u8)> = Vec::new();
            for from in self.machine.outwards(Some(row as u8)) {
                let Some(state) = self.machine.state(from) else { continue };
                let ways = (0u8..).zip(&state.transitions);
                watched.extend(ways.map(|(way, it)| (-it.priority, state.depth, from, way)));
            }
            watched.arrange();
            self.machine.states[row].watched = watched.into_iter().map(|(_, _, from, way)| (from, way)).collect();
        }
    }
}

/// Keys that only states with states in them have, or only those without.
fn misplaced(state: &StateDefinition, holds: bool) -> [(&'static str, bool); 4] {
    [
        ("initial", !holds && state.initial.is_some()),
        ("history", !holds && state.history != History::None),
        ("tree", holds && state.tree.is_some()),
        ("final", holds && state.is_final),
    ]
}

/// How many states a state lies in; none when that is too many.
fn depth(states: &[StateDefinition], row: usize) -> Option<u8> {
    let up = |row: &usize| states[*row].parent.map(usize::from);
    let depth = std::iter::successors(Some(row), up).take(MAX_STATE_DEPTH + 1).count() - 1;
    (depth < MAX_STATE_DEPTH).then_some(depth as u8)
}
