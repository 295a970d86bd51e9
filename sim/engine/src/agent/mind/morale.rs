//! Spirits: what happens to a unit and round it lowers or raises its morale, a number from 0 to 100.
//!
//! It is a state of its own with a rate of change, so that one bad moment does not break anybody and a broken unit does not
//! rally at the first quiet one; where it breaks and rallies is for goals to say, by two thresholds.

use super::thinking_unit::ThinkingUnit;
use super::tuning::{
    CHEER_CELLS, FEAR_PER_SECOND, LOSS_CELLS, MORALE_PER_HIT_PERCENT, MORALE_PER_LOSS, MORALE_PER_SECOND,
    MOST_CHEERING, ODDS_CELLS,
};
use sandtable_math::Fx;
use sandtable_state::limits::TICKS_PER_SECOND;

impl ThinkingUnit<'_> {
    /// Brings its morale up to what has happened since it last thought.
    pub(super) fn take_heart(&mut self) {
        let elapsed = self.scene.clock.tick.saturating_sub(self.memory.thought_tick).min(TICKS_PER_SECOND);
        let lost = (self.memory.hp - self.body.hp).max(Fx::ZERO);
        let hurt = Fx::ratio_floor(i64::from(lost.bits()) * 100, i64::from(self.stats.max_hp.bits()).max(1));
        let fallen = self.losses_since(self.memory.thought_tick, LOSS_CELLS).min(20);
        let mut morale = self.memory.morale
            - hurt.mul_floor(MORALE_PER_HIT_PERCENT)
            - Fx::from_int_saturating(fallen * MORALE_PER_LOSS);
        morale += self.drift().mul_int(elapsed as i32).div_trunc(Fx::from_int(TICKS_PER_SECOND as i16));
        self.memory.morale = morale.clamp(Fx::ZERO, Fx::from_int(100));
    }

    /// The change of morale a second.
    fn drift(&self) -> Fx {
        let friends = (self.tally(CHEER_CELLS).friends - 1).clamp(0, MOST_CHEERING);
        let cheer =
            Fx::from_int_saturating(MORALE_PER_SECOND) + Fx::from_int_saturating(friends).div_trunc(Fx::from_int(2));
        if self.tally(ODDS_CELLS).foes == 0 {
            return cheer.mul_int(2);
        }
        // From even odds downwards fear grows to its full at none.
        let odds = self.odds_percent(ODDS_CELLS).min(Fx::from_int(100));
        let fear = Fx::from_int_saturating(FEAR_PER_SECOND).percent_floor(100 - odds.floor_int());
        cheer - fear
    }
}
