//! Who belongs to which squad: forming, joining, leaving, and the leader.

use super::find;
use super::front::{centred, is_home, middle};
use super::state::{FormationPose, Squad, SquadCommand, SquadMember, SquadPhase, SquadWidth};
use crate::component::{Agent, Identity, Motion};
use crate::event::Rejection;
use crate::scene::Scene;
use crate::spawn::LifecycleContext;
use crate::state::SceneBase;
use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::rules::Locomotion;
use sandtable_model::scenario::{PlayerFeatures, Scenario};
use sandtable_model::{Formation, FormationShape};
use sandtable_state::Arrange;
use sandtable_state::id::{PlayerId, SquadId, UnitId};
use sandtable_state::limits::{MAX_SERIAL, MAX_SQUAD_MEMBERS, MAX_SQUADS};
use sandtable_state::queue::BoundedQueue;

/// Makes a squad of these units of one player, who leave the squads they were in. It forms up where it is.
///
/// # Errors
/// [`Rejection::OutOfRange`] for a formation that cannot be, [`Rejection::LimitReached`] when there are too many squads or members;
/// [`Rejection::CannotDo`] for nobody. Nothing is changed then.
pub(crate) fn form(
    life: &mut LifecycleContext<'_>,
    squads: &mut Vec<Squad>,
    player: PlayerId,
    formation: Formation,
    units: &[UnitId],
) -> Result<(), Rejection> {
    if !formation.is_possible() {
        return Err(Rejection::OutOfRange);
    }
    if units.is_empty() {
        return Err(Rejection::CannotDo);
    }
    let formation = kept_by(life.scenario, player, formation);
    // Those it takes all members from end.
    let remain = squads.iter().filter(|squad| squad.id.owner() == player && !is_within(squad, units)).count();
    let serial = life.players[player.index()].squad_serial + 1;
    if remain >= MAX_SQUADS || units.len() > MAX_SQUAD_MEMBERS || serial > MAX_SERIAL {
        return Err(Rejection::LimitReached);
    }
    life.players[player.index()].squad_serial = serial;
    let id = SquadId::new(player, serial);
    take_in(&life.scene(), squads, id, formation, units);
    Ok(())
}

/// The formation that a player's squads keep when told this one: a loose one, where they keep none.
fn kept_by(scenario: &Scenario, player: PlayerId, formation: Formation) -> Formation {
    let keeps =
        scenario.players.get(player.index()).is_none_or(|setup| setup.features.contains(PlayerFeatures::FORMATIONS));
    if keeps { formation } else { Formation { shape: FormationShape::Loose, ..formation } }
}

fn is_within(squad: &Squad, units: &[UnitId]) -> bool {
    squad.members.iter().all(|member| units.binary_search(&member.id).is_ok())
}

fn take_in(scene: &Scene<'_>, squads: &mut Vec<Squad>, id: SquadId, formation: Formation, units: &[UnitId]) {
    units.iter().for_each(|unit| enlist(scene, squads, *unit, id));
    let place = squads.partition_point(|squad| squad.id < id);
    let members = units.iter().map(|id| recruit(*id)).collect();
    let squad = Squad {
        id,
        formation,
        leader: UnitId::NONE,
        members,
        orders: BoundedQueue::default(),
        begun: false,
        phase: SquadPhase::Holding,
        pose: FormationPose::default(),
        goal: Vec2::ZERO,
        home: Vec2::ZERO,
        velocity: Vec2::ZERO,
        reached: false,
        beyond: Fx::ZERO,
        waited: 0,
        width: SquadWidth::Full,
        files: 0,
        mouth: FormationPose::default(),
        trail: Vec::new(),
    };
    squads.insert(place, squad);
    lead(scene, &mut squads[place]);
    squads[place].home = plant(scene, &mut squads[place]);
    if formation.keeps_places() {
        reform(scene, &mut squads[place]);
    }
}

/// Has the formation stand where the members are, facing where the leader does; returns where that is.
fn plant(scene: &Scene<'_>, squad: &mut Squad) -> Vec2 {
    let (middle, leader) = (middle(scene, squad), squad.leader);
    let heading =
        scene.place(leader).map(|at| scene.entities.column::<Motion>(&scene.entities.units)[at.row as usize].heading);
    squad.pose = FormationPose { anchor: middle, heading: heading.unwrap_or_default() };
    squad.pose = centred(scene, squad);
    (squad.mouth, squad.goal) = (squad.pose, middle);
    (squad.reached, squad.beyond) = (true, Fx::ZERO);
    middle
}

fn recruit(id: UnitId) -> SquadMember {
    SquadMember { id, slot: 0, tag: 0, told: false, late: false }
}

/// Puts a unit into a squad in its own books, and strikes it off the list of the one it was in.
fn enlist(scene: &Scene<'_>, squads: &mut Vec<Squad>, unit: UnitId, squad: SquadId) {
    let Some(place) = scene.place(unit) else { return };
    leave(scene, squads, place.row);
    scene.entities.column_mut::<Agent>(&scene.entities.units)[place.row as usize].squad = squad;
}

/// Has the squad take its places anew where it stands, unless it is about something.
fn reform(scene: &Scene<'_>, squad: &mut Squad) {
    if squad.orders.is_empty() && !is_home(scene, squad) {
        plant(scene, squad);
    }
    if squad.orders.is_empty() {
        squad.begun = !squad.orders.push_back(SquadCommand { verb: OrderKind::Move(squad.goal), priority: 0 });
    } else {
        squad.begun = false;
    }
}

/// Adds units of its player to a squad; they catch up.
///
/// # Errors
/// [`Rejection::LimitReached`] when it gets too large; [`Rejection::CannotDo`] for nobody. Nothing is changed then.
pub(crate) fn join(
    scene: &Scene<'_>,
    squads: &mut Vec<Squad>,
    squad: usize,
    units: &[UnitId],
) -> Result<(), Rejection> {
    let id = squads[squad].id;
    let fresh: Vec<UnitId> = units.iter().copied().filter(|unit| squads[squad].find(*unit).is_none()).collect();
    if units.is_empty() {
        return Err(Rejection::CannotDo);
    }
    if squads[squad].members.len() + fresh.len() > MAX_SQUAD_MEMBERS {
        return Err(Rejection::LimitReached);
    }
    fresh.iter().for_each(|unit| enlist(scene, squads, *unit, id));
    // Squads that have lost all members are gone: it may lie elsewhere now.
    let Some(place) = find(squads, id) else { return Ok(()) };
    let squad = &mut squads[place];
    squad.members.extend(fresh.iter().map(|id| recruit(*id)));
    squad.members.arrange_by_unique_key(|member| member.id);
    lead(scene, squad);
    if squad.formation.keeps_places() || !squad.orders.is_empty() {
        reform(scene, squad);
    }
    Ok(())
}

/// Takes the unit in a row out of its squad, if it has one; a squad ends with its last member.
pub(crate) fn leave(base: &SceneBase<'_>, squads: &mut Vec<Squad>, row: u32) {
    let id = base.entities.column::<Identity>(&base.entities.units)[row as usize].id;
    let squad = std::mem::take(&mut base.entities.column_mut::<Agent>(&base.entities.units)[row as usize].squad);
    if squad.is_none() {
        return;
    }
    let Some(place) = find(squads, squad) else { return };
    let squad = &mut squads[place];
    squad.members.retain(|member| member.id != id);
    if squad.members.is_empty() {
        squads.remove(place);
    } else if squad.leader == id {
        lead(base, squad);
    }
}

/// Ends a squad; its members go on with what they do.
pub(crate) fn disband(base: &SceneBase<'_>, squads: &mut Vec<Squad>, squad: usize) {
    let gone = squads.remove(squad);
    let mut agents = base.entities.column_mut::<Agent>(&base.entities.units);
    for place in gone.members.iter().filter_map(|member| base.place(member.id)) {
        agents[place.row as usize].squad = SquadId::NONE;
    }
}

/// Gives a squad another formation.
///
/// # Errors
/// [`Rejection::OutOfRange`] when there can be none such.
pub(crate) fn set_formation(scene: &Scene<'_>, squad: &mut Squad, formation: Formation) -> Result<(), Rejection> {
    if !formation.is_possible() {
        return Err(Rejection::OutOfRange);
    }
    let formation = kept_by(scene.scenario, squad.id.owner(), formation);
    squad.formation = formation;
    if formation.keeps_places() || !squad.orders.is_empty() {
        reform(scene, squad);
    }
    Ok(())
}

/// Chooses the leader: who walks on the ground rather than flies, then the widest, then the slowest, then the eldest. Where it gets
/// through all do, and nobody is left behind by it.
fn lead(base: &SceneBase<'_>, squad: &mut Squad) {
    let identity = base.entities.column::<Identity>(&base.entities.units);
    let key = |member: &&SquadMember| {
        let kind = identity[base.place(member.id)?.row as usize].kind;
        let body = base.kind(kind).body.as_ref()?;
        Some((body.locomotion == Locomotion::Air, std::cmp::Reverse(body.radius), body.speed, member.id))
    };
    let leader = squad.members.iter().filter(|member| key(member).is_some()).min_by_key(|member| key(member));
    squad.leader = leader.map_or(UnitId::NONE, |member| member.id);
}

/// The place of a squad of this player in the list.
///
/// # Errors
/// [`Rejection::NotYours`] when the player has none with this id.
pub(crate) fn own(squads: &[Squad], player: PlayerId, id: SquadId) -> Result<usize, Rejection> {
    if id.owner() != player { Err(Rejection::NotYours) } else { find(squads, id).ok_or(Rejection::NotYours) }
}
