//! Combat: who is attacked, what is thrown, and all damage of a tick landing together.
//!
//! Everything is decided on the [`SpatialSnapshot`](crate::scene::SpatialSnapshot), so on where things stood at the start of the
//! tick, and every pass but the last writes its own row only. Blows, launches and statuses collect in a
//! [`PendingEffects`] and take effect at the end, when two units may kill each other: neither the order of rows nor
//! that of players can matter.

mod ability;
mod armed_entity;
mod cycle;
mod hit;
mod incoming;
mod posture;
mod reach;
mod shot;
mod status;
mod target;
mod tuning;

pub(crate) use hit::damage_to;
pub(crate) use reach::weapon_hits;

use hit::Hit;

use crate::attack_slots::AttackSlots;
use crate::component::MindMemory;
use crate::entities::Entities;
use crate::event::Event;
use crate::scene::{Scene, SpatialSnapshot};
use crate::sight::{Knowledge, Sight};
use crate::state::{Clock, Player, SceneBase};
use crate::tasks::ActiveWork;
use crate::threads::Threads;
use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::Stats;
use sandtable_model::scenario::Scenario;
use sandtable_nav::crowd::Presence;
use sandtable_nav::ground::GroundMap;
use sandtable_state::id::UnitId;
use sandtable_state::{FillWithJunk, Junk};

/// What combat and abilities prepare during a tick, to take effect together at its end.
#[derive(Clone, Default)]
pub(crate) struct PendingEffects {
    /// Damage and healing that land.
    hits: Vec<Hit>,
    /// Projectiles that leave.
    launches: Vec<shot::ProjectileLaunch>,
    /// Statuses that take hold.
    imposed: Vec<status::ImposedStatus>,
    /// Abilities to be used, by turns.
    casts: Vec<ActiveWork>,
    /// Rows of projectiles that landed.
    landed: Vec<u32>,
    /// Damage on its way.
    pledges: Vec<incoming::PledgedDamage>,
    /// Who is about, gathered with the frame.
    pub(crate) presence: Presence,
    /// What is heard.
    pub(crate) noises: Vec<CombatNoise>,
    /// Blows and launches of each chunk of units, until they are gathered.
    strikes: Vec<Strikes>,
}

impl FillWithJunk for PendingEffects {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let PendingEffects { hits, launches, imposed, casts, landed, pledges, presence, noises, strikes } = self;
        *hits = junk.some(Hit::junk);
        *launches = junk.some(shot::ProjectileLaunch::junk);
        *imposed = junk.some(status::ImposedStatus::junk);
        *casts = junk.some(ActiveWork::junk);
        *landed = junk.some(|junk| junk.below(40) as u32);
        *pledges = junk.some(incoming::PledgedDamage::junk);
        presence.fill_with_junk(junk);
        *noises = junk.some(CombatNoise::junk);
        *strikes = junk.some(|junk| Strikes {
            hits: junk.some(Hit::junk),
            launches: junk.some(shot::ProjectileLaunch::junk),
            noises: junk.some(CombatNoise::junk),
        });
    }
}

/// What weapons did.
#[derive(Clone, Default)]
struct Strikes {
    hits: Vec<Hit>,
    launches: Vec<shot::ProjectileLaunch>,
    noises: Vec<CombatNoise>,
}

/// The noise of a weapon or an ability.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CombatNoise {
    /// Whose.
    pub(crate) by: UnitId,
    /// Where.
    pub(crate) at: Vec2,
    /// How far plain ears hear it, in cells.
    pub(crate) reach: Fx,
    /// Whether it is that of an ability.
    pub(crate) cast: bool,
}

impl CombatNoise {
    /// A noise that nobody made.
    fn junk(junk: &mut Junk) -> CombatNoise {
        CombatNoise { by: junk.id(), at: junk.point(), reach: junk.length(), cast: junk.coin() }
    }
}

impl PendingEffects {
    /// Empties it, keeping its buffers.
    pub(crate) fn clear(&mut self) {
        self.hits.clear();
        self.launches.clear();
        self.imposed.clear();
        self.landed.clear();
        self.pledges.clear();
        self.noises.clear();
        self.casts.clear();
        for Strikes { hits, launches, noises } in &mut self.strikes {
            hits.clear();
            launches.clear();
            noises.clear();
        }
    }

    fn take(&mut self, strikes: &mut Strikes) {
        self.hits.append(&mut strikes.hits);
        self.launches.append(&mut strikes.launches);
        self.noises.append(&mut strikes.noises);
    }

    /// Who was hurt in this tick, some of them several times.
    pub(crate) fn struck(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.hits.iter().filter(|hit| hit.amount > Fx::ZERO).map(|hit| hit.target)
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
    pub(crate) ground: &'w GroundMap,
    pub(crate) sight: &'w Sight,
    pub(crate) knowledge: &'w [Knowledge],
    pub(crate) frame: &'w SpatialSnapshot,
    /// Who may attack whom from where.
    pub(crate) slots: AttackSlots<'w>,
    /// What units with minds remember, by row; none where there are no minds.
    pub(crate) memories: &'w [MindMemory],
    /// Who is at work, some of them at casting.
    pub(crate) active_work: &'w [ActiveWork],
    /// It aims and hurts, and lets projectiles come and go.
    pub(crate) entities: &'w mut Entities,
    /// It numbers projectiles.
    pub(crate) clock: &'w mut Clock,
    /// It counts the damage that they do.
    pub(crate) players: &'w mut [Player],
    /// It tells of attacks.
    pub(crate) events: &'w mut Vec<Event>,
    /// Its own.
    pub(crate) workspace: &'w mut PendingEffects,
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
    let CombatContext { memories, active_work, entities, clock, players, events, workspace: effects, .. } = cx;
    let base = SceneBase { scenario, clock, players, stats, entities, threads };
    let scene = Scene { base, ground, sight, knowledge, frame };
    ability::run(&scene, active_work, effects);
    let battle = Battle { scene, slots, presence: &effects.presence };
    cycle::units(&battle, memories, &mut effects.strikes);
    let mut towers = cycle::buildings(&battle);
    effects.gather_strikes();
    effects.take(&mut towers);
    shot::fly(&scene, effects);
    shot::sweep(entities, &mut effects.landed);
    shot::launch(entities, clock, &mut effects.launches);
    let base = SceneBase { scenario, clock, players, stats, entities, threads };
    let scene = Scene { base, ground, sight, knowledge, frame };
    status::impose(&scene, &mut effects.imposed);
    let dealt = hit::land(&scene, &mut effects.hits, events);
    incoming::recount(&scene, &mut effects.pledges);
    hit::note_dealt(players, dealt);
}
