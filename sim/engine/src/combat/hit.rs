//! Blows: what a hit does to its target, and the landing of all of a tick together.

use std::cmp::Ordering;

use super::tuning::ALARM_TICKS;
use crate::component::Health;
use crate::event::Event;
use crate::scene::Scene;
use crate::state::{Player, SceneBase};
use sandtable_math::{Fx, mix3};
use sandtable_model::rules::Class;
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::Arrange;
use sandtable_state::Junk;
use sandtable_state::id::{KindId, UnitId};
use sandtable_state::limits::MAX_PLAYERS;

/// Damage or healing that lands at the end of the tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Who is hit.
    pub target: UnitId,
    /// By whom.
    pub by: UnitId,
    /// Hit points after table and armour; negative heals.
    pub amount: Fx,
}

impl Hit {
    /// A hit that nobody struck.
    pub(super) fn junk(junk: &mut Junk) -> Hit {
        Hit { target: junk.id(), by: junk.id(), amount: junk.length() }
    }
}

/// Percent of damage of this kind that lands on this kind of target. 0 makes it immune.
#[inline]
pub(super) fn table_percent(base: &SceneBase<'_>, damage_kind: u8, target: KindId) -> u16 {
    let column = base.kind(target).armour_class as usize;
    let row = base.scenario.rules.damage_percent.get(damage_kind as usize);
    row.and_then(|row| row.get(column)).copied().unwrap_or(0)
}

/// Hit points that `damage` takes from `target`: times the table, less armour, at least a half unless the
/// target is immune.
#[inline]
pub(crate) fn damage_to(base: &SceneBase<'_>, damage: Fx, damage_kind: u8, target: &SpatialRow) -> Fx {
    let percent = table_percent(base, damage_kind, target.kind);
    if percent == 0 {
        return Fx::ZERO;
    }
    let armour = base.stats(target.owner(), target.kind).armour;
    (damage.percent_floor(i32::from(percent)) - armour).max(Fx::HALF)
}

/// Lands all hits: for each target damage and healing add up, so that a unit that would die of the one may
/// be saved by the other, and hit points end between 0 and full.
/// Returns the hit points that each player has taken from its enemies.
pub(super) fn land(scene: &Scene<'_>, hits: &mut [Hit], events: &mut Vec<Event>) -> [u32; MAX_PLAYERS] {
    let mut dealt = [0u32; MAX_PLAYERS];
    if hits.is_empty() {
        return dealt;
    }
    let (seed, tick) = (scene.clock.seed, u64::from(scene.clock.tick));
    // Total keys, greatest hit first: who is blamed and credited does not depend on who came first.
    hits.arrange_by(|a, b| {
        let tie_break = |hit: &Hit| mix3(seed, tick, u64::from(hit.by.0));
        let contest =
            || if a.by == b.by { Ordering::Equal } else { tie_break(a).cmp(&tie_break(b)).then(a.by.cmp(&b.by)) };
        a.target.cmp(&b.target).then(b.amount.cmp(&a.amount)).then_with(contest)
    });
    let mut units = scene.entities.column_mut::<Health>(&scene.entities.units);
    let mut buildings = scene.entities.column_mut::<Health>(&scene.entities.buildings);
    for group in hits.chunk_by(|a, b| a.target == b.target) {
        let Some(place) = scene.place(group[0].target) else { continue };
        let column = if place.class == Class::Unit { &mut units } else { &mut buildings };
        if let Some(health) = column.get_mut(place.row as usize) {
            strike_one(scene, group, health, &mut dealt, events);
        }
    }
    dealt
}

/// Credits players with the damage they did.
pub(super) fn note_dealt(players: &mut [Player], dealt: [u32; MAX_PLAYERS]) {
    for (player, dealt) in players.iter_mut().zip(dealt) {
        player.totals.damage_done = player.totals.damage_done.saturating_add(dealt);
    }
}

/// Lands the hits on one target, greatest first.
fn strike_one(
    scene: &Scene<'_>,
    hits: &[Hit],
    health: &mut Health,
    dealt: &mut [u32; MAX_PLAYERS],
    events: &mut Vec<Event>,
) {
    let (Some(first), Some(body)) = (hits.first(), scene.body(hits[0].target)) else { return };
    let sum = |sign: i64| hits.iter().map(|hit| sign * i64::from(hit.amount.bits())).filter(|bits| *bits > 0).sum();
    let (damage, healing): (i64, i64) = (sum(1), sum(-1));
    let full = i64::from(scene.stats(body.owner(), body.kind).max_hp.bits());
    let before = i64::from(health.hp.bits());
    let after = (before - damage + healing).clamp(0, full.max(before));
    credit(scene, hits, before + healing, dealt);
    health.hp = Fx::from_bits(after as i32);
    if first.amount > Fx::ZERO {
        if health.hurt_tick == 0 || scene.clock.tick.saturating_sub(health.hurt_tick) > ALARM_TICKS {
            events.push(Event::Attacked { id: body.id, by: first.by, at: body.position });
        }
        health.hurt_tick = scene.clock.tick;
        health.hurt_by = first.by;
    }
}

/// Credits each hostile striker with the hit points it really took, until `left` (in 1/65536) runs out.
fn credit(scene: &Scene<'_>, hits: &[Hit], mut left: i64, dealt: &mut [u32; MAX_PLAYERS]) {
    for hit in hits.iter().take_while(|hit| hit.amount > Fx::ZERO) {
        let taken = i64::from(hit.amount.bits()).min(left);
        left -= taken;
        if scene.hostile(hit.by.owner(), hit.target.owner()) {
            let sum = &mut dealt[hit.by.owner().index()];
            *sum = sum.saturating_add((taken >> Fx::FRACTION_BITS) as u32);
        }
    }
}
