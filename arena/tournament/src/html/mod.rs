//! A tournament as one page that needs nothing else: no script, no network, light, dark and on paper.

mod charts;
mod games;
mod ground;
mod tables;

use sandtable_viewer::html::{card, escaped, shell};

use super::prepare::Prepared;
use super::record::GameRecord;
use super::report::remarks;
use super::summary::Summary;

pub use games::{GamesPage, GamesState};

/// The page; `first` is what it says before all else, as HTML.
pub(super) fn html(prepared: &Prepared, summary: &Summary, records: &[GameRecord], first: &str) -> String {
    let said: String = remarks(summary).iter().map(|line| remark(line)).collect();
    let said = first.to_owned() + &said;
    let cards = [
        card("Bracket", tables::bracket(summary), true),
        card("Swiss rounds", tables::swiss(summary), false),
        card("Standings", tables::standings(summary), true),
        card("Ratings", charts::ratings(summary), false),
        card("Counters", tables::counters(summary), true),
        card("Cross table", tables::cross(summary), summary.standings.len() > 4),
        card("Sequential test", charts::sprt(summary, records), false),
        card("Ends of games, by reason and time", charts::endings(records), false),
        card("Maps", ground::maps(prepared), prepared.arenas.len() > 6),
        card("Economy and army", charts::curves(summary, records), true),
        card("Build orders", charts::build_orders(summary, records), true),
        card("Goals", charts::goals(summary, records), true),
        card("Pairs", tables::pairs(summary), true),
        card("Scores by map and side", tables::maps(summary), true),
        card("Failures", tables::failures(records), true),
    ];
    shell("Sandtable tournament", &summary.name, &summary.about, &said, &cards.concat())
}

fn remark(line: &str) -> String {
    let warns = ["distinct", "beat each other", "NOT as"].iter().any(|start| line.starts_with(start));
    let class = if warns { " class=\"warn\"" } else { "" };
    format!("<p{class}>{}</p>\n", escaped(line))
}
