//! Chances that strategies take: coins thrown now and then, which seldom fall the same way for long.

use sandtable_state::rng::Rng;
use serde::{Deserialize, Serialize};

/// Yes or no with a chance, that seldom gives long streaks (Game AI Pro ch. 3, "filtered randomness"): each answer the chance
/// was against makes the same one less likely next time.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct FilteredChance {
    /// Percent that earlier answers left over: positive when there were too few yes.
    owed: i16,
}

/// A chance as a strategy file gives it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChanceSpec {
    pub percent: u8,
    /// Ticks between two throws.
    pub every_ticks: u32,
}

/// How a chance stands.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ChanceState {
    pub fell: bool,
    chance: FilteredChance,
    next_tick: u32,
}

impl ChanceState {
    /// Throws the coin when it is time.
    pub fn turn(&mut self, chance: ChanceSpec, now: u32, rng: &mut Rng) {
        if now >= self.next_tick {
            self.fell = self.chance.draw(chance.percent, rng);
            self.next_tick = now.saturating_add(chance.every_ticks);
        }
    }
}

impl FilteredChance {
    /// Draws yes or no with a chance of `percent`.
    pub fn draw(&mut self, percent: u8, rng: &mut Rng) -> bool {
        let chance = i16::from(percent.min(100));
        let yes = (rng.below(100) as i16) < (chance + self.owed / 2).clamp(0, 100);
        self.owed = (self.owed + chance - if yes { 100 } else { 0 }).clamp(-200, 200);
        yes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filtered_chances_keep_their_share_and_their_streaks_short() {
        let (mut rng, mut chance) = (Rng::stream(1, "test"), FilteredChance::default());
        let answers: Vec<bool> = (0..4_000).map(|_| chance.draw(50, &mut rng)).collect();
        let yes = answers.iter().filter(|yes| **yes).count();
        let longest = answers.chunk_by(|a, b| a == b).map(<[bool]>::len).max();
        assert!((1_950..=2_050).contains(&yes) && longest < Some(9), "{yes} yes, {longest:?} in a row");
    }
}
