//! How likely it is that values are proved with the games that are left.

use sandtable_expect::AimKind;
use sandtable_stats::{Belief, normal_cdf, share_sequence};

use crate::aim::{AimGoal, Term};
use crate::win_aims::WON;

/// Halvings when the end of what can be proved is looked for: to 0.02 points.
const HALVINGS: u32 = 12;
/// By how much a number of games grows when it is looked for how many it takes, and how often at most.
const GROWTH: f64 = 1.4;
const MOST_GROWTHS: u32 = 40;

/// Games that a proof of some values has played.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ShareRecord {
    pub won: f64,
    pub games: f64,
}

/// What is left, and how surely a share is to be proved.
pub(super) struct ShareOutlook<'g> {
    pub goal: &'g AimGoal,
    /// Games that may still be played.
    pub left: f64,
    /// The risk of the interval of the share.
    pub alpha: f64,
}

impl ShareOutlook<'_> {
    /// With as many games as prove a share that lies halfway between the middle of the range and an end, if there are not as many.
    pub fn at_length(&self) -> ShareOutlook<'_> {
        let range = &self.goal.terms[WON].range;
        let wanted = (range.max.unwrap_or(100.0) - range.min.unwrap_or(0.0)) / 200.0;
        let mut left = self.left.max(1.0);
        for _ in 0..MOST_GROWTHS {
            if self.provable(left).is_some_and(|[low, high]| high - low >= wanted) {
                break;
            }
            left *= GROWTH;
        }
        ShareOutlook { left, ..*self }
    }

    /// The chance that values of these beliefs, by measure, are proved when all games that are left are theirs.
    pub fn chance(&self, beliefs: &[Belief], record: ShareRecord) -> f64 {
        self.by_provable(beliefs, record, self.provable(record.games + self.left))
    }

    /// As [`chance`](ShareOutlook::chance), with the shares that can be proved given.
    pub fn by_provable(&self, beliefs: &[Belief], record: ShareRecord, provable: Option<[f64; 2]>) -> f64 {
        let Some(shares) = provable else { return 0.0 };
        let mean = (beliefs[WON].mean / 100.0).clamp(0.0, 1.0);
        // The games to come are uncertain besides the share.
        let luck = mean * (1.0 - mean) / self.left.max(1.0);
        let deviation = (beliefs[WON].deviation * beliefs[WON].deviation / 1e4 + luck).sqrt();
        // What the share of those to come has to be for the share of all to be provable.
        let wanted = shares.map(|share| (share * (record.games + self.left) - record.won) / self.left.max(1.0));
        between(wanted, mean, deviation) * self.others(beliefs)
    }

    /// The chance that the means of other measures lie in their ranges.
    fn others(&self, beliefs: &[Belief]) -> f64 {
        let chance = |term: &Term| {
            let Belief { mean, deviation } = beliefs[term.measure];
            let ends = [term.range.min.unwrap_or(f64::NEG_INFINITY), term.range.max.unwrap_or(f64::INFINITY)];
            between(ends, mean, deviation.max(1e-9))
        };
        let others = self.goal.terms.iter().filter(|term| term.measure != WON);
        others.filter(|term| matches!(term.kind, AimKind::Target | AimKind::Constrain)).map(chance).product()
    }

    /// The lowest and the highest share of this number of games whose interval lies in the range as a whole; none when no share does.
    pub fn provable(&self, games: f64) -> Option<[f64; 2]> {
        let range = &self.goal.terms[WON].range;
        let [min, max] = [range.min.unwrap_or(0.0) / 100.0, range.max.unwrap_or(100.0) / 100.0];
        let interval = |share: f64| share_sequence((share * games) as u32, games as u32, self.alpha);
        let is_proved = |share: f64| interval(share).low >= min && interval(share).high <= max;
        let middle = (min + max) / 2.0;
        let end = |outside: f64| {
            let (mut inner, mut outer) = (middle, outside);
            for _ in 0..HALVINGS {
                let between = (inner + outer) / 2.0;
                if is_proved(between) { inner = between } else { outer = between }
            }
            inner
        };
        is_proved(middle).then(|| [end(min), end(max)])
    }
}

/// The chance that a normal value lies between two ends.
fn between([low, high]: [f64; 2], mean: f64, deviation: f64) -> f64 {
    (normal_cdf((high - mean) / deviation) - normal_cdf((low - mean) / deviation)).max(0.0)
}

#[cfg(test)]
mod tests {
    use sandtable_expect::Range;

    use super::*;

    fn goal() -> AimGoal {
        let range = Range { min: Some(45.0), max: Some(55.0) };
        AimGoal { terms: vec![Term { measure: WON, kind: AimKind::Target, range }], weights: Vec::new() }
    }

    #[test]
    fn what_is_known_to_lie_in_the_middle_is_hoped_for_most() {
        let goal = goal();
        let outlook = ShareOutlook { goal: &goal, left: 4_000.0, alpha: 0.005 };
        let chance =
            |mean: f64, deviation: f64, record: ShareRecord| outlook.chance(&[Belief { mean, deviation }], record);
        let none = ShareRecord::default();
        assert!(chance(50.0, 0.5, none) > 0.8 && chance(54.0, 0.5, none) < 0.1);
        assert!(chance(54.0, 8.0, none) > chance(54.0, 1.0, none), "what is not known may be better");
        let [half, bad] = [500.0, 700.0].map(|won| ShareRecord { won, games: 1_000.0 });
        assert!(chance(50.0, 1.5, half) > chance(50.0, 1.5, none), "games played are of use");
        assert!(chance(50.0, 1.5, bad) < chance(50.0, 1.5, half) / 2.0, "games played cannot be taken back");
        let few = ShareOutlook { left: 60.0, ..outlook };
        assert_eq!(few.provable(60.0), None, "too few games");
        assert!(
            few.at_length().left > 3_000.0
                && few.at_length().chance(&[Belief { mean: 50.0, deviation: 0.5 }], none) > 0.8
        );
    }
}
