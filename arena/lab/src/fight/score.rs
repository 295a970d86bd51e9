//! What many games come to.

use sandtable_match::runner::distinct_told;
use sandtable_match::score::WinDrawLoss;
use serde::Serialize;

use super::End;

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
        distinct_told(self.played, self.tally.games(), "games")
    }

    /// Counts a game.
    pub fn add(&mut self, end: &End) {
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
