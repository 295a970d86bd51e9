//! Memories: how a team comes to know foreign buildings and nodes, and the obstacles that follow from them.

use std::cell::LazyCell;

use super::{FrozenEntity, Knowledge, Sight};
use crate::component::{ConstructionStage, Footprint, Identity, ResourceAmount};
use crate::state::SceneBase;
use sandtable_math::Fx;
use sandtable_model::map::{Cell, Rect};
use sandtable_nav::bits::BitGrid;
use sandtable_nav::bits::Bits;
use sandtable_nav::ground::GroundMap;
use sandtable_state::id::UnitId;
use sandtable_state::limits::NODE_LOOK_TICKS;

/// Follows how a building looks to the teams that see it `now`, and when those that saw it `before` last did.
pub(super) fn watch_building(
    tick: u32,
    knowledge: &mut [Knowledge],
    before: u8,
    now: u8,
    identity: &Identity,
    footprint: &Footprint,
    hp: Fx,
) {
    for team in Bits(u64::from(before | now)) {
        let known = knowledge[team].memory(identity.id).copied();
        let in_sight = now >> team & 1 != 0;
        let memory = match known {
            // What it looks like now is not for those who no longer see it.
            Some(known) if !in_sight => FrozenEntity { tick: tick.saturating_sub(1), ..known },
            None if !in_sight => continue,
            _ => {
                let came = known.filter(|_| before >> team & 1 != 0).map_or(tick, |known| known.tick);
                let Identity { id, kind } = *identity;
                FrozenEntity { id, kind, cell: footprint.cell, hp, amount: 0, stage: footprint.stage, tick: came }
            }
        };
        if known != Some(memory) {
            knowledge[team].remember(memory);
        }
    }
}

/// Looks at the nodes in sight, and brings obstacles up to what is known and seen now.
pub(super) fn run(
    (base, ground): (SceneBase<'_>, &GroundMap),
    sight: &mut Sight,
    knowledge: &mut [Knowledge],
    canvas: &mut BitGrid,
) {
    look_at_nodes(base, sight, knowledge);
    redraw((base, ground), sight, knowledge, canvas);
}

/// Forgets what is seen to be gone, and draws the obstacles anew where they changed.
pub(super) fn redraw(
    (base, ground): (SceneBase<'_>, &GroundMap),
    sight: &mut Sight,
    knowledge: &mut [Knowledge],
    canvas: &mut BitGrid,
) {
    let built_or_gone = sight.ground_version != Some(ground.version);
    for (team, knowledge) in knowledge.iter_mut().enumerate() {
        if built_or_gone {
            knowledge.list_ghosts(|id| base.place(id).is_none());
        }
        let seen = |cell: Cell| sight.seen_by(cell) >> team & 1 != 0;
        knowledge.forget_ghosts(|ghost| base.rect(ghost.kind, ghost.cell).cells().any(seen));
        if built_or_gone || *knowledge.obstacles_changed {
            draw_obstacles(base, team, knowledge, canvas);
        }
    }
    sight.ground_version = Some(ground.version);
}

/// Teams learn what is left in a node while they see it, each node looked at every few ticks. At tick 0 every
/// node is public, as the map shows it.
fn look_at_nodes(base: SceneBase<'_>, sight: &Sight, knowledge: &mut [Knowledge]) {
    let public = base.clock.tick == 0;
    let is_due = |id: UnitId| public || id.serial().wrapping_add(base.clock.tick).is_multiple_of(NODE_LOOK_TICKS);
    // Few nodes are due in a tick; columns are borrowed when one is.
    let columns = LazyCell::new(|| {
        let nodes = &base.entities.nodes;
        (base.entities.column::<Identity>(nodes), base.entities.column::<ResourceAmount>(nodes))
    });
    let nodes = base.entities.nodes.by_row().iter().copied().enumerate();
    for (row, id) in nodes.filter(|(_, id)| is_due(*id)) {
        let (identity, deposit) = &*columns;
        let rect = base.entities.nodes.rect(row as u32);
        let seen = if public { u8::MAX } else { sight.seen_in(rect) };
        for (_, knowledge) in knowledge.iter_mut().enumerate().filter(|(team, _)| seen >> team & 1 != 0) {
            let amount = deposit[row].amount;
            if knowledge.memory(id).is_none_or(|known| known.amount != amount) {
                let (kind, cell, tick) = (identity[row].kind, Cell::new(rect.x, rect.y), base.clock.tick);
                knowledge.remember(FrozenEntity {
                    id,
                    kind,
                    cell,
                    hp: Fx::ZERO,
                    amount,
                    stage: ConstructionStage::Complete,
                    tick,
                });
            }
        }
    }
}

/// Draws the team's obstacles on `canvas`, and takes them over when they are not what they were.
fn draw_obstacles(base: SceneBase<'_>, team: usize, knowledge: &mut Knowledge, canvas: &mut BitGrid) {
    let map = &base.scenario.map;
    canvas.reset(map.cells());
    let mut draw = |rect: Rect| {
        for cell in rect.cells().filter(|cell| map.contains(*cell)) {
            canvas.set(map.index(cell));
        }
    };
    for memory in knowledge.memories() {
        draw(base.rect(memory.kind, memory.cell));
    }
    let identity = base.entities.column::<Identity>(&base.entities.buildings);
    let footprint = base.entities.column::<Footprint>(&base.entities.buildings);
    for (identity, footprint) in identity.iter().zip(footprint.iter()) {
        let own = base.team(identity.owner()).is_some_and(|owner| owner.index() == team);
        let gate = base.kind(identity.kind).footprint.as_ref().is_some_and(|footprint| footprint.gate);
        if own && !gate && footprint.stage != ConstructionStage::Planned {
            draw(base.rect(identity.kind, footprint.cell));
        }
    }
    knowledge.take_obstacles(canvas, base.clock.tick);
}
