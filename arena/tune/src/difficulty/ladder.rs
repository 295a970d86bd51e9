//! The proof of a rate: games go to whichever values are likeliest to be proved with those that are left.
//!
//! Each of the values has games of its own, of seeds that nothing else has, and an interval that holds at every look; the risks of all of
//! them add up to that of the rate. So it may be chosen freely who plays on, by all that was seen, and the games of proofs may teach the
//! model where better values are: no interval is of games that it was chosen by.

use std::cmp::Ordering;
use std::sync::Arc;

use sandtable_expect::Aim;
use sandtable_lab::trial::Measure;
use sandtable_match::Failure;
use sandtable_math::mix;
use sandtable_stats::Belief;

use super::hope::{ShareOutlook, ShareRecord};
use crate::aim::{AimGoal, ProofRun, ProofTerms, Proved, RISK, Searched, course};
use crate::entrant::Entrant;
use crate::games::Games;
use crate::progress::ProofGames;
use crate::subject::Subject;
use crate::verdict::Verdict;
use crate::win_aims::WON;

/// Values that are proved for a rate, at most.
const MOST_TRIES: usize = 10;
/// Pairs that a proof goes on for, at least.
const LEAST_PAIRS: usize = 24;
/// The chance to be proved below which values that were not tried are not worth a try.
const LEAST_CHANCE: f64 = 0.002;

/// Values whose proof is under way.
struct Try {
    levels: Vec<u32>,
    tuned: Subject,
    run: ProofRun,
    proved: Option<Proved>,
}

impl Try {
    fn is_off(&self) -> bool {
        self.proved.as_ref().is_some_and(|proved| proved.verdict == Verdict::OffTarget)
    }

    fn record(&self) -> ShareRecord {
        let Some(proved) = &self.proved else { return ShareRecord::default() };
        let games = f64::from(proved.games);
        ShareRecord { won: proved.reports[WON].found.value / 100.0 * games, games }
    }

    /// Points from the middle of its range to the farther end of the interval: of what is known little the worst is expected, or else chance
    /// would choose among those that played few games.
    fn worst(&self, middle: f64) -> f64 {
        match &self.proved {
            None => f64::INFINITY,
            Some(proved) if proved.verdict == Verdict::OnTarget => -1.0,
            Some(proved) => {
                let found = &proved.reports[WON].found;
                (found.low - middle).abs().max((found.high - middle).abs())
            }
        }
    }
}

/// Who plays next.
enum Choice {
    Row(usize),
    New(Vec<u32>),
}

/// What values are hoped to come to.
struct Prospect<'p> {
    /// The chance that they are proved.
    chance: f64,
    /// Points from the middle of the range to the share that is expected.
    distance: f64,
    /// Their row, if they are under way.
    row: Option<usize>,
    levels: &'p Vec<u32>,
}

impl Prospect<'_> {
    /// The likeliest first; of equals those under way, then the nearest.
    fn by_chance(one: &Self, other: &Self) -> Ordering {
        let order = other.chance.total_cmp(&one.chance).then(other.row.is_some().cmp(&one.row.is_some()));
        order.then(one.distance.total_cmp(&other.distance)).then_with(|| one.levels.cmp(other.levels))
    }
}

/// What all proofs of a rate share.
pub(super) struct Ladder<'l> {
    pub subject: &'l Subject,
    pub opponents: &'l [Arc<Entrant>],
    pub aims: &'l [Aim<Measure>],
    pub goal: &'l AimGoal,
    pub seed: u64,
}

impl Ladder<'_> {
    /// Proves the rate, which is a goal of the search by its row, by up to `most_games`: gives the values that are proved, or else those that
    /// lie nearest by their whole interval.
    pub fn prove(
        &self,
        games: &mut Games<'_>,
        found: &mut Searched,
        row: usize,
        most_games: u32,
    ) -> Result<(Subject, Proved), Failure> {
        let terms = ProofTerms { goal: self.goal, margin: 0.0, risk: RISK / MOST_TRIES as f64 };
        let (mut left, mut tries) = ((most_games as usize / 2).max(1), Vec::new());
        while tries.is_empty() || left >= LEAST_PAIRS {
            let at = match self.choose(games, &found.outlook(row), &tries, left)? {
                None => break,
                Some(Choice::Row(at)) => at,
                Some(Choice::New(levels)) => {
                    tries.push(self.try_of(levels, tries.len())?);
                    tries.len() - 1
                }
            };
            let one = &mut tries[at];
            let before = one.run.pairs();
            one.run.play(games, left)?;
            left -= one.run.pairs() - before;
            let proved = one.run.judge(games, &terms, self.aims);
            found.learn(&one.levels, &one.run.lessons());
            games.progress.expect_of_proof(ProofGames { left: 2 * left, needed: proved.games_needed as usize });
            let is_proved = proved.verdict == Verdict::OnTarget;
            one.proved = Some(proved);
            if is_proved {
                break;
            }
        }
        let range = self.goal.terms[WON].range;
        let middle = (range.min.unwrap_or(0.0) + range.max.unwrap_or(100.0)) / 2.0;
        let nearest =
            tries.into_iter().reduce(|best, other| if other.worst(middle) < best.worst(middle) { other } else { best });
        let nearest = nearest.and_then(|one| Some((one.tuned, one.proved?)));
        nearest.ok_or_else(|| Failure::Engine("no values to prove".to_owned()))
    }

    fn try_of(&self, levels: Vec<u32>, number: usize) -> Result<Try, Failure> {
        let tuned = self.subject.at(&levels)?;
        let course = course(self.opponents, mix(self.seed, number as u64));
        let run = ProofRun::new(vec![tuned.member()], course);
        Ok(Try { levels, tuned, run, proved: None })
    }

    /// The values that are likeliest to be proved with these pairs: under way, or others that are worth a try; none when all that are under
    /// way are off target and nothing else is hoped for. Where these pairs prove nothing, it is those that as many as it takes would prove.
    fn choose(
        &self,
        games: &Games<'_>,
        points: &[(Vec<u32>, Vec<Belief>)],
        tries: &[Try],
        left: usize,
    ) -> Result<Option<Choice>, Failure> {
        let alpha = RISK / MOST_TRIES as f64 / self.goal.terms.len() as f64;
        let outlook = ShareOutlook { goal: self.goal, left: 2.0 * left as f64, alpha };
        let prospects = self.prospects(points, tries, &outlook);
        let hopes = prospects.iter().any(|one| one.chance >= LEAST_CHANCE);
        let mut prospects = if hopes { prospects } else { self.prospects(points, tries, &outlook.at_length()) };
        prospects.sort_by(Prospect::by_chance);
        for one in prospects {
            match one.row {
                Some(row) => return Ok(Some(Choice::Row(row))),
                None if tries.len() >= MOST_TRIES || (one.chance < LEAST_CHANCE && !tries.is_empty()) => {}
                None => {
                    let entrant = self.subject.entrant(one.levels)?;
                    if self.subject.is_valid(&entrant, games) {
                        return Ok(Some(Choice::New(one.levels.clone())));
                    }
                }
            }
        }
        Ok(None)
    }

    /// What each of the points is hoped to come to; nothing of those that are off target.
    fn prospects<'p>(
        &self,
        points: &'p [(Vec<u32>, Vec<Belief>)],
        tries: &[Try],
        outlook: &ShareOutlook<'_>,
    ) -> Vec<Prospect<'p>> {
        let afresh = outlook.provable(outlook.left);
        let prospect = |(levels, beliefs): &'p (Vec<u32>, Vec<Belief>)| {
            let row = tries.iter().position(|one| one.levels == *levels);
            if row.is_some_and(|row| tries[row].is_off()) {
                return None;
            }
            let chance = match row {
                Some(row) => outlook.chance(beliefs, tries[row].record()),
                None => outlook.by_provable(beliefs, ShareRecord::default(), afresh),
            };
            Some(Prospect { chance, distance: self.distance(beliefs), row, levels })
        };
        points.iter().filter_map(prospect).collect()
    }

    /// Points from the middle of the range to the share that is expected.
    fn distance(&self, beliefs: &[Belief]) -> f64 {
        let range = self.goal.terms[WON].range;
        (beliefs[WON].mean - (range.min.unwrap_or(0.0) + range.max.unwrap_or(100.0)) / 2.0).abs()
    }
}
