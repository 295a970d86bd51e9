//! A model of the opponent: which of its deeds follows which, counted in n-grams (Millington; Game AI Pro, "prediction").

use sandtable_sim::limits::TICKS_PER_SECOND;
use serde::{Deserialize, Serialize};

/// Deeds that are told apart.
const SIGNS: usize = 6;
/// Ticks of peace after which a threat is a new attack.
pub(super) const PAUSE_TICKS: u32 = 20 * TICKS_PER_SECOND;
/// A count held to this.
const MOST: u16 = 1_000;

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
            *count = (*count + 1).min(MOST);
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
        let mut grams = NGramModel::default();
        assert_eq!(grams.percent(OpponentEvent::Attack), 16);
        for _ in 0..6 {
            grams.note(OpponentEvent::Growth);
            grams.note(OpponentEvent::Attack);
        }
        assert!(grams.percent(OpponentEvent::Growth) > 50 && grams.percent(OpponentEvent::Attack) < 20);
        grams.note(OpponentEvent::Growth);
        assert!(grams.percent(OpponentEvent::Attack) > 50);
        // Never met after these two: one deed of history tells, then none.
        grams.note(OpponentEvent::Air);
        assert!(grams.percent(OpponentEvent::Growth) > grams.percent(OpponentEvent::Soldier));
        (0..3_000).for_each(|_| grams.note(OpponentEvent::Works));
        assert!(grams.percent(OpponentEvent::Works) >= 98);
    }
}
