//! Two kinds of unit against each other: at equal cost, and at the numbers at which both are even.

use sandtable_lab::fight::{FightEnd, fight};
use sandtable_math::mix;
use sandtable_state::id::KindId;
use sandtable_stats::{Estimate, Pentanomial, paired_change};
use serde::Serialize;

use crate::ground::{Army, Ground};
use crate::ladder::Ladder;

/// How many times more or fewer than cost says are tried at most.
const MOST: f64 = 3.0;
/// Units of an army of middling size.
const ARMY: f64 = 8.0;
/// Units of an army, at least and at most.
const LEAST_UNITS: u16 = 3;
const MOST_UNITS: u16 = 20;

/// The results of some pairs of fights: same ground, sides swapped.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Record {
    /// Pairs by what the first got of their two points. Pairs that ended alike to the tick are one.
    pub pairs: Pentanomial,
    /// For each of these pairs the share of its own army the first had left, less that of the other, −1 … 1: the mean of both fights.
    #[serde(skip)]
    pub margins: Vec<f64>,
}

impl Record {
    /// The score of the first, 0 … 1.
    pub fn score(&self) -> Estimate {
        self.pairs.score_estimate()
    }

    /// The mean of what the first had left over the other, −1 … 1.
    pub fn margin(&self) -> Estimate {
        paired_change(&self.margins)
    }
}

/// In which numbers a kind is even with another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Even {
    /// How many times its price the first is worth against the second, with its 95 % interval.
    pub ratio: Estimate,
    /// Whether not even three times as many were even, or a third as many: the ratio is that bound.
    pub is_bound: bool,
}

/// Two kinds of unit that met.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// Rows of the soldiers.
    pub rows: [usize; 2],
    /// Units of each in the fights at equal cost.
    pub counts: [u16; 2],
    /// Their results.
    pub equal: Record,
    /// The score of the first in them, 0 … 1.
    pub score: Estimate,
    /// The mean of what the first had left over the other in them, −1 … 1.
    pub margin: Estimate,
    /// What the first is worth against the second.
    pub even: Even,
}

/// A side of a meeting: a kind and its price.
#[derive(Clone, Copy)]
pub(crate) struct Party {
    pub kind: KindId,
    pub price: f64,
}

/// How a meeting is fought.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    pub pairs: u32,
    pub seed: u64,
}

/// Two parties on a ground.
pub(crate) struct Encounter<'g> {
    ground: &'g Ground,
    parties: [Party; 2],
    terms: Terms,
    /// Units of an army, about.
    size: f64,
}

impl<'g> Encounter<'g> {
    pub fn new(ground: &'g Ground, parties: [Party; 2], terms: Terms) -> Encounter<'g> {
        Encounter { ground, parties, terms, size: ARMY }
    }

    /// With armies of about this number of units.
    pub fn of_size(self, size: f64) -> Encounter<'g> {
        Encounter { size, ..self }
    }

    /// The meeting of two rows.
    pub fn meeting(&self, rows: [usize; 2]) -> Meeting {
        let counts = self.counts();
        let equal = self.fights(counts);
        let even = self.even(counts, &equal);
        Meeting { rows, counts, score: equal.score(), margin: equal.margin(), equal, even }
    }

    /// Armies whose costs are as nearly equal as numbers allow, of middling size.
    pub fn counts(&self) -> [u16; 2] {
        let [one, other] = self.parties.map(|party| party.price);
        let all = LEAST_UNITS..=MOST_UNITS;
        let off = |[a, b]: [u16; 2]| {
            let (first, second) = (f64::from(a) * one, f64::from(b) * other);
            let size = libm::log(f64::from(a) * f64::from(b) / (self.size * self.size)).abs();
            libm::log(first / second).abs() + 0.03 * size
        };
        let tried = all.clone().flat_map(|a| all.clone().map(move |b| [a, b]));
        tried.min_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap_or([LEAST_UNITS; 2])
    }

    /// Fights of armies of these numbers.
    pub fn fights(&self, counts: [u16; 2]) -> Record {
        let army = |row: usize| -> Army { (self.parties[row].kind, counts[row]) };
        let scenario = self.ground.with([army(0), army(1)]);
        let (mut record, mut seen) = (Record::default(), Vec::new());
        for pair in 0..self.terms.pairs {
            let seed = mix(self.terms.seed, u64::from(pair));
            let ends = [false, true].map(|turned| fight(&scenario, seed, turned));
            if seen.contains(&ends) {
                continue;
            }
            seen.push(ends);
            record.pairs.add(ends.iter().map(half_points).sum());
            record.margins.push(ends.iter().map(|end| margin(end, counts)).sum::<f64>() / 2.0);
        }
        record
    }

    /// The margins of the first player from the west and from the east, pair by pair.
    pub fn by_side(&self, counts: [u16; 2]) -> Vec<[f64; 2]> {
        let scenario = self.ground.with([(self.parties[0].kind, counts[0]), (self.parties[1].kind, counts[1])]);
        let seeds = (0..self.terms.pairs).map(|pair| mix(self.terms.seed, u64::from(pair)));
        seeds.map(|seed| [false, true].map(|turned| margin(&fight(&scenario, seed, turned), counts))).collect()
    }

    /// What the first is worth against the second.
    pub fn ratio(&self) -> Even {
        let counts = self.counts();
        self.even(counts, &self.fights(counts))
    }

    /// Looks for the number of the first at which both are even with that of the second: numbers grow or shrink until who is ahead
    /// changes, and are halved between.
    fn even(&self, [first, second]: [u16; 2], equal: &Record) -> Even {
        let mut ladder = Ladder::new(first, &equal.margins);
        let limits =
            [(f64::from(first) / MOST).floor().max(1.0), (f64::from(first) * MOST).ceil()].map(|end| end as u16);
        while let Some(count) = ladder.next(limits) {
            ladder.add(count, &self.fights([count, second]).margins);
        }
        let worth = |count: f64| f64::from(second) * self.parties[1].price / (count * self.parties[0].price);
        let clamped = |count: f64| worth(count).clamp(1.0 / MOST, MOST);
        let crossing = ladder.crossing();
        let ratio =
            Estimate { value: clamped(crossing.value), low: clamped(crossing.high), high: clamped(crossing.low) };
        Even { ratio, is_bound: ladder.is_open() }
    }
}

fn half_points(end: &FightEnd) -> u32 {
    match end.winner() {
        Some(0) => 2,
        Some(_) => 0,
        None => 1,
    }
}

/// The share of its army that the first has left, less that of the second.
fn margin(end: &FightEnd, counts: [u16; 2]) -> f64 {
    let share = |row: usize| f64::from(end.left[row]) / f64::from(counts[row].max(1));
    share(0) - share(1)
}
