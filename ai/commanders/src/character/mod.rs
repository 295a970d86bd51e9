//! Character: who a commander is in one match, drawn from its seed, and how its mood drifts.

mod chance;

pub(crate) use chance::{ChanceSpec, ChanceState};

use sandtable_content::TableReader;
use sandtable_math::Bounds;
use sandtable_math::{Fx, mix};
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_state::rng::Rng;
use serde::{Deserialize, Serialize};

/// Ticks between two knots of the mood.
const KNOT_TICKS: u32 = 60 * TICKS_PER_SECOND;

/// √12: the mean of four even draws from ±1 has the deviation 1/√12.
const ROOT_OF_TWELVE: Fx = Fx::ratio_floor(34_641, 10_000);

/// Traits in percent, about 100; drawn once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Character {
    pub aggression: Fx,
    pub greed: Fx,
    pub caution: Fx,
    /// How far the mood drifts from 100.
    swing: Fx,
    seed: u64,
}

/// A number with mean 0 and deviation 1, within ±3.4: the stream's sum of uniform draws, scaled (Game AI Pro ch. 3, Rabin).
fn gaussian(rng: &mut Rng) -> Fx {
    rng.bell().mul_floor(ROOT_OF_TWELVE)
}

impl Character {
    /// Reads `[character]`: each trait its mean, `deviation` how far matches differ.
    pub fn read(file: &TableReader<'_>, rng: &mut Rng) -> Character {
        let percent = Bounds::new(Fx::ZERO, Fx::from_int(400));
        let hundred = Fx::from_int(100);
        let mut character =
            Character { aggression: hundred, greed: hundred, caution: hundred, swing: Fx::ZERO, seed: rng.next_u64() };
        let Some(table) = file.table("character") else { return character };
        let deviation = table.fixed("deviation", Bounds::new(Fx::ZERO, hundred), "percent").or(Fx::from_int(10));
        character.swing = table.fixed("mood", Bounds::new(Fx::ZERO, hundred), "percent").or(Fx::ZERO);
        for (key, slot) in [
            ("aggression", &mut character.aggression),
            ("greed", &mut character.greed),
            ("caution", &mut character.caution),
        ] {
            let mean = table.fixed(key, percent, "percent").or(hundred);
            *slot = mean.add_saturating(gaussian(rng).mul_floor(deviation)).max(Fx::ZERO);
        }
        character
    }

    /// Nobody in particular: every trait as everybody's, no mood.
    pub fn flatten(&mut self) {
        let hundred = Fx::from_int(100);
        (self.aggression, self.greed, self.caution, self.swing) = (hundred, hundred, hundred, Fx::ZERO);
    }

    /// The mood in percent: Perlin's noise in one dimension, a knot a minute, so that it drifts instead of jumping.
    pub fn mood_at(&self, tick: u32) -> Fx {
        let (knot, part) =
            (u64::from(tick / KNOT_TICKS), Fx::ratio_floor((tick % KNOT_TICKS).into(), KNOT_TICKS.into()));
        let slope = |knot: u64| Fx::from_bits(mix(self.seed, knot) as i32 >> 15) - Fx::HALF;
        let (left, right) = (slope(knot).mul_floor(part), slope(knot + 1).mul_floor(part - Fx::ONE));
        // The fade 3t² − 2t³ has no slope at the knots.
        let fade = part.mul_floor(part).mul_floor(Fx::from_int(3) - part.mul_int(2));
        let noise = left + (right - left).mul_floor(fade);
        Fx::from_int(100).add_saturating(noise.mul_int(2).mul_floor(self.swing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mood_drifts_within_its_swing_and_never_jumps() {
        let full = Fx::from_int(100);
        let character = Character { aggression: full, greed: full, caution: full, swing: Fx::from_int(40), seed: 7 };
        let moods: Vec<Fx> = (0..20_000).step_by(16).map(|tick| character.mood_at(tick)).collect();
        assert!(moods.iter().all(|mood| (*mood - full).abs() <= Fx::from_int(60)));
        assert!(moods.windows(2).all(|pair| (pair[1] - pair[0]).abs() <= Fx::from_int(4)));
        assert!(moods.iter().max() > moods.iter().min().map(|low| *low + Fx::from_int(10)).as_ref());
    }

    #[test]
    fn traits_are_spread_like_a_bell() {
        let mut rng = Rng::stream(1, "test");
        let drawn: Vec<Fx> = (0..2_000).map(|_| gaussian(&mut rng)).collect();
        let within = |bound: i16| drawn.iter().filter(|it| it.abs() < Fx::from_int(bound)).count() * 100 / drawn.len();
        assert!((64..=72).contains(&within(1)) && within(2) >= 94 && within(4) == 100);
    }
}
