//! The page of a folder's games, played or still being played: which are worth a look, and why.

use sandtable_match::runner::clock;
use sandtable_viewer::html::{card, escaped, percent, shell, table, words};

use crate::reasons::{Reasons, reasons, scores};
use crate::record::GameRecord;

/// Games that are listed: the latest ones.
const MOST: usize = 2_000;
/// Makes a browser ask again while games are played: seconds.
const AGAIN: u32 = 10;

/// The games of a folder of results as a page; `link` says where a game with a replay is shown.
pub fn games_page(name: &str, records: &[GameRecord], finished: bool, link: &dyn Fn(&GameRecord) -> String) -> String {
    let reasons = reasons(records);
    let notable = records.iter().zip(&reasons).filter(|(_, reasons)| !reasons.is_empty());
    let latest = records.iter().zip(&reasons).rev().take(MOST);
    let cards = [
        card("Worth a look", games(notable, link), true),
        card("Scores so far", standings(records), false),
        card("All games, the latest first", games(latest, link), true),
    ];
    let about = match (finished, records.len()) {
        (true, games) => format!("{games} games, finished"),
        (false, games) => format!("{games} games so far; this page looks again every {AGAIN} seconds"),
    };
    let more =
        if records.len() > MOST { format!("<p>The latest {MOST} games are listed.</p>\n") } else { String::new() };
    let again = if finished { String::new() } else { format!("<meta http-equiv=\"refresh\" content=\"{AGAIN}\">\n") };
    let report =
        if finished { "<p><a href=\"report.html\">The report</a> has standings, charts and maps.</p>\n" } else { "" };
    shell("Sandtable games", name, &about, &format!("{again}{report}{more}"), &cards.concat())
}

fn games<'r>(
    rows: impl Iterator<Item = (&'r GameRecord, &'r Reasons)>,
    link: &dyn Fn(&GameRecord) -> String,
) -> String {
    let rows: Vec<Vec<String>> = rows.map(|(record, reasons)| row(record, reasons, link)).collect();
    let head = ["game", "map", "players", "winner", "ended", "length", "reason to look"];
    if rows.is_empty() { String::new() } else { table(&head, rows.into_iter()) }
}

fn row(record: &GameRecord, reasons: &Reasons, link: &dyn Fn(&GameRecord) -> String) -> Vec<String> {
    let number = match &record.replay {
        Some(_) => format!("<a href=\"{}\">{}</a>", escaped(&link(record)), record.game),
        None => record.game.to_string(),
    };
    let winners = (0..record.teams.len()).filter(|row| Some(record.teams[*row]) == record.winner);
    let winners: Vec<&str> = winners.map(|row| record.strategies[row].as_str()).collect();
    let winner = if winners.is_empty() { "–".to_owned() } else { winners.join(", ") };
    vec![
        number,
        words(&record.map),
        words(&record.strategies.join(" – ")),
        words(&winner),
        words(record.termination.name()),
        clock(record.ticks),
        words(&reasons.join("; ")),
    ]
}

/// Who scores what over the games there are.
fn standings(records: &[GameRecord]) -> String {
    let mut rows: Vec<_> = scores(records)
        .into_iter()
        .map(|(name, (points, games))| (points as f64 / (2 * games) as f64, games, name))
        .collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(b.2)));
    let rows = rows.into_iter().map(|(score, games, name)| vec![escaped(name), percent(score), games.to_string()]);
    table(&["strategy", "score", "games"], rows)
}
