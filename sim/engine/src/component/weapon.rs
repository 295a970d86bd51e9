//! Weapons, their projectiles, and what abilities leave behind.

use sandtable_math::{Fx, Vec2};
use sandtable_state::id::UnitId;
use sandtable_state::limits::{MAX_KIND_ABILITIES, MAX_STATUSES};
use sandtable_state::state_struct;

state_struct! {
    /// A weapon's state.
    #[derive(Copy, Default)]
    pub struct WeaponState {
        /// What it attacks; none when nothing.
        pub target: UnitId,
        /// Whether an order named the target (it is not exchanged for a nearer one).
        pub ordered: bool,
        /// Whether its bearer closes in on the target, to strike it.
        pub closes: bool,
        /// Ticks of wind-up left; 0 when not winding up.
        pub windup: u16,
        /// Ticks of cooldown left.
        pub cooldown: u16,
    }
}

impl WeaponState {
    /// Points the weapon at `target` (none for nothing); another target than before ends the wind-up.
    #[inline]
    pub fn aim_at(&mut self, target: UnitId, ordered: bool) {
        if target != self.target {
            self.windup = 0;
        }
        self.target = target;
        self.ordered = ordered && target.is_some();
    }
}

state_struct! {
    /// Timed effects and the cooldowns of abilities.
    #[derive(Copy, Default)]
    pub struct TimedEffects {
        /// The effects; `until` 0 is a free place.
        pub active: [TimedEffect; MAX_STATUSES],
        /// The tick from which each ability of the kind is ready again.
        pub ready_tick: [u32; MAX_KIND_ABILITIES],
    }
}

state_struct! {
    /// One timed effect.
    #[derive(Copy, Default)]
    pub struct TimedEffect {
        /// The last tick it holds; 0 when there is none.
        pub until: u32,
        /// Percent of plain speed.
        pub speed_percent: u16,
        /// Percent of plain damage.
        pub damage_percent: u16,
    }
}

state_struct! {
    /// A projectile in flight.
    #[derive(Copy, Default)]
    pub struct Projectile {
        /// Who fired it.
        pub shooter: UnitId,
        /// What it flies at; none when it flies at a point.
        pub target: UnitId,
        /// Where it is.
        pub position: Vec2,
        /// Where it will land; follows a living target.
        pub aim: Vec2,
        /// Ticks until it lands.
        pub ticks_left: u16,
        /// Hit points before table and armour.
        pub damage: Fx,
    }
}
