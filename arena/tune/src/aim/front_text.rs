//! A front, in words.

use std::fmt::Write as _;

use sandtable_match::runner::GameCount;

use super::front::{FrontOutcome, FrontPoint};
use super::front_proof::Standing;
use super::text::with_interval;
use crate::verdict::Verdict;

impl Standing {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Standing::OnFront => "on the front",
            Standing::Open => "open",
            Standing::Dominated => "dominated",
            Standing::OutOfRange => "out of range",
        }
    }
}

impl FrontOutcome {
    /// The verdict in a line.
    pub(crate) fn line(&self) -> String {
        let count = self.points.iter().filter(|point| point.standing == Standing::OnFront).count();
        match self.verdict {
            Verdict::Front if count == 1 => {
                "a front of one point: every other point is significantly out of a range, or significantly worse in every aim".to_owned()
            }
            Verdict::Front => {
                format!("a front of {count} points: each is significantly better than every other in some aim, on held-out seeds")
            }
            Verdict::Better => {
                "better: one point is significantly better than all others and the unchanged file in every aim; the aims do not conflict".to_owned()
            }
            Verdict::Worse => "worse: the unchanged file is significantly better than every point in every aim".to_owned(),
            Verdict::OffTarget => "off target: every point is out of some range".to_owned(),
            Verdict::NothingSearched => {
                "nothing searched: the games suffice only for the unchanged file".to_owned()
            }
            _ => "undecided: no front is proved yet; more --proof-games may decide".to_owned(),
        }
    }

    /// The points, some lines each.
    pub(crate) fn tell(&self, paths: &[&str], text: &mut String) {
        for point in &self.points {
            let values: Vec<String> =
                paths.iter().zip(&point.values).map(|(path, value)| format!("{path} = {value}")).collect();
            let games = GameCount { played: point.games, distinct: point.distinct_games }.every_told("games");
            let _ = writeln!(text, "{}: {}, {games}: {}", point.title(), point.standing.name(), values.join(", "));
            for aim in &point.aims {
                let range = if aim.aim.is_endless() { "" } else { &format!(" ({})", aim.state.name()) };
                let _ = writeln!(text, "  {} {}: {}{range}", aim.aim.name(), aim.what, with_interval(&aim.found));
            }
        }
    }
}

impl FrontPoint {
    /// What the point is called.
    pub(crate) fn title(&self) -> String {
        match &self.file {
            _ if self.is_start => "the unchanged file".to_owned(),
            Some(file) => file.clone(),
            None => "another".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_one_point_or_none_is_no_more_than_what_is_proved() {
        let line = |verdict: Verdict, standings: &[Standing]| {
            let point = |standing: &Standing| FrontPoint {
                file: None,
                is_start: false,
                values: Vec::new(),
                aims: Vec::new(),
                standing: *standing,
                games: 0,
                distinct_games: 0,
            };
            let points = standings.iter().map(point).collect();
            FrontOutcome { verdict, points, measures: Vec::new(), tried: Vec::new() }.line()
        };
        let of_one = line(Verdict::Front, &[Standing::OnFront, Standing::OutOfRange]);
        assert!(of_one.contains("a front of one point: every other point is significantly out of a range"), "{of_one}");
        let open = line(Verdict::Undecided, &[Standing::OnFront, Standing::Open]);
        assert!(open.contains("no front is proved yet"), "{open}");
    }
}
