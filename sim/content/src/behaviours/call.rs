//! Calls: `{ do = "attack", target = "weakest" }`.

use sandtable_decide::{Arg, Call, Param, ParameterDefault, ParameterDomain, Term, row_of};
use sandtable_math::Fx;
use sandtable_state::limits::MAX_ACTIONS;

use super::lexicon::Lexicon;
use crate::{TableReader, Word};

/// The call in a table whose `key` holds the word.
pub(super) fn read<D>(
    lexicon: &Lexicon<'_>,
    reader: &TableReader<'_>,
    key: &str,
    what: &str,
    terms: &[Term<D>],
) -> Option<Call> {
    let word = reader.reference(key, what).required();
    if word.text.is_empty() {
        // One of the others may be meant to be it.
        reader.skip_others(&[key]);
        return None;
    }
    of_word(lexicon, reader, &word, what, terms)
}

/// The call of a word, its arguments in the same table.
pub(super) fn of_word<D>(
    lexicon: &Lexicon<'_>,
    reader: &TableReader<'_>,
    word: &Word<'_>,
    what: &str,
    terms: &[Term<D>],
) -> Option<Call> {
    let row = row_of(terms, word.text);
    let Some(row) = row else {
        if !word.text.is_empty() {
            word.unknown(what, terms.iter().map(|term| term.name));
        }
        // Without its word nothing can be said of a key.
        reader.keys().iter().for_each(|key| reader.skip(key.text));
        return None;
    };
    let mut call = Call::plain(row);
    for (arg, param) in call.args.iter_mut().zip(terms[usize::from(row)].params) {
        *arg = argument(lexicon, reader, param);
    }
    Some(call)
}

/// A list of actions: `[{ do = "hold" }]`; empty when the key is missing.
pub(super) fn actions(lexicon: &Lexicon<'_>, reader: &TableReader<'_>, key: &str) -> Vec<Call> {
    let tables = reader.rows(key);
    if tables.len() > MAX_ACTIONS {
        reader.error(key, format!("{} actions", tables.len()), format!("at most {MAX_ACTIONS}"));
    }
    tables.iter().filter_map(|table| read(lexicon, table, "do", "an action", lexicon.vocabulary.actions)).collect()
}

fn argument(lexicon: &Lexicon<'_>, reader: &TableReader<'_>, param: &Param) -> Arg {
    let (name, otherwise) = (param.name, param.otherwise);
    match param.values {
        ParameterDomain::Number(bounds, unit) => {
            let field = reader.fixed(name, bounds, unit);
            Arg::Number(match otherwise {
                ParameterDefault::Required => field.required(),
                ParameterDefault::Whole(value) => field.or(Fx::from_int(value)),
            })
        }
        ParameterDomain::Whole(bounds, _) => {
            let field = reader.int(name, bounds);
            Arg::Number(Fx::from_int(match otherwise {
                ParameterDefault::Required => field.required(),
                ParameterDefault::Whole(value) => field.or(value),
            }))
        }
        ParameterDomain::Seconds(bounds) => {
            let field = reader.seconds(name, bounds);
            Arg::Ticks(match otherwise {
                ParameterDefault::Required => field.required(),
                ParameterDefault::Whole(ticks) => field.or(ticks.unsigned_abs().into()),
            })
        }
        ParameterDomain::Choice(words) => {
            let rows: Vec<(&str, u8)> = words.iter().copied().zip(0..).collect();
            let field = reader.choice(name, &rows);
            Arg::Choice(match otherwise {
                ParameterDefault::Required => field.required(),
                ParameterDefault::Whole(row) => field.or(row as u8),
            })
        }
        ParameterDomain::Query => {
            let field = reader.reference(name, "a query of this file");
            let word = match otherwise {
                ParameterDefault::Required => Some(field.required()),
                ParameterDefault::Whole(_) => field.optional(),
            };
            word.and_then(|word| lexicon.query(&word)).map_or(Arg::None, Arg::Query)
        }
        ParameterDomain::Tag => {
            let word = reader.reference(name, "a tag of kinds").optional();
            word.and_then(|word| lexicon.tag(&word)).map_or(Arg::None, Arg::Tag)
        }
    }
}
