//! The page of a folder's games, played or still being played: which are worth a look, and why.

use std::collections::BTreeMap;

use sandtable_match::runner::clock;
use sandtable_state::words::counted;
use sandtable_viewer::html::{REREAD, card, escaped, percent, reread, shell, table, words};

use crate::reasons::{Reasons, reasons, scores};
use crate::record::{Comparison, GameRecord};

/// Games that are listed while they are played: the latest ones.
const MOST: usize = 2_000;

/// How far the games of a folder are, and who shows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamesState {
    /// More of them come; the page looks again by itself.
    Playing {
        /// Whether the tournament's report so far lies beside the page.
        report: bool,
    },
    /// More of them may come, but the page stays as it is.
    Stopped,
    /// There are all of them.
    Finished {
        /// Whether the tournament's report lies beside the page.
        report: bool,
    },
}

/// The games of a folder of results as a page.
#[derive(Clone, Copy)]
pub struct GamesPage<'p> {
    /// What the tournament is called.
    pub name: &'p str,
    /// Its games, in order.
    pub records: &'p [GameRecord],
    /// How far they are.
    pub state: GamesState,
    /// Where a game is shown; none of a game without a page.
    pub link: &'p dyn Fn(&GameRecord) -> Option<String>,
}

impl GamesPage<'_> {
    /// The page.
    #[must_use]
    pub fn html(&self) -> String {
        let (records, reasons) = (self.records, reasons(self.records));
        let is_playing = matches!(self.state, GamesState::Playing { .. });
        let most = if is_playing { MOST } else { usize::MAX };
        let notable = records.iter().zip(&reasons).filter(|(_, reasons)| !reasons.is_empty());
        let latest = records.iter().zip(&reasons).rev().take(most);
        let cards = [
            card("Notable games", self.games(notable), true),
            card("Scores", self.standings(), false),
            card("All games, the latest first", self.games(latest), true),
        ];
        let more =
            if records.len() > most { format!("<p>The latest {most} games are listed.</p>\n") } else { String::new() };
        shell("Sandtable games", self.name, &self.about(), &(self.said() + &more), &cards.concat())
    }

    fn about(&self) -> String {
        let games = counted(self.records.len() as u64, "game", "games");
        match self.state {
            GamesState::Finished { .. } => format!("{games}, finished"),
            GamesState::Stopped => format!("{games} so far"),
            GamesState::Playing { .. } => {
                format!("{games} so far; this page reloads every {REREAD} seconds")
            }
        }
    }

    fn said(&self) -> String {
        match self.state {
            GamesState::Playing { report } => {
                let link =
                    "<p><a href=\"report.html\">The report so far</a> has standings, charts and the time left.</p>\n";
                reread() + if report { link } else { "" }
            }
            GamesState::Finished { report: true } => {
                "<p><a href=\"report.html\">The report</a> has standings, charts and maps.</p>\n".to_owned()
            }
            GamesState::Finished { report: false } | GamesState::Stopped => String::new(),
        }
    }

    fn games<'r>(&self, rows: impl Iterator<Item = (&'r GameRecord, &'r Reasons)>) -> String {
        let rows: Vec<Vec<String>> = rows.map(|(record, reasons)| self.row(record, reasons)).collect();
        let head = ["game", "map", "players", "winner", "ended", "length", "why notable"];
        if rows.is_empty() { String::new() } else { table(&head, rows.into_iter()) }
    }

    fn row(&self, record: &GameRecord, reasons: &Reasons) -> Vec<String> {
        let winners = (0..record.teams.len()).filter(|row| Some(record.teams[*row]) == record.winner);
        let winners: Vec<&str> = winners.map(|row| record.strategies[row].as_str()).collect();
        let winner = if winners.is_empty() { "–".to_owned() } else { winners.join(", ") };
        vec![
            self.number(record),
            words(&record.map),
            words(&record.strategies.join(" – ")),
            words(&winner),
            words(record.termination.name()),
            clock(record.ticks),
            words(&reasons.join("; ")),
        ]
    }

    /// A game's number, which leads to its page.
    fn number(&self, record: &GameRecord) -> String {
        match (self.link)(record) {
            Some(link) => format!("<a href=\"{}\">{}</a>", escaped(&link), record.game),
            None => record.game.to_string(),
        }
    }

    /// Who scores what over the games there are, with those games.
    fn standings(&self) -> String {
        let games = games_of(self.records);
        let mut rows: Vec<_> = scores(self.records)
            .into_iter()
            .map(|(name, (points, games))| (points as f64 / (2 * games) as f64, games, name))
            .collect();
        rows.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(b.2)));
        let rows = rows.into_iter().map(|(score, count, name)| {
            let [won, drawn, lost] = &games[name];
            let [won, drawn, lost] = [won, drawn, lost].map(|records| self.numbers(records));
            vec![escaped(name), percent(score), count.to_string(), won, drawn, lost]
        });
        table(&["strategy", "score", "games", "won", "drawn", "lost"], rows)
    }

    /// How many games, and which.
    fn numbers(&self, records: &[&GameRecord]) -> String {
        let numbers: Vec<String> = records.iter().map(|record| self.number(record)).collect();
        let count = numbers.len();
        if count == 0 {
            return "0".to_owned();
        }
        format!("<details class=\"games\"><summary>{count}</summary>{}</details>", numbers.join(" "))
    }
}

/// The games that each strategy won, drew and lost against another side; once for each comparison of sides.
fn games_of(records: &[GameRecord]) -> BTreeMap<&str, [Vec<&GameRecord>; 3]> {
    let mut games: BTreeMap<&str, [Vec<&GameRecord>; 3]> = BTreeMap::new();
    for record in records {
        for Comparison { sides: [first, second], half_points } in record.comparisons() {
            for (side, points) in [(first, half_points), (second, 2 - half_points)] {
                let rows = games.entry(record.strategies[side].as_str()).or_default();
                rows[2 - points.min(2) as usize].push(record);
            }
        }
    }
    games
}
