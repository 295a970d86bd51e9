//! A tournament as one page that needs nothing else: no script, no network, light, dark and on paper.

mod charts;
mod ground;
pub(crate) mod svg;
pub(crate) mod tables;
pub(crate) mod text;

use super::prepare::Prepared;
use super::record::GameRecord;
use super::report::remarks;
use super::summary::Summary;

pub(super) use text::escaped;

const STYLE: &str = include_str!("page.css");

/// The page.
pub(super) fn html(prepared: &Prepared, summary: &Summary, records: &[GameRecord]) -> String {
    let said: String = remarks(summary).iter().map(|line| remark(line)).collect();
    let cards = [
        card("Standings", tables::standings(summary), true),
        card("Ratings", charts::ratings(summary), false),
        card("Cross table", tables::cross(summary), summary.standings.len() > 4),
        card("Sequential test", charts::sprt(summary, records), false),
        card("Why games ended, and when", charts::endings(records), false),
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

/// A page around its parts, which are HTML; all else is text.
pub(crate) fn shell(generator: &str, title: &str, about: &str, said: &str, cards: &str) -> String {
    let (title, about) = (escaped(title), escaped(about));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, \
         initial-scale=1\">\n<meta name=\"generator\" content=\"{generator}\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n<p class=\"soft\">{about}</p>\n{said}<div class=\"cards\">\n{cards}</div>\n</body>\n</html>\n"
    )
}

fn remark(line: &str) -> String {
    let warns = ["effective N", "beat each other", "NOT as"].iter().any(|start| line.starts_with(start));
    let class = if warns { " class=\"warn\"" } else { "" };
    format!("<p{class}>{}</p>\n", escaped(line))
}

/// A part of the page; nothing when there is nothing in it.
pub(crate) fn card(title: &str, body: String, wide: bool) -> String {
    let class = if wide { " class=\"wide\"" } else { "" };
    if body.is_empty() { body } else { format!("<section{class}>\n<h2>{title}</h2>\n{body}</section>\n") }
}
