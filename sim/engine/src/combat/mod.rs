//! Combat: who is attacked, what is thrown, and all damage of a tick landing together.
//!
//! Everything is decided on the [`Frame`](crate::world::Frame), so on where things stood at the start of the
//! tick, and every pass but the last writes its own row only. Blows, launches and statuses collect in a
//! [`Volley`] and take effect at the end, when two units may kill each other: neither the order of rows nor
//! that of players can matter.

mod ability;
mod blow;
mod cycle;
mod incoming;
mod posture;
mod reach;
mod shot;
mod status;
mod target;
#[cfg(test)]
mod tests;

pub(crate) use blow::damage_to;
pub(crate) use reach::{MAX_RADIUS, hostile, weapon_hits};

use blow::Blow;

use crate::agent::Duty;
use crate::scene::Presence;
use crate::world::{FillWithJunk, Junk, World};
use sandtable_math::{Fx, Vec2};
use sandtable_state::id::UnitId;

/// What combat and abilities prepare during a tick, to take effect together at its end.
#[derive(Clone, Default)]
pub(crate) struct Volley {
    /// Damage and healing that land.
    blows: Vec<Blow>,
    /// Projectiles that leave.
    launches: Vec<shot::Launch>,
    /// Statuses that take hold.
    imposed: Vec<status::Imposed>,
    /// Abilities to be used, by turns.
    casts: Vec<Duty>,
    /// Rows of projectiles that landed.
    landed: Vec<u32>,
    /// Damage on its way.
    pledges: Vec<incoming::Pledge>,
    /// Who is about, gathered with the frame.
    pub(crate) presence: Presence,
    /// What is heard.
    pub(crate) dins: Vec<Din>,
    /// Blows and launches of each chunk of units, until they are gathered.
    strikes: Vec<Strikes>,
}

impl FillWithJunk for Volley {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        self.blows = junk.some(Blow::junk);
        self.launches = junk.some(shot::Launch::junk);
        self.imposed = junk.some(status::Imposed::junk);
        self.casts = junk.some(Duty::junk);
        self.landed = junk.some(|junk| junk.below(40) as u32);
        self.pledges = junk.some(incoming::Pledge::junk);
        self.presence.fill_with_junk(junk);
        self.dins = junk.some(Din::junk);
        self.strikes = junk.some(|junk| Strikes {
            blows: junk.some(Blow::junk),
            launches: junk.some(shot::Launch::junk),
            dins: junk.some(Din::junk),
        });
    }
}

/// What weapons did.
#[derive(Clone, Default)]
struct Strikes {
    blows: Vec<Blow>,
    launches: Vec<shot::Launch>,
    dins: Vec<Din>,
}

/// The noise of a weapon or an ability.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Din {
    /// Whose.
    pub(crate) by: UnitId,
    /// Where.
    pub(crate) at: Vec2,
    /// How far plain ears hear it, in cells.
    pub(crate) reach: Fx,
    /// Whether it is that of an ability.
    pub(crate) cast: bool,
}

impl Din {
    /// A noise that nobody made.
    fn junk(junk: &mut Junk) -> Din {
        Din { by: junk.id(), at: junk.point(), reach: junk.length(), cast: junk.coin() }
    }
}

impl Volley {
    /// Empties it, keeping its buffers.
    pub(crate) fn clear(&mut self) {
        self.blows.clear();
        self.launches.clear();
        self.imposed.clear();
        self.landed.clear();
        self.pledges.clear();
        self.dins.clear();
        self.casts.clear();
        for Strikes { blows, launches, dins } in &mut self.strikes {
            blows.clear();
            launches.clear();
            dins.clear();
        }
    }

    fn take(&mut self, strikes: &mut Strikes) {
        self.blows.append(&mut strikes.blows);
        self.launches.append(&mut strikes.launches);
        self.dins.append(&mut strikes.dins);
    }

    /// Who was hurt in this tick, some of them several times.
    pub(crate) fn struck(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.blows.iter().filter(|blow| blow.amount > Fx::ZERO).map(|blow| blow.target)
    }

    /// Takes the strikes of all chunks, in the order of those.
    fn gather_strikes(&mut self) {
        let mut strikes = std::mem::take(&mut self.strikes);
        strikes.iter_mut().for_each(|strikes| self.take(strikes));
        self.strikes = strikes;
    }
}

/// The combat phase: targets, attack cycles, flights, then everything that lands.
pub(crate) fn run(world: &mut World) {
    let mut volley = std::mem::take(&mut world.workspaces.combat);
    ability::run(world, &mut volley);
    cycle::units(world, &mut volley);
    cycle::buildings(world, &mut volley);
    shot::fly(world, &mut volley);
    shot::launch(world, &mut volley);
    status::impose(world, &mut volley.imposed);
    blow::land(world, &mut volley.blows);
    incoming::recount(world, &mut volley.pledges);
    world.workspaces.combat = volley;
}
