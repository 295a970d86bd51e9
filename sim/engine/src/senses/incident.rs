//! What happened in a tick that somebody may notice: many blows at one place are one incident.

use super::{Fixed, Workspace};
use crate::combat::Volley;
use crate::component::Vitals;
use crate::scene::Scene;
use crate::state::Junk;
use sandtable_math::{Fx, Vec2, mix3};
use sandtable_model::map::Cell;
use sandtable_model::rules::{Class, Incident, NoticedBy};
use sandtable_state::id::UnitId;
use sandtable_state::limits::MAX_INCIDENTS_PER_TICK;

/// Ticks between two steps of who walks that are heard.
const STEP_TICKS: u32 = 8;
/// Within blocks of so many cells, incidents of one sort and owner are one.
const BLOCK: i16 = 4;

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Happened {
    pub(super) incident: Incident,
    /// Who was seen, walked, shot, or was struck.
    pub(super) subject: UnitId,
    pub(super) at: Vec2,
    /// How far plain ears hear it, in cells.
    pub(super) reach: Fx,
}

impl Happened {
    /// Something that did not happen.
    pub(super) fn junk(junk: &mut Junk) -> Happened {
        Happened { incident: Incident::Shot, subject: junk.id(), at: junk.point(), reach: junk.length() }
    }
}

/// Gathers what happened, and keeps what is worth most.
pub(super) fn gather(scene: &Scene<'_>, volley: &Volley, fixed: &Fixed, workspace: &mut Workspace) {
    let Workspace { incidents: all, looks, .. } = workspace;
    all.clear();
    looks.iter_mut().for_each(|looks| all.append(&mut looks.sightings));
    let heeds = |incident: Incident| scene.rules().perception.interest(incident).is_some();
    if heeds(Incident::Shot) || heeds(Incident::Cast) {
        all.extend(volley.dins.iter().map(|din| Happened {
            incident: if din.cast { Incident::Cast } else { Incident::Shot },
            subject: din.by,
            at: din.at,
            reach: din.reach,
        }));
    }
    if heeds(Incident::Steps) {
        steps(scene, all);
    }
    if heeds(Incident::Hurt) || heeds(Incident::Death) {
        struck(scene, volley, all);
    }
    all.retain(|happened| is_of_use(scene, fixed, happened));
    merge(scene, all);
}

/// Who walks, by turns.
fn steps(scene: &Scene<'_>, all: &mut Vec<Happened>) {
    let units = scene.frame.bodies[..scene.frame.units].iter();
    let heard = units.filter(|body| body.present && body.moving && body.velocity != Vec2::ZERO);
    let turn = heard.filter(|body| scene.clock.tick.wrapping_add(body.id.serial()).is_multiple_of(STEP_TICKS));
    all.extend(turn.map(|body| Happened {
        incident: Incident::Steps,
        subject: body.id,
        at: body.position,
        reach: scene.kind(body.kind).noise.walk,
    }));
}

/// Who was struck, and who fell by it.
fn struck(scene: &Scene<'_>, volley: &Volley, all: &mut Vec<Happened>) {
    let (units, buildings) = (
        scene.entities.column::<Vitals>(&scene.entities.units),
        scene.entities.column::<Vitals>(&scene.entities.buildings),
    );
    for subject in volley.struck() {
        let (Some(place), Some(body)) = (scene.place(subject), scene.body(subject)) else { continue };
        let column = if place.class == Class::Unit { &units } else { &buildings };
        let lives = column.get(place.row as usize).is_some_and(|vitals| vitals.hp > Fx::ZERO);
        let incident = if lives { Incident::Hurt } else { Incident::Death };
        all.push(Happened { incident, subject, at: body.position, reach: scene.kind(body.kind).noise.cry });
    }
}

/// Whether anybody could take an interest, and perceive it.
fn is_of_use(scene: &Scene<'_>, fixed: &Fixed, happened: &Happened) -> bool {
    match scene.rules().perception.interest(happened.incident).map(|interest| interest.by) {
        Some(NoticedBy::Sight(_)) => true,
        Some(NoticedBy::Hearing(_)) => happened.reach > Fx::ZERO && fixed.keenest_percent > 0,
        None => false,
    }
}

/// Of one sort, owner and block the loudest is kept; of all, those worth most.
fn merge(scene: &Scene<'_>, all: &mut Vec<Happened>) {
    let block = |happened: &Happened| {
        let cell = Cell::at(happened.at);
        (happened.incident, happened.subject.owner(), cell.x / BLOCK, cell.y / BLOCK)
    };
    let claim =
        |happened: &Happened| mix3(scene.clock.seed, u64::from(scene.clock.tick), u64::from(happened.subject.0));
    all.sort_unstable_by_key(|one| {
        (block(one), std::cmp::Reverse(one.reach), claim(one), one.subject, one.at.x, one.at.y)
    });
    all.dedup_by_key(|one| block(one));
    let priority = |one: &Happened| scene.rules().perception.interest(one.incident).map_or(0, |it| it.priority);
    all.sort_unstable_by_key(|one| {
        (std::cmp::Reverse(priority(one)), claim(one), one.subject, one.incident, one.at.x, one.at.y)
    });
    all.truncate(MAX_INCIDENTS_PER_TICK);
}
