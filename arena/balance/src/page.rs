//! The report as one page that needs nothing else.

use sandtable_stats::Estimate;
use sandtable_viewer::chart::{Axis, Plot, colour};
use sandtable_viewer::html::{card, cross_table, empty_heat_cell, escaped, heat_cell, percent, shell, table, words};

use crate::patch::PatchNote;
use crate::report::BalanceReport;
use crate::text::{damage, figure, percent_change, worth};
use crate::twins::{MatchReport, percents};

/// The page of a report, with the patch note where there is one.
pub fn page(report: &BalanceReport, note: Option<&PatchNote>) -> String {
    let about = format!(
        "Each kind against each other kind at equal cost, {} pairs of fights per pairing, seed {}. Intervals: 95 %.",
        report.pairs, report.seed
    );
    let said = note.map_or_else(String::new, |note| format!("<p class=\"warn\">{}</p>\n", escaped(&note.verdict())));
    let cards = [
        card("What changed", note.map_or_else(String::new, changes), true),
        card("Worth for its price", worths(report), false),
        card("Even prices and damages", kinds(report), true),
        card("Row against column at equal cost", matrix(report), true),
        card("Worth of the row against the column, in multiples of its price", ratios(report), true),
        card("Technologies", upgrades(report), false),
        card("In matches", report.matches.as_ref().map_or_else(String::new, things), true),
        card("Cycles", circles(report), false),
    ];
    shell("Sandtable balance", &format!("Balance of {}", report.rules), &about, &said, &cards.concat())
}

/// A picture with a row a kind, on a scale of logarithms: twice the price is as far as half of it.
fn worths(report: &BalanceReport) -> String {
    let kinds = report.by_worth();
    let names: Vec<String> = kinds.iter().map(|kind| kind.soldier.name.clone()).collect();
    let doublings = |value: f64| libm::log2(value);
    let most = kinds
        .iter()
        .flat_map(|kind| [kind.worth.low, kind.worth.high])
        .map(|end| doublings(end).abs())
        .fold(1.0, f64::max);
    let axis = Axis { low: -most, high: most, name: "doublings of its price" };
    let mut plot = Plot::rows(axis, &names, 26.0);
    plot.mark_x(0.0);
    for (row, kind) in kinds.iter().enumerate() {
        let Estimate { value, low, high } = kind.worth;
        let series = if low > 1.0 {
            2
        } else if high < 1.0 {
            1
        } else {
            0
        };
        plot.interval(row, [low, value, high].map(doublings), &colour(series), &worth(&kind.worth));
    }
    plot.finish("worth of each kind for its price")
}

fn kinds(report: &BalanceReport) -> String {
    let head = ["kind", "price", "worth", "even price", "even damage", "share of the equilibrium army", "dominated by"];
    let rows = report.by_worth().into_iter().map(|kind| {
        vec![
            words(&kind.soldier.name),
            format!("{:.0}", kind.soldier.price),
            worth(&kind.worth),
            figure(&kind.even_price, 0),
            kind.even_damage.as_ref().map_or_else(String::new, damage),
            percent(kind.nash),
            words(&kind.dominated_by.join(", ")),
        ]
    });
    table(&head, rows)
}

fn matrix(report: &BalanceReport) -> String {
    let cell = |row: usize, column: usize| {
        let score = report.fights.pairs(row, column).score_estimate();
        heat_cell(score.value, &format!("{:.0}–{:.0}", 100.0 * score.low, 100.0 * score.high))
    };
    crossed(report, cell)
}

fn ratios(report: &BalanceReport) -> String {
    let cell = |row: usize, column: usize| {
        let ratio = report.fights.ratio(row, column);
        let shade = (0.5 + libm::log2(ratio.value) / 4.0).clamp(0.0, 1.0);
        // The kit prints the shade: what is meant is the ratio.
        heat_cell(shade, &worth(&ratio)).replacen(&format!("<b>{:.0} %</b>", shade * 100.0), "", 1)
    };
    crossed(report, cell)
}

fn crossed(report: &BalanceReport, cell: impl Fn(usize, usize) -> String) -> String {
    let names: Vec<&str> = report.kinds.iter().map(|kind| kind.soldier.name.as_str()).collect();
    let row = |row: usize| {
        let one = |column: usize| if row == column { empty_heat_cell().to_owned() } else { cell(row, column) };
        (names[row].to_owned(), (0..names.len()).map(one).collect::<String>())
    };
    cross_table("", &names, (0..names.len()).map(row))
}

fn upgrades(report: &BalanceReport) -> String {
    let rows: Vec<Vec<String>> = report
        .upgrades
        .iter()
        .flat_map(|upgrade| {
            upgrade.effects.iter().map(|effect| {
                let pays = effect.pays_from.map_or_else(|| "·".to_owned(), |count| format!("{count:.1}"));
                vec![
                    words(&upgrade.name),
                    format!("{:.0}", upgrade.price),
                    words(&effect.soldier),
                    worth(&effect.worth),
                    pays,
                ]
            })
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    table(&["technology", "price", "soldier", "worth with it", "pays from"], rows.into_iter())
}

fn circles(report: &BalanceReport) -> String {
    let said = format!(
        "{:.0} % of pairwise worth is cyclic, not explained by a ranking; {} triangles{}",
        100.0 * report.cyclic.share,
        report.cyclic.triangle_count,
        report.triangles()
    );
    format!("<p>{}</p>\n", escaped(&said))
}

fn changes(note: &PatchNote) -> String {
    let keys: String = note.keys.iter().map(|key| format!("<p>{}</p>\n", escaped(key))).collect();
    let rows = note.kinds.iter().map(|kind| {
        let undone = if kind.is_sure() { format!("{:.0}", kind.restoring_price) } else { String::new() };
        vec![words(&kind.name), worth(&kind.before), worth(&kind.now), percent_change(&kind.change), undone]
    });
    keys + &table(&["kind", "worth before", "worth now", "change", "price that restores the worth"], rows)
}

fn things(matches: &MatchReport) -> String {
    let rows = matches.things.iter().map(|thing| {
        let score = thing.score.as_ref().map_or_else(|| "·".to_owned(), percents);
        let used = percent(thing.used);
        vec![
            words(&thing.name),
            words(thing.class),
            used,
            format!("{:.1}", thing.made),
            score,
            words(&thing.strategies.join(", ")),
        ]
    });
    let starts = matches.starts.iter().map(|start| vec![words(&start.map), percents(&start.score)]);
    let first = format!("<p>Player 1 in mirror matches: {}</p>\n", percents(&matches.first));
    table(&["made", "", "used", "each", "score with it against without", "by"], rows)
        + &first
        + &table(&["map", "start 1 in mirror matches"], starts)
}
