//! A model of the opponent: which of its actions follows which, counted in n-grams (Millington; Game AI Pro, "prediction").

use serde::{Deserialize, Serialize};

use super::tuning::MAX_NGRAM_COUNT;

/// Deeds that are told apart.
const SIGNS: usize = 6;

/// A deed of the opponent's, as it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum OpponentEvent {
    /// It came near a building.
    Attack,
    /// It has a base more.
    Growth,
    /// A kind of soldier was met for the first time.
    Soldier,
    /// So was one that flies.
    Air,
    /// So was an armed building.
    Works,
    /// So was anything else.
    Building,
}

/// Counts of what followed which two deeds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct NGramModel {
    /// The last two deeds, the later first; [`SIGNS`] before there were any.
    last: [u8; 2],
    /// By the one before the last, the last and the next.
    three: Vec<u16>,
    /// By the last and the next.
    two: Vec<u16>,
    /// By the next.
    one: [u16; SIGNS],
}

impl Default for NGramModel {
    fn default() -> NGramModel {
        let side = SIGNS + 1;
        NGramModel {
            last: [SIGNS as u8; 2],
            three: vec![0; side * side * SIGNS],
            two: vec![0; side * SIGNS],
            one: [0; SIGNS],
        }
    }
}

impl NGramModel {
    /// Counts a deed.
    pub fn note(&mut self, sign: OpponentEvent) {
        let (two, three) = self.rows();
        for count in
            [&mut self.one[sign as usize], &mut self.two[two + sign as usize], &mut self.three[three + sign as usize]]
        {
            *count = (*count + 1).min(MAX_NGRAM_COUNT);
        }
        self.last = [sign as u8, self.last[0]];
    }

    /// How likely a deed is next, in percent. The longest history that was met before says; every deed is thought to have
    /// followed once, so that nothing is certain.
    pub fn percent(&self, sign: OpponentEvent) -> u32 {
        let (two, three) = self.rows();
        let tables = [&self.three[three..three + SIGNS], &self.two[two..two + SIGNS], &self.one[..]];
        let met = |counts: &&[u16]| counts.iter().any(|count| *count > 0);
        let counts = tables.iter().copied().find(met).unwrap_or(&self.one);
        let sum: u32 = counts.iter().map(|count| u32::from(*count) + 1).sum();
        (u32::from(counts[sign as usize]) + 1) * 100 / sum
    }

    /// Whether its tables have their sizes: one that was read back may not.
    pub fn is_sound(&self) -> bool {
        let side = SIGNS + 1;
        let sizes = (self.three.len(), self.two.len()) == (side * side * SIGNS, side * SIGNS);
        sizes && self.last.iter().all(|sign| usize::from(*sign) <= SIGNS)
    }

    fn rows(&self) -> (usize, usize) {
        let [last, before] = self.last.map(usize::from);
        (last * SIGNS, (before * (SIGNS + 1) + last) * SIGNS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_followed_before_is_expected_again() {
        let mut ngrams = NGramModel::default();
        assert_eq!(ngrams.percent(OpponentEvent::Attack), 16);
        for _ in 0..6 {
            ngrams.note(OpponentEvent::Growth);
            ngrams.note(OpponentEvent::Attack);
        }
        assert!(ngrams.percent(OpponentEvent::Growth) > 50 && ngrams.percent(OpponentEvent::Attack) < 20);
        ngrams.note(OpponentEvent::Growth);
        assert!(ngrams.percent(OpponentEvent::Attack) > 50);
        // Never met after these two: one deed of history tells, then none.
        ngrams.note(OpponentEvent::Air);
        assert!(ngrams.percent(OpponentEvent::Growth) > ngrams.percent(OpponentEvent::Soldier));
        (0..3_000).for_each(|_| ngrams.note(OpponentEvent::Works));
        assert!(ngrams.percent(OpponentEvent::Works) >= 98);
    }
}
