//! What-if: a recorded match goes on from a tick many times, chance falling otherwise each time.

use sandtable_ai::Registry;
use sandtable_math::mix3;
use sandtable_sim::World;
use sandtable_sim::order::StampedOrder;
use sandtable_sim::victory::MatchOutcome;
use sandtable_state::id::PlayerId;

use super::Session;
use crate::stamp::stamped;
use crate::why::{SavedShadow, ShadowCommander};

/// The stream of the mixer that gives forks their seeds.
const FORKS: u64 = 0x464F_524B;

/// The seed of a fork, by its number: the match's own for the first, 0.
#[must_use]
pub fn fork_seed(match_seed: u64, fork: u32) -> u64 {
    if fork == 0 { match_seed } else { mix3(match_seed, FORKS, u64::from(fork)) }
}

/// Why a match cannot be played on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForkError {
    /// The record ends there.
    #[error("the record ends at that tick")]
    Over,
    /// What was played up to there is not what was recorded.
    #[error("the match plays differently from its record before that tick")]
    PlaysDifferently,
    /// A commander cannot be run on.
    #[error("player {}: {why}", .player.0 + 1)]
    Commander {
        /// Whose.
        player: PlayerId,
        /// Why not.
        why: String,
    },
}

/// A recorded match that is played on from a tick, as often as one likes, one fork at a time.
///
/// The commanders go on with what they knew then. A fork plays as that of the same number of `sandtable replay fork` does.
pub struct Forks {
    match_seed: u64,
    trunk: World,
    saved: Vec<SavedShadow>,
    world: World,
    commanders: Vec<ShadowCommander>,
}

impl Forks {
    /// Parts from the record at the tick to which the session's index pass has come; the first fork is begun.
    ///
    /// # Errors
    /// When the match does not play as it was recorded up to there, the record ends there, or a commander cannot be run on.
    pub fn new(session: &Session, registry: &Registry) -> Result<Forks, ForkError> {
        if session.departure().is_some() {
            return Err(ForkError::PlaysDifferently);
        }
        let index = session.index();
        if index.is_done(session.replay()) {
            return Err(ForkError::Over);
        }
        let refuse = |shadow: &ShadowCommander, why| ForkError::Commander { player: shadow.player(), why };
        let saved = index.shadows().iter().map(|shadow| shadow.save().map_err(|why| refuse(shadow, why)));
        let (saved, trunk) = (saved.collect::<Result<_, _>>()?, index.world().fork());
        let (world, match_seed) = (trunk.fork(), trunk.seed());
        let mut forks = Forks { match_seed, trunk, saved, world, commanders: Vec::new() };
        forks.begin(0, registry)?;
        Ok(forks)
    }

    /// Begins the fork of a number, and forgets the one before.
    ///
    /// # Errors
    /// When a commander does not take up what it remembered.
    pub fn begin(&mut self, number: u32, registry: &Registry) -> Result<(), ForkError> {
        let rules = self.trunk.rules();
        let restored = self.saved.iter().map(|saved| {
            let refuse = |why| ForkError::Commander { player: saved.player(), why };
            ShadowCommander::restored(saved, registry, rules).map_err(refuse)
        });
        self.commanders = restored.collect::<Result<_, _>>()?;
        self.world = self.trunk.fork();
        self.world.reseed(fork_seed(self.match_seed, number));
        Ok(())
    }

    /// The fork as it stands.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Plays some ticks on at most; its outcome, once it has one.
    pub fn advance(&mut self, ticks: u32) -> Option<MatchOutcome> {
        for _ in 0..ticks {
            if self.world.outcome().is_some() {
                break;
            }
            let Forks { world, commanders, match_seed, .. } = self;
            let next = world.tick() + 1;
            commanders.iter_mut().for_each(|commander| {
                commander.decide_staggered(world, *match_seed);
            });
            let given = |one: &mut ShadowCommander| stamped(next, one.player(), one.take_orders(next));
            let orders: Vec<StampedOrder> = commanders.iter_mut().flat_map(given).collect();
            let report = world.step(&orders);
            commanders.iter_mut().for_each(|commander| commander.hear(&orders, &report));
        }
        self.world.outcome().copied()
    }
}
