//! Counts of games in words, with how many of them are distinct where not all are.

/// Of games each of which counts: `40 forks`, `40 forks (3 distinct)`, or `40 forks (all 40 are the same game)`.
#[must_use]
pub fn every_told(played: u32, distinct: u32, what: &str) -> String {
    match distinct {
        1 if played > 1 => format!("{played} {what} (all {played} are the same game)"),
        _ if distinct < played => format!("{played} {what} ({distinct} distinct)"),
        _ => format!("{played} {what}"),
    }
}

/// Of games of which those that repeat another do not count: `40 games`, or `40 games, 3 of them distinct`.
#[must_use]
pub fn distinct_told(played: u32, distinct: u32, what: &str) -> String {
    match distinct < played {
        true => format!("{played} {what}, {distinct} of them distinct"),
        false => format!("{played} {what}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_is_told() {
        assert_eq!(distinct_told(9, 9, "pairs"), "9 pairs");
        assert_eq!(
            [
                every_told(9, 9, "games"),
                every_told(9, 2, "games"),
                every_told(9, 1, "games"),
                every_told(1, 1, "games")
            ],
            ["9 games", "9 games (2 distinct)", "9 games (all 9 are the same game)", "1 games"]
        );
    }
}
