//! What happened in a tick that somebody may notice: many hits at one place are one incident.

use super::tuning::{FOOTSTEP_TICKS, INCIDENT_BLOCK};
use super::{PerceptionTables, SensesWorkspace};
use crate::combat::PendingEffects;
use crate::component::Health;
use crate::scene::Scene;
use sandtable_math::{Fx, Vec2, mix3};
use sandtable_model::map::Cell;
use sandtable_model::rules::{Class, NoticedBy, Stimulus};
use sandtable_state::Arrange;
use sandtable_state::Junk;
use sandtable_state::id::UnitId;
use sandtable_state::limits::MAX_INCIDENTS_PER_TICK;

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StimulusEvent {
    pub(super) incident: Stimulus,
    /// Who was seen, walked, shot, or was struck.
    pub(super) subject: UnitId,
    pub(super) at: Vec2,
    /// How far plain ears hear it, in cells.
    pub(super) reach: Fx,
}

impl StimulusEvent {
    /// Something that did not happen.
    pub(super) fn junk(junk: &mut Junk) -> StimulusEvent {
        StimulusEvent { incident: Stimulus::Shot, subject: junk.id(), at: junk.point(), reach: junk.length() }
    }
}

/// Gathers what happened, and keeps what is worth most.
pub(super) fn gather(
    scene: &Scene<'_>,
    effects: &PendingEffects,
    fixed: &PerceptionTables,
    workspace: &mut SensesWorkspace,
) {
    let SensesWorkspace { stimuli: all, looks, .. } = workspace;
    all.clear();
    looks.iter_mut().for_each(|looks| all.append(&mut looks.sightings));
    let heeds = |incident: Stimulus| scene.rules().perception.interest(incident).is_some();
    if heeds(Stimulus::Shot) || heeds(Stimulus::Cast) {
        all.extend(effects.noises.iter().map(|noise| StimulusEvent {
            incident: if noise.cast { Stimulus::Cast } else { Stimulus::Shot },
            subject: noise.by,
            at: noise.at,
            reach: noise.reach,
        }));
    }
    if heeds(Stimulus::Steps) {
        steps(scene, all);
    }
    if heeds(Stimulus::Hurt) || heeds(Stimulus::Death) {
        struck(scene, effects, all);
    }
    all.retain(|stimulus| is_of_use(scene, fixed, stimulus));
    merge(scene, all);
}

/// Who walks, by turns.
fn steps(scene: &Scene<'_>, all: &mut Vec<StimulusEvent>) {
    let units = scene.frame.bodies[..scene.frame.units].iter();
    let heard = units.filter(|body| body.is_present() && body.moves() && body.velocity != Vec2::ZERO);
    let turn = heard.filter(|body| scene.clock.tick.wrapping_add(body.id.serial()).is_multiple_of(FOOTSTEP_TICKS));
    all.extend(turn.map(|body| StimulusEvent {
        incident: Stimulus::Steps,
        subject: body.id,
        at: body.position,
        reach: scene.kind(body.kind).noise.walk,
    }));
}

/// Who was struck, and who fell by it.
fn struck(scene: &Scene<'_>, effects: &PendingEffects, all: &mut Vec<StimulusEvent>) {
    let (units, buildings) = (
        scene.entities.column::<Health>(&scene.entities.units),
        scene.entities.column::<Health>(&scene.entities.buildings),
    );
    for subject in effects.struck() {
        let (Some(place), Some(body)) = (scene.place(subject), scene.body(subject)) else { continue };
        let column = if place.class == Class::Unit { &units } else { &buildings };
        let lives = column.get(place.row as usize).is_some_and(|health| health.hp > Fx::ZERO);
        let incident = if lives { Stimulus::Hurt } else { Stimulus::Death };
        all.push(StimulusEvent { incident, subject, at: body.position, reach: scene.kind(body.kind).noise.cry });
    }
}

/// Whether anybody could take an interest, and perceive it.
fn is_of_use(scene: &Scene<'_>, fixed: &PerceptionTables, stimulus: &StimulusEvent) -> bool {
    match scene.rules().perception.interest(stimulus.incident).map(|interest| interest.by) {
        Some(NoticedBy::Sight(_)) => true,
        Some(NoticedBy::Hearing(_)) => stimulus.reach > Fx::ZERO && fixed.keenest_percent > 0,
        None => false,
    }
}

/// Of one sort, owner and block the loudest is kept; of all, those worth most.
fn merge(scene: &Scene<'_>, all: &mut Vec<StimulusEvent>) {
    let block = |stimulus: &StimulusEvent| {
        let cell = Cell::at(stimulus.at);
        (stimulus.incident, stimulus.subject.owner(), cell.x / INCIDENT_BLOCK, cell.y / INCIDENT_BLOCK)
    };
    let tie_break =
        |stimulus: &StimulusEvent| mix3(scene.clock.seed, u64::from(scene.clock.tick), u64::from(stimulus.subject.0));
    all.arrange_by_unique_key(|one| {
        (block(one), std::cmp::Reverse(one.reach), tie_break(one), one.subject, one.at.x, one.at.y)
    });
    all.dedup_by_key(|one| block(one));
    let priority = |one: &StimulusEvent| scene.rules().perception.interest(one.incident).map_or(0, |it| it.priority);
    all.arrange_by_unique_key(|one| {
        (std::cmp::Reverse(priority(one)), tie_break(one), one.subject, one.incident, one.at.x, one.at.y)
    });
    all.truncate(MAX_INCIDENTS_PER_TICK);
}
