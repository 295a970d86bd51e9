//! Looking round, by turns: each unit once a period, by its serial.

use super::eye::UnitEyes;
use super::stimulus::StimulusEvent;
use super::tuning::NEAR_LOOK;
use super::{Perception, PerceptionTables, hostility, saved};
use crate::component::Motion;
use crate::scene::Scene;
use sandtable_math::{Fx, mix3};
use sandtable_model::rules::{HOSTILITIES, Hostility, HostilitySet, Senses, Stimulus};
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::Arrange;
use sandtable_state::Junk;
use sandtable_state::id::UnitId;
use sandtable_state::limits::MAX_LOOK_RAYS;

/// What the units of a chunk saw, and room to look in.
#[derive(Default)]
pub(super) struct VisionPass {
    pub(super) sightings: Vec<StimulusEvent>,
    room: Vec<LookCandidate>,
}

impl VisionPass {
    /// Those of nobody in particular.
    pub(super) fn junk(junk: &mut Junk) -> VisionPass {
        let room = junk.some(|junk| (0, junk.number(), junk.below(40) as u32, Hostility::Enemy));
        VisionPass { sightings: junk.some(StimulusEvent::junk), room }
    }
}

/// Squared distance, tie break, row of the frame, level.
type LookCandidate = (i64, u64, u32, Hostility);

/// Whether a unit looks round in a tick.
pub(super) fn is_turn(tick: u32, id: UnitId, senses: &Senses) -> bool {
    tick.wrapping_add(id.serial()).is_multiple_of(u32::from(senses.look_ticks.max(1)))
}

pub(super) fn run(
    scene: &Scene<'_>,
    fixed: &PerceptionTables,
    perception: &mut Perception,
    looks: &mut Vec<VisionPass>,
) {
    looks.iter_mut().for_each(|looks| looks.sightings.clear());
    let motions = scene.entities.column::<Motion>(&scene.entities.units);
    let (motions, ids) = (&motions[..], scene.entities.units.by_row());
    let sighting = scene.rules().perception.interest(Stimulus::Sighting).map(|interest| interest.of);
    let count = scene.frame.units.min(perception.units.len()).min(ids.len());
    let rows = (&mut perception.units[..count], &mut perception.digests[..count]);
    scene.threads.by_chunks_into(rows, looks, |first, (units, digests), looks| {
        for (row, (awareness, digest)) in (first..).zip(units.iter_mut().zip(digests)) {
            let body = &scene.frame.bodies[row];
            if !body.is_present() || body.id != ids[row] {
                continue;
            }
            let Some(senses) = fixed.senses(scene.rules(), body.owner(), body.kind) else { continue };
            if !is_turn(scene.clock.tick, body.id, senses) {
                continue;
            }
            let eye = UnitEyes::new(scene, fixed, body, senses, motions[row].heading);
            let sees = look(scene, fixed, &eye, sighting.unwrap_or_default(), looks);
            if sees != awareness.sees {
                awareness.sees = sees;
                *digest = saved::digest(body.id, awareness);
            }
        }
    });
}

/// The nearest it sees of each level it registers; of `sighting` they are told.
fn look(
    scene: &Scene<'_>,
    fixed: &PerceptionTables,
    eye: &UnitEyes<'_>,
    sighting: HostilitySet,
    looks: &mut VisionPass,
) -> [UnitId; 4] {
    let mut sees = [UnitId::NONE; 4];
    let sight = Fx::from_int(eye.senses.sight.into());
    let there = fixed.levels.get(eye.body.owner().index()).copied().unwrap_or_default();
    let registers = HostilitySet(eye.senses.notices.0 & there.0);
    for radius in [NEAR_LOOK.min(sight), sight] {
        gather(scene, eye, &sees, radius, &mut looks.room);
        let mut rays = MAX_LOOK_RAYS;
        for (_, _, row, level) in looks.room.drain(..) {
            if sees[level as usize].is_some() || rays == 0 {
                continue;
            }
            rays -= 1;
            let other = &scene.frame.bodies[row as usize];
            if !eye.is_clear(other.position, scene.kind(other.kind).eye_height) {
                continue;
            }
            sees[level as usize] = other.id;
            if sighting.has(level) {
                let (subject, at) = (other.id, other.position);
                looks.sightings.push(StimulusEvent { incident: Stimulus::Sighting, subject, at, reach: Fx::ZERO });
            }
        }
        let missing = |(_, level): &(&str, Hostility)| registers.has(*level) && sees[*level as usize].is_none();
        if !HOSTILITIES.iter().any(missing) {
            break;
        }
    }
    sees
}

/// Those within a radius who may be seen, the nearest first: no ray is cast yet.
fn gather(scene: &Scene<'_>, eye: &UnitEyes<'_>, sees: &[UnitId; 4], radius: Fx, room: &mut Vec<LookCandidate>) {
    let (own, bodies) = (eye.body, &scene.frame.bodies);
    room.clear();
    scene.frame.grid.for_each_within(own.position, radius, |row| {
        let body: &SpatialRow = &bodies[row];
        let level = hostility(body, own);
        if !eye.senses.notices.has(level) || sees[level as usize].is_some() || body.id == own.id {
            return;
        }
        if let Some(square) = eye.takes_in(body.position).filter(|_| eye.may_see(body)) {
            let tie_break =
                mix3(scene.clock.seed, u64::from(scene.clock.tick), u64::from(own.id.0) << 32 | u64::from(body.id.0));
            room.push((square, tie_break, row as u32, level));
        }
    });
    room.arrange();
}
