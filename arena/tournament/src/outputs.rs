//! What is made of the games: the summary, tables for people, for spreadsheets, for continuous integration.

use std::fmt::Write as _;

use sandtable_match::Failure;
use sandtable_match::junit::TestCase;

use super::html::html;
use super::prepare::Prepared;
use super::record::GameRecord;
use super::report::markdown;
use super::summary::Summary;

/// The tournament as a page.
pub(super) const REPORT: &str = "report.html";

/// The files that follow from the games, by name: a tournament writes them, and verifying makes them anew.
///
/// # Errors
/// When the summary cannot be written as JSON.
pub(super) fn derived(
    prepared: &Prepared,
    summary: &Summary,
    records: &[GameRecord],
) -> Result<Vec<(&'static str, String)>, Failure> {
    Ok(vec![
        ("summary.json", to_json(summary)?),
        ("summary.md", markdown(summary)),
        (REPORT, html(prepared, summary, records, "")),
        ("games.csv", csv(records)),
        ("junit.xml", junit(summary, records)),
    ])
}

/// A line a player of each game, for spreadsheets (RFC 4180).
fn csv(records: &[GameRecord]) -> String {
    let mut text = "game,pair,round,map,seed,player,team,strategy,place,termination,ticks,score,gathered,units_made,\
                    units_lost,units_killed,hash\n"
        .to_owned();
    for record in records {
        for (row, side) in record.sides.iter().enumerate() {
            let sums = &side.sums;
            let gathered: u64 = sums.gathered.iter().map(|amount| u64::from(*amount)).sum();
            let cells = [
                record.game.to_string(),
                record.pair.to_string(),
                record.round.to_string(),
                quoted(&record.map),
                record.seed.clone(),
                (row + 1).to_string(),
                record.teams[row].to_string(),
                quoted(&record.strategies[row]),
                record.places[row].to_string(),
                record.termination.name().to_owned(),
                record.ticks.to_string(),
                side.score.to_string(),
                gathered.to_string(),
                sums.units_made.to_string(),
                sums.units_lost.to_string(),
                sums.units_killed.to_string(),
                record.hash.clone(),
            ];
            let _ = writeln!(text, "{}", cells.join(","));
        }
    }
    text
}

fn quoted(text: &str) -> String {
    let plain = !text.contains(['"', ',', '\n', '\r']);
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}

/// A test case for each expectation, and one for each game in which somebody failed.
fn junit(summary: &Summary, records: &[GameRecord]) -> String {
    let mut cases = Vec::new();
    for judged in &summary.expectations {
        let failure =
            (!judged.holds).then(|| format!("expected {}; found {}", judged.expected, judged.found_in_words()));
        cases.push(TestCase::new(judged.expected.clone(), failure));
    }
    for record in records {
        let said = record.said();
        let failed = !record.counts() || !said.is_empty();
        if failed {
            let name = format!("game {}: {} on {}", record.game, record.strategies.join(" against "), record.map);
            let failure = Some(format!("{}: {}", record.termination.name(), said.join("; ")));
            cases.push(TestCase::new(name, failure));
        }
    }
    sandtable_match::junit::junit(&summary.name, &cases)
}

pub(super) fn unwritable(error: &serde_json::Error) -> Failure {
    Failure::Engine(format!("results that cannot be written as JSON: {error}"))
}

/// A file of JSON for people to look into.
pub(super) fn to_json(value: &impl serde::Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|error| unwritable(&error))?;
    Ok(text + "\n")
}
