//! The words of a vocabulary as tables, for the reference.

use std::fmt::Write as _;

use sandtable_decide::{Outcomes, Param, ParameterDefault, ParameterDomain, Scale, Term, TestCost, Vocabulary};
use sandtable_state::limits::TICKS_PER_SECOND;

/// A table for each list of words, under a heading that ends with `whose`.
pub fn word_tables(words: &Vocabulary, whose: &str) -> String {
    let plain = |(): &()| String::new();
    [
        table("Actions", whose, " it |", words.actions, ends),
        table("Conditions", whose, "", words.conditions, plain),
        table("Inputs", whose, " values |", words.inputs, range),
        table("Anchors of queries", whose, "", words.anchors, plain),
        table("Sources of points", whose, "", words.sources, plain),
        table("Conditions of places", whose, " it is |", words.place_conditions, cost),
        table("Inputs of places", whose, " values |", words.place_inputs, range),
    ]
    .concat()
}

/// One table of words, a row each; nothing where there is no word.
fn table<D>(title: &str, whose: &str, column: &str, terms: &[Term<D>], detail: impl Fn(&D) -> String) -> String {
    if terms.is_empty() {
        return String::new();
    }
    let rule = if column.is_empty() { "" } else { "---|" };
    let mut text = format!("\n### {title}{whose}\n\n| word | parameters |{column} what it is |\n|---|---|{rule}---|\n");
    for term in terms {
        let params: Vec<String> = term.params.iter().map(shown).collect();
        let detail = detail(&term.detail);
        let detail = if column.is_empty() { String::new() } else { format!(" {detail} |") };
        let _ = writeln!(text, "| `{}` | {} |{detail} {} |", term.name, params.join("<br>"), term.about);
    }
    text
}

/// A parameter with its values and its default.
fn shown(param: &Param) -> String {
    let seconds = |ticks: f64| ticks / f64::from(TICKS_PER_SECOND);
    let values = match param.values {
        ParameterDomain::Number(bounds, unit) => format!("{} to {} {unit}", bounds.low, bounds.high),
        ParameterDomain::Whole(bounds, unit) => format!("{} to {} {unit}", bounds.low, bounds.high),
        ParameterDomain::Seconds(bounds) => {
            format!("{} to {} seconds", seconds(bounds.low.into()), seconds(bounds.high.into()))
        }
        ParameterDomain::Choice(words) => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
        ParameterDomain::Query => "a query".to_owned(),
        ParameterDomain::Tag => "a tag, optional".to_owned(),
    };
    let default = match (param.values, param.otherwise) {
        (ParameterDomain::Number(..) | ParameterDomain::Whole(..), ParameterDefault::Whole(value)) => {
            format!("; {value}")
        }
        (ParameterDomain::Seconds(_), ParameterDefault::Whole(ticks)) => format!("; {}", seconds(ticks.into())),
        _ => String::new(),
    };
    let star = if param.otherwise == ParameterDefault::Required { "*" } else { "" };
    format!("`{}`{star}: {values}{default}", param.name)
}

fn ends(outcomes: &Outcomes) -> String {
    let ways = [(Outcomes::RUNNING, "runs"), (Outcomes::SUCCESS, "succeeds"), (Outcomes::FAILURE, "fails")];
    let ways: Vec<&str> = ways.into_iter().filter(|(way, _)| outcomes.may(*way)).map(|(_, word)| word).collect();
    ways.join(", ")
}

fn range(scale: &Scale) -> String {
    format!("{} to {} {}", scale.range.low, scale.range.high, scale.unit).trim_end().to_owned()
}

fn cost(cost: &TestCost) -> String {
    if *cost == TestCost::Dear { "expensive" } else { "cheap" }.to_owned()
}
