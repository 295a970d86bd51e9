//! Several aims without a range that are in each other's way: not one point but a front of points, each the best for some weights of the
//! aims.
//!
//! One search serves all weights, as its models of the means do not depend on them. Each of the points then plays the same held-out seeds
//! ([`super::front_proof`]).

use std::sync::Arc;

use sandtable_match::Failure;
use sandtable_math::mix;
use sandtable_state::rng::Rng;
use serde::Serialize;

use super::front_proof::{FrontProof, Standing};
use super::{AimGoal, AimPoint, AimReport, Searched, course, words};
use crate::entrant::Entrant;
use crate::games::Games;
use crate::optimizer::draws::unit;
use crate::settings::Settings;
use crate::stream;
use crate::subject::Subject;
use crate::verdict::Verdict;

/// Points of a front when nothing is said.
const POINTS: u32 = 6;
/// The least weight of an aim: with none at all, a point might give away what costs nothing.
const LEAST_WEIGHT: f64 = 0.02;

/// Games that a proof takes to say anything of a front of up to `front` points, by default as many as are looked for: a pair for each of them and
/// for the file as it is.
pub(crate) fn least_proof_games(front: Option<u32>) -> u32 {
    2 * (front.unwrap_or(POINTS) + 1)
}

/// A point of a front.
#[derive(Clone, Debug, Serialize)]
pub struct FrontPoint {
    /// The match with these values, below the folder of results; none of the unchanged file, and of points that are not on the front.
    pub file: Option<String>,
    /// Whether it is the unchanged file.
    pub is_start: bool,
    /// Its values, in the order of the file.
    pub values: Vec<String>,
    /// Its means by aim, with intervals that hold at every look, those of all points together.
    pub aims: Vec<AimReport>,
    /// How it stands to the others.
    pub standing: Standing,
    /// Games of its proof.
    pub games: u32,
    /// Of them, those that repeat no other; all of them count.
    pub distinct_games: u32,
}

/// What a run for several aims without a range came to.
#[derive(Clone, Debug, Serialize)]
pub struct FrontOutcome {
    /// How it ended.
    pub verdict: Verdict,
    /// The points that were proved, by the first of these aims, the best first.
    pub points: Vec<FrontPoint>,
    /// What was measured, in words.
    pub measures: Vec<String>,
    /// All that was tried, in the order it came.
    pub tried: Vec<AimPoint>,
}

/// A file of a front: where it goes, below the folder of results, and what it is.
pub(crate) struct FrontFile {
    pub path: String,
    pub tuned: Subject,
}

/// Whether a match is to be tuned to a front.
pub(crate) fn is_of_front(games: &Games<'_>) -> bool {
    AimGoal::of_aims(&games.aims).endless().count() > 1
}

/// Searches for a front and proves it.
pub(crate) fn tune_front(
    games: &mut Games<'_>,
    subject: &Subject,
    opponents: &[Arc<Entrant>],
    settings: &Settings,
) -> Result<(Vec<FrontFile>, FrontOutcome), Failure> {
    let plain = AimGoal::of_aims(&games.aims);
    let goals = goals(&plain, settings.front.unwrap_or(POINTS) as usize, settings.seed);
    let mut found = Searched::new(games, subject, opponents, settings, goals)?;
    let mut points = vec![subject.current()];
    for levels in &found.levels {
        if !points.contains(levels) {
            points.push(levels.clone());
        }
    }
    let subjects = points.iter().map(|levels| subject.at(levels)).collect::<Result<Vec<_>, _>>()?;
    let course = course(opponents, mix(settings.seed, stream::PROOF));
    let mut proof = FrontProof::new(&subjects, &course, &plain, games.aims.clone());
    proof.play(games, settings.proof_games)?;
    let tried = found.points(subject);
    let measures = games.aims.iter().map(|aim| words(aim, games)).collect();
    let (mut files, mut all) = (Vec::new(), Vec::new());
    for row in proof.order() {
        let (standing, is_start) = (proof.standing(row), row == 0);
        let number = files.len() + 1;
        let name = match standing {
            Standing::OnFront if !is_start => Some(format!("front-{number}")),
            Standing::Open if !is_start => Some(format!("front-{number}-candidate")),
            _ => None,
        };
        // Other files with values of their own lie beside the match, so each point needs a folder.
        let has_others = !subject.others.is_empty();
        let file = name.map(|name| if has_others { format!("{name}/{name}.toml") } else { format!("{name}.toml") });
        let tuned = &subjects[row];
        if let Some(path) = &file {
            files.push(FrontFile { path: path.clone(), tuned: tuned.clone() });
        }
        let values = tuned.parameters.iter().map(|parameter| parameter.written.clone()).collect();
        let (aims, [games, distinct_games]) = (proof.reports(row, games), proof.counts(row));
        all.push(FrontPoint { file, is_start, values, aims, standing, games, distinct_games });
    }
    let standings: Vec<(Standing, bool)> = all.iter().map(|point| (point.standing, point.is_start)).collect();
    Ok((files, FrontOutcome { verdict: verdict(&standings), points: all, measures, tried }))
}

/// A front; or one point that every other is surely behind in every aim; or neither. What is out of range was not compared with, so one point
/// with such others alone is a front of one.
fn verdict(points: &[(Standing, bool)]) -> Verdict {
    let count = |standing: Standing| points.iter().filter(|(own, _)| *own == standing).count();
    let is_best_start = points.contains(&(Standing::OnFront, true));
    match [Standing::OnFront, Standing::Open, Standing::OutOfRange].map(count) {
        _ if points.len() < 2 => Verdict::NothingSearched,
        [0, 0, _] => Verdict::OffTarget,
        [1, 0, 0] if is_best_start => Verdict::Worse,
        [1, 0, 0] => Verdict::Better,
        [0, ..] => Verdict::Undecided,
        [1, open, _] if open > 0 => Verdict::Undecided,
        _ => Verdict::Front,
    }
}

/// A goal for each of as many weights of the aims without a range.
pub(crate) fn goals(plain: &AimGoal, points: usize, seed: u64) -> Vec<AimGoal> {
    let weights = weights(plain.endless().count(), points, seed);
    weights.into_iter().map(|weights| AimGoal { weights, ..plain.clone() }).collect()
}

/// Weights that add up to 1: of two aims evenly from one to the other, of more first nearly all for each of them and then drawn.
fn weights(aims: usize, points: usize, seed: u64) -> Vec<Vec<f64>> {
    let span = 1.0 - LEAST_WEIGHT * aims as f64;
    let whole = |parts: Vec<f64>| -> Vec<f64> {
        let sum: f64 = parts.iter().sum();
        parts.iter().map(|part| LEAST_WEIGHT + span * part / sum).collect()
    };
    if aims == 2 {
        let last = (points.max(2) - 1) as f64;
        return (0..points).map(|row| whole(vec![last - row as f64, row as f64])).collect();
    }
    let mut rng = Rng::stream(seed, "tune front");
    let corner = |row: usize| (0..aims).map(|aim| f64::from(u8::from(aim == row))).collect();
    let mut drawn = || (0..aims).map(|_| -libm::log(1.0 - unit(&mut rng))).collect();
    (0..points).map(|row| whole(if row < aims { corner(row) } else { drawn() })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_point_is_better_only_than_what_it_surely_dominates() {
        use Standing::{Dominated, OnFront, Open, OutOfRange};
        let of = |points: &[Standing]| {
            let points: Vec<(Standing, bool)> = points.iter().map(|standing| (*standing, false)).collect();
            verdict(&points)
        };
        assert_eq!(of(&[OnFront, Dominated]), Verdict::Better);
        assert_eq!(verdict(&[(OnFront, true), (Dominated, false)]), Verdict::Worse);
        assert_eq!(of(&[OnFront, OutOfRange]), Verdict::Front);
        assert_eq!(verdict(&[(OnFront, true), (OutOfRange, false)]), Verdict::Front);
        assert_eq!(of(&[OnFront, Dominated, OutOfRange]), Verdict::Front);
        assert_eq!(of(&[OnFront, OnFront, Open]), Verdict::Front);
        assert_eq!(of(&[OnFront, Open]), Verdict::Undecided);
        assert_eq!(of(&[Open, Dominated]), Verdict::Undecided);
        assert_eq!(of(&[OutOfRange, OutOfRange]), Verdict::OffTarget);
        assert_eq!(of(&[OnFront]), Verdict::NothingSearched);
    }

    #[test]
    fn weights_reach_from_each_aim_to_every_other() {
        let two = weights(2, 5, 1);
        assert_eq!(two.len(), 5);
        assert!(two[0][0] > 0.97 && two[4][1] > 0.97 && (two[2][0] - 0.5).abs() < 1e-9, "{two:?}");
        let three = weights(3, 9, 1);
        assert!((0..3).all(|aim| three[aim][aim] > 0.9), "{three:?}");
        for one in two.iter().chain(&three) {
            assert!((one.iter().sum::<f64>() - 1.0).abs() < 1e-9 && one.iter().all(|part| *part > 0.01), "{one:?}");
        }
    }
}
