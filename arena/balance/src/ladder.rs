//! In search of the number at which both are even: numbers that were tried, and the line through their results.

use sandtable_stats::{Estimate, Z95};

/// By how much numbers change until both ends are known.
const GALLOP: f64 = 1.5;
/// Numbers at which a side is this far ahead say nothing of how margins grow: more cannot be lost than all.
const DECIDED: f64 = 0.9;
/// What is added to the squares that are left over, so that few fights that end alike are not taken for certainty.
const DOUBT: f64 = 0.25;

/// Numbers of the first that were tried against one number of the second, ascending.
pub(crate) struct Ladder {
    rungs: Vec<Rung>,
}

struct Rung {
    count: u16,
    margins: Vec<f64>,
}

impl Rung {
    fn mean(&self) -> f64 {
        self.margins.iter().sum::<f64>() / self.margins.len().max(1) as f64
    }
}

impl Ladder {
    /// A ladder of one rung: a number, and by how much the first was ahead with it in each pair of fights.
    pub fn new(count: u16, margins: &[f64]) -> Ladder {
        Ladder { rungs: vec![Rung { count, margins: margins.to_vec() }] }
    }

    /// Adds the result of another number.
    pub fn add(&mut self, count: u16, margins: &[f64]) {
        let at = self.rungs.partition_point(|other| other.count < count);
        self.rungs.insert(at, Rung { count, margins: margins.to_vec() });
    }

    /// The last rung before which the first is never ahead, and the one behind it.
    fn around(&self) -> [Option<&Rung>; 2] {
        let ahead = self.rungs.iter().position(|rung| rung.mean() >= 0.0).unwrap_or(self.rungs.len());
        [ahead.checked_sub(1).and_then(|row| self.rungs.get(row)), self.rungs.get(ahead)]
    }

    /// The number to try next; none when both ends of the change are neighbours, there is no further to go, or nobody hurts anybody.
    pub fn next(&self, [least, most]: [u16; 2]) -> Option<u16> {
        if self.is_peaceful() {
            return None;
        }
        match self.around().map(|rung| rung.map(|rung| rung.count)) {
            [Some(behind), Some(ahead)] => (ahead - behind > 1).then(|| behind + (ahead - behind) / 2),
            [None, Some(ahead)] => (ahead > least).then(|| fewer(ahead).max(least)),
            [Some(behind), None] => (behind < most).then(|| more(behind).min(most)),
            [None, None] => None,
        }
    }

    /// Whether no fight had a winner.
    fn is_peaceful(&self) -> bool {
        self.rungs.iter().flat_map(|rung| &rung.margins).all(|margin| *margin == 0.0)
    }

    /// Whether one end was never found.
    pub fn is_open(&self) -> bool {
        self.around().iter().any(Option::is_none)
    }

    /// The number at which both are even, with its 95 % interval.
    pub fn crossing(&self) -> Estimate {
        let ends = [self.rungs.first(), self.rungs.last()].map(|rung| rung.map_or(1.0, |rung| f64::from(rung.count)));
        match self.around() {
            [Some(behind), Some(ahead)] => self.fitted(behind, ahead),
            // Found nowhere: the last number that was tried bounds it. Where nobody hurts anybody, any number is.
            _ if self.is_peaceful() => Estimate { value: ends[0], low: ends[0] / 8.0, high: ends[0] * 8.0 },
            [None, _] => Estimate { value: ends[0], low: ends[0], high: ends[0] },
            [_, None] => Estimate { value: ends[1], low: ends[1], high: ends[1] },
        }
    }

    /// Where the line through the margins of undecided rungs, over logarithms of numbers, is at nought: least squares and the delta method.
    fn fitted(&self, behind: &Rung, ahead: &Rung) -> Estimate {
        let log = |rung: &Rung| libm::log(f64::from(rung.count));
        let is_near =
            |rung: &&Rung| rung.count == behind.count || rung.count == ahead.count || rung.mean().abs() < DECIDED;
        let near: Vec<&Rung> = self.rungs.iter().filter(is_near).collect();
        let points: Vec<[f64; 2]> =
            near.iter().flat_map(|rung| rung.margins.iter().map(|margin| [log(rung), *margin])).collect();
        let count = points.len() as f64;
        let mean = |part: usize| points.iter().map(|point| point[part]).sum::<f64>() / count;
        let middle = [mean(0), mean(1)];
        let spread: f64 = points.iter().map(|[x, _]| (x - middle[0]) * (x - middle[0])).sum();
        let joint: f64 = points.iter().map(|[x, y]| (x - middle[0]) * (y - middle[1])).sum();
        // Neighbours one of which is behind and the other ahead: the line rises, but for noise farther off.
        let between = (ahead.mean() - behind.mean()) / (log(ahead) - log(behind));
        let slope = if joint > 0.0 { joint / spread } else { between.max(1e-3) };
        let [low, high] = [log(behind), log(ahead)];
        let reach = high - low;
        let crossing = (middle[0] - middle[1] / slope).clamp(low - reach, high + reach);
        let off = |[x, y]: &[f64; 2]| y - middle[1] - slope * (x - middle[0]);
        let squares: f64 = points.iter().map(|point| off(point) * off(point)).sum();
        let variance = (squares + DOUBT) / (count - 1.0).max(1.0);
        let far = (crossing - middle[0]) * (crossing - middle[0]) / spread.max(1e-9);
        let half = Z95 * (variance * (1.0 / count + far)).sqrt() / slope;
        let [value, low, high] = [crossing, crossing - half, crossing + half].map(libm::exp);
        Estimate { value, low, high }
    }
}

fn more(count: u16) -> u16 {
    libm::ceil(f64::from(count) * GALLOP) as u16
}

fn fewer(count: u16) -> u16 {
    libm::floor(f64::from(count) / GALLOP).max(1.0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Climbs against an opponent with whom this number is even.
    fn climbed(even: f64, from: u16) -> Ladder {
        let margins = |count: u16| {
            let middle = (2.0 * libm::log(f64::from(count) / even)).clamp(-1.0, 1.0);
            [-0.1, 0.0, 0.1].map(|noise| middle + noise)
        };
        let mut ladder = Ladder::new(from, &margins(from));
        while let Some(count) = ladder.next([2, 40]) {
            ladder.add(count, &margins(count));
        }
        ladder
    }

    #[test]
    fn numbers_that_are_even_are_found_from_anywhere() {
        for (even, from) in [(8.0, 8), (11.5, 8), (5.3, 8), (20.2, 8)] {
            let found = climbed(even, from).crossing();
            assert!((found.value / even - 1.0).abs() < 0.05, "{even}: {found:?}");
            assert!(found.low < even && even < found.high, "{even}: {found:?}");
        }
    }

    #[test]
    fn who_cannot_be_beaten_is_told_as_a_bound() {
        let (weak, strong) = (climbed(100.0, 8), climbed(0.5, 8));
        assert!(weak.is_open() && weak.crossing().value == 40.0);
        assert!(strong.is_open() && strong.crossing().value == 2.0);
    }

    #[test]
    fn peace_says_nothing() {
        let found = Ladder::new(8, &[0.0; 8]);
        assert!(found.next([2, 40]).is_none() && found.crossing().low < 2.0 && found.crossing().high > 40.0);
    }
}
