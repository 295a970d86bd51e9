//! Trees as they are written: a table for each node, its form a key.

use sandtable_decide::{Call, DecisionRule, Form, Inertia, Quorum, Tree};
use sandtable_math::{Bounds, Fx};
use sandtable_model::rules::ranges::NAME_CHARS;
use sandtable_state::limits::{MAX_TICKS, MAX_TREE_CHILDREN};

use super::fate::Fates;
use super::lexicon::Lexicon;
use super::raw::{RawForm, RawNode};
use super::tuning::CHILD_INERTIA_PERCENT;
use super::{call, condition, decision, expand};
use crate::TableReader;
use crate::limits::ABOUT_CHARS;

/// Runs of a repetition.
const TIMES: Bounds<u16> = Bounds::new(1, 1_000);
/// Ticks of a cooldown, a time limit or a wait.
const TICKS: Bounds<u32> = Bounds::new(1, MAX_TICKS);

/// How a form is read, once its key is known.
type FormReader = fn(&Lexicon<'_>, &TableReader<'_>) -> Form;

/// Forms with a list of children.
const LISTS: [(&str, FormReader); 4] =
    [("select", select), ("sequence", sequence), ("parallel", parallel), ("utility", utility)];

/// Forms with one child.
const DECORATORS: [(&str, FormReader); 7] = [
    ("not", |_, _| Form::Not),
    ("succeed", |_, _| Form::Succeed),
    ("repeat", repeat),
    ("until_failure", |_, _| Form::UntilFailure),
    ("cooldown", cooldown),
    ("time_limit", time_limit),
    ("then", guard),
];

/// Keys of forms that are no words of the vocabulary.
const OWN_KEYS: [(&str, &[&str]); 7] = [
    ("select", &["resumes"]),
    ("sequence", &["resumes"]),
    ("parallel", &["succeeds_on", "fails_on"]),
    ("utility", &["inertia_percent"]),
    ("repeat", &["times"]),
    ("cooldown", &["seconds"]),
    ("time_limit", &["seconds"]),
];

/// The root of a tree, in the tree's own table.
pub(super) fn read<'d>(lexicon: &Lexicon<'d>, table: &TableReader<'d>) -> RawNode<'d> {
    table.text("about", ABOUT_CHARS).optional();
    node(lexicon, table)
}

/// The trees, each with those it refers to in their places, once the document is free of errors.
pub(super) fn compile(lexicon: &Lexicon<'_>, raw: &[RawNode<'_>]) -> Vec<Tree> {
    if !expand::refuse_cycles(lexicon, raw) {
        return Vec::new();
    }
    Fates::check(lexicon, raw);
    raw.iter().map(|root| expand::expand(raw, root)).collect()
}

fn node<'d>(lexicon: &Lexicon<'d>, at: &TableReader<'d>) -> RawNode<'d> {
    let refused = |at: &TableReader<'d>| RawNode {
        at: at.clone(),
        label: String::new(),
        form: RawForm::Refused,
        children: Vec::new(),
    };
    let given: Vec<&str> = forms().filter(|key| at.has(key)).collect();
    let ([key] | ["then", key]) = given[..] else {
        let likely = if given.is_empty() { likely_forms(lexicon, at) } else { Vec::new() };
        at.note_unlikely(forms().filter(|form| !likely.is_empty() && !likely.contains(form)));
        at.skip_others(&forms().collect::<Vec<_>>());
        let found = if given.is_empty() { "no node".to_owned() } else { given.join(" and ") };
        at.error("", found, format!("one of the keys {}", forms().collect::<Vec<_>>().join(", ")));
        return refused(at);
    };
    let guards = given.len() == 2;
    if guards != (given[0] == "then") || guards && !condition::KEYS.contains(&key) {
        at.skip_others(&[&["then"], &condition::KEYS[..]].concat());
        at.error("", given.join(" and "), "then with one of if, unless, all, any");
        return refused(at);
    }
    at.note_unlikely(forms().filter(|form| !given.contains(form)));
    let key = if guards { "then" } else { key };
    let named = at.text("name", NAME_CHARS).optional();
    let (form, children) = body(lexicon, at, key);
    let label = named.map_or_else(|| label(at, key), str::to_owned);
    RawNode { at: at.clone(), label, form, children }
}

/// Keys that belong to a form, each with the form.
fn keys_of_forms(lexicon: &Lexicon<'_>) -> impl Iterator<Item = (&'static str, &'static str)> {
    let vocabulary = &lexicon.vocabulary;
    let actions = vocabulary.actions.iter().flat_map(|term| term.params).map(|param| ("do", param.name));
    let conditions = vocabulary.conditions.iter().flat_map(|term| term.params);
    let asked = conditions.chain(vocabulary.inputs.iter().flat_map(|term| term.params)).map(|param| param.name);
    let asked = asked.chain(["min", "max"]).flat_map(|key| [("if", key), ("unless", key)]);
    OWN_KEYS.into_iter().flat_map(|(form, keys)| keys.iter().map(move |key| (form, *key))).chain(actions).chain(asked)
}

/// The forms that a table without one was probably meant to have: those to which others of its keys belong. These are no forms misspelt.
fn likely_forms(lexicon: &Lexicon<'_>, at: &TableReader<'_>) -> Vec<&'static str> {
    let keys = at.keys();
    let there = keys_of_forms(lexicon).filter(|(_, own)| keys.iter().any(|key| key.text == *own));
    let (likely, keys): (Vec<_>, Vec<_>) = there.unzip();
    keys.into_iter().for_each(|key| at.skip(key));
    likely
}

/// The keys that say what a node is.
fn forms() -> impl Iterator<Item = &'static str> {
    let (lists, decorators) = (LISTS.iter().map(|form| form.0), DECORATORS.iter().map(|form| form.0));
    lists.chain(decorators).chain(condition::KEYS).chain(["do", "wait", "tree"])
}

fn body<'d>(lexicon: &Lexicon<'d>, at: &TableReader<'d>, key: &str) -> (RawForm, Vec<RawNode<'d>>) {
    if let Some((_, read)) = LISTS.iter().find(|(name, _)| *name == key) {
        return (RawForm::Own(read(lexicon, at)), children(lexicon, at, key));
    }
    if let Some((_, read)) = DECORATORS.iter().find(|(name, _)| *name == key) {
        let child = at.table(key).map(|table| node(lexicon, &table));
        return (RawForm::Own(read(lexicon, at)), child.into_iter().collect());
    }
    let form = match key {
        "do" => {
            let action = call::read(lexicon, at, key, "an action", lexicon.vocabulary.actions);
            action.map_or(RawForm::Refused, |action| RawForm::Own(Form::Do(action)))
        }
        "wait" => RawForm::Own(Form::Wait { ticks: at.seconds(key, TICKS).required(), counter: 0 }),
        "tree" => lexicon.tree(at, key).map_or(RawForm::Refused, RawForm::Tree),
        _ => RawForm::Own(Form::If(condition::read(lexicon, at))),
    };
    (form, Vec::new())
}

fn children<'d>(lexicon: &Lexicon<'d>, at: &TableReader<'d>, key: &str) -> Vec<RawNode<'d>> {
    let tables = at.rows(key);
    if tables.is_empty() || tables.len() > MAX_TREE_CHILDREN {
        at.error(key, format!("{} nodes", tables.len()), format!("1 to {MAX_TREE_CHILDREN}"));
    }
    tables.iter().take(MAX_TREE_CHILDREN).map(|table| node(lexicon, table)).collect()
}

/// What a trace calls a node without a name: its form, and its word if it has one.
fn label(at: &TableReader<'_>, key: &str) -> String {
    if key == "then" {
        return "guard".to_owned();
    }
    let word = match key {
        "do" | "if" | "unless" | "tree" => at.reference(key, "").optional(),
        _ => None,
    };
    word.map_or_else(|| key.to_owned(), |word| format!("{key} {}", word.text))
}

fn select(_: &Lexicon<'_>, at: &TableReader<'_>) -> Form {
    Form::Select { resumes: at.boolean("resumes").or(false) }
}

fn sequence(_: &Lexicon<'_>, at: &TableReader<'_>) -> Form {
    Form::Sequence { resumes: at.boolean("resumes").or(true) }
}

fn parallel(_: &Lexicon<'_>, at: &TableReader<'_>) -> Form {
    let quorums = [("all", Quorum::All), ("any", Quorum::Any)];
    Form::Parallel {
        succeeds: at.choice("succeeds_on", &quorums).or(Quorum::All),
        fails: at.choice("fails_on", &quorums).or(Quorum::Any),
    }
}

fn utility(lexicon: &Lexicon<'_>, at: &TableReader<'_>) -> Form {
    let options: Vec<DecisionRule<Call>> = at
        .tables("utility")
        .iter()
        .take(MAX_TREE_CHILDREN)
        .map(|table| decision::read(lexicon, table, "when", Fx::ZERO, lexicon.vocabulary.inputs))
        .collect();
    let percent = at.int("inertia_percent", Bounds::new(0, 1_000)).or(CHILD_INERTIA_PERCENT);
    Form::Utility { options, inertia: Inertia { percent } }
}

fn repeat(_: &Lexicon<'_>, at: &TableReader<'_>) -> Form {
    Form::Repeat { times: at.int("times", TIMES).required(), counter: 0 }
}

fn cooldown(_: &Lexicon<'_>, at: &TableReader<'_>) -> Form {
    Form::Cooldown { ticks: at.seconds("seconds", TICKS).required(), counter: 0 }
}

fn time_limit(_: &Lexicon<'_>, at: &TableReader<'_>) -> Form {
    Form::TimeLimit { ticks: at.seconds("seconds", TICKS).required(), counter: 0 }
}

fn guard(lexicon: &Lexicon<'_>, at: &TableReader<'_>) -> Form {
    Form::Guard(condition::read(lexicon, at))
}
