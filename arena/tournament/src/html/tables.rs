//! The tables of the page.

use sandtable_match::score::WinDrawLoss;
use sandtable_stats::Pentanomial;
use sandtable_viewer::html::{cross_table, empty_heat_cell, escaped, heat_cell, percent, table, words};

use crate::record::GameRecord;
use crate::report::{self, BRACKET_HEAD, COUNTERS_HEAD, SWISS_HEAD, bracket_row};
use crate::summary::Summary;

/// Failures that are listed.
const MAX_FAILURES: usize = 100;

fn bar(share: f64) -> String {
    format!("<span class=\"bar\"><i style=\"width:{:.1}%\"></i></span>", share * 100.0)
}

/// Who stands where.
pub(super) fn standings(summary: &Summary) -> String {
    let head = [
        "strategy", "", "score", "95 %", "games", "won", "drawn", "lost", "Elo", "Glicko-2", "Weng-Lin", "Nash",
        "α-rank",
    ];
    let rows = summary.standings.iter().map(|standing| {
        let WinDrawLoss { wins, draws, losses } = standing.tally;
        let [low, high] = standing.interval;
        let elo = standing.elo.elo;
        let weight =
            |band: Option<sandtable_stats::Band>| band.map_or_else(|| "·".to_owned(), |band| percent(band.value));
        vec![
            escaped(&standing.strategy),
            bar(standing.score),
            percent(standing.score),
            format!("{:.1} – {:.1}", low * 100.0, high * 100.0),
            standing.tally.games().to_string(),
            wins.to_string(),
            draws.to_string(),
            losses.to_string(),
            format!("{:.0} ± {:.0}", elo.value.round() + 0.0, (elo.high - elo.low) / 2.0),
            format!("{:.0} ± {:.0}", standing.glicko.rating, 2.0 * standing.glicko.deviation),
            format!("{:.1} ± {:.1}", standing.weng_lin.mean, 2.0 * standing.weng_lin.deviation),
            weight(standing.nash),
            weight(standing.alpha_rank),
        ]
    });
    table(&head, rows)
}

/// Who met whom in a knockout, and who went on.
pub(super) fn bracket(summary: &Summary) -> String {
    let Some(bracket) = &summary.bracket else { return String::new() };
    let rows = bracket.meetings.iter().map(|meeting| bracket_row(meeting).iter().map(|cell| words(cell)).collect());
    table(&BRACKET_HEAD, rows)
}

/// Points and Buchholz of Swiss rounds.
pub(super) fn swiss(summary: &Summary) -> String {
    let rows = summary.standings.iter().enumerate().filter_map(|(place, standing)| {
        let swiss = standing.swiss?;
        let figures = [format!("{:.1}", swiss.points), format!("{:.1}", swiss.buchholz), swiss.byes.to_string()];
        Some([(place + 1).to_string(), words(&standing.strategy)].into_iter().chain(figures).collect())
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if rows.is_empty() { String::new() } else { table(&SWISS_HEAD, rows.into_iter()) }
}

/// Who scores best against each.
pub(super) fn counters(summary: &Summary) -> String {
    let rows: Vec<Vec<String>> =
        report::counters(summary).iter().map(|row| row.iter().map(|cell| words(cell)).collect()).collect();
    if rows.is_empty() { String::new() } else { table(&COUNTERS_HEAD, rows.into_iter()) }
}

/// What row got against column, coloured by score.
pub(super) fn cross(summary: &Summary) -> String {
    let names: Vec<&str> = summary.standings.iter().map(|standing| standing.strategy.as_str()).collect();
    let rows = names.iter().zip(&summary.cross);
    let rows = rows.map(|(name, results)| ((*name).to_owned(), results.iter().map(heat).collect::<String>()));
    cross_table("", &names, rows) + "<p class=\"soft\">Score of the row against the column; won – drawn – lost.</p>\n"
}

fn heat(results: &WinDrawLoss) -> String {
    let WinDrawLoss { wins, draws, losses } = results;
    match results.games() {
        0 => empty_heat_cell().to_owned(),
        _ => heat_cell(results.score(), &format!("{wins} – {draws} – {losses}")),
    }
}

fn penta(pairs: &Pentanomial) -> String {
    let most = f64::from(pairs.0.iter().copied().max().unwrap_or(0).max(1));
    let bars: String = pairs
        .0
        .iter()
        .map(|count| format!("<i style=\"height:{:.0}%\"></i>", f64::from(*count) / most * 100.0))
        .collect();
    let said = pairs.0.map(|count| count.to_string()).join(" ");
    format!("<span class=\"penta\" title=\"{said}\">{bars}</span> {said}")
}

/// What every two got in pairs, overall and by map.
pub(super) fn pairs(summary: &Summary) -> String {
    if summary.meetings.is_empty() {
        return String::new();
    }
    let head = [
        "meeting",
        "map",
        "pairs in which the first has 0, ½, 1, 1½, 2 points",
        "distinct",
        "score",
        "Elo, 95 %",
        "normalized Elo",
        "LOS",
    ];
    let rows = summary.meetings.iter().map(|meeting| {
        let ends = |estimate: sandtable_stats::Estimate| {
            let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(|figure| figure.round() + 0.0);
            format!("{value:.0} ({low:.0} … {high:.0})")
        };
        vec![
            format!("{} – {}", escaped(&meeting.strategies[0]), escaped(&meeting.strategies[1])),
            meeting.map.as_deref().map_or_else(|| "<b>all</b>".to_owned(), escaped),
            penta(&meeting.pairs),
            format!("{} of {}", meeting.pairs.pairs(), meeting.played_pairs),
            percent(meeting.score.value),
            ends(meeting.elo),
            meeting.nelo.map_or_else(|| "·".to_owned(), ends),
            percent(meeting.los),
        ]
    });
    table(&head, rows)
}

/// What player 1 scored by map, and each strategy from each side.
pub(super) fn maps(summary: &Summary) -> String {
    let side = |score: f64, [low, high]: [f64; 2]| {
        let (low, high) = (low * 100.0, high * 100.0);
        vec![bar(score), percent(score), format!("{low:.1} – {high:.1}")]
    };
    let sides = summary.sides.iter().map(|score| {
        let who = score
            .strategy
            .as_deref()
            .map_or_else(|| "all games".to_owned(), |name| format!("{} against itself", escaped(name)));
        let mut row =
            vec![escaped(&score.map), format!("<span class=\"words\">{who}</span>"), score.tally.games().to_string()];
        row.extend(side(score.score, score.interval));
        row
    });
    let maps = summary.maps.iter().map(|score| {
        let mut row = vec![escaped(&score.map), words(&score.strategy), score.player.to_string()];
        row.push(score.tally.games().to_string());
        row.extend(side(score.score, score.interval));
        row
    });
    let first = if summary.sides.is_empty() {
        String::new()
    } else {
        table(&["map", "of", "games", "player 1", "", "95 %"], sides)
    };
    first + &table(&["map", "strategy", "as player", "games", "score", "", "95 %"], maps)
}

/// Who failed, and message of it.
pub(super) fn failures(records: &[GameRecord]) -> String {
    let failed = |record: &&GameRecord| !record.counts() || record.sides.iter().any(|side| side.forfeited.is_some());
    let rows: Vec<Vec<String>> = records
        .iter()
        .filter(failed)
        .take(MAX_FAILURES)
        .map(|record| {
            let strategies = escaped(&record.strategies.join(" – "));
            vec![
                record.game.to_string(),
                strategies,
                escaped(&record.map),
                record.termination.name().to_owned(),
                escaped(&record.said().join("; ")),
            ]
        })
        .collect();
    if rows.is_empty() {
        String::new()
    } else {
        table(&["game", "strategies", "map", "termination", "message"], rows.into_iter())
    }
}
