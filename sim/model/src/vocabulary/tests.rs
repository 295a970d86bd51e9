//! The tables keep what reading files relies on.

use sandtable_decide::{Param, ParameterDefault, ParameterDomain, Term};
use sandtable_state::limits::MAX_CALL_ARGS;

use super::AGENTS;
use crate::rules::is_name;

/// Keys that stand beside the parameters of a word.
const TAKEN: [&str; 12] =
    ["name", "about", "if", "unless", "then", "do", "min", "max", "priority", "when", "radius", "step"];

fn check<D>(list: &str, terms: &[Term<D>]) {
    assert!(terms.len() <= 255, "{list}: a row is a byte");
    for term in terms {
        assert!(is_name(term.name) && term.about.ends_with('.'), "{list}: {}", term.name);
        assert!(term.params.len() <= MAX_CALL_ARGS, "{list}: {}", term.name);
        term.params.iter().for_each(|param| check_param(term.name, param));
    }
}

fn check_param(word: &str, param: &Param) {
    assert!(is_name(param.name) && !TAKEN.contains(&param.name), "{word}: {}", param.name);
    if let (ParameterDomain::Choice(words), ParameterDefault::Whole(row)) = (param.values, param.otherwise) {
        assert!((row as usize) < words.len(), "{word}: {}", param.name);
    }
}

#[test]
fn every_term_is_sound() {
    check("actions", AGENTS.actions);
    check("conditions", AGENTS.conditions);
    check("inputs", AGENTS.inputs);
    check("anchors", AGENTS.anchors);
    check("sources", AGENTS.sources);
    check("place conditions", AGENTS.place_conditions);
    check("place inputs", AGENTS.place_inputs);
}

#[test]
fn no_name_is_a_condition_and_an_input() {
    let apart = |conditions: Vec<&str>, inputs: Vec<&str>| {
        let mut names = [conditions, inputs].concat();
        names.sort_unstable();
        assert_eq!(names.windows(2).find(|pair| pair[0] == pair[1]), None);
    };
    fn names<D>(terms: &[Term<D>]) -> Vec<&str> {
        terms.iter().map(|term| term.name).collect()
    }
    apart(names(AGENTS.conditions), names(AGENTS.inputs));
    apart(names(AGENTS.place_conditions), names(AGENTS.place_inputs));
    apart(names(AGENTS.actions), Vec::new());
}

#[test]
fn a_call_is_the_word_of_its_row() {
    let row = AGENTS.actions.iter().position(|term| term.name == "step_back").expect("it is there");
    assert_eq!(super::Action::of(&sandtable_decide::Call::plain(row as u8)), Some(super::Action::StepBack));
    assert_eq!(super::Action::of(&sandtable_decide::Call::plain(255)), None);
}
