//! The result of playing recorded matches again, for people, programs and build servers.

use std::fmt::Write as _;
use std::path::PathBuf;

use sandtable_state::words::counted;
use serde::Serialize;

use super::comparison::{GameComparison, StateDeparture};
use super::keys::KeyChange;
use super::score::{ScoreChange, score_changes};
use crate::junit::{TestCase, junit};
use crate::runner::clock;

/// Fields that are told of a match.
const MAX_FIELDS: usize = 6;

/// One match.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// Its record.
    pub file: PathBuf,
    /// What of its content is another.
    pub keys: Vec<KeyChange>,
    /// How it compares, or why it could not be played.
    pub comparison: Result<GameComparison, String>,
}

/// All of them.
#[derive(Clone, Debug)]
pub struct RegressionReport {
    /// The matches, in the order of the files.
    pub games: Vec<GameReport>,
    /// What of their content is another.
    pub keys: Vec<KeyChange>,
    /// What became of the strategies' scores.
    pub scores: Vec<ScoreChange>,
}

/// The whole report as JSON.
#[derive(Serialize)]
struct ReportJson<'r> {
    changed_keys: &'r [KeyChange],
    games: Vec<GameJson<'r>>,
    played: usize,
    changed: usize,
    failed: usize,
    scores: &'r [ScoreChange],
}

#[derive(Serialize)]
struct GameJson<'r> {
    file: String,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    comparison: Option<&'r GameComparison>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'r str>,
}

impl RegressionReport {
    pub(super) fn new(games: Vec<GameReport>) -> RegressionReport {
        let mut keys: Vec<KeyChange> = games.iter().flat_map(|game| game.keys.iter().cloned()).collect();
        keys.sort();
        keys.dedup();
        let compared: Vec<GameComparison> = games.iter().filter_map(|game| game.comparison.clone().ok()).collect();
        RegressionReport { scores: score_changes(&compared), games, keys }
    }

    /// Matches that changed, and those that could not be played.
    pub fn counts(&self) -> (usize, usize) {
        let changed = |game: &&GameReport| game.comparison.as_ref().is_ok_and(|it| it.changed);
        let changed = self.games.iter().filter(changed).count();
        (changed, self.games.iter().filter(|game| game.comparison.is_err()).count())
    }

    /// The report in words.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for key in &self.keys {
            let _ = writeln!(text, "changed: {key}");
        }
        for game in &self.games {
            let _ = write!(text, "{}: ", game.file.display());
            match &game.comparison {
                Err(why) => drop(writeln!(text, "FAILED: {why}")),
                Ok(same) if !same.changed => text += "the same\n",
                Ok(changed) => drop(writeln!(text, "CHANGED\n{}", changed.lines().join("\n"))),
            }
        }
        let (changed, failed) = self.counts();
        let _ = write!(text, "{}, {changed} changed", counted(self.games.len() as u64, "game", "games"));
        let _ = writeln!(text, "{}", if failed > 0 { format!(", {failed} cannot be played") } else { String::new() });
        for score in &self.scores {
            let _ = writeln!(text, "  {score}");
        }
        text
    }

    /// The report as a line of JSON.
    ///
    /// # Errors
    /// None that a report has; the writer's.
    pub fn json(&self) -> serde_json::Result<String> {
        let (changed, failed) = self.counts();
        let games = self.games.iter().map(|game| GameJson {
            file: game.file.display().to_string(),
            comparison: game.comparison.as_ref().ok(),
            error: game.comparison.as_ref().err().map(String::as_str),
        });
        let (games, played) = (games.collect(), self.games.len() - failed);
        serde_json::to_string(&ReportJson {
            changed_keys: &self.keys,
            games,
            played,
            changed,
            failed,
            scores: &self.scores,
        })
    }

    /// The report as JUnit's XML: a test case a match.
    pub fn junit(&self) -> String {
        let case = |game: &GameReport| {
            let failure = match &game.comparison {
                Err(why) => Some(why.clone()),
                Ok(same) if !same.changed => None,
                Ok(changed) => {
                    let keys = self.keys.iter().map(|key| format!("changed: {key}"));
                    Some(
                        keys.chain(changed.lines().into_iter().map(|line| line.trim().to_owned()))
                            .collect::<Vec<_>>()
                            .join("; "),
                    )
                }
            };
            TestCase::new(game.file.display().to_string(), failure)
        };
        junit("replay rerun", &self.games.iter().map(case).collect::<Vec<_>>())
    }
}

impl GameComparison {
    /// What is another, a line each.
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.order.iter().map(|order| format!("  first order: {order}")).collect();
        lines.extend(self.state.iter().flat_map(StateDeparture::lines));
        if self.before == self.now {
            lines.push("  ends the same".to_owned());
        } else {
            let told = |verdict: &str, tick: u32| format!("{verdict} at {} (tick {tick})", clock(tick));
            let (before, now) = (&self.before, &self.now);
            let told = [told(&before.verdict, before.ticks), told(&now.verdict, now.ticks)];
            lines.push(format!("  ended {}; now {}", told[0], told[1]));
        }
        lines
    }
}

impl StateDeparture {
    fn lines(&self) -> Vec<String> {
        let StateDeparture { tick, phase, parts, fields } = self;
        let at = format!("  first state: tick {tick} ({})", clock(*tick));
        let Some(phase) = phase else {
            return vec![format!("{at}; another engine recorded it: name that program with --program for details")];
        };
        let mut lines = vec![format!("{at}, phase {phase}, in {}", parts.join(", "))];
        lines.extend(fields.iter().take(MAX_FIELDS).map(|field| format!("    {}", field.change())));
        if fields.len() > MAX_FIELDS {
            lines.push(format!("    and {} fields more", fields.len() - MAX_FIELDS));
        }
        lines
    }
}
