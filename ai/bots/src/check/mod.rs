//! The compliance suite: a bot is put through short matches against nobody, and what it does is held to what is asked of bots.

mod plan;
mod soak;
mod trial;

use std::time::Duration;

use sandtable_ai::{CommanderFailure, FailureKind, TwinFindings, TwinnedCommander};
use sandtable_state::id::PlayerId;
use serde::Serialize;

pub use plan::{BotFactory, CheckPlan};
pub use soak::{HeldResources, SoakReport, soak};
use trial::{CheckTrial, trial};

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckVerdict {
    /// As it should be.
    Passed,
    /// Not as it should be.
    Failed,
    /// Good to know, and no fault.
    Noted,
    /// What was asked before failed.
    Skipped,
}

/// One check and the result of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BotCheck {
    /// Its name.
    pub name: &'static str,
    /// What is asked of the bot.
    pub asks: &'static str,
    /// How it came out.
    pub verdict: CheckVerdict,
    /// What was found.
    pub found: String,
}

/// The checks, in order, with what each asks.
const CHECKS: [(&str, &str); 9] = [
    ("hello", "it starts, and sends hello with a supported protocol version"),
    ("start", "it answers the first, whole observation"),
    ("deltas", "it goes on answering observations that say what has changed"),
    ("orders", "it gives no order that could never be taken"),
    ("deadlines", "no decision is longer than the first tier of time"),
    ("seats", "it plays as any player"),
    ("end", "it is gone soon after the end of the match"),
    ("determinism", "with equal seeds it gives equal orders"),
    ("memory", "what it remembers can be saved, and another that takes it up decides on as it does"),
];

/// Runs all checks.
pub fn check(plan: &CheckPlan, build: BotFactory<'_>) -> Vec<BotCheck> {
    let first = trial(plan, build(PlayerId(0), 1).as_mut(), PlayerId(0), 1);
    let mut found: Vec<(CheckVerdict, String)> = vec![hello(&first), start(&first), deltas(&first), orders(&first)];
    if first.failure.is_some() {
        found.resize(CHECKS.len(), (CheckVerdict::Skipped, "it failed before".to_owned()));
        return named(found);
    }
    let again = trial(plan, build(PlayerId(0), 1).as_mut(), PlayerId(0), 1);
    let last = PlayerId(plan.scenario.players.len() as u8 - 1);
    let seated = trial(plan, build(last, 2).as_mut(), last, 2);
    found.extend([deadlines(plan, &first), seats(last, &seated), end(&first), determinism(&first, &again)]);
    found.push(memory(plan, build));
    named(found)
}

fn named(found: Vec<(CheckVerdict, String)>) -> Vec<BotCheck> {
    let check = |((name, asks), (verdict, found))| BotCheck { name, asks, verdict, found };
    CHECKS.into_iter().zip(found).map(check).collect()
}

/// The checks and their results, in words: a line a check, and what was expected below one that failed.
pub fn checks_text(checks: &[BotCheck]) -> String {
    let mut text = String::new();
    for check in checks {
        let verdict = match check.verdict {
            CheckVerdict::Passed => "ok",
            CheckVerdict::Failed => "FAILED",
            CheckVerdict::Noted => "note",
            CheckVerdict::Skipped => "skipped",
        };
        text += &format!("{verdict:<8}{:<13}{}\n", check.name, check.found);
        if check.verdict == CheckVerdict::Failed {
            text += &format!("{:<21}expected: {}\n", "", check.asks);
        }
    }
    text
}

/// Whether none failed.
pub fn is_compliant(checks: &[BotCheck]) -> bool {
    checks.iter().all(|check| matches!(check.verdict, CheckVerdict::Passed | CheckVerdict::Noted))
}

fn words(failure: &CommanderFailure) -> String {
    let how = serde_json::to_value(failure.how).ok();
    let how = how.and_then(|how| how.as_str().map(str::to_owned)).unwrap_or_default();
    format!("{how}: {}", failure.message)
}

fn milliseconds(time: Duration) -> String {
    format!("{}.{:02} ms", time.as_millis(), time.as_micros() % 1_000 / 10)
}

fn hello(trial: &CheckTrial) -> (CheckVerdict, String) {
    match &trial.failure {
        Some((0, failure)) => (CheckVerdict::Failed, words(failure)),
        _ => {
            let ready = milliseconds(trial.ready);
            (CheckVerdict::Passed, format!("ready after {ready}; it decides every {} ticks", trial.interval))
        }
    }
}

fn start(trial: &CheckTrial) -> (CheckVerdict, String) {
    match &trial.failure {
        Some((0, _)) => (CheckVerdict::Skipped, "it failed before".to_owned()),
        Some((1, failure)) if failure.how != FailureKind::IllegalOrders => (CheckVerdict::Failed, words(failure)),
        _ => (CheckVerdict::Passed, format!("after {}", milliseconds(trial.first))),
    }
}

fn deltas(trial: &CheckTrial) -> (CheckVerdict, String) {
    match &trial.failure {
        Some((0 | 1, _)) => (CheckVerdict::Skipped, "it failed before".to_owned()),
        Some((number, failure)) if failure.how != FailureKind::IllegalOrders => {
            (CheckVerdict::Failed, format!("decision {number}: {}", words(failure)))
        }
        _ => (CheckVerdict::Passed, format!("{} decisions", trial.decisions)),
    }
}

fn orders(trial: &CheckTrial) -> (CheckVerdict, String) {
    match &trial.failure {
        Some((number, failure)) if failure.how == FailureKind::IllegalOrders => {
            (CheckVerdict::Failed, format!("decision {number}: {}", failure.message))
        }
        Some(_) => (CheckVerdict::Skipped, "it failed before".to_owned()),
        None if trial.orders.is_empty() => (CheckVerdict::Noted, "it gave no orders at all".to_owned()),
        None => {
            let (given, refused) = (trial.orders.len(), trial.refused);
            (
                CheckVerdict::Passed,
                format!("{given} orders, of which the state of the match allowed {}", given as u32 - refused),
            )
        }
    }
}

fn deadlines(plan: &CheckPlan, trial: &CheckTrial) -> (CheckVerdict, String) {
    let most = plan.limits.tiers.first().map_or(Duration::MAX, |tier| tier.time);
    let found = format!("the slowest took {}, of {}", milliseconds(trial.slowest), milliseconds(most));
    (if trial.slowest <= most { CheckVerdict::Passed } else { CheckVerdict::Failed }, found)
}

fn seats(last: PlayerId, trial: &CheckTrial) -> (CheckVerdict, String) {
    match &trial.failure {
        Some((number, failure)) => {
            (CheckVerdict::Failed, format!("as player {}, decision {number}: {}", last.0, words(failure)))
        }
        None => (CheckVerdict::Passed, format!("as player {} as well: {} orders", last.0, trial.orders.len())),
    }
}

fn end(trial: &CheckTrial) -> (CheckVerdict, String) {
    match &trial.end {
        Err(failure) => (CheckVerdict::Failed, words(failure)),
        Ok(time) => (CheckVerdict::Passed, format!("gone after {}", milliseconds(*time))),
    }
}

fn determinism(first: &CheckTrial, again: &CheckTrial) -> (CheckVerdict, String) {
    if first.orders == again.orders {
        (CheckVerdict::Passed, "twice the same orders".to_owned())
    } else {
        (
            CheckVerdict::Noted,
            "two matches with the same seed got other orders: replays verify, but it cannot be asked again".to_owned(),
        )
    }
}

/// Ticks for which a twin decides along: four decisions of one that decides once a game second.
const TWIN_TICKS: u32 = 64;

/// Plays once more beside twins that take up what the bot saves.
fn memory(plan: &CheckPlan, build: BotFactory<'_>) -> (CheckVerdict, String) {
    let told = TwinFindings::default();
    let twin = move || Some(build(PlayerId(0), 1));
    let mut twinned = TwinnedCommander::new(build(PlayerId(0), 1), Box::new(twin), TWIN_TICKS, &told);
    let played = trial(plan, &mut twinned, PlayerId(0), 1);
    match (told.found(), told.restores(), played.failure) {
        (Some(found), ..) => (CheckVerdict::Failed, found.to_string()),
        (None, _, Some((number, failure))) => (CheckVerdict::Failed, format!("decision {number}: {}", words(&failure))),
        (None, 0, None) => {
            let text = "no saved memory; resuming replays all its decisions";
            (CheckVerdict::Noted, text.to_owned())
        }
        (None, restores, None) => (CheckVerdict::Passed, format!("taken up {restores} times, and decided on alike")),
    }
}
