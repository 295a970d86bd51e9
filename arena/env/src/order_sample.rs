//! Orders drawn from what a mask allows.

use sandtable_math::Vec2;
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::rules::Kind;
use sandtable_sim::order::Order;
use sandtable_sim::view::View;
use sandtable_state::id::{Handle, KindId, TechId};
use sandtable_state::rng::Rng;

use crate::mask::verb_bit;
use crate::observation::Observation;
use crate::slots::PlayerSight;

/// Cells that are tried for a building.
const TRIES: u32 = 16;

impl Observation {
    /// An order that will be taken, drawn evenly over entities, their verbs and what those are about; none when nothing can be ordered, or
    /// no place for a building was found. The view is the one that was looked at.
    pub fn sample_order(&self, view: &View<'_>, chance: &mut Rng) -> Option<Order> {
        let sight = &self.sight;
        let able = pick_of(self.mask.able.iter(), chance)?;
        let verb = chance.below(able.verbs.count_ones());
        let bit = (0..32).filter(|bit| able.verbs >> bit & 1 != 0).nth(verb as usize)?;
        let kind = view.rules().kind(able.kind);
        let verb = match 1 << bit {
            verb_bit::MOVE => OrderKind::Move(anywhere(view, chance)),
            verb_bit::ATTACK_MOVE => OrderKind::AttackMove(anywhere(view, chance)),
            verb_bit::ATTACK => OrderKind::Attack(pick_of(sight.targets(), chance)?.handle),
            verb_bit::PATROL => OrderKind::Patrol(anywhere(view, chance)),
            verb_bit::HOLD => OrderKind::Hold,
            verb_bit::STOP => OrderKind::Stop,
            verb_bit::GATHER => OrderKind::Gather(pick_of(sight.nodes_for(view.rules(), kind), chance)?.handle),
            verb_bit::BUILD => building_for(view, sight, kind, chance)?,
            verb_bit::TRAIN => OrderKind::Train(*pick_of(makeable(sight, &kind.trains), chance)?),
            verb_bit::RESEARCH => {
                let open = |tech: &&TechId| sight.researchable[tech.index()];
                OrderKind::Research(*pick_of(kind.researches.iter().filter(open), chance)?)
            }
            _ => OrderKind::Rally { point: anywhere(view, chance), target: Handle::NONE },
        };
        Some(Order::to([able.handle], verb))
    }
}

fn makeable<'k>(sight: &PlayerSight, kinds: &'k [KindId]) -> impl Iterator<Item = &'k KindId> {
    kinds.iter().filter(|kind| sight.makeable[kind.index()])
}

fn building_for(view: &View<'_>, sight: &PlayerSight, kind: &Kind, chance: &mut Rng) -> Option<OrderKind> {
    let kind = *pick_of(makeable(sight, &kind.worker.as_ref()?.builds), chance)?;
    let cell = |chance: &mut Rng| {
        let side = |cells: u16, chance: &mut Rng| chance.below(u32::from(cells)) as i16;
        Cell::new(side(view.map().width, chance), side(view.map().height, chance))
    };
    let cell = (0..TRIES).map(|_| cell(chance)).find(|cell| view.can_place(kind, *cell))?;
    Some(OrderKind::Build { kind, cell })
}

/// One of what there is, drawn evenly.
fn pick_of<T>(all: impl Iterator<Item = T>, chance: &mut Rng) -> Option<T> {
    let mut all: Vec<T> = all.collect();
    if all.is_empty() { None } else { Some(all.swap_remove(chance.below(all.len() as u32) as usize)) }
}

fn anywhere(view: &View<'_>, chance: &mut Rng) -> Vec2 {
    let side = |cells: u16, chance: &mut Rng| chance.below(u32::from(cells)) as i32;
    Vec2::cell_centre(side(view.map().width, chance), side(view.map().height, chance))
}
