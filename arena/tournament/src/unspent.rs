//! Who sits on money: how long each side kept more of a resource than a tournament allows while it could have spent it.

use sandtable_conduct::could_spend;
use sandtable_model::rules::Rules;
use sandtable_sim::World;
use sandtable_sim::view::View;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::TICKS_PER_SECOND;

/// What is too much of what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnspentLimit {
    /// The name of the resource.
    pub resource: String,
    /// More than this is too much.
    pub above: u32,
}

/// What all players have unspent, looked into once a game second.
pub(super) struct UnspentResources {
    resource: usize,
    above: u32,
    /// By player: seconds up to now, and the most so far.
    kept: Vec<(u32, u32)>,
}

impl UnspentResources {
    /// The unspent resources of `players` players. A resource that the rules do not have is never too much.
    pub fn new(limit: &UnspentLimit, rules: &Rules, players: usize) -> UnspentResources {
        let resource = rules.resources.iter().position(|name| *name == limit.resource).unwrap_or(usize::MAX);
        UnspentResources { resource, above: limit.above, kept: vec![(0, 0); players] }
    }

    /// Takes note of a tick.
    pub fn note(&mut self, world: &World) {
        if !world.tick().is_multiple_of(TICKS_PER_SECOND) {
            return;
        }
        for (row, (now, most)) in self.kept.iter_mut().enumerate() {
            let view = View::new(world, PlayerId(row as u8));
            let much = view.resources().get(self.resource).is_some_and(|stock| *stock > self.above);
            *now = if much && could_spend(&view, self.resource) { *now + 1 } else { 0 };
            *most = (*most).max(*now);
        }
    }

    /// The most seconds without a break, by player.
    pub fn longest(&self) -> Vec<u32> {
        self.kept.iter().map(|(_, most)| *most).collect()
    }
}
