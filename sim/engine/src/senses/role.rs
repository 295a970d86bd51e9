//! Parts in what concerns units: some go and look, one keeps watch, the rest stand by.

use super::noticed::Noticed;
use super::stimulus::StimulusEvent;
use super::{Awareness, AwarenessRole, Concern, Perception, worth};
use crate::entities::Entities;
use crate::minds::Minds;
use crate::scene::Scene;
use sandtable_math::Fx;
use sandtable_model::rules::{Class, Interest};
use sandtable_state::id::UnitId;
use sandtable_state::limits::{MAX_INTERESTS, MAX_INVESTIGATORS};

/// Hands out the parts in an incident among those of one player who noticed it, the nearest first: as many as the interest asks
/// for go and look, the next keeps watch, unless there is only one. Who is under orders, or has more on its mind, stands by or
/// takes no notice; who has a part keeps it.
pub(super) fn hand_out(
    scene: &Scene<'_>,
    minds: &Minds,
    perception: &mut Perception,
    interest: &Interest,
    stimulus: &StimulusEvent,
    noticed: &[Noticed],
) {
    let Some(at) = take_up(scene, perception, stimulus, noticed) else { return };
    let concern = perception.concerns[at];
    let takes = |one: &Noticed| takes(scene, perception, interest, &concern, one);
    let takers: Vec<(Noticed, bool)> = noticed
        .iter()
        .filter(|one| takes(one))
        .map(|one| (*one, minds.is_free(scene, one.row as usize, one.unit)))
        .collect();
    let free = takers.iter().filter(|(_, free)| *free).count();
    let held = concern.investigating() + usize::from(concern.sentry.is_some());
    let watches = concern.sentry.is_none() && free + held > 1;
    let (wanted, going) = (usize::from(interest.investigators), concern.investigating());
    let open = wanted.saturating_sub(going);
    // One who is alone goes and looks; of two one keeps watch.
    let least = usize::from(going == 0).min(open);
    let mut goes = open.min(free.saturating_sub(usize::from(watches)).max(least));
    let mut watches = watches;
    for (one, free) in takers {
        let role = match (free && goes > 0, free && watches) {
            (true, _) => AwarenessRole::Investigator,
            (_, true) => AwarenessRole::Sentry,
            _ => AwarenessRole::Bystander,
        };
        goes -= usize::from(role == AwarenessRole::Investigator);
        watches &= role != AwarenessRole::Sentry;
        give(perception, &one, concern.id, role);
    }
}

/// The concern that an incident belongs to, refreshed or new; none when a player has too many.
fn take_up(
    scene: &Scene<'_>,
    perception: &mut Perception,
    stimulus: &StimulusEvent,
    noticed: &[Noticed],
) -> Option<usize> {
    let player = noticed.first()?.player;
    if let Some(at) = perception.find(player, stimulus) {
        let concern = &mut perception.concerns[at];
        (concern.subject, concern.at, concern.tick) = (stimulus.subject, stimulus.at, scene.clock.tick);
        concern.answered = false;
        return Some(at);
    }
    if perception.concerns.iter().filter(|concern| concern.player == player).count() >= MAX_INTERESTS {
        return None;
    }
    perception.last += 1;
    perception.concerns.push(Concern {
        id: perception.last,
        player,
        incident: stimulus.incident,
        subject: stimulus.subject,
        at: stimulus.at,
        since: scene.clock.tick,
        tick: scene.clock.tick,
        answered: false,
        sentry: UnitId::NONE,
        investigators: [UnitId::NONE; MAX_INVESTIGATORS],
    });
    Some(perception.concerns.len() - 1)
}

/// Whether a unit takes a concern up: it has no part in it yet, and nothing on its mind that is worth as much.
fn takes(scene: &Scene<'_>, perception: &Perception, interest: &Interest, concern: &Concern, one: &Noticed) -> bool {
    let Some(awareness) = perception.units.get(one.row as usize) else { return false };
    if awareness.concern == concern.id {
        return awareness.role == AwarenessRole::Bystander;
    }
    let other = perception.value(scene, awareness).unwrap_or(Fx::ZERO);
    worth(interest, 0, one.strength_percent, AwarenessRole::None) > other
}

fn give(perception: &mut Perception, one: &Noticed, id: u32, role: AwarenessRole) {
    let row = one.row as usize;
    let Some(before) = perception.units.get(row).copied() else { return };
    if before.concern != id {
        leave(perception, before.concern, one.unit);
    }
    if let Ok(at) = perception.concerns.binary_search_by_key(&id, |concern| concern.id) {
        let concern = &mut perception.concerns[at];
        match role {
            AwarenessRole::Sentry => concern.sentry = one.unit,
            AwarenessRole::Investigator => {
                if let Some(place) = concern.investigators.iter_mut().find(|held| held.is_none()) {
                    *place = one.unit;
                }
            }
            AwarenessRole::Bystander | AwarenessRole::None => {}
        }
    }
    perception.change(row, one.unit, |awareness| {
        (awareness.concern, awareness.role, awareness.strength_percent) = (id, role, one.strength_percent);
    });
    if (before.concern, before.role) != (id, role) {
        perception.stirred.push((one.row, one.unit));
    }
}

/// Takes its part in a concern from a unit.
fn leave(perception: &mut Perception, id: u32, unit: UnitId) {
    if let Ok(at) = perception.concerns.binary_search_by_key(&id, |concern| concern.id) {
        perception.concerns[at].vacate(unit);
    }
}

/// Lets go of concerns that are over, and of parts whose units are gone, or have orders now.
pub(super) fn release(scene: &Scene<'_>, minds: &Minds, perception: &mut Perception) {
    let rules = &scene.rules().perception;
    let lasts = |concern: &Concern| {
        let interest = rules.interest(concern.incident);
        interest.is_some_and(|it| concern.tick + u32::from(it.lasts_ticks) > scene.clock.tick)
    };
    let before = perception.concerns.len();
    perception.concerns.retain(lasts);
    if perception.concerns.len() < before {
        let over = |perception: &Perception, id: u32| perception.concern(id).is_none();
        forget(scene.entities, perception, over);
    }
    for at in 0..perception.concerns.len() {
        let concern = perception.concerns[at];
        let parts = concern.investigators.into_iter().chain([concern.sentry]);
        for unit in parts.filter(|unit| unit.is_some()) {
            let place = scene.place(unit).filter(|place| place.class == Class::Unit);
            let row = place.map(|place| place.row);
            if row.is_some_and(|row| minds.is_free(scene, row as usize, unit)) {
                continue;
            }
            perception.concerns[at].vacate(unit);
            if let Some(row) = row {
                perception.change(row as usize, unit, |awareness| awareness.role = AwarenessRole::Bystander);
            }
        }
    }
}

/// Notes that somebody has been there and looked.
pub(super) fn answer(entities: &Entities, perception: &mut Perception, row: usize) {
    let Some(id) = perception.of(row).map(|awareness| awareness.concern) else { return };
    let Ok(at) = perception.concerns.binary_search_by_key(&id, |concern| concern.id) else { return };
    let concern = &mut perception.concerns[at];
    concern.answered = true;
    (concern.sentry, concern.investigators) = (UnitId::NONE, [UnitId::NONE; MAX_INVESTIGATORS]);
    forget(entities, perception, |_, other| other == id);
}

/// Takes from all units the concerns for which `over` holds.
fn forget(entities: &Entities, perception: &mut Perception, over: impl Fn(&Perception, u32) -> bool) {
    for (row, id) in entities.units.by_row().iter().enumerate() {
        let Some(Awareness { concern, .. }) = perception.of(row).copied() else { continue };
        if concern != 0 && over(perception, concern) {
            perception.change(row, *id, |awareness| {
                (awareness.concern, awareness.role, awareness.strength_percent) = (0, AwarenessRole::None, 0);
            });
            perception.stirred.push((row as u32, *id));
        }
    }
}
