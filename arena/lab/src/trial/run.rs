//! Playing a trial to its findings.

use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_content::ContentSource;
use sandtable_diagnostics::{Issue, Issues};
use sandtable_expect::{Expectation, When};
use sandtable_match::library::Library;
use sandtable_match::progress::ProgressSink;
use sandtable_match::runner::{commander_seed, run_match_with};
use sandtable_match::score::WinDrawLoss;
use sandtable_match::{Failure, assemble};
use sandtable_model::scenario::Scenario;
use sandtable_state::id::PlayerId;
use sandtable_state::words::counted;
use serde_json::{Value, json};

use super::judge::Judge;
use super::measure::Worded;
use super::{ExpectationFinding, Measure, Trial};
use crate::fight::games;
use crate::issue_formats::file_json;

/// The seed that the games of a fight are mixed from.
const FIGHT_SEED: u64 = 1;
/// Who commands a player that the scenario gives no strategy.
const IDLE: &str = "idle";

/// What a trial may take.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'p> {
    /// Games of a fight; the file's when none.
    pub games: Option<u32>,
    /// Threads that play fights.
    pub threads: usize,
    /// Counts the matches and games of one file.
    pub progress: &'p dyn ProgressSink,
}

impl Effort<'_> {
    /// The games of a fight: no more than its file asks for.
    fn games_of(&self, trial: &Trial) -> u32 {
        self.games.unwrap_or(trial.terms.games).min(trial.terms.games)
    }
}

/// The result of a trial.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// Expectations of the file.
    pub expectations: u32,
    /// Matches played.
    pub matches: u32,
    /// Ticks of them, all together.
    pub ticks: u64,
    /// Games of the fight.
    pub games: u32,
    /// The result of each expectation with the first seed, a line each; of fights, their scores.
    pub story: Vec<String>,
    /// What did not come as expected, each at its place in the file.
    pub failures: Issues,
}

impl Verdict {
    /// What was expected and played, in words.
    pub fn tell(&self) -> String {
        let matches = counted(self.matches.into(), "match", "matches");
        let ticks = counted(self.ticks, "tick", "ticks");
        let games = counted(self.games.into(), "game", "games");
        let played = match (self.matches, self.games) {
            (0, 0) => "nothing expected".to_owned(),
            (_, 0) => format!("{matches}, {ticks}"),
            (0, _) => games,
            (_, _) => format!("{matches}, {ticks}, {games}"),
        };
        format!("{} ({played})", counted(self.expectations.into(), "expectation", "expectations"))
    }

    /// All of it as an object, with the name of the file.
    pub fn json(&self, file: &str) -> Value {
        let mut told = file_json(file, &self.failures);
        told["expectations"] = json!(self.expectations);
        told["matches"] = json!(self.matches);
        told["ticks"] = json!(self.ticks);
        told["games"] = json!(self.games);
        told["story"] = json!(self.story);
        told
    }
}

/// Plays the match file at `path` and holds it to what it expects.
///
/// # Errors
/// When it cannot be read or played.
pub fn hold(library: &mut Library, path: &str, registry: &Registry, effort: Effort<'_>) -> Result<Verdict, Failure> {
    let scenario = Arc::new(sandtable_content::load_scenario(library, path)?.value);
    let (label, text) = (library.label(path), library.content(path)?);
    let trial = Trial::read(&label, &text, &scenario)?;
    let mut verdict = Verdict { expectations: trial.expectations.len() as u32, ..Verdict::default() };
    let (fights, matches): (Vec<_>, Vec<_>) =
        trial.expectations.iter().cloned().partition(|one| one.measure.is_of_fights());
    effort.progress.expect(units(&trial, &matches, &fights, effort));
    if !matches.is_empty() {
        for seed in 1..=trial.seeds() {
            let (told, held) = (format!("seed {seed}"), of_seed(&trial, &matches, seed));
            let (findings, ticks) = play(library, registry, (path, &scenario), &held, seed.into())?;
            (verdict.matches, verdict.ticks) = (verdict.matches + 1, verdict.ticks + u64::from(ticks));
            effort.progress.advance(1);
            if seed == 1 {
                verdict.story.extend(held.iter().zip(&findings).map(|(one, finding)| story(one, &scenario, *finding)));
            }
            let failed = held.iter().zip(findings).filter(|(_, finding)| !finding.holds);
            verdict.failures.0.extend(failed.map(|(one, finding)| failure(one, &label, &scenario, finding, &told)));
        }
    }
    if !fights.is_empty() {
        fight(&scenario, &label, &trial, &fights, effort, &mut verdict)?;
    }
    Ok(verdict)
}

/// The matches and games that a trial plays.
fn units(trial: &Trial, matches: &[Expectation<Measure>], fights: &[Expectation<Measure>], effort: Effort<'_>) -> u64 {
    let of_matches = if matches.is_empty() { 0 } else { trial.seeds() };
    let of_fights = if fights.is_empty() { 0 } else { effort.games_of(trial) };
    u64::from(of_matches) + u64::from(of_fights)
}

/// The expectations that the match is held to with a seed.
fn of_seed(trial: &Trial, matches: &[Expectation<Measure>], seed: u32) -> Vec<Expectation<Measure>> {
    matches.iter().filter(|one| seed <= trial.seeds_for(one)).cloned().collect()
}

/// Plays the match at a path, as far as its expectations need, and judges it.
fn play(
    library: &mut Library,
    registry: &Registry,
    (path, scenario): (&str, &Arc<Scenario>),
    expectations: &[Expectation<Measure>],
    seed: u64,
) -> Result<(Vec<ExpectationFinding>, u32), Failure> {
    let mut commanders = Vec::new();
    for (row, setup) in scenario.players.iter().enumerate() {
        let player = PlayerId(row as u8);
        let name = if setup.strategy.is_empty() { IDLE } else { setup.strategy.as_str() };
        let strategy = assemble::load_player_strategy(library, registry, path, (row, name))?;
        commanders.push(strategy.build(registry, &scenario.rules, player, commander_seed(seed, player))?);
    }
    let mut judge = Judge::new(expectations);
    let result = run_match_with(scenario, commanders, seed, &mut judge);
    match result.engine_error() {
        Some(message) => Err(Failure::Engine(message.to_owned())),
        None => Ok((judge.findings(), result.ticks)),
    }
}

/// Plays the games of a fight and judges their score. With fewer games than the file asks for, chance counts for more: then
/// only what their 95 % interval excludes has failed.
fn fight(
    scenario: &Scenario,
    label: &str,
    trial: &Trial,
    expectations: &[Expectation<Measure>],
    effort: Effort<'_>,
    verdict: &mut Verdict,
) -> Result<(), Failure> {
    if scenario.players.len() < 2 {
        return Err(Failure::Usage(format!("{label}: found one player; expected two for a fight")));
    }
    let count = effort.games_of(trial);
    let score = games(scenario, FIGHT_SEED, count, effort.threads, effort.progress)?;
    verdict.games = count;
    let told = counted(count.into(), "game", "games");
    for expectation in expectations {
        let finding = judge(expectation, &score.tally, count < trial.terms.games);
        verdict.story.push(story(expectation, scenario, finding));
        if !finding.holds {
            verdict.failures.0.push(failure(expectation, label, scenario, finding, &told));
        }
    }
    Ok(())
}

fn judge(expectation: &Expectation<Measure>, tally: &WinDrawLoss, by_interval: bool) -> ExpectationFinding {
    let score = tally.score();
    let [low, high] = if by_interval { tally.interval() } else { [score, score] };
    let holds = expectation.range.allows_some([low, high].map(|share| share * 100.0));
    ExpectationFinding { holds, value: (score * 100.0).round() as i64, tick: 0 }
}

/// The result of an expectation, in a line.
fn story(expectation: &Expectation<Measure>, scenario: &Scenario, finding: ExpectationFinding) -> String {
    let what = Worded(&expectation.measure, &scenario.rules);
    let about = if expectation.about.is_empty() { String::new() } else { format!(" {}", expectation.about) };
    match expectation.measure.is_of_fights() {
        true => format!("{} {what}.{about}", finding.value),
        false => format!("{}: {} {what}.{about}", When::At(finding.tick), finding.value),
    }
}

/// What is said of an expectation that does not hold.
fn failure(
    expectation: &Expectation<Measure>,
    label: &str,
    scenario: &Scenario,
    finding: ExpectationFinding,
    told: &str,
) -> Issue {
    let (what, value) = (Worded(&expectation.measure, &scenario.rules), finding.value);
    let found = if expectation.measure.is_of_fights() {
        format!("{value} {what}, of {told}")
    } else {
        format!("{value} {what} {} ({told})", When::At(finding.tick))
    };
    expectation.issue(label, found)
}
