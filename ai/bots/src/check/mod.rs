//! The compliance suite: a bot is put through short matches against nobody, and what it does is held to what is asked of bots.

mod soak;
mod trial;

use std::sync::Arc;
use std::time::Duration;

use sandtable_ai::{Commander, Failing, Failure};
use sandtable_sim::id::PlayerId;
use sandtable_sim::scenario::Scenario;
use serde::Serialize;

pub use soak::{Left, Soaked, soak};
use trial::{Trial, trial};

use crate::limits::Limits;

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// As it should be.
    Passed,
    /// Not as it should be.
    Failed,
    /// Good to know, and no fault.
    Noted,
    /// What was asked before failed.
    Skipped,
}

/// One check and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// Its name.
    pub name: &'static str,
    /// What is asked of the bot.
    pub asks: &'static str,
    /// How it came out.
    pub verdict: Verdict,
    /// What was found.
    pub found: String,
}

/// The checks, in order, with what each asks.
const CHECKS: [(&str, &str); 8] = [
    ("hello", "it starts, and says hello in the version of the protocol that is spoken here"),
    ("start", "it answers the first, whole observation"),
    ("deltas", "it goes on answering observations that say what has changed"),
    ("orders", "it gives no order that could never be taken"),
    ("deadlines", "no decision is longer than the first tier of time"),
    ("seats", "it plays as any player"),
    ("end", "it is gone soon after the end of the match"),
    ("determinism", "with equal seeds it gives equal orders"),
];

/// What the bot is put through.
#[derive(Clone, Debug)]
pub struct Course {
    /// Where.
    pub scenario: Arc<Scenario>,
    /// Decisions in each match.
    pub decisions: u32,
    /// What it may take.
    pub limits: Limits,
}

/// Builds the bot for a player with a seed.
pub type Build<'b> = &'b dyn Fn(PlayerId, u64) -> Box<dyn Commander>;

/// Runs all checks.
pub fn check(course: &Course, build: Build<'_>) -> Vec<Check> {
    let first = trial(course, build(PlayerId(0), 1), PlayerId(0), 1);
    let mut found: Vec<(Verdict, String)> = vec![hello(&first), start(&first), deltas(&first), orders(&first)];
    if first.failure.is_some() {
        found.resize(CHECKS.len(), (Verdict::Skipped, "it failed before".to_owned()));
        return named(found);
    }
    let again = trial(course, build(PlayerId(0), 1), PlayerId(0), 1);
    let last = PlayerId(course.scenario.players.len() as u8 - 1);
    let seated = trial(course, build(last, 2), last, 2);
    found.extend([deadlines(course, &first), seats(last, &seated), end(&first), determinism(&first, &again)]);
    named(found)
}

fn named(found: Vec<(Verdict, String)>) -> Vec<Check> {
    let check = |((name, asks), (verdict, found))| Check { name, asks, verdict, found };
    CHECKS.into_iter().zip(found).map(check).collect()
}

/// Whether none failed.
pub fn is_compliant(checks: &[Check]) -> bool {
    checks.iter().all(|check| matches!(check.verdict, Verdict::Passed | Verdict::Noted))
}

fn words(failure: &Failure) -> String {
    let how = serde_json::to_value(failure.how).ok();
    let how = how.and_then(|how| how.as_str().map(str::to_owned)).unwrap_or_default();
    format!("{how}: {}", failure.message)
}

fn milliseconds(time: Duration) -> String {
    format!("{}.{:02} ms", time.as_millis(), time.as_micros() % 1_000 / 10)
}

fn hello(trial: &Trial) -> (Verdict, String) {
    match &trial.failure {
        Some((0, failure)) => (Verdict::Failed, words(failure)),
        _ => {
            let ready = milliseconds(trial.ready);
            (Verdict::Passed, format!("ready after {ready}; it decides every {} ticks", trial.interval))
        }
    }
}

fn start(trial: &Trial) -> (Verdict, String) {
    match &trial.failure {
        Some((0, _)) => (Verdict::Skipped, "it failed before".to_owned()),
        Some((1, failure)) if failure.how != Failing::IllegalOrders => (Verdict::Failed, words(failure)),
        _ => (Verdict::Passed, format!("after {}", milliseconds(trial.first))),
    }
}

fn deltas(trial: &Trial) -> (Verdict, String) {
    match &trial.failure {
        Some((0 | 1, _)) => (Verdict::Skipped, "it failed before".to_owned()),
        Some((number, failure)) if failure.how != Failing::IllegalOrders => {
            (Verdict::Failed, format!("decision {number}: {}", words(failure)))
        }
        _ => (Verdict::Passed, format!("{} decisions", trial.decisions)),
    }
}

fn orders(trial: &Trial) -> (Verdict, String) {
    match &trial.failure {
        Some((number, failure)) if failure.how == Failing::IllegalOrders => {
            (Verdict::Failed, format!("decision {number}: {}", failure.message))
        }
        Some(_) => (Verdict::Skipped, "it failed before".to_owned()),
        None if trial.orders.is_empty() => (Verdict::Noted, "it gave no orders at all".to_owned()),
        None => {
            let (given, refused) = (trial.orders.len(), trial.refused);
            (
                Verdict::Passed,
                format!("{given} orders, of which the state of the match allowed {}", given as u32 - refused),
            )
        }
    }
}

fn deadlines(course: &Course, trial: &Trial) -> (Verdict, String) {
    let most = course.limits.tiers.first().map_or(Duration::MAX, |tier| tier.time);
    let found = format!("the slowest took {}, of {}", milliseconds(trial.slowest), milliseconds(most));
    (if trial.slowest <= most { Verdict::Passed } else { Verdict::Failed }, found)
}

fn seats(last: PlayerId, trial: &Trial) -> (Verdict, String) {
    match &trial.failure {
        Some((number, failure)) => {
            (Verdict::Failed, format!("as player {}, decision {number}: {}", last.0, words(failure)))
        }
        None => (Verdict::Passed, format!("as player {} as well: {} orders", last.0, trial.orders.len())),
    }
}

fn end(trial: &Trial) -> (Verdict, String) {
    match &trial.end {
        Err(failure) => (Verdict::Failed, words(failure)),
        Ok(time) => (Verdict::Passed, format!("gone after {}", milliseconds(*time))),
    }
}

fn determinism(first: &Trial, again: &Trial) -> (Verdict, String) {
    if first.orders == again.orders {
        (Verdict::Passed, "twice the same orders".to_owned())
    } else {
        (
            Verdict::Noted,
            "two matches with the same seed got other orders: replays verify, but it cannot be asked again".to_owned(),
        )
    }
}
