//! Position queries: `[[queries.NAME.options]]`.

use std::ops::RangeInclusive;

use sandtable_decide::{Ask, Generator, PositionQuery, QueryOption, Question, TestCost};
use sandtable_math::{Bounds, Fx};
use sandtable_state::limits::{MAX_CANDIDATES, MAX_QUERY_OPTIONS, MAX_QUERY_PARTS};

use super::condition::{self, QuestionWords};
use super::lexicon::Lexicon;
use super::{call, decision};
use crate::TableReader;
use crate::limits::ABOUT_CHARS;

/// How far from its anchor a generator reaches, in cells.
const RADIUS: Bounds<Fx> = Bounds::new(Fx::from_ratio(1, 4), Fx::from_int(64));
/// How far points that are known beforehand may lie from their anchor, in cells: anywhere on a map.
const POINTS_RADIUS: Bounds<Fx> = Bounds::new(Fx::from_ratio(1, 4), Fx::from_int(1_024));
/// Cells between neighbours of a grid.
const STEP: Bounds<Fx> = Bounds::new(Fx::from_ratio(1, 4), Fx::from_int(16));
/// Points of a ring.
const RING_POINTS: Bounds<u8> = Bounds::new(1, 64);
/// The keys that say what a generator is.
const GENERATORS: [&str; 3] = ["grid", "ring", "points"];

pub(super) fn read(lexicon: &Lexicon<'_>, table: &TableReader<'_>) -> PositionQuery {
    table.text("about", ABOUT_CHARS).optional();
    let options = table.rows("options");
    count(table, "options", options.len(), 1..=MAX_QUERY_OPTIONS);
    let options = options.iter().take(MAX_QUERY_OPTIONS).map(|at| option(lexicon, at)).collect();
    PositionQuery { name: table.name().text.to_owned(), options }
}

fn option(lexicon: &Lexicon<'_>, at: &TableReader<'_>) -> QueryOption {
    let tables = at.rows("generate");
    count(at, "generate", tables.len(), 1..=MAX_QUERY_PARTS);
    let generators: Vec<Generator> = tables.iter().filter_map(|table| generator(lexicon, table)).collect();
    let candidates: usize = generators.iter().filter_map(Generator::count).sum();
    if candidates > MAX_CANDIDATES {
        at.error("generate", format!("{candidates} candidates"), format!("at most {MAX_CANDIDATES}"));
    }
    let (cheap, dear) = filters(lexicon, at);
    let inputs = lexicon.vocabulary.place_inputs;
    let weights = decision::read(lexicon, at, "weights", Fx::ONE, inputs);
    if decision::span(&weights, inputs).high <= Fx::ZERO {
        at.error("weights", "places that are never worth more than 0", "a priority above 0");
    }
    QueryOption { generators, cheap, weights, dear }
}

/// The filters: those asked of every candidate, and those asked from the best down.
fn filters(lexicon: &Lexicon<'_>, at: &TableReader<'_>) -> (Vec<Question>, Vec<Question>) {
    let conditions = lexicon.vocabulary.place_conditions;
    let words = QuestionWords { conditions, inputs: lexicon.vocabulary.place_inputs };
    let tables = at.rows("filters");
    count(at, "filters", tables.len(), 0..=MAX_QUERY_PARTS);
    let questions = tables.iter().filter_map(|table| condition::question(lexicon, table, &words));
    questions.partition(|question| match question.ask {
        Ask::Holds(call) => conditions.get(usize::from(call.word)).is_none_or(|term| term.detail == TestCost::Cheap),
        Ask::Within(..) => true,
    })
}

fn generator(lexicon: &Lexicon<'_>, at: &TableReader<'_>) -> Option<Generator> {
    let given: Vec<&str> = GENERATORS.into_iter().filter(|key| at.has(key)).collect();
    let [key] = given[..] else {
        at.skip_others(&GENERATORS);
        let found =
            if given.is_empty() { "no generator".to_owned() } else { format!("the keys {}", given.join(" and ")) };
        at.error("", found, format!("one of the keys {}", GENERATORS.join(", ")));
        return None;
    };
    let anchor = |key: &str| call::read(lexicon, at, key, "an anchor", lexicon.vocabulary.anchors);
    let bounds = if key == "points" { POINTS_RADIUS } else { RADIUS };
    let radius = at.fixed("radius", bounds, "cells").required();
    match key {
        "grid" => {
            Some(Generator::Grid { around: anchor("grid")?, radius, step: at.fixed("step", STEP, "cells").or(Fx::ONE) })
        }
        "ring" => {
            Some(Generator::Ring { around: anchor("ring")?, radius, points: at.int("count", RING_POINTS).or(16) })
        }
        _ => {
            let sources = lexicon.vocabulary.sources;
            let source = call::read(lexicon, at, "points", "a source of points", sources)?;
            Some(Generator::Points { source, around: anchor("around")?, radius })
        }
    }
}

fn count(reader: &TableReader<'_>, key: &str, found: usize, allowed: RangeInclusive<usize>) {
    if !allowed.contains(&found) {
        reader.error(key, format!("{found} entries"), format!("{} to {}", allowed.start(), allowed.end()));
    }
}
