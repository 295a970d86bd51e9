//! Cycles of transitions that can all be due in one tick: a machine in one would never settle.
//!
//! Conditions cannot be compared in general. What can be is one question at a time: where one answer, or one value of one
//! input, lets every transition of a cycle fire whatever else is so, the cycle needs no tick.

use sandtable_decide::{Ask, Call, Condition, Machine, Question, Transition, TransitionOutcome};
use sandtable_math::Fx;

use super::draft::Draft;
use super::lexicon::Lexicon;

/// What is taken to be so; everything else is open.
#[derive(Clone, Copy)]
enum Supposed {
    Nothing,
    Holds(Call, bool),
    Value(Call, Fx),
}

pub(super) fn check(lexicon: &Lexicon<'_>, draft: &Draft<'_>) {
    let machine = &draft.machine;
    for supposed in suppositions(machine) {
        let Some((row, path)) = cycle(machine, supposed) else { continue };
        let names: Vec<&str> = path.iter().filter_map(|row| machine.state(*row)).map(|state| &*state.name).collect();
        let found =
            format!("transitions that go round within a tick{}: {}", supposed.shown(lexicon), names.join(" > "));
        draft.places[usize::from(row)].error("transitions", found, "conditions that exclude each other, or after");
        // One cycle is told of once; the others may well be the same.
        return;
    }
}

/// Everything worth supposing: each answer to each condition, and the least value within each bounds.
fn suppositions(machine: &Machine) -> Vec<Supposed> {
    let mut all = vec![Supposed::Nothing];
    let transitions = machine.states().iter().flat_map(|state| &state.transitions);
    for question in transitions.flat_map(|transition| transition.condition.questions()) {
        match question.ask {
            Ask::Holds(call) => all.extend([Supposed::Holds(call, true), Supposed::Holds(call, false)]),
            Ask::Within(call, low, high) => {
                let beside = [low, high, low.add_saturating(-Fx::EPSILON), high.add_saturating(Fx::EPSILON)];
                all.extend(beside.map(|value| Supposed::Value(call, value)));
            }
        }
    }
    all
}

/// A cycle among the transitions that fire at once, as the state it is found from and the states it goes through.
fn cycle(machine: &Machine, supposed: Supposed) -> Option<(u8, Vec<u8>)> {
    let leaves = (0u8..).zip(machine.states()).filter(|(_, state)| state.initial.is_none());
    leaves.map(|(row, _)| row).find_map(|start| {
        let mut path = vec![start];
        // Of several that fire the first does: a walk, not a search.
        while let Some(next) = machine.state(*path.last()?).and_then(|state| first(machine, &state.watched, supposed)) {
            let leaf = leaf_of(machine, next);
            path.push(leaf);
            if leaf == start {
                return Some((start, path));
            }
            if path.len() > machine.states().len() {
                break;
            }
        }
        None
    })
}

fn first(machine: &Machine, watched: &[(u8, u8)], supposed: Supposed) -> Option<u8> {
    let ways = watched.iter().filter_map(|(from, way)| machine.state(*from)?.transitions.get(usize::from(*way)));
    ways.into_iter().find(|way| fires(way, supposed)).map(|way| way.to)
}

fn fires(way: &Transition, supposed: Supposed) -> bool {
    let at_once = way.after == 0 && way.outcome == TransitionOutcome::Any;
    at_once
        && match &way.condition {
            Condition::All(questions) => questions.iter().all(|question| supposed.answers(question)),
            Condition::Any(questions) => questions.iter().any(|question| supposed.answers(question)),
        }
}

/// The leaf that entering a state leads to, without memories.
fn leaf_of(machine: &Machine, row: u8) -> u8 {
    let inner = std::iter::successors(Some(row), |row| machine.state(*row).and_then(|state| state.initial));
    inner.take(machine.states().len()).last().unwrap_or(row)
}

impl Supposed {
    /// Whether the question is then answered as wanted for certain.
    fn answers(self, question: &Question) -> bool {
        let answer = match (self, &question.ask) {
            (Supposed::Holds(call, answer), Ask::Holds(asked)) if call == *asked => answer,
            (Supposed::Value(call, value), Ask::Within(asked, low, high)) if call == *asked => {
                (*low..=*high).contains(&value)
            }
            _ => return false,
        };
        answer != question.negated
    }

    fn shown(self, lexicon: &Lexicon<'_>) -> String {
        let condition = |call: Call| lexicon.vocabulary.conditions.get(usize::from(call.word)).map_or("", |it| it.name);
        let input = |call: Call| lexicon.vocabulary.inputs.get(usize::from(call.word)).map_or("", |it| it.name);
        match self {
            Supposed::Nothing => String::new(),
            Supposed::Holds(call, true) => format!(" while {} holds", condition(call)),
            Supposed::Holds(call, false) => format!(" while {} does not hold", condition(call)),
            Supposed::Value(call, value) => format!(" while {} is {value}", input(call)),
        }
    }
}
