//! Workers who go on working beside enemy soldiers, and those who wait at a node for a turn that does not come.

use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::Weapon;
use sandtable_sim::ObservedUnit;
use sandtable_sim::component::TaskKind;

use super::LapseKind;
use super::look::{Look, is_near};
use super::movement::Anchors;
use super::spells::Spells;
use super::tuning::{BESIDE, CLOSE};

/// An enemy soldier: who, where, what he strikes with and how large he is.
struct Soldier<'l> {
    unit: &'l ObservedUnit,
    weapon: &'l Weapon,
    radius: Fx,
}

/// Workers at work within reach of an enemy soldier, or nearly, and those who keep to the spot there instead of going away.
pub(super) fn note_endangered(look: &Look<'_>, anchors: &Anchors, spells: &mut Spells) {
    let armed = look.units.iter().filter_map(|unit| {
        let (weapon, body) = (look.weapon_of_soldier(unit)?, look.kind_of(unit).body.as_ref()?);
        weapon.hits.ground.then_some(Soldier { unit, weapon, radius: body.radius })
    });
    let soldiers: Vec<Soldier<'_>> = armed.collect();
    for unit in look.units.iter().filter(|unit| stays(look, anchors, unit)) {
        let guarded = || soldiers.iter().any(|soldier| guards(look, soldier, unit));
        if soldiers.iter().any(|soldier| endangers(look, soldier, unit)) && !guarded() {
            spells.hold_unit(look, LapseKind::EndangeredWorker, unit);
        }
    }
}

/// Workers who were sent to gather, and stand by with nothing to carry and no place at the node.
pub(super) fn note_waiting(look: &Look<'_>, anchors: &Anchors, spells: &mut Spells) {
    let is_sent = |unit: &ObservedUnit| unit.task == Some(TaskKind::Gather) && unit.obeys && unit.aboard.is_none();
    let stands = |unit: &ObservedUnit| anchors.since(unit.id).is_some_and(|since| since < look.tick);
    let waits =
        |unit: &&ObservedUnit| is_sent(unit) && unit.gathered_ticks == 0 && unit.carries.is_none() && stands(unit);
    look.units.iter().filter(waits).for_each(|unit| spells.hold_unit(look, LapseKind::WaitingWorker, unit));
}

/// Whether a unit that was sent to work does so, or at least does not go anywhere else.
fn stays(look: &Look<'_>, anchors: &Anchors, unit: &ObservedUnit) -> bool {
    let stands = || anchors.since(unit.id).is_some_and(|since| since < look.tick);
    is_sent_to_work(look, unit) && (unit.obeys || stands())
}

fn is_sent_to_work(look: &Look<'_>, unit: &ObservedUnit) -> bool {
    let is_work = matches!(unit.task, Some(TaskKind::Gather | TaskKind::Deliver | TaskKind::Build | TaskKind::Repair));
    is_work && unit.aboard.is_none() && look.kind_of(unit).worker.is_some()
}

/// Whether a soldier of its own side stands by a worker.
fn guards(look: &Look<'_>, soldier: &Soldier<'_>, worker: &ObservedUnit) -> bool {
    let owner = worker.id.owner();
    !look.is_foe(owner, soldier.unit.id.owner()) && is_near(worker.position, soldier.unit.position, BESIDE)
}

fn endangers(look: &Look<'_>, soldier: &Soldier<'_>, worker: &ObservedUnit) -> bool {
    let (owner, at): (_, Vec2) = (worker.id.owner(), worker.position);
    look.is_foe(owner, soldier.unit.id.owner())
        && is_near(at, soldier.unit.position, soldier.weapon.range + soldier.radius + CLOSE)
        && look.sees(owner, soldier.unit.seen_by)
}
