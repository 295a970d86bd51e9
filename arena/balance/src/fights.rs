//! All soldiers against all.

use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_math::mix3;
use sandtable_stats::{Estimate, Pentanomial, cycles, nash};

use crate::ground::Ground;
use crate::meeting::{Encounter, Meeting, Party, Terms};
use crate::sides::Sides;
use crate::soldiers::{Soldier, Soldiers};
use crate::worth::{Cyclic, cyclic, worth_of};

/// Units on each side of a fight of a kind against itself.
const MIRROR_UNITS: u16 = 12;

/// How much is fought, and how.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Pairs of fights at each number of units.
    pub pairs: u32,
    /// What all seeds are mixed from.
    pub seed: u64,
    /// Threads that fight.
    pub threads: usize,
}

/// The results of all against all.
#[derive(Clone, Debug)]
pub struct Fights {
    soldiers: Vec<Soldier>,
    /// Every two once, the first row below the second.
    pub meetings: Vec<Meeting>,
    /// What players and sides are worth by themselves.
    pub sides: Sides,
}

impl Soldiers {
    /// Has all fight all. `done` is told of each meeting, and stops the work when it fails.
    ///
    /// # Errors
    /// When threads cannot be had, the rules have no field, or `done` fails.
    pub fn meet(&self, effort: &Effort, done: &mut dyn FnMut() -> Result<(), Failure>) -> Result<Fights, Failure> {
        let ground = Ground::new(&self.rules)?;
        let rows: Vec<[usize; 2]> =
            (0..self.all.len()).flat_map(|row| (row..self.all.len()).map(move |column| [row, column])).collect();
        let (mut meetings, mut mirrors) = (Vec::new(), Vec::new());
        let play = |job: u32| {
            let [row, column] = rows[job as usize];
            let encounter = self.encounter(&ground, [row, column], effort);
            if row == column { Bout::Mirror(encounter.mirror()) } else { Bout::Met(encounter.meeting([row, column])) }
        };
        in_order(rows.len() as u32, effort.threads, play, |bout| {
            match bout {
                Bout::Met(meeting) => meetings.push(meeting),
                Bout::Mirror(pairs) => mirrors.extend(pairs),
            }
            done()
        })?;
        Ok(Fights { soldiers: self.all.clone(), meetings, sides: Sides::from_mirrors(&mirrors) })
    }

    /// Meetings of this number of soldiers.
    pub fn meetings(&self) -> u64 {
        let count = self.all.len() as u64;
        count * (count + 1) / 2
    }

    pub(crate) fn encounter<'g>(&self, ground: &'g Ground, rows: [usize; 2], effort: &Effort) -> Encounter<'g> {
        let parties = rows.map(|row| Party { kind: self.all[row].kind, price: self.all[row].price });
        // By names, so that another row of the rules does not change what others meet with.
        let seed = rows.map(|row| sandtable_state::fingerprint(self.all[row].name.as_bytes()));
        Encounter::new(ground, parties, Terms { pairs: effort.pairs, seed: mix3(effort.seed, seed[0], seed[1]) })
    }
}

enum Bout {
    Met(Meeting),
    /// For each pair the margins of the first player, in the west and in the east.
    Mirror(Vec<[f64; 2]>),
}

impl Encounter<'_> {
    /// The first party against itself: the margins of player 1 from the west and from the east, pair by pair.
    fn mirror(&self) -> Vec<[f64; 2]> {
        self.by_side([MIRROR_UNITS; 2])
    }
}

impl Fights {
    /// Row and column's meeting as the row sees it; none of a kind with itself.
    pub fn between(&self, row: usize, column: usize) -> Option<(&Meeting, bool)> {
        let rows = [row.min(column), row.max(column)];
        self.meetings.iter().find(|meeting| meeting.rows == rows).map(|meeting| (meeting, row > column))
    }

    /// How many times its price the row is worth against the column: 1 against itself.
    pub fn ratio(&self, row: usize, column: usize) -> Estimate {
        match self.between(row, column) {
            None => Estimate { value: 1.0, low: 1.0, high: 1.0 },
            Some((meeting, false)) => meeting.even.ratio,
            Some((meeting, true)) => inverse(meeting.even.ratio),
        }
    }

    /// The row's pairs at equal cost against the column.
    pub fn pairs(&self, row: usize, column: usize) -> Pentanomial {
        match self.between(row, column) {
            None => Pentanomial::default(),
            Some((meeting, false)) => meeting.equal.pairs,
            Some((meeting, true)) => meeting.equal.pairs.reversed(),
        }
    }

    /// Those by whom others are measured, but for one.
    fn field(&self, row: usize) -> Vec<usize> {
        (0..self.soldiers.len()).filter(|other| *other != row && self.soldiers[*other].is_field).collect()
    }

    /// How many times its price the row is worth, the geometric mean over its field.
    pub fn worth(&self, row: usize) -> Estimate {
        let ratios: Vec<Estimate> = self.field(row).iter().map(|column| self.ratio(row, *column)).collect();
        worth_of(&ratios)
    }

    /// Who of the field surely beats whom at equal cost, and how much of all worth no ranking explains.
    pub fn cyclic(&self) -> Cyclic {
        let rows: Vec<usize> = (0..self.soldiers.len()).filter(|row| self.soldiers[*row].is_field).collect();
        let logs: Vec<Vec<f64>> = rows
            .iter()
            .map(|row| rows.iter().map(|column| libm::log(self.ratio(*row, *column).value)).collect())
            .collect();
        let beats =
            |row: usize, column: usize| row != column && self.pairs(rows[row], rows[column]).score_estimate().low > 0.5;
        let found = cycles(rows.len(), beats);
        let name = |row: usize| self.soldiers[rows[row]].name.clone();
        cyclic(&logs, found.triangles.iter().map(|triangle| triangle.map(name)).collect(), found.triangle_count)
    }

    /// By row: how often an army that none beats at equal cost would have each of the field; 0 for others.
    pub fn nash(&self) -> Vec<f64> {
        let rows: Vec<usize> = (0..self.soldiers.len()).filter(|row| self.soldiers[*row].is_field).collect();
        let advantage = |row: &usize| rows.iter().map(|column| self.pairs(*row, *column).score() - 0.5).collect();
        let weights = nash(&rows.iter().map(advantage).collect::<Vec<Vec<f64>>>());
        let mut all = vec![0.0; self.soldiers.len()];
        rows.iter().zip(weights).for_each(|(row, weight)| all[*row] = weight);
        all
    }

    /// Rows that dominate this one: surely worth more against it, and against all others not less.
    pub fn dominating(&self, row: usize) -> Vec<usize> {
        let is_less = |column: usize, other: &usize| {
            let (own, theirs) = (self.ratio(row, *other).value, self.ratio(column, *other).value);
            own <= theirs
        };
        let dominates = |column: &usize| {
            let others = self.field(row).into_iter().filter(|other| other != column).collect::<Vec<_>>();
            self.ratio(row, *column).high < 1.0 && others.iter().all(|other| is_less(*column, other))
        };
        self.field(row).into_iter().filter(dominates).collect()
    }
}

/// The ratio of the other side.
fn inverse(ratio: Estimate) -> Estimate {
    Estimate { value: 1.0 / ratio.value, low: 1.0 / ratio.high, high: 1.0 / ratio.low }
}
