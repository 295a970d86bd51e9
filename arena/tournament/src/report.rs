//! A tournament's summary as people read it: tables for the terminal and for `summary.md`.

use std::fmt::Write as _;

use sandtable_match::runner::clock;
use sandtable_match::score::WinDrawLoss;
use sandtable_stats::{Estimate, SprtState, SprtVerdict};

use super::pairs::Meeting;
use super::placing::{Bracket, BracketMeeting};
use super::standings::SideScore;
use super::summary::{Standing, Summary};

/// A table: its head, then its rows.
struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The tables as text for a terminal.
pub fn tables(summary: &Summary) -> String {
    let mut text = String::new();
    let over_all_maps: Vec<Meeting> =
        summary.meetings.iter().filter(|meeting| meeting.map.is_none()).cloned().collect();
    for (title, table) in parts(summary, &over_all_maps) {
        let _ = write!(text, "{title}\n{}\n", table.plain());
    }
    for line in remarks(summary) {
        let _ = writeln!(text, "{line}");
    }
    text
}

/// The report as a page of Markdown.
pub fn markdown(summary: &Summary) -> String {
    let mut text = format!("# {}\n\n{}\n", summary.name, remarks(summary).join("\n\n"));
    for (title, table) in parts(summary, &summary.meetings) {
        let _ = write!(text, "\n## {title}\n\n{}", table.markdown());
    }
    text
}

fn counts(summary: &Summary) -> String {
    let Summary { games, decided, distinct_hashes, forfeits, engine_errors, .. } = summary;
    let pairs = if summary.pairs > 0 { format!(" in {} pairs", summary.pairs) } else { String::new() };
    let mut text = format!(
        "seed {}: {games} games{pairs}, {decided} decided before the time limit, median length {}, {distinct_hashes} different \
         final states",
        summary.base_seed,
        clock(summary.median_ticks)
    );
    for (count, what) in [(forfeits, "forfeits"), (engine_errors, "engine errors or desyncs (not counted)")] {
        if *count > 0 {
            let _ = write!(text, ", {count} {what}");
        }
    }
    text
}

/// What is to be said in a line each.
pub(super) fn remarks(summary: &Summary) -> Vec<String> {
    let mut lines = vec![counts(summary)];
    let Summary { distinct_games, counted, distinct_pairs, pairs, .. } = summary;
    if distinct_games < counted {
        let by_pairs = if *pairs > 0 { format!(" in {distinct_pairs} of {pairs} pairs") } else { String::new() };
        lines.push(format!(
            "distinct: {distinct_games} of {counted} games{by_pairs}; bit-identical games are counted once in every table, interval and test"
        ));
    }
    lines.extend(summary.bracket.as_ref().map(champion));
    let name = |row: usize| summary.standings[row].strategy.as_str();
    for group in &summary.cycles.groups {
        let names: Vec<&str> = group.iter().map(|row| name(*row)).collect();
        lines.push(format!("beat each other in a cycle: {}; no ranking orders them", names.join(", ")));
    }
    lines.extend(summary.sprt.as_ref().map(sprt));
    for judged in &summary.expectations {
        let how = if judged.holds { "as expected" } else { "NOT as expected" };
        lines.push(format!("{how} (line {}): {}; found {}", judged.line, judged.expected, judged.found_in_words()));
    }
    lines
}

fn champion(bracket: &Bracket) -> String {
    let by_name = bracket.meetings.iter().filter(|meeting| meeting.by_name).count();
    let said = match by_name {
        0 => String::new(),
        _ => format!("; {by_name} even meetings were decided by the higher seed"),
    };
    match &bracket.champion {
        Some(name) => format!("champion: {name}{said}"),
        None => format!("no champion yet{said}"),
    }
}

fn sprt(state: &SprtState) -> String {
    let SprtState { test, pairs, llr, lower, upper, verdict } = state;
    let verdict = match verdict {
        SprtVerdict::Undecided => "undecided",
        SprtVerdict::AcceptH0 => "H0 accepted",
        SprtVerdict::AcceptH1 => "H1 accepted",
    };
    let model = if test.model == sandtable_stats::SprtModel::Normalized { "normalized" } else { "logistic" };
    format!(
        "SPRT of {model} Elo {} against {}: {verdict} after {pairs} pairs, LLR {llr:.2} in {lower:.2} … {upper:.2}",
        test.elo0, test.elo1
    )
}

fn parts(summary: &Summary, shown: &[Meeting]) -> Vec<(&'static str, Table)> {
    let mut parts = vec![
        ("Standings", standings(&summary.standings)),
        ("Cross table (wins – draws – losses of the row against the column)", cross(summary)),
    ];
    let counters = counters(summary);
    if !counters.is_empty() {
        parts.insert(1, (COUNTERS, Table { head: texts(&COUNTERS_HEAD), rows: counters }));
    }
    if summary.standings.iter().any(|standing| standing.swiss.is_some()) {
        parts.insert(0, ("Swiss rounds", swiss(&summary.standings)));
    }
    if let Some(drawn) = &summary.bracket {
        parts.insert(0, ("Bracket", bracket(drawn)));
    }
    if !shown.is_empty() {
        parts.push(("Pairs (of the first: 0, ½, 1, 1½, 2 points)", meetings(shown)));
    }
    if !summary.sides.is_empty() {
        parts.push(("Player 1 by map", sides(&summary.sides)));
    }
    parts
}

fn swiss(standings: &[Standing]) -> Table {
    let row = |(place, standing): (usize, &Standing)| {
        let swiss = standing.swiss.unwrap_or_default();
        let figures = [format!("{:.1}", swiss.points), format!("{:.1}", swiss.buchholz), swiss.byes.to_string()];
        [(place + 1).to_string(), standing.strategy.clone()].into_iter().chain(figures).collect()
    };
    let rows = standings.iter().enumerate().map(row).collect();
    Table { head: texts(&SWISS_HEAD), rows }
}

fn bracket(bracket: &Bracket) -> Table {
    Table { head: texts(&BRACKET_HEAD), rows: bracket.meetings.iter().map(bracket_row).collect() }
}

/// The columns of Swiss rounds.
pub(super) const SWISS_HEAD: [&str; 5] = ["#", "strategy", "points", "Buchholz", "byes"];

/// The columns of a bracket.
pub(super) const BRACKET_HEAD: [&str; 5] = ["stage", "one", "other", "points", "goes on"];

/// A meeting of a bracket in words, by those columns.
pub(super) fn bracket_row(meeting: &BracketMeeting) -> Vec<String> {
    let decided = meeting.winner.is_some();
    let nobody = if decided { "bye" } else { "·" };
    let [one, other] = [0, 1].map(|seat| meeting.strategies[seat].clone().unwrap_or_else(|| nobody.to_owned()));
    let met = meeting.strategies.iter().all(Option::is_some);
    let again = match meeting.tie_breaks {
        0 => String::new(),
        times => format!(", {times} tie-breaks"),
    };
    let points =
        if met { format!("{:.1} – {:.1}{again}", meeting.points[0], meeting.points[1]) } else { String::new() };
    let how = if meeting.by_name { " (named higher)" } else { "" };
    let winner = meeting.winner.as_ref().map_or_else(|| "·".to_owned(), |name| format!("{name}{how}"));
    vec![meeting.stage.clone(), one, other, points, winner]
}

fn meetings(meetings: &[Meeting]) -> Table {
    let row = |meeting: &Meeting| {
        let [first, second] = &meeting.strategies;
        let map = meeting.map.clone().unwrap_or_else(|| "all".to_owned());
        let counts: Vec<String> = meeting.pairs.0.iter().map(u32::to_string).collect();
        let nelo = meeting.nelo.map_or_else(|| "·".to_owned(), plus_minus);
        vec![
            format!("{first} – {second}"),
            map,
            counts.join(" "),
            percent(meeting.score.value),
            plus_minus(meeting.elo),
            nelo,
            percent(meeting.los),
        ]
    };
    let head = ["meeting", "map", "pairs", "score", "Elo", "normalized Elo", "LOS"];
    Table { head: texts(&head), rows: meetings.iter().map(row).collect() }
}

/// A figure with half its interval, or with its ends when it does not lie in the middle.
fn plus_minus(estimate: Estimate) -> String {
    // Adding 0 makes −0 of what rounds to nothing a plain 0.
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(|figure| figure.round() + 0.0);
    let (below, above) = (value - low, high - value);
    if (below - above).abs() <= 0.1 * (below + above) {
        format!("{value:.0} ± {:.0}", (below + above) / 2.0)
    } else {
        format!("{value:.0} ({low:.0} … {high:.0})")
    }
}

fn standings(standings: &[Standing]) -> Table {
    let head = [
        "#", "strategy", "games", "wins", "draws", "losses", "points", "score", "95 %", "Elo", "Glicko-2", "Weng-Lin",
        "Nash", "α-rank",
    ];
    let row = |(place, standing): (usize, &Standing)| {
        let WinDrawLoss { wins, draws, losses } = standing.tally;
        let points = standing.tally.points();
        let mut row = vec![(place + 1).to_string(), standing.strategy.clone(), standing.tally.games().to_string()];
        row.extend([wins, draws, losses].map(|count| count.to_string()));
        row.extend([format!("{points:.1}"), percent(standing.score), range(standing.interval)]);
        row.push(plus_minus(standing.elo.elo));
        row.push(format!("{:.0} ± {:.0}", standing.glicko.rating, 2.0 * standing.glicko.deviation));
        row.push(format!("{:.1} ± {:.1}", standing.weng_lin.mean, 2.0 * standing.weng_lin.deviation));
        for weight in [standing.nash, standing.alpha_rank] {
            row.push(weight.map_or_else(|| "·".to_owned(), |weight| percent(weight.value)));
        }
        row
    };
    Table { head: texts(&head), rows: standings.iter().enumerate().map(row).collect() }
}

fn cross(summary: &Summary) -> Table {
    let names: Vec<&str> = summary.standings.iter().map(|standing| standing.strategy.as_str()).collect();
    let mut head = vec![String::new()];
    head.extend(names.iter().map(|name| (*name).to_owned()));
    let cell = |tally: &WinDrawLoss| match tally.games() {
        0 => "·".to_owned(),
        _ => format!("{} – {} – {}", tally.wins, tally.draws, tally.losses),
    };
    let rows = names.iter().zip(&summary.cross).map(|(name, tallies)| {
        let cells = tallies.iter().map(cell);
        std::iter::once((*name).to_owned()).chain(cells).collect()
    });
    Table { head, rows: rows.collect() }
}

/// The title of the table of counters.
pub(super) const COUNTERS: &str = "Counters (the opponents with the best score against each strategy)";

/// Its columns.
pub(super) const COUNTERS_HEAD: [&str; 4] = ["strategy", "score", "counter", "score of the counter"];

/// Fewest strategies of which the cross table does not show this at a glance.
const MIN_COUNTERED: usize = 5;

/// The counters of each strategy by those columns: those who share the best score against it. None among few strategies, or when not
/// every two have met.
pub(super) fn counters(summary: &Summary) -> Vec<Vec<String>> {
    let standings = &summary.standings;
    let unmet = |tallies: &Vec<WinDrawLoss>| tallies.iter().filter(|tally| tally.games() == 0).count();
    if standings.len() < MIN_COUNTERED || summary.cross.iter().any(|tallies| unmet(tallies) > 1) {
        return Vec::new();
    }
    let row = |(standing, tallies): (&Standing, &Vec<WinDrawLoss>)| {
        let met = standings.iter().zip(tallies).filter(|(_, tally)| tally.games() > 0);
        let worst = met.clone().map(|(_, tally)| tally.score()).fold(1.0, f64::min);
        let counters = met.filter(|(_, tally)| tally.score() <= worst);
        let names: Vec<&str> = counters.map(|(other, _)| other.strategy.as_str()).collect();
        vec![standing.strategy.clone(), percent(standing.score), names.join(", "), percent(1.0 - worst)]
    };
    standings.iter().zip(&summary.cross).map(row).collect()
}

fn sides(sides: &[SideScore]) -> Table {
    let row = |side: &SideScore| {
        let strategy = side.strategy.clone().unwrap_or_else(|| "all".to_owned());
        let games = side.tally.games().to_string();
        vec![side.map.clone(), strategy, games, percent(side.score), range(side.interval)]
    };
    Table { head: texts(&["map", "both sides", "games", "player 1", "95 %"]), rows: sides.iter().map(row).collect() }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn range([low, high]: [f64; 2]) -> String {
    format!("{:.1} – {:.1}", low * 100.0, high * 100.0)
}

impl Table {
    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| {
            let cells = self.rows.iter().chain([&self.head]).filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        (0..self.head.len()).map(width).collect()
    }

    fn plain(&self) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for row in [&self.head].into_iter().chain(&self.rows) {
            let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| pad(cell, *width)).collect();
            let _ = writeln!(text, "  {}", cells.join("  ").trim_end());
        }
        text
    }

    fn markdown(&self) -> String {
        let line = |row: &[String]| format!("| {} |\n", row.join(" | "));
        let rule = format!("|{}\n", " --- |".repeat(self.head.len()));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        line(&self.head) + &rule + &rows
    }
}

/// Names to the left, figures to the right.
fn pad(cell: &str, width: usize) -> String {
    let gap = " ".repeat(width.saturating_sub(cell.chars().count()));
    let figure = cell.starts_with(|first: char| first.is_ascii_digit());
    if figure { format!("{gap}{cell}") } else { format!("{cell}{gap}") }
}
