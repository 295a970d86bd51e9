//! The first decision that a strategy makes otherwise than was recorded.

use std::fmt;

use sandtable_replay::Replay;
use sandtable_sim::World;
use sandtable_sim::order::StampedOrder;
use sandtable_state::id::PlayerId;

use crate::runner::clock;
use crate::why::words;

/// The first tick in which a strategy gave other orders than were recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstDecision {
    /// The tick the orders were for.
    pub tick: u32,
    /// Whose orders.
    pub player: PlayerId,
    /// The commander, as the replay names it.
    pub commander: String,
    /// The number of the first order that differs, from 1, among the player's of that tick.
    pub number: u32,
    /// That order as recorded, in words; none when fewer were given then.
    pub recorded: Option<String>,
    /// That order as it is given now; none when fewer are given now.
    pub given: Option<String>,
}

impl fmt::Display for FirstDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FirstDecision { tick, player, commander, number, .. } = self;
        let or_none = |order: &Option<String>| order.clone().unwrap_or_else(|| "nothing more".to_owned());
        let (recorded, given) = (or_none(&self.recorded), or_none(&self.given));
        let (player, at) = (player.0 + 1, clock(*tick));
        write!(f, "player {player} ({commander}) decides differently for tick {tick} ({at}), order {number}: ")?;
        write!(f, "recorded {recorded}; now {given}")
    }
}

impl FirstDecision {
    /// The first difference between the orders of one tick, `world` being as it was before it; there must be one.
    pub(super) fn between(
        replay: &Replay,
        world: &World,
        recorded: &[StampedOrder],
        given: &[StampedOrder],
        absent: &[PlayerId],
    ) -> FirstDecision {
        let of = |orders: &[StampedOrder], player: PlayerId| -> Vec<StampedOrder> {
            orders.iter().filter(|order| order.player == player).cloned().collect()
        };
        let players = (0..world.players().len() as u8).map(PlayerId).filter(|player| !absent.contains(player));
        let differs = |player: &PlayerId| of(recorded, *player) != of(given, *player);
        let player = players.into_iter().find(differs).unwrap_or(PlayerId(0));
        let (recorded, given) = (of(recorded, player), of(given, player));
        let same = recorded.iter().zip(&given).take_while(|(one, other)| one == other).count();
        let words = |order: &StampedOrder| {
            let (says, to) = words::order(world, order);
            format!("\"{says}\" to {to}")
        };
        let contestant = replay.header.contestants.get(player.index());
        FirstDecision {
            tick: world.tick() + 1,
            player,
            commander: contestant.map(|contestant| contestant.name.clone()).unwrap_or_default(),
            number: same as u32 + 1,
            recorded: recorded.get(same).map(words),
            given: given.get(same).map(words),
        }
    }
}
