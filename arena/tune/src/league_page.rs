//! The history of a league as one page that needs nothing else: who joined when, whom each beat, and how it ended.

use std::fmt::Write as _;

use sandtable_stats::Estimate;
use sandtable_viewer::chart::{Axis, Plot, colour};
use sandtable_viewer::html::{card, cross_table, empty_heat_cell, escaped, heat_cell, shell, table, words};

use super::league::{Generation, League, Racer};
use super::report::matrix;
use super::summary::{LEAGUE_SCORE, Summary};

/// The page's name.
pub(super) const HISTORY: &str = "league.html";

/// The page.
pub(super) fn history(summary: &Summary, league: &League) -> String {
    let class = if summary.is_good() { "good" } else { "warn" };
    let (champion, asked) = (escaped(&league.champion), LEAGUE_SCORE * 100.0);
    let said = format!(
        "<p class=\"{class}\">{}</p>\n<p>Champion of the last race: <b>{champion}</b>. Aim: {asked:.0} % against each member of the first pool.</p>\n<p><a href=\"report.html\">The report</a> has the searches and the values.</p>\n",
        escaped(&summary.line())
    );
    let cards = [
        card("Members", joined(summary, league), true),
        card("Scores before each generation", met(league), true),
        card("The last race", race(league), true),
        card("The proof", summary.proof.as_ref().map(matrix).unwrap_or_default(), true),
    ];
    shell("Sandtable league", &format!("The league of {}", summary.name), "", &said, &cards.concat())
}

/// The names of those that generations were tuned from, in order, and of the last one.
fn origins<'l>(summary: &'l Summary, league: &'l League) -> Vec<&'l str> {
    let mut names = vec![summary.name.as_str()];
    for one in &league.generations {
        names.push(one.name.as_deref().unwrap_or(names[names.len() - 1]));
    }
    names
}

/// Members as bars from the game on after which they are met, and how each came to be.
fn joined(summary: &Summary, league: &League) -> String {
    let Some(first) = league.generations.first() else { return String::new() };
    let ends: Vec<u32> = league.generations.iter().map(|one| one.games_after).collect();
    let last = ends.last().copied().unwrap_or_default();
    let pool = first.weights.iter().map(|(name, _)| (name.clone(), 0));
    let new = league.generations.iter().zip(&ends).filter_map(|(one, end)| Some((one.name.clone()?, *end)));
    let (names, from): (Vec<String>, Vec<u32>) = pool.chain(new).unzip();
    let end = f64::from(last.max(1)) * 1.04;
    let mut plot = Plot::rows(Axis { low: 0.0, high: end, name: "games of the league" }, &names, 22.0);
    for (row, (name, from)) in names.iter().zip(&from).enumerate() {
        let (y, shade) = (row as f64, if *from == 0 { 7 } else { 0 });
        plot.rect([f64::from(*from), end], [y + 0.2, y + 0.8], &colour(shade), &format!("{name}: from game {from} on"));
    }
    let origins = origins(summary, league);
    let row = |(row, one): (usize, &Generation)| {
        let changed = one.name.clone().unwrap_or_else(|| "none: no candidate was better".to_owned());
        let worth = one.found.steps.last().map_or_else(|| "·".to_owned(), |step| range(step.worth));
        vec![
            (row + 1).to_string(),
            words(&changed),
            words(origins[row]),
            one.games_before.to_string(),
            one.games_after.to_string(),
            worth,
        ]
    };
    let head = ["generation", "joined", "tuned from", "from game", "to game", "worth of the search's best, in %"];
    format!(
        "<figure style=\"max-width:620px\">{}</figure>\n<p class=\"soft\">Grey: the first pool; blue: generations, opponents from the game at which they joined.</p>\n{}",
        plot.finish("Members by the game at which they joined"),
        table(&head, league.generations.iter().enumerate().map(row))
    )
}

/// Scores of those that were tuned from, against each of the pool of their time.
fn met(league: &League) -> String {
    let Some(widest) = league.generations.last() else { return String::new() };
    let columns: Vec<String> = (1..=league.generations.len()).map(|row| format!("before generation {row}")).collect();
    let rows = widest.weights.iter().map(|(name, _)| {
        let cell = |one: &Generation| {
            let row = one.weights.iter().position(|(other, _)| other == name);
            row.map_or_else(|| empty_heat_cell().to_owned(), |row| heat(one.scores[row], one.weights[row].1))
        };
        (name.clone(), league.generations.iter().map(cell).collect::<String>())
    });
    cross_table("against", &columns.iter().map(String::as_str).collect::<Vec<_>>(), rows)
        + "<p class=\"soft\">Scores with 95 % intervals, and the weight of each opponent in the next search: harder opponents have higher weights.</p>\n"
}

fn heat(score: Estimate, weight: f64) -> String {
    heat_cell(score.value, &format!("{} · weight {:.0} %", range(score), weight * 100.0))
}

/// The last race: every member against every one of the first pool.
fn race(league: &League) -> String {
    let Some(first) = league.race.first() else { return String::new() };
    let columns: Vec<&str> = first.scores.iter().map(|(name, _)| name.as_str()).collect();
    let rows = league.race.iter().map(|racer| (told(racer, &league.champion), cells(racer)));
    let mut text = cross_table("member", &columns, rows);
    let lost = league.race.iter().filter(|racer| !racer.finished).count();
    let _ = writeln!(
        text,
        "<p class=\"soft\">Scores with 95 % intervals. All play the same pairs; members significantly worse than the leader stop: {lost} of {} did.</p>",
        league.race.len()
    );
    text
}

fn told(racer: &Racer, champion: &str) -> String {
    let how = match (racer.name == champion, racer.finished) {
        (true, _) => "champion",
        (false, true) => "finished",
        (false, false) => "stopped",
    };
    format!("{}: {how}, {} pairs", racer.name, racer.pairs)
}

fn cells(racer: &Racer) -> String {
    let cell = |(_, score): &(String, Option<Estimate>)| {
        score.map_or_else(|| empty_heat_cell().to_owned(), |score| heat_cell(score.value, &range(score)))
    };
    racer.scores.iter().map(cell).collect()
}

/// An interval in percent.
fn range(Estimate { low, high, .. }: Estimate) -> String {
    format!("{:.0} … {:.0} %", low * 100.0, high * 100.0)
}
