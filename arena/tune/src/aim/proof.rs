//! The proof of aims: the point that was found plays on seeds that the search never saw, until every mean surely lies where it is wanted, or
//! one surely does not.

use std::sync::Arc;

use sandtable_expect::{Aim, AimKind};
use sandtable_lab::trial::Measure;
use sandtable_match::Failure;
use sandtable_stats::{
    Estimate, asymptotic_half_width, asymptotic_sequence, confidence_sequence, results_needed, share_sequence,
};
use serde::Serialize;

use super::goal::{AimGoal, Term};
use crate::entrant::Entrant;
use crate::games::{Course, Games, MeasuredGame};
use crate::progress::ProofGames;
use crate::repeats::distinct_rows;
use crate::verdict::Verdict;

/// Pairs that are played in any case, and the part of those played that is played between two looks: one in this number.
const LEAST: usize = 24;
const LOOK_PART: usize = 8;
/// The risk that any of the intervals of a proof does not hold at any look.
pub(crate) const RISK: f64 = 0.05;

/// By how much a number of games grows when it is looked for how many it takes, and how often at most.
const GROWTH: f64 = 1.15;
const MOST_GROWTHS: u32 = 80;

/// Whether a mean lies where it is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AimState {
    /// The whole interval does.
    Met,
    /// No value of the interval does.
    Missed,
    /// More games are needed.
    Open,
}

/// The result of an aim on held-out seeds.
#[derive(Clone, Debug, Serialize)]
pub struct AimReport {
    /// What was measured, in words.
    pub what: String,
    /// What was wanted of its mean.
    pub aim: AimKind,
    /// The least it may be.
    pub min: Option<f64>,
    /// The most it may be.
    pub max: Option<f64>,
    /// Its mean over the games; shares in percent. The interval holds at every look, those of all aims together.
    pub found: Estimate,
    /// How much better that is than the unchanged file, game by game; none of a range.
    pub gain: Option<Estimate>,
    /// Whether it is as wanted.
    pub state: AimState,
}

/// What was proved.
#[derive(Clone, Debug)]
pub(crate) struct Proved {
    pub reports: Vec<AimReport>,
    pub verdict: Verdict,
    /// Games that are still needed, about.
    pub games_needed: u32,
    /// Games that were played with the values that were found.
    pub games: u32,
    /// Of them, those that repeat no other; all of them count.
    pub distinct_games: u32,
}

/// What is to be proved, and how surely.
pub(crate) struct ProofTerms<'c> {
    pub goal: &'c AimGoal,
    /// The difference within which two files count as equal, 0 … 1.
    pub margin: f64,
    /// The risk that any of its intervals does not hold at any look.
    pub risk: f64,
}

/// A proof under way, that may be broken off and gone on with.
pub(crate) struct ProofRun {
    /// Who is proved, and the unchanged file, if it is to be compared.
    players: Vec<Arc<Entrant>>,
    course: Course,
    /// By player.
    played: Vec<Vec<MeasuredGame>>,
    pairs: usize,
    /// Games that were taught to a search.
    taught: usize,
}

impl ProofRun {
    /// One of these players, who is proved first, on a course that nothing else has.
    pub fn new(players: Vec<Arc<Entrant>>, course: Course) -> ProofRun {
        let played = vec![Vec::new(); players.len()];
        ProofRun { players, course, played, pairs: 0, taught: 0 }
    }

    /// Pairs that each has played.
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// Plays until it is worth a look, `most` further pairs of each at most.
    pub fn play(&mut self, games: &mut Games<'_>, most: usize) -> Result<(), Failure> {
        let to = self.pairs + next_look(self.pairs).min(most);
        let ProofRun { players, course, played, pairs, .. } = self;
        let numbers = (*pairs..to).flat_map(|number| players.iter().map(move |player| (player, number)));
        let jobs: Vec<_> = numbers.map(|(player, number)| course.job(player, number)).collect();
        games.never_searched(&jobs)?;
        for (at, pair) in games.measure("proof", &jobs)?.into_iter().enumerate() {
            played[at % players.len()].extend(pair);
        }
        *pairs = to;
        Ok(())
    }

    /// The games of who is proved.
    pub fn played(&self) -> &[MeasuredGame] {
        &self.played[0]
    }

    /// What all games so far say.
    pub fn judge(&self, games: &Games<'_>, terms: &ProofTerms<'_>, aims: &[Aim<Measure>]) -> Proved {
        let proved = judge(&self.played, terms, aims);
        Proved { reports: worded(proved.reports, aims, games), ..proved }
    }

    /// Of games since the last call, two by two, the mean of each measure: what a search may learn from a proof.
    pub fn lessons(&mut self) -> Vec<Vec<f64>> {
        let pairs = self.played[0][self.taught..].chunks_exact(2);
        self.taught += 2 * pairs.len();
        pairs.map(mean_of_pair).collect()
    }
}

/// Pairs from one look to the next, after this number of them.
pub(super) fn next_look(pairs: usize) -> usize {
    LEAST.max(pairs / LOOK_PART)
}

/// Plays a proof of up to `most_games` in all.
pub(crate) fn prove(
    games: &mut Games<'_>,
    mut run: ProofRun,
    terms: &ProofTerms<'_>,
    most_games: u32,
    aims: &[Aim<Measure>],
) -> Result<Proved, Failure> {
    let players = run.players.len();
    let most = (most_games as usize / 2 / players).max(1);
    loop {
        run.play(games, most - run.pairs)?;
        let proved = run.judge(games, terms, aims);
        games.progress.expect_of_proof(ProofGames {
            left: (most - run.pairs) * players * 2,
            needed: proved.games_needed as usize,
        });
        if proved.verdict != Verdict::Undecided || run.pairs >= most {
            return Ok(proved);
        }
    }
}

/// Reports with what their measures are called.
fn worded(mut reports: Vec<AimReport>, aims: &[Aim<Measure>], games: &Games<'_>) -> Vec<AimReport> {
    for (report, aim) in reports.iter_mut().zip(aims) {
        report.what = words(aim, games);
    }
    reports
}

/// What an aim is of, in words.
pub(crate) fn words(aim: &Aim<Measure>, games: &Games<'_>) -> String {
    let what = aim.measure.words(&games.arenas[0].scenario.rules);
    let share = if aim.is_share() { ", in percent" } else { "" };
    format!("{what} {}{share}", aim.when)
}

/// What all games so far say.
fn judge(played: &[Vec<MeasuredGame>], wanted: &ProofTerms<'_>, aims: &[Aim<Measure>]) -> Proved {
    let terms = &wanted.goal.terms;
    let alpha = wanted.risk / terms.len() as f64;
    // Means are over seeds, each of which is a draw of its own: a game that repeats another says that it comes often.
    let value = |player: usize, row: usize, term: &Term| played[player][row].values[term.measure];
    let rows = |player: usize, term: &Term| -> Vec<f64> {
        (0..played[player].len()).map(|row| value(player, row, term)).collect()
    };
    let (mut reports, mut needed, mut is_equal, mut was_missed) = (Vec::new(), 0.0_f64, false, false);
    for term in terms {
        let is_share = aims[term.measure].is_share();
        let after = rows(0, term);
        let found = interval(&after, is_share, alpha);
        let mut report = AimReport {
            what: String::new(),
            aim: term.kind,
            min: term.range.min,
            max: term.range.max,
            found,
            gain: None,
            state: state(term, &found),
        };
        if term.kind.is_endless() {
            let last = played.len() - 1;
            let gained = |row: usize| term.gain(value(0, row, term), value(last, row, term));
            let gains: Vec<f64> = (0..played[0].len().min(played[last].len())).map(gained).collect();
            let gain = gain(&gains, is_share, alpha);
            report.state = match () {
                () if gain.low > 0.0 => AimState::Met,
                () if gain.high < 0.0 => AimState::Missed,
                () => AimState::Open,
            };
            let margin = 100.0 * wanted.margin;
            is_equal |= is_share && gain.low >= -margin && gain.high <= margin;
            needed = needed.max(if report.state == AimState::Open { games_for_gain(&gains, gain.value) } else { 0.0 });
            report.gain = Some(gain);
        } else {
            was_missed |=
                played.len() > 1 && state(term, &interval(&rows(1, term), is_share, alpha)) == AimState::Missed;
            if report.state == AimState::Open {
                needed = needed.max(games_for_range(term, &after, &found, is_share, alpha));
            }
        }
        reports.push(report);
    }
    let verdict = verdict(&reports, is_equal, was_missed);
    let (games, distinct_games) = (played[0].len() as u32, distinct_rows(&[played[0].as_slice()]).len() as u32);
    let more = (needed - f64::from(games)).max(1.0);
    let is_open = verdict == Verdict::Undecided;
    let games_needed = if is_open { (played.len() as f64 * more).min(4e9) as u32 } else { 0 };
    Proved { reports, verdict, games_needed, games, distinct_games }
}

fn verdict(reports: &[AimReport], is_equal: bool, was_missed: bool) -> Verdict {
    let (endless, ranges): (Vec<&AimReport>, Vec<&AimReport>) = reports.iter().partition(|one| one.aim.is_endless());
    let any = |state: AimState| ranges.iter().any(|one| one.state == state);
    match endless.first().map(|one| one.state) {
        _ if any(AimState::Missed) => Verdict::OffTarget,
        _ if any(AimState::Open) => Verdict::Undecided,
        None => Verdict::OnTarget,
        // Who was outside of a range and now is not may well pay for that.
        _ if was_missed => Verdict::OnTarget,
        Some(AimState::Met) => Verdict::Better,
        Some(AimState::Missed) => Verdict::Worse,
        Some(AimState::Open) if is_equal => Verdict::Equal,
        Some(AimState::Open) => Verdict::Undecided,
    }
}

/// The mean of results with an interval that holds at every look; shares are in percent, of results 0 and 100.
pub(super) fn interval(results: &[f64], is_share: bool, alpha: f64) -> Estimate {
    if !is_share {
        return asymptotic_sequence(results, alpha);
    }
    let won = results.iter().filter(|result| **result > 50.0).count();
    percent(share_sequence(won as u32, results.len() as u32, alpha))
}

fn percent(share: Estimate) -> Estimate {
    Estimate { value: 100.0 * share.value, low: 100.0 * share.low, high: 100.0 * share.high }
}

/// The mean of gains with an interval that holds at every look; of shares, gains are in percent.
pub(super) fn gain(gains: &[f64], is_share: bool, alpha: f64) -> Estimate {
    if !is_share {
        return asymptotic_sequence(gains, alpha);
    }
    let shares: Vec<f64> = gains.iter().map(|gain| gain / 100.0).collect();
    percent(confidence_sequence(&shares, alpha))
}

pub(super) fn state(term: &Term, found: &Estimate) -> AimState {
    match () {
        () if term.range.allows_whole([found.low, found.high]) => AimState::Met,
        () if !term.range.allows_some([found.low, found.high]) => AimState::Missed,
        () => AimState::Open,
    }
}

/// Games in all, about, until it is clear whether a mean of such results lies in its range.
fn games_for_range(term: &Term, results: &[f64], found: &Estimate, is_share: bool, alpha: f64) -> f64 {
    let mut count = results.len() as f64;
    let deviation = deviation(results);
    for _ in 0..MOST_GROWTHS {
        count *= GROWTH;
        let expected = if is_share {
            percent(share_sequence((found.value / 100.0 * count) as u32, count as u32, alpha))
        } else {
            let half = asymptotic_half_width(deviation, count, alpha);
            Estimate { value: found.value, low: found.value - half, high: found.value + half }
        };
        if state(term, &expected) != AimState::Open {
            break;
        }
    }
    count
}

/// The mean of each measure over the games of a pair.
fn mean_of_pair(pair: &[MeasuredGame]) -> Vec<f64> {
    let measures = pair.first().map_or(0, |game| game.values.len());
    (0..measures).map(|row| pair.iter().map(|game| game.values[row]).sum::<f64>() / pair.len() as f64).collect()
}

/// Games in all, about, until it is clear whether such gains are more or less than none.
fn games_for_gain(gains: &[f64], gain: f64) -> f64 {
    // As parts of twice the deviation, which is what the estimate is made for.
    let size = (2.0 * deviation(gains)).max(1e-9);
    results_needed(0.5, (gain.abs() / size).min(1.0))
}

fn deviation(results: &[f64]) -> f64 {
    let count = results.len() as f64;
    let mean = results.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = results.iter().map(|one| (one - mean) * (one - mean)).sum();
    (squares / (count - 1.0).max(1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_expect::Range;

    fn report(aim: AimKind, state: AimState) -> AimReport {
        let found = Estimate { value: 0.0, low: 0.0, high: 0.0 };
        AimReport { what: String::new(), aim, min: None, max: None, found, gain: None, state }
    }

    #[test]
    fn a_verdict_is_of_all_aims_together() {
        use AimKind::{Maximize, Target};
        use AimState::{Met, Missed, Open};
        let of = |parts: &[(AimKind, AimState)]| {
            let reports: Vec<_> = parts.iter().map(|(aim, state)| report(*aim, *state)).collect();
            verdict(&reports, false, false)
        };
        assert_eq!(of(&[(Target, Met)]), Verdict::OnTarget);
        assert_eq!(of(&[(Target, Met), (Target, Open)]), Verdict::Undecided);
        assert_eq!(of(&[(Target, Missed), (Maximize, Met)]), Verdict::OffTarget);
        assert_eq!(of(&[(Target, Met), (Maximize, Met)]), Verdict::Better);
        assert_eq!(of(&[(Target, Met), (Maximize, Missed)]), Verdict::Worse);
        assert_eq!(verdict(&[report(Target, Met), report(Maximize, Missed)], false, true), Verdict::OnTarget);
        assert_eq!(verdict(&[report(Maximize, Open)], true, false), Verdict::Equal);
    }

    #[test]
    fn a_share_is_met_by_its_whole_interval() {
        let range = Range { min: Some(40.0), max: Some(60.0) };
        let term = Term { measure: 0, kind: AimKind::Target, range };
        let games: Vec<f64> = (0..900).map(|row| if row % 2 == 0 { 100.0 } else { 0.0 }).collect();
        let found = interval(&games, true, 0.05);
        assert!(found.low > 43.0 && found.low < 48.0 && found.high < 57.0, "{found:?}");
        assert_eq!(state(&term, &found), AimState::Met);
        assert_eq!(state(&term, &interval(&games[..40], true, 0.05)), AimState::Open);
        let needed = games_for_range(&term, &games[..40], &interval(&games[..40], true, 0.05), true, 0.05);
        assert!(needed > 100.0 && needed < 600.0, "{needed}");
    }
}
