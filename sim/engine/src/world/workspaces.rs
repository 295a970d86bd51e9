//! The rooms that systems work in: empty buffers as far as anybody else is concerned.
//!
//! Nothing in here outlives a tick: it is neither saved nor hashed nor copied, and each system fills its own room before it
//! reads it. So a world whose workspaces are full of anything at all goes on as it would have, which is what [`Junk`] is to show.

use super::Frame;
use crate::event::Event;
use crate::world::{Body, World};
use sandtable_math::{Fx, Vec2, splitmix};
use sandtable_state::id::{PlayerId, UnitId};

/// A workspace a system.
#[derive(Default)]
pub(crate) struct Workspaces {
    /// Where everything stood at the start of the tick: made once, read by all.
    pub(crate) frame: Frame,
    /// What happened in this tick.
    pub(crate) events: Vec<Event>,
    pub(crate) orders: crate::order::Workspace,
    pub(crate) agents: crate::agent::Workspace,
    pub(crate) minds: crate::agent::MindWorkspace,
    pub(crate) steer: crate::steer::Workspace,
    pub(crate) combat: crate::combat::Volley,
    pub(crate) economy: crate::economy::Workspace,
    pub(crate) senses: crate::senses::Workspace,
    pub(crate) sight: crate::sight::Workspace,
}

impl Workspaces {
    /// Forgets what passes of a tick add to and none of them empties.
    pub(super) fn begin_tick(&mut self) {
        self.events.clear();
        self.orders.marches.clear();
        self.combat.clear();
    }
}

/// Things that mean nothing, to fill workspaces with.
pub(crate) struct Junk(u64);

impl Junk {
    /// Any number.
    pub(crate) fn number(&mut self) -> u64 {
        self.0 = splitmix(self.0);
        self.0
    }

    /// One of some numbers.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.number() % end
    }

    /// Heads or tails.
    pub(crate) fn coin(&mut self) -> bool {
        self.number() & 1 != 0
    }

    /// An id that may well live.
    pub(crate) fn id(&mut self) -> UnitId {
        UnitId::new(PlayerId(self.below(2) as u8), 1 + self.below(60) as u32)
    }

    /// A length of at most 32 cells.
    pub(crate) fn length(&mut self) -> Fx {
        Fx::from_bits(self.below(32 << 16) as i32)
    }

    /// A point on most maps.
    pub(crate) fn point(&mut self) -> Vec2 {
        Vec2::new(self.length(), self.length())
    }

    /// A few of something.
    pub(crate) fn some<T>(&mut self, mut make: impl FnMut(&mut Junk) -> T) -> Vec<T> {
        (0..1 + self.below(40)).map(|_| make(self)).collect()
    }
}

/// Something that holds nothing from one tick to the next.
pub(crate) trait FillWithJunk {
    /// Fills it with things that mean nothing.
    fn fill_with_junk(&mut self, junk: &mut Junk);
}

impl FillWithJunk for Frame {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        self.bodies = junk.some(|junk| Body {
            id: junk.id(),
            present: junk.coin(),
            moving: junk.coin(),
            team: junk.below(2) as u8,
            position: junk.point(),
            goal: junk.point(),
            radius: Fx::HALF,
            speed: Fx::HALF,
            hp: junk.length(),
            incoming: junk.length(),
            ..Body::NOBODY
        });
        self.units = junk.below(self.bodies.len() as u64 + 1) as usize;
        self.grid.fill(&self.bodies[..self.units], 32, 32);
    }
}

impl World {
    /// For tests: fills all that holds nothing from one tick to the next with things that mean nothing, drawn from `seed`. What
    /// the world comes to stays as it is.
    #[doc(hidden)]
    pub fn fill_workspaces_with_junk(&mut self, seed: u64) {
        let junk = &mut Junk(seed);
        let Workspaces { frame, events, orders, agents, minds, steer, combat, economy, senses, sight } =
            &mut self.workspaces;
        frame.fill_with_junk(junk);
        *events = junk.some(|junk| Event::PlayerOut { player: PlayerId(junk.below(8) as u8) });
        let systems: [&mut dyn FillWithJunk; 8] = [orders, agents, minds, steer, combat, economy, senses, sight];
        systems.into_iter().for_each(|workspace| workspace.fill_with_junk(junk));
        self.parts.rings.fill_with_junk(junk);
    }
}
