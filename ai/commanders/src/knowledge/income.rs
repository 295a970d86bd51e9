//! Income, and what is lost where, each an exponential average.

use sandtable_math::Fx;
use sandtable_sim::view::View;
use sandtable_state::id::Handle;
use sandtable_state::limits::TICKS_PER_SECOND;
use serde::{Deserialize, Serialize};

use super::tuning::{AVERAGED_LOOKS, MAX_FOLLOWED_UNITS};
use crate::perception::{KindRoles, Situation};

/// What was gathered and lost lately.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct IncomeStats {
    gathered: u32,
    tick: u32,
    /// Resources a minute, times [`AVERAGED_LOOKS`].
    income: u32,
    /// Might lost a look, times [`AVERAGED_LOOKS`].
    heat: u32,
    /// Workers lost a look, in 1/65536, times [`AVERAGED_LOOKS`].
    raided: u32,
    /// Units alive at the last look by handle: their might, and whether they work.
    alive: Vec<(Handle, u32, bool)>,
}

impl IncomeStats {
    /// Takes in one look.
    pub fn update(&mut self, view: &View<'_>, situation: &Situation, roles: &KindRoles) {
        let gathered: u32 = view.totals().gathered.iter().sum();
        let ticks = view.tick().saturating_sub(self.tick).max(1);
        let rate = gathered.saturating_sub(self.gathered).min(100_000) * 60 * TICKS_PER_SECOND / ticks;
        (self.gathered, self.tick) = (gathered, view.tick());
        let (mut heat, mut workers) = (0u32, 0u32);
        for (_, might, works) in self.alive.iter().filter(|entry| situation.unit(entry.0).is_none()) {
            heat = heat.saturating_add(*might);
            workers += u32::from(*works);
        }
        average(&mut self.income, rate);
        average(&mut self.heat, heat);
        average(&mut self.raided, workers.min(1_000) << 16);
        let follow =
            |unit: &sandtable_sim::view::OwnUnit| (unit.handle, roles.might(unit.kind), roles.is_worker(unit.kind));
        self.alive.clear();
        self.alive.extend(situation.units.iter().take(MAX_FOLLOWED_UNITS).map(follow));
    }

    /// Resources gathered a minute.
    pub fn income_a_minute(&self) -> u32 {
        self.income / AVERAGED_LOOKS
    }

    /// Might lost over the last quarter of a minute.
    pub fn heat(&self) -> u32 {
        self.heat
    }

    /// Workers lost over the last quarter of a minute.
    pub fn raided(&self) -> Fx {
        Fx::from_bits(self.raided.min(i32::MAX as u32) as i32)
    }
}

fn average(sum: &mut u32, new: u32) {
    *sum = (*sum - *sum / AVERAGED_LOOKS).saturating_add(new.min(1 << 26));
}
