//! Combat: who is attacked, what is thrown, and all damage of a tick landing together.
//!
//! Everything is decided on the [`Frame`](crate::scene::Frame), so on where things stood at the start of the
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
pub(crate) use reach::weapon_hits;

use blow::Blow;

use crate::component::Recall;
use crate::entities::Entities;
use crate::event::Event;
use crate::ring::AttackSlots;
use crate::scene::{Frame, Presence, Scene};
use crate::sight::{Knowledge, Sight};
use crate::state::{Base, Clock, FillWithJunk, Junk, Player};
use crate::tasks::Duty;
use crate::threads::Threads;
use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::Stats;
use sandtable_model::scenario::Scenario;
use sandtable_nav::ground::Ground;
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

/// What combat borrows of a world.
pub(crate) struct CombatContext<'w> {
    pub(crate) scenario: &'w Scenario,
    pub(crate) stats: &'w [Vec<Stats>],
    pub(crate) threads: &'w Threads,
    pub(crate) ground: &'w Ground,
    pub(crate) sight: &'w Sight,
    pub(crate) knowledge: &'w [Knowledge],
    pub(crate) frame: &'w Frame,
    /// Who may attack whom from where.
    pub(crate) slots: AttackSlots<'w>,
    /// What units with minds remember, by row; none where there are no minds.
    pub(crate) recalls: &'w [Recall],
    /// Who is at work, some of them at casting.
    pub(crate) duties: &'w [Duty],
    /// It aims and hurts, and lets projectiles come and go.
    pub(crate) entities: &'w mut Entities,
    /// It numbers projectiles.
    pub(crate) clock: &'w mut Clock,
    /// It counts the damage that they do.
    pub(crate) players: &'w mut [Player],
    /// It tells of attacks.
    pub(crate) events: &'w mut Vec<Event>,
    /// Its own.
    pub(crate) workspace: &'w mut Volley,
}

/// What a fighter goes by.
struct Battle<'w> {
    scene: Scene<'w>,
    slots: AttackSlots<'w>,
    presence: &'w Presence,
}

/// The combat phase: targets, attack cycles, flights, then everything that lands.
pub(crate) fn run(cx: CombatContext<'_>) {
    let CombatContext { scenario, stats, threads, ground, sight, knowledge, frame, slots, .. } = cx;
    let CombatContext { recalls, duties, entities, clock, players, events, workspace: volley, .. } = cx;
    let base = Base { scenario, clock, players, stats, entities, threads };
    let scene = Scene { base, ground, sight, knowledge, frame };
    ability::run(&scene, duties, volley);
    let battle = Battle { scene, slots, presence: &volley.presence };
    cycle::units(&battle, recalls, &mut volley.strikes);
    let mut towers = cycle::buildings(&battle);
    volley.gather_strikes();
    volley.take(&mut towers);
    shot::fly(&scene, volley);
    shot::sweep(entities, &mut volley.landed);
    shot::launch(entities, clock, &mut volley.launches);
    let base = Base { scenario, clock, players, stats, entities, threads };
    let scene = Scene { base, ground, sight, knowledge, frame };
    status::impose(&scene, &mut volley.imposed);
    let dealt = blow::land(&scene, &mut volley.blows, events);
    incoming::recount(&scene, &mut volley.pledges);
    blow::note_dealt(players, dealt);
}
