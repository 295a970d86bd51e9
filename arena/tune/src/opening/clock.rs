//! When what a build order asks for is there.

use std::ops::ControlFlow;

use sandtable_match::runner::Observer;
use sandtable_model::rules::Rules;
use sandtable_sim::World;
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;
use sandtable_sim::view::View;
use sandtable_state::id::{KindId, PlayerId, TechId};

use super::order_file::OrderStep;

/// Ticks between two looks.
const LOOK_TICKS: u32 = 4;

/// What a step asks for.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Count(KindId, u16),
    Tech(TechId),
    /// Nothing of the rules.
    Unknown,
}

/// Notes the first tick in which each step's things were there, whole.
pub(super) struct OpeningClock {
    player: PlayerId,
    wanted: Vec<Wanted>,
    /// By step.
    pub had: Vec<Option<u32>>,
}

impl OpeningClock {
    /// A clock for the steps of a player.
    pub fn new(player: PlayerId, steps: &[OrderStep], rules: &Rules) -> OpeningClock {
        let wanted = |step: &OrderStep| match rules.kind_named(&step.name) {
            Some(kind) => Wanted::Count(kind, step.count),
            None => rules.tech_named(&step.name).map_or(Wanted::Unknown, Wanted::Tech),
        };
        OpeningClock { player, wanted: steps.iter().map(wanted).collect(), had: vec![None; steps.len()] }
    }

    fn look(&mut self, world: &World) {
        let mut counts = vec![0u16; world.rules().kinds.len()];
        world.observe_units().filter(|it| it.id.owner() == self.player).for_each(|it| counts[it.kind.index()] += 1);
        let whole = |stage| stage == ConstructionStage::Complete;
        let buildings = world.observe_buildings().filter(|it| it.id.owner() == self.player && whole(it.stage));
        buildings.for_each(|it| counts[it.kind.index()] += 1);
        let view = View::new(world, self.player);
        for (wanted, had) in self.wanted.iter().zip(&mut self.had).filter(|(_, had)| had.is_none()) {
            let is_there = match *wanted {
                Wanted::Count(kind, count) => counts[kind.index()] >= count,
                Wanted::Tech(tech) => view.has_tech(tech),
                Wanted::Unknown => false,
            };
            *had = is_there.then(|| world.tick());
        }
    }
}

impl Observer for OpeningClock {
    fn tick(&mut self, world: &World, _: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        if world.tick().is_multiple_of(LOOK_TICKS) {
            self.look(world);
        }
        if self.had.iter().all(Option::is_some) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
