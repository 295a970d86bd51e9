//! Difficulties: values of a match for each of several named win rates of one side, found by one search and proved one by one.
//!
//! What the search learns for one rate serves the others: all of them are levels of one share of games over one box, so the rates are
//! goals of one model ([`crate::aim`]). Each rate is proved by games with seeds of its own, by the rules of an aim with a target.

mod hope;
mod ladder;
mod outcome;
mod settings;
mod text;
mod write;

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_expect::{Aim, AimKind, Range};
use sandtable_lab::trial::Measure;
use sandtable_match::Failure;
use sandtable_match::store::Disk;
use sandtable_math::mix;

use super::aim::{AimGoal, AimPoint, Searched, Term, words};
use super::journal::Journal;
use super::run::{Bench, Options};
use super::settings::Settings;
use super::stream;
use super::verdict::Verdict;
use super::win_aims::{WON, won};
use ladder::Ladder;
pub use outcome::{DifficultySummary, RateOutcome, Reach};

/// Finds the values of each rate and proves them: a function of settings and texts, whatever the journal has of it already.
///
/// # Errors
/// That the match has an aim without a range, that something cannot be written, or that it was interrupted; what was played stays in the
/// journal.
pub fn run_difficulty(
    settings: &Settings,
    bench: Bench,
    registry: &Registry,
    options: &Options,
    journal: Journal<'_>,
    output: Option<(&dyn Disk, &Path)>,
) -> Result<DifficultySummary, Failure> {
    if let Some((_, folder)) = &output {
        registry.terms().withhold(folder);
    }
    let Some(win) = settings.win else { return Err(Failure::Engine("no win rates".to_owned())) };
    let Bench { target, subject, opponents, arenas, aims, .. } = bench;
    let side = aims.first().and_then(won).map_or(1, |player| player.0 + 1);
    let rates = win.rates();
    let planned = [settings.search_games(), settings.proof_games];
    let mut games = options.games((target, aims.clone()), arenas, registry, journal, planned);
    let goals: Vec<AimGoal> = rates.iter().map(|rate| goal(&aims, *rate, win.within())).collect();
    let mut found = Searched::new(&mut games, &subject, &opponents, settings, goals.clone())?;
    let (mut outcomes, mut files) = (Vec::new(), Vec::new());
    for (row, rate) in rates.iter().enumerate() {
        let later = (rates.len() - row - 1) as u64;
        games.progress.expect_later(later * u64::from(settings.proof_games));
        let seed = mix(mix(settings.seed, stream::DIFFICULTY), u64::from(*rate));
        let goal = &goals[row];
        let ladder = Ladder { subject: &subject, opponents: &opponents, aims: &aims, goal, seed };
        let (tuned, proved) = ladder.prove(&mut games, &mut found, row, settings.proof_games)?;
        outcomes.push(RateOutcome::new(*rate, &tuned, proved));
        files.push(tuned);
    }
    let tried = found.points(&subject);
    let measures = aims.iter().map(|aim| words(aim, &games)).collect();
    let summary = DifficultySummary {
        name: subject.file.name.clone(),
        settings: settings.clone(),
        side,
        paths: subject.parameters.iter().map(|parameter| parameter.path.clone()).collect(),
        reach: reach(&tried),
        verdict: verdict(&outcomes),
        rates: outcomes,
        games: games.counts.clone(),
        measures,
        tried,
    };
    games.progress.finish();
    if let Some((disk, folder)) = output {
        write::write(disk, folder, &summary, &subject, &files)?;
    }
    games.journal.finish()?;
    Ok(summary)
}

/// The goal of a rate: its share of games within the points of `within_points`, and every other aim in its range.
fn goal(aims: &[Aim<Measure>], rate_percent: u32, within_points: u32) -> AimGoal {
    let mut goal = AimGoal::of_aims(aims);
    let [rate_percent, within_points] = [rate_percent, within_points].map(f64::from);
    let range = Range { min: Some(rate_percent - within_points), max: Some(rate_percent + within_points) };
    goal.terms[WON] = Term { measure: WON, kind: AimKind::Target, range };
    goal
}

/// The lowest and the highest share that what was tried is believed to have.
fn reach(tried: &[AimPoint]) -> Option<[Reach; 2]> {
    let reach = |point: &AimPoint| Reach { share: point.means[WON].clamp(0.0, 100.0), values: point.values.clone() };
    let lowest = tried.iter().min_by(|a, b| a.means[WON].total_cmp(&b.means[WON]))?;
    let highest = tried.iter().max_by(|a, b| a.means[WON].total_cmp(&b.means[WON]))?;
    Some([reach(lowest), reach(highest)])
}

/// All rates on target, one of them off target, or else undecided.
fn verdict(rates: &[RateOutcome]) -> Verdict {
    let any = |verdict: Verdict| rates.iter().any(|rate| rate.verdict == verdict);
    match () {
        () if any(Verdict::OffTarget) => Verdict::OffTarget,
        () if any(Verdict::Undecided) => Verdict::Undecided,
        () => Verdict::OnTarget,
    }
}
