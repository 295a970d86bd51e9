//! Everything a view shows, as canonical bytes: for the test that nothing leaks, and for bots in other processes.

use super::{ForeignBody, KnownNode, OwnBuilding, OwnSquad, OwnUnit, View};
use crate::component::TaskKind;
use crate::sight::Visibility;
use sandtable_math::Vec2;
use sandtable_model::rules::{Class, Locomotion};
use sandtable_state::Field;
use sandtable_state::id::{Handle, PlayerId};

/// The bytes of a view: its player's own state, then rows in the order the view gives them, each list led by
/// its length, then two bits of visibility and one of known passage on foot for each cell.
pub(super) fn view(view: &View<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_player(view, &mut bytes);
    put_list(&view.own_units(), &mut bytes, put_unit);
    put_list(&view.own_squads(), &mut bytes, put_squad);
    put_list(&view.own_buildings(), &mut bytes, put_building);
    put_list(&view.foreign(), &mut bytes, put_foreign);
    put_list(&view.nodes(), &mut bytes, put_node);
    put_cells(view, &mut bytes);
    bytes
}

fn put_player(view: &View<'_>, bytes: &mut Vec<u8>) {
    let player = &view.world.players()[view.player.index()];
    view.tick().put(bytes);
    view.player.put(bytes);
    player.resources.put(bytes);
    player.supply_used.put(bytes);
    player.supply_cap.put(bytes);
    player.researched.put(bytes);
    player.researching.put(bytes);
    Field::put(&player.totals, bytes);
    for other in 0..view.players() {
        view.is_out(PlayerId(other)).put(bytes);
    }
}

fn put_list<T>(rows: &[T], bytes: &mut Vec<u8>, put: fn(&T, &mut Vec<u8>)) {
    (rows.len() as u32).put(bytes);
    for row in rows {
        put(row, bytes);
    }
}

fn put_unit(unit: &OwnUnit, bytes: &mut Vec<u8>) {
    unit.handle.put(bytes);
    unit.kind.put(bytes);
    unit.position.put(bytes);
    unit.velocity.put(bytes);
    unit.hp.put(bytes);
    unit.hurt_tick.put(bytes);
    unit.squad.put(bytes);
    unit.stance.put(bytes);
    put_task(unit.moving, bytes);
    put_task(unit.acting, bytes);
    unit.target.put(bytes);
    let (resource, amount) = unit.carries.unwrap_or_default();
    resource.put(bytes);
    amount.put(bytes);
    unit.aboard.put(bytes);
    unit.ended.is_some().put(bytes);
    if let Some(last) = unit.ended {
        last.end.put(bytes);
        last.tick.put(bytes);
        last.since.put(bytes);
    }
}

fn put_task(task: Option<(TaskKind, Handle, Vec2)>, bytes: &mut Vec<u8>) {
    task.is_some().put(bytes);
    if let Some((kind, target, point)) = task {
        kind.put(bytes);
        target.put(bytes);
        point.put(bytes);
    }
}

fn put_squad(squad: &OwnSquad, bytes: &mut Vec<u8>) {
    squad.id.put(bytes);
    (squad.members.len() as u32).put(bytes);
    for (member, place) in &squad.members {
        member.put(bytes);
        place.unwrap_or_default().put(bytes);
    }
    squad.leader.put(bytes);
    Field::put(&squad.formation, bytes);
    squad.phase.put(bytes);
    squad.front.put(bytes);
    squad.heading.put(bytes);
    squad.narrowed.put(bytes);
    squad.orders.put(bytes);
}

fn put_building(building: &OwnBuilding, bytes: &mut Vec<u8>) {
    building.handle.put(bytes);
    building.kind.put(bytes);
    building.cell.put(bytes);
    building.hp.put(bytes);
    building.hurt_tick.put(bytes);
    building.stage.put(bytes);
    building.built_percent.put(bytes);
    building.workers.put(bytes);
    building.queue.put(bytes);
    building.made_percent.put(bytes);
}

fn put_foreign(body: &ForeignBody, bytes: &mut Vec<u8>) {
    body.handle.put(bytes);
    body.kind.put(bytes);
    (body.class == Class::Building).put(bytes);
    body.position.put(bytes);
    body.hp.put(bytes);
    body.stage.put(bytes);
    body.visible.put(bytes);
    body.seen_tick.put(bytes);
}

fn put_node(node: &KnownNode, bytes: &mut Vec<u8>) {
    node.handle.put(bytes);
    node.kind.put(bytes);
    node.cell.put(bytes);
    node.amount.put(bytes);
    node.visible.put(bytes);
}

fn put_cells(view: &View<'_>, bytes: &mut Vec<u8>) {
    let (mut word, mut filled) = (0u64, 0);
    for cell in view.map().bounds().cells() {
        let visibility = match view.visibility(cell) {
            Visibility::Unexplored => 0,
            Visibility::Explored => 1,
            Visibility::Visible => 2,
        };
        let passable = u64::from(view.passable(cell, Locomotion::Foot));
        word |= (visibility << 1 | passable) << filled;
        filled += 3;
        if filled == 63 {
            word.put(bytes);
            (word, filled) = (0, 0);
        }
    }
    word.put(bytes);
}
