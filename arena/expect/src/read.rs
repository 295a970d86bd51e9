//! Reads the `[[expect]]` tables of a file.

use sandtable_content::TableReader;
use sandtable_math::{Bounds, Fx};
use sandtable_state::limits::MAX_TICKS;
use sandtable_stats::Confidence;

use super::metric::{Ends, Metric, MetricSet, Nature, Scope};
use super::table::ExpectTable;
use super::{Expectation, Range, When};

/// Expectations of one file.
const MAX_EXPECTATIONS: usize = 64;
/// Characters of the reason of an expectation.
pub(super) const ABOUT_CHARS: usize = 200;
/// Seeds that an expectation can be held with.
const MAX_SEEDS: u32 = 1_000;
/// Values of a match that a file can name as the end of a range.
const WHOLE: Bounds<i64> = Bounds::new(0, 1_000_000_000);
/// Values of a tournament, in thousandths.
const THOUSANDTHS: Bounds<i64> = Bounds::new(0, 1_000_000_000_000);
/// Values of a movement family.
const FIXED: Bounds<Fx> = Bounds::new(Fx::ZERO, Fx::from_int(i16::MAX));

/// Reads the `[[expect]]` tables of a file's top table. `measure` makes of a metric and its table what is measured: it reads `of`, the
/// filters, and the quantile. Every problem is recorded in the document.
pub fn read_expectations<S: MetricSet, M>(
    root: &TableReader<'_>,
    measure: impl Fn(S, &ExpectTable<'_, '_>) -> M,
) -> Vec<Expectation<M>> {
    let tables = root.rows("expect");
    if tables.len() > MAX_EXPECTATIONS {
        root.error("expect", format!("{} tables", tables.len()), format!("at most {MAX_EXPECTATIONS}"));
    }
    let rows = tables.iter().take(MAX_EXPECTATIONS).zip(1..);
    rows.filter_map(|(table, number)| read(table, number, &measure)).collect()
}

fn read<S: MetricSet, M>(
    table: &TableReader<'_>,
    number: u32,
    measure: &impl Fn(S, &ExpectTable<'_, '_>) -> M,
) -> Option<Expectation<M>> {
    let key = if ExpectTable::is_former(table) { "what" } else { "metric" };
    if ExpectTable::is_former(table) {
        table.warning(
            key,
            "an expectation in its old keys",
            "the keys `metric`, `of` and `where`: docs/EXPECTATIONS.md",
        );
    }
    let Some(name) = table.choice(key, S::CHOICES).required_valid() else {
        // What else the table may say depends on its metric.
        table.skip_others(&[key]);
        return None;
    };
    let metric = name.metric();
    let keys = ExpectTable::open(table, metric);
    let measure = measure(name, &keys);
    let is_moment = metric.nature == Nature::Moment;
    Some(Expectation {
        place: table.name().place(),
        number,
        measure,
        when: if is_moment { when(&keys) } else { When::End },
        range: range(&keys, metric),
        aim: if metric.ends == Ends::Both { None } else { value(table, "aim", metric) },
        seeds: is_moment.then(|| table.int("seeds", Bounds::new(1, MAX_SEEDS)).optional()).flatten(),
        about: table.text("about", ABOUT_CHARS).or("").to_owned(),
        confidence: confidence(&keys, metric),
    })
}

/// One of `at`, `within` and `during`; without any, the end.
fn when(keys: &ExpectTable<'_, '_>) -> When {
    let (table, within) = (keys.table(), keys.key("within", "by"));
    let given: Vec<&str> = ["at", within, "during"].into_iter().filter(|key| table.has(key)).collect();
    if let [_, second, ..] = given[..] {
        table.error(second, "more than one time key", format!("one of `at`, `{within}` and `during`"));
    }
    let ticks = Bounds::new(1, MAX_TICKS);
    let at = table.seconds("at", ticks).optional().map(When::At);
    let by = table.seconds(within, ticks).optional().map(When::Within);
    let (from, to) = table.table("during").map_or((None, None), |during| {
        (Some(during.seconds("from", Bounds::new(0, MAX_TICKS)).or(0)), Some(during.seconds("to", ticks).or(MAX_TICKS)))
    });
    let during = from.zip(to).map(|(from, to)| When::During(from, to));
    if let Some(When::During(from, to)) = during
        && from > to
    {
        table.error("during", "`from` after `to`", "`from` at most `to`");
    }
    at.or(by).or(during).unwrap_or(When::End)
}

/// `min`, `max`, or both at once by `equals`; what is so or not is to be so when none is there.
fn range(keys: &ExpectTable<'_, '_>, metric: &Metric) -> Range {
    let (table, equals) = (keys.table(), keys.key("equals", "is"));
    let end = |key: &'static str, ends: Ends| match metric.ends == ends {
        // Asked for by nobody, so that it is refused as the unknown key that it is.
        true => None,
        false => value(table, key, metric),
    };
    let (mut min, mut max) = (end("min", Ends::Most), end("max", Ends::Least));
    if metric.ends == Ends::Both
        && let Some(value) = value(table, equals, metric)
    {
        if min.is_some() || max.is_some() {
            table.error(equals, value.to_string(), format!("either `{equals}`, or `min` and `max`"));
        }
        (min, max) = (Some(value), Some(value));
    }
    if min.is_none() && max.is_none() {
        match (metric.unit, metric.ends) {
            (Metric::TRUTH, _) => min = Some(1.0),
            (_, Ends::Both) => table.error("", "no range", format!("`min`, `max` or `{equals}`")),
            (_, Ends::Least) if !table.has("aim") => table.error("", "no range", "`min` or `aim`"),
            (_, Ends::Most) if !table.has("aim") => table.error("", "no range", "`max` or `aim`"),
            _ => {}
        }
    }
    if let (Some(low), Some(high)) = (min, max)
        && low > high
    {
        table.error("min", low.to_string(), format!("at most `max`, {high}"));
    }
    Range { min, max }
}

/// The end of a range, in the numbers that its scope counts in.
fn value(table: &TableReader<'_>, key: &str, metric: &Metric) -> Option<f64> {
    match metric.scope {
        Scope::Match => table.int(key, WHOLE).optional().map(|whole| whole as f64),
        Scope::Tournament => table.thousandths(key, THOUSANDTHS).optional().map(|number| number as f64 / 1e3),
        Scope::Movement => {
            table.fixed(key, FIXED, metric.unit).optional().map(|fixed| f64::from(fixed.bits()) / 65536.0)
        }
    }
}

/// With which confidence a share is held; `interval = true` meant 95 %.
fn confidence(keys: &ExpectTable<'_, '_>, metric: &Metric) -> Option<Confidence> {
    let table = keys.table();
    // The share of a fight is held to its interval by how many games are played.
    if metric.scope != Scope::Tournament {
        return None;
    }
    let key = keys.key("confidence", "interval");
    let found = match key {
        "interval" => table.boolean(key).or(false).then_some(Confidence::NINETY_FIVE),
        _ => table.thousandths(key, Bounds::new(500, 999)).optional().map(|it| Confidence::from_permille(it as u32)),
    };
    if found.is_some() && metric.nature != Nature::Share {
        let shares = "a metric that is a share: score, decided, thrifty, expansions or replanned";
        table.error(key, format!("the metric {:?}", metric.name), shares);
    }
    found
}
