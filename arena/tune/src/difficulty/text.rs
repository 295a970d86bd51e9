//! What a run came to, in words.

use std::fmt::Write as _;

use super::outcome::{DifficultySummary, RateOutcome, Reach};
use crate::aim::{AimState, with_interval};
use crate::verdict::Verdict;
use crate::win_aims::WON;

/// The games of a proof, and those of them that repeat no other where these are fewer.
fn counted(rate: &RateOutcome) -> String {
    match rate.distinct_games {
        1 if rate.games > 1 => format!("{} (all the same game)", rate.games),
        _ if rate.distinct_games < rate.games => format!("{} ({} distinct)", rate.games, rate.distinct_games),
        _ => rate.games.to_string(),
    }
}

impl DifficultySummary {
    /// What a terminal is told: the verdict, a line for each rate, and the range that can be reached where a rate cannot.
    pub fn tell(&self) -> String {
        let proved = self.rates.iter().filter(|rate| rate.verdict == Verdict::OnTarget).count();
        let of = self.rates.len();
        let mut text = format!(
            "{proved} of {of} win rates of player {} proved within {} points, each on its own held-out seeds\n",
            self.side,
            self.settings.win.map_or(0, |win| win.within())
        );
        let rows: Vec<[String; 5]> =
            [self.head()].into_iter().chain(self.rates.iter().map(|rate| self.row(rate))).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths = [0, 1, 2, 3].map(width);
        for [rate, values, found, games, verdict] in &rows {
            let _ = writeln!(
                text,
                "  {rate:>0$}  {values:1$}  {found:2$}  {games:>3$}  {verdict}",
                widths[0], widths[1], widths[2], widths[3]
            );
        }
        for rate in &self.rates {
            self.tell_others(rate, &mut text);
        }
        self.tell_reach(&mut text);
        let games: Vec<String> = self.games.iter().map(|(phase, count)| format!("{phase} {count}")).collect();
        let _ = writeln!(text, "games: {}", games.join(", "));
        text
    }

    fn head(&self) -> [String; 5] {
        let values = self.paths.join(", ");
        ["rate".to_owned(), values, "share of games, 95 %".to_owned(), "games".to_owned(), "verdict".to_owned()]
    }

    fn row(&self, rate: &RateOutcome) -> [String; 5] {
        let verdict = match rate.verdict {
            Verdict::OnTarget => "on target".to_owned(),
            Verdict::OffTarget => "off target".to_owned(),
            _ => format!("undecided, about {} more games of proof are needed", rate.games_needed),
        };
        [format!("{} %", rate.rate), rate.values.join(", "), with_interval(&rate.found), counted(rate), verdict]
    }

    /// Aims besides the rate that are not met.
    fn tell_others(&self, rate: &RateOutcome, text: &mut String) {
        let others = rate.aims.iter().enumerate().filter(|(row, aim)| *row != WON && aim.state != AimState::Met);
        for (_, aim) in others {
            let _ = writeln!(text, "{} %: {}", rate.rate, aim.line());
        }
    }

    /// Where a rate is missed: what can be reached, and whether the rate lies in it.
    fn tell_reach(&self, text: &mut String) {
        let Some([low, high]) = &self.reach else { return };
        let within = self.settings.win.map_or(0.0, |win| f64::from(win.within()));
        let missed =
            |rate: &&RateOutcome| rate.verdict == Verdict::OffTarget && rate.aims[WON].state == AimState::Missed;
        let is_out = |rate: &&RateOutcome| {
            f64::from(rate.rate) < low.share - within || f64::from(rate.rate) > high.share + within
        };
        let (out, inside): (Vec<&RateOutcome>, Vec<&RateOutcome>) = self.rates.iter().filter(missed).partition(is_out);
        let names =
            |rates: &[&RateOutcome]| rates.iter().map(|rate| format!("{} %", rate.rate)).collect::<Vec<_>>().join(", ");
        let end = |reach: &Reach| format!("{:.1} % with {}", reach.share, reach.values.join(", "));
        if !out.is_empty() {
            let _ = writeln!(
                text,
                "{} not reached: the rates found range from {} to {}; widen the ranges of [tune], or choose rates between",
                names(&out),
                end(low),
                end(high)
            );
        }
        if !inside.is_empty() {
            let _ = writeln!(
                text,
                "{} not found, though the rates found range from {} to {}; more --games, or finer steps in [tune], may find it",
                names(&inside),
                end(low),
                end(high)
            );
        }
    }
}
