//! Conditions: `if = "winding_up"`, `unless = …`, `if = "hp_percent", max = 30`, `all = [ … ]`, `any = [ … ]`.

use sandtable_decide::{Ask, Condition, Question, Scale, Term, row_of};
use sandtable_state::limits::MAX_QUESTIONS;

use super::call;
use super::lexicon::Lexicon;
use crate::TableReader;

/// The keys a condition begins with.
pub(super) const KEYS: [&str; 4] = ["if", "unless", "all", "any"];

/// The words questions are made of.
pub(super) struct QuestionWords<'v, C: 'static> {
    pub(super) conditions: &'v [Term<C>],
    pub(super) inputs: &'v [Term<Scale>],
}

/// Whether the table has a condition.
pub(super) fn is_there(reader: &TableReader<'_>) -> bool {
    KEYS.iter().any(|key| reader.has(key))
}

/// The condition of a table that has one, about the agent.
pub(super) fn read(lexicon: &Lexicon<'_>, reader: &TableReader<'_>) -> Condition {
    let given: Vec<&str> = KEYS.into_iter().filter(|key| reader.has(key)).collect();
    let [key] = given[..] else {
        given.iter().for_each(|key| reader.skip(key));
        reader.error("", format!("the keys {}", given.join(" and ")), "one of if, unless, all, any");
        return Condition::ALWAYS;
    };
    let words = QuestionWords { conditions: lexicon.vocabulary.conditions, inputs: lexicon.vocabulary.inputs };
    if key == "if" || key == "unless" {
        return Condition::All(question(lexicon, reader, &words).into_iter().collect());
    }
    let tables = reader.rows(key);
    if tables.is_empty() || tables.len() > MAX_QUESTIONS {
        reader.error(key, format!("{} questions", tables.len()), format!("1 to {MAX_QUESTIONS}"));
    }
    let questions = tables.iter().filter_map(|table| question(lexicon, table, &words)).collect();
    if key == "all" { Condition::All(questions) } else { Condition::Any(questions) }
}

/// One question: a condition by name, or an input and its bounds.
pub(super) fn question<C>(
    lexicon: &Lexicon<'_>,
    reader: &TableReader<'_>,
    words: &QuestionWords<'_, C>,
) -> Option<Question> {
    let (key, negated) = if reader.has("unless") { ("unless", true) } else { ("if", false) };
    let what = "a condition or an input";
    let word = reader.reference(key, what).required();
    if word.text.is_empty() {
        reader.skip_others(&["if", "unless"]);
        return None;
    }
    if row_of(words.conditions, word.text).is_some() {
        let call = call::of_word(lexicon, reader, &word, what, words.conditions)?;
        return Some(Question { ask: Ask::Holds(call), negated });
    }
    if row_of(words.inputs, word.text).is_none() {
        let names = words.conditions.iter().map(|term| term.name);
        word.unknown(what, names.chain(words.inputs.iter().map(|term| term.name)));
        reader.keys().iter().for_each(|key| reader.skip(key.text));
        return None;
    }
    let input = call::of_word(lexicon, reader, &word, what, words.inputs)?;
    let scale = words.inputs[usize::from(input.word)].detail;
    let bound = |key: &str| reader.fixed(key, scale.range, scale.unit).optional();
    let (min, max) = (bound("min"), bound("max"));
    let (low, high) = (min.unwrap_or(scale.range.low), max.unwrap_or(scale.range.high));
    let refused = min.is_some() != reader.has("min") || max.is_some() != reader.has("max");
    if min.is_none() && max.is_none() && !refused {
        reader.error(key, "an input without bounds", "min, max or both");
    } else if low > high {
        reader.error("min", low.to_string(), format!("at most max, {high}"));
    } else if !refused && low == scale.range.low && high == scale.range.high {
        let expected = "a min above the least value, or a max below the greatest";
        reader.error(key, "bounds that every value lies within", expected);
    }
    Some(Question { ask: Ask::Within(input, low, high), negated })
}
