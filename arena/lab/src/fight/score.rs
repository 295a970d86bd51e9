//! What many games come to.

use sandtable_match::runner::GameCount;
use sandtable_match::score::WinDrawLoss;
use serde::Serialize;
use serde_json::{Value, json};

use super::fight_end::FightEnd;

/// The score of the first side, over games that repeat no other.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FightScore {
    /// Its games.
    #[serde(flatten)]
    pub tally: WinDrawLoss,
    /// Games that were played, those that repeat another to the last bit among them.
    pub played: u32,
    /// Units the sides had left, over all games.
    pub left: [u32; 2],
    /// Ticks, over all games.
    pub ticks: u64,
    /// How often units went against their orders, over all games.
    pub disobeyed: u32,
}

impl FightScore {
    /// The games that count, in words.
    pub fn counted(&self) -> String {
        GameCount { played: self.played, distinct: self.tally.games() }.distinct_told("games")
    }

    /// The score of a fight of this title in a line, with the name of the first side.
    pub fn tell(&self, title: &str, first: &str) -> String {
        let (tally, [low, high]) = (self.tally, self.tally.interval());
        let a_game = |count: f64| count / f64::from(tally.games().max(1));
        format!(
            "{title}: {first} scores {:.1} % of {} ({:.1} to {:.1} %); {} won, {} drawn, {} lost; \
             left {:.1} to {:.1}, {:.0} ticks, {:.1} orders disobeyed per game\n",
            100.0 * tally.score(),
            self.counted(),
            100.0 * low,
            100.0 * high,
            tally.wins,
            tally.draws,
            tally.losses,
            a_game(self.left[0].into()),
            a_game(self.left[1].into()),
            a_game(self.ticks as f64),
            a_game(self.disobeyed.into()),
        )
    }

    /// The score of a fight of this name as an object, with the seed of its games.
    pub fn json(&self, fight: &str, seed: u64) -> Value {
        let tally = &self.tally;
        json!({ "fight": fight, "seed": seed, "score": tally.score(), "interval": tally.interval(), "games": self })
    }

    /// Counts a game.
    pub fn add(&mut self, end: &FightEnd) {
        match end.winner() {
            Some(0) => self.tally.wins += 1,
            Some(_) => self.tally.losses += 1,
            None => self.tally.draws += 1,
        }
        self.left[0] += end.left[0];
        self.left[1] += end.left[1];
        self.ticks += u64::from(end.tick);
        self.disobeyed += end.disobeyed;
    }
}
