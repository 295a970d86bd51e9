//! Who belongs to which squad: forming, joining, leaving, and the leader.

use super::find;
use super::front::{centred, is_home};
use super::state::{Command, Member, Phase, Pose, Squad};
use crate::component::{Agent, Identity, Motion, Queue};
use crate::order::Rejection;
use crate::world::World;
use sandtable_math::{Fx, Vec2};
use sandtable_model::Verb;
use sandtable_model::rules::Locomotion;
use sandtable_model::{Formation, Shape};
use sandtable_state::id::{PlayerId, SquadId, UnitId};
use sandtable_state::limits::{MAX_SERIAL, MAX_SQUAD_MEMBERS, MAX_SQUADS};

/// Makes a squad of these units of one player, who leave the squads they were in. It forms up where it is.
///
/// # Errors
/// [`Rejection::OutOfRange`] for a formation that cannot be, [`Rejection::LimitReached`] when there are too many squads or members;
/// [`Rejection::CannotDo`] for nobody. Nothing is changed then.
pub(crate) fn form(
    world: &mut World,
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
    let formation = kept_by(world, player, formation);
    // Those it takes all members from end.
    let remain =
        world.parts.squads.iter().filter(|squad| squad.id.owner() == player && !is_within(squad, units)).count();
    let serial = world.parts.players[player.index()].squad_serial + 1;
    if remain >= MAX_SQUADS || units.len() > MAX_SQUAD_MEMBERS || serial > MAX_SERIAL {
        return Err(Rejection::LimitReached);
    }
    world.parts.players[player.index()].squad_serial = serial;
    let id = SquadId::new(player, serial);
    take_in(world, id, formation, units);
    Ok(())
}

/// The formation that a player's squads keep when told this one: a loose one, where they keep none.
fn kept_by(world: &World, player: PlayerId, formation: Formation) -> Formation {
    let keeps = world.scenario.players.get(player.index()).is_none_or(|setup| setup.formations);
    if keeps { formation } else { Formation { shape: Shape::Loose, ..formation } }
}

fn is_within(squad: &Squad, units: &[UnitId]) -> bool {
    squad.members.iter().all(|member| units.binary_search(&member.id).is_ok())
}

fn take_in(world: &mut World, id: SquadId, formation: Formation, units: &[UnitId]) {
    units.iter().for_each(|unit| enlist(world, *unit, id));
    let place = world.parts.squads.partition_point(|squad| squad.id < id);
    let members = units.iter().map(|id| recruit(*id)).collect();
    let squad = Squad {
        id,
        formation,
        leader: UnitId::NONE,
        members,
        orders: Queue::default(),
        begun: false,
        phase: Phase::Holding,
        pose: Pose::default(),
        goal: Vec2::ZERO,
        home: Vec2::ZERO,
        velocity: Vec2::ZERO,
        reached: false,
        beyond: Fx::ZERO,
        waited: 0,
        narrowed: false,
        files: 0,
        mouth: Pose::default(),
        trail: Vec::new(),
    };
    world.parts.squads.insert(place, squad);
    lead(world, place);
    world.parts.squads[place].home = plant(world, place);
    if formation.keeps_places() {
        reform(world, place);
    }
}

/// Has the formation stand where the members are, facing where the leader does; returns where that is.
fn plant(world: &mut World, place: usize) -> Vec2 {
    let (middle, leader) = (middle(world, &world.parts.squads[place]), world.parts.squads[place].leader);
    let heading = world.place(leader).map(|at| world.column::<Motion>(&world.entities.units)[at.row as usize].heading);
    let squad = &mut world.parts.squads[place];
    squad.pose = Pose { anchor: middle, heading: heading.unwrap_or_default() };
    let pose = centred(world, &world.parts.squads[place]);
    let squad = &mut world.parts.squads[place];
    squad.pose = pose;
    (squad.mouth, squad.goal) = (squad.pose, middle);
    (squad.reached, squad.beyond) = (true, Fx::ZERO);
    middle
}

fn recruit(id: UnitId) -> Member {
    Member { id, slot: 0, tag: 0, told: false, late: false }
}

/// Where the members on the map are in the mean.
pub(super) fn middle(world: &World, squad: &Squad) -> Vec2 {
    let motions = world.column::<Motion>(&world.entities.units);
    let rows = squad.members.iter().filter_map(|member| world.place(member.id)).map(|place| place.row as usize);
    let positions: Vec<Vec2> = rows.map(|row| motions[row].position).collect();
    super::layout::mean(&positions, world.scenario.map.bounds().centre())
}

/// Puts a unit into a squad in its own books, and strikes it off the list of the one it was in.
fn enlist(world: &mut World, unit: UnitId, squad: SquadId) {
    let Some(place) = world.place(unit) else { return };
    leave(world, place.row);
    world.column_mut::<Agent>(&world.entities.units)[place.row as usize].squad = squad;
}

/// Has the squad take its places anew where it stands, unless it is about something.
fn reform(world: &mut World, place: usize) {
    if world.parts.squads[place].orders.is_empty() && !is_home(world, &world.parts.squads[place]) {
        plant(world, place);
    }
    let squad = &mut world.parts.squads[place];
    if squad.orders.is_empty() {
        squad.begun = !squad.orders.push_back(Command { verb: Verb::Move(squad.goal), priority: 0 });
    } else {
        squad.begun = false;
    }
}

/// Adds units of its player to a squad; they catch up.
///
/// # Errors
/// [`Rejection::LimitReached`] when it gets too large; [`Rejection::CannotDo`] for nobody. Nothing is changed then.
pub(crate) fn join(world: &mut World, squad: usize, units: &[UnitId]) -> Result<(), Rejection> {
    let id = world.parts.squads[squad].id;
    let fresh: Vec<UnitId> =
        units.iter().copied().filter(|unit| world.parts.squads[squad].find(*unit).is_none()).collect();
    if units.is_empty() {
        return Err(Rejection::CannotDo);
    }
    if world.parts.squads[squad].members.len() + fresh.len() > MAX_SQUAD_MEMBERS {
        return Err(Rejection::LimitReached);
    }
    fresh.iter().for_each(|unit| enlist(world, *unit, id));
    // Squads that have lost all members are gone: it may lie elsewhere now.
    let Some(place) = find(world, id) else { return Ok(()) };
    let squad = &mut world.parts.squads[place];
    squad.members.extend(fresh.iter().map(|id| recruit(*id)));
    squad.members.sort_unstable_by_key(|member| member.id);
    lead(world, place);
    let squad = &mut world.parts.squads[place];
    if squad.formation.keeps_places() || !squad.orders.is_empty() {
        reform(world, place);
    }
    Ok(())
}

/// Takes the unit in a row out of its squad, if it has one; a squad ends with its last member.
pub(crate) fn leave(world: &mut World, row: u32) {
    let id = world.column::<Identity>(&world.entities.units)[row as usize].id;
    let squad = std::mem::take(&mut world.column_mut::<Agent>(&world.entities.units)[row as usize].squad);
    if squad.is_none() {
        return;
    }
    let Some(place) = find(world, squad) else { return };
    let squad = &mut world.parts.squads[place];
    squad.members.retain(|member| member.id != id);
    if squad.members.is_empty() {
        world.parts.squads.remove(place);
    } else if squad.leader == id {
        lead(world, place);
    }
}

/// Ends a squad; its members go on with what they do.
pub(crate) fn disband(world: &mut World, squad: usize) {
    let gone = world.parts.squads.remove(squad);
    let mut agents = world.column_mut::<Agent>(&world.entities.units);
    for place in gone.members.iter().filter_map(|member| world.place(member.id)) {
        agents[place.row as usize].squad = SquadId::NONE;
    }
}

/// Gives a squad another formation.
///
/// # Errors
/// [`Rejection::OutOfRange`] when there can be none such.
pub(crate) fn set_formation(world: &mut World, squad: usize, formation: Formation) -> Result<(), Rejection> {
    if !formation.is_possible() {
        return Err(Rejection::OutOfRange);
    }
    let place = squad;
    let formation = kept_by(world, world.parts.squads[place].id.owner(), formation);
    world.parts.squads[place].formation = formation;
    if formation.keeps_places() || !world.parts.squads[place].orders.is_empty() {
        reform(world, place);
    }
    Ok(())
}

/// Chooses the leader: who walks on the ground rather than flies, then the widest, then the slowest, then the eldest. Where it gets
/// through all do, and nobody is left behind by it.
fn lead(world: &mut World, squad: usize) {
    let identity = world.column::<Identity>(&world.entities.units);
    let key = |member: &&Member| {
        let kind = identity[world.place(member.id)?.row as usize].kind;
        let body = world.kind(kind).body.as_ref()?;
        Some((body.locomotion == Locomotion::Air, std::cmp::Reverse(body.radius), body.speed, member.id))
    };
    let leader = world.parts.squads[squad]
        .members
        .iter()
        .filter(|member| key(member).is_some())
        .min_by_key(|member| key(member));
    let leader = leader.map_or(UnitId::NONE, |member| member.id);
    drop(identity);
    world.parts.squads[squad].leader = leader;
}

/// The place of a squad of this player in the list.
///
/// # Errors
/// [`Rejection::NotYours`] when the player has none with this id.
pub(crate) fn own(world: &World, player: PlayerId, id: SquadId) -> Result<usize, Rejection> {
    if id.owner() != player { Err(Rejection::NotYours) } else { find(world, id).ok_or(Rejection::NotYours) }
}
