//! Cooldowns: what was done lately is not done again for a while.

use sandtable_state::rng::Rng;
use serde::{Deserialize, Serialize};

/// How long: exactly one of a fixed time and a random one, so that nobody can ask for both (Dill).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cooldown {
    /// A fixed number of ticks.
    Fixed(u32),
    /// A number of ticks drawn evenly from this range each time, both ends included.
    Between(u32, u32),
}

impl Cooldown {
    /// The ticks of one cooldown. Only a random one draws.
    pub fn ticks(self, rng: &mut Rng) -> u32 {
        match self {
            Cooldown::Fixed(ticks) => ticks,
            Cooldown::Between(low, high) => low.saturating_add(rng.below(high.saturating_sub(low).saturating_add(1))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_cooldowns_stay_in_their_range() {
        let mut rng = Rng::stream(1, "test");
        let drawn: Vec<u32> = (0..200).map(|_| Cooldown::Between(3, 6).ticks(&mut rng)).collect();
        assert!((3..=6).all(|ticks| drawn.contains(&ticks)) && drawn.iter().all(|ticks| (3..=6).contains(ticks)));
        assert_eq!(Cooldown::Fixed(9).ticks(&mut rng), 9);
    }
}
