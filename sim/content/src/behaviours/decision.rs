//! Decisions: a priority and considerations, written as in strategy files; and the least and most they can be worth.

use sandtable_decide::{Call, Consideration, Curve, DecisionRule, Scale, Term, Test};
use sandtable_math::{Bounds, Fx};
use sandtable_model::rules::ranges::JUDGEMENT;
use sandtable_state::limits::MAX_CONSIDERATIONS;

use super::call;
use super::lexicon::Lexicon;
use crate::TableReader;

/// A base priority, and every number of a curve.
const NUMBERS: Bounds<Fx> = JUDGEMENT;

/// The `priority` and the list of considerations under `key`.
pub(super) fn read(
    lexicon: &Lexicon<'_>,
    reader: &TableReader<'_>,
    key: &str,
    plain: Fx,
    inputs: &[Term<Scale>],
) -> DecisionRule<Call> {
    let base = reader.fixed("priority", NUMBERS, "").or(plain);
    let tables = reader.rows(key);
    if tables.len() > MAX_CONSIDERATIONS {
        reader.error(key, format!("{} considerations", tables.len()), format!("at most {MAX_CONSIDERATIONS}"));
    }
    let considerations = tables.iter().filter_map(|table| consideration(lexicon, table, inputs)).collect();
    DecisionRule { base, considerations }
}

fn consideration(
    lexicon: &Lexicon<'_>,
    reader: &TableReader<'_>,
    inputs: &[Term<Scale>],
) -> Option<Consideration<Call>> {
    let input = call::read(lexicon, reader, "input", "an input", inputs)?;
    let scale = inputs[usize::from(input.word)].detail;
    Some(Consideration { input, test: judgement(reader, scale.range, scale.unit)? })
}

/// How a consideration judges an input of this range: within bounds, by what a curve adds or by what one multiplies by. None,
/// and that is recorded, when it does not say in just one way.
pub(crate) fn judgement(reader: &TableReader<'_>, range: Bounds<Fx>, unit: &str) -> Option<Test> {
    let forms = ["base", "times"].into_iter().filter(|key| reader.has(key)).count();
    let bounded = reader.has("min") || reader.has("max");
    if forms + usize::from(bounded) != 1 {
        ["base", "times", "min", "max"].iter().for_each(|key| reader.skip(key));
        reader.error("input", "not one form of judging it", "either min and max, or base, or times");
        return None;
    }
    Some(if reader.has("base") {
        Test::Base(curve(reader, "base"))
    } else if reader.has("times") {
        Test::Times(curve(reader, "times"))
    } else {
        let low = reader.fixed("min", range, unit).or(range.low);
        Test::Within(low, reader.fixed("max", range, unit).or(range.high))
    })
}

fn curve(reader: &TableReader<'_>, key: &str) -> Curve {
    let points = reader.fixed_pairs(key, NUMBERS).required();
    let read = !points.is_empty();
    Curve::through(points).unwrap_or_else(|problem| {
        if read {
            reader.error(key, problem.to_string(), "points like [[0, 10], [60, 40]]");
        }
        Curve::flat(Fx::ZERO)
    })
}

/// The least and the most a decision can be worth, by the ranges of its inputs.
pub(super) fn span(decision: &DecisionRule<Call>, inputs: &[Term<Scale>]) -> Bounds<Fx> {
    let (mut base, mut times) = (Bounds::new(decision.base, decision.base), Bounds::new(Fx::ONE, Fx::ONE));
    let mut vetoes = false;
    for consideration in &decision.considerations {
        let range = inputs.get(usize::from(consideration.input.word)).map_or(NUMBERS, |term| term.detail.range);
        match &consideration.test {
            Test::Within(..) => vetoes = true,
            Test::Base(curve) => {
                let output = curve.span(range);
                base = Bounds::new(base.low.add_saturating(output.low), base.high.add_saturating(output.high));
            }
            Test::Times(curve) => times = product(times, curve.span(range)),
            Test::Compare(_, _, inside, outside) => {
                let (low, high) = (inside.base.min(outside.base), inside.base.max(outside.base));
                base = Bounds::new(base.low.add_saturating(low), base.high.add_saturating(high));
                let (low, high) = (inside.times.min(outside.times), inside.times.max(outside.times));
                times = product(times, Bounds::new(low, high));
            }
        }
    }
    let worth = product(base, times);
    let low = if vetoes { Fx::ZERO } else { worth.low.max(Fx::ZERO) };
    Bounds::new(low, worth.high.max(Fx::ZERO))
}

fn product(a: Bounds<Fx>, b: Bounds<Fx>) -> Bounds<Fx> {
    let corners = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)].map(|(x, y)| x.mul_floor(y));
    corners.iter().fold(Bounds::new(corners[0], corners[0]), |sum, corner| {
        Bounds::new(sum.low.min(*corner), sum.high.max(*corner))
    })
}
