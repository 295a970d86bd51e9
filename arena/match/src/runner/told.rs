//! Counts of games in words, with how many of them are distinct where not all are.

use sandtable_state::words::counted;

/// How many games were played, and how many of them are no repetition of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameCount {
    /// All of them.
    pub played: u32,
    /// Those that differ from each other.
    pub distinct: u32,
}

impl GameCount {
    /// Of games each of which counts: `40 forks`, `40 forks (3 distinct)`, or `40 forks (all 40 are the same game)`.
    #[must_use]
    pub fn every_told(self, what: &str) -> String {
        let GameCount { played, distinct } = self;
        let all = self.all_told(what);
        match distinct {
            1 if played > 1 => format!("{all} (all {played} are the same game)"),
            _ if distinct < played => format!("{all} ({distinct} distinct)"),
            _ => all,
        }
    }

    /// Of games of which those that repeat another do not count: `40 games`, or `40 games, 3 of them distinct`.
    #[must_use]
    pub fn distinct_told(self, what: &str) -> String {
        let all = self.all_told(what);
        match self.distinct < self.played {
            true => format!("{all}, {} of them distinct", self.distinct),
            false => all,
        }
    }

    /// All of them with their noun, given in the plural that ends in `s`.
    fn all_told(self, what: &str) -> String {
        counted(self.played.into(), what.strip_suffix('s').unwrap_or(what), what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_is_told() {
        assert_eq!(GameCount { played: 9, distinct: 9 }.distinct_told("pairs"), "9 pairs");
        assert_eq!(GameCount { played: 9, distinct: 2 }.distinct_told("pairs"), "9 pairs, 2 of them distinct");
        assert_eq!(
            [(9, 9), (9, 2), (9, 1), (1, 1)]
                .map(|(played, distinct)| GameCount { played, distinct }.every_told("games")),
            ["9 games", "9 games (2 distinct)", "9 games (all 9 are the same game)", "1 game"]
        );
    }
}
