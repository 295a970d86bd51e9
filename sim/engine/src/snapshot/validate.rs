//! What the components of a snapshot may hold: the ranges within which a tick cannot overflow.

use super::limits::{MOST_DAMAGE, MOST_HP, MOST_REACH};
use crate::component::{Footprint, Identity, Motion, Projectile, Sightings, TaskKind, TaskQueue};
use crate::entities::{BuildingBundle, ShotBundle, UnitBundle};
use crate::world::World;
use sandtable_math::{Fx, Vec2};
use sandtable_model::scenario::Scenario;
use sandtable_state::id::UnitId;
use sandtable_state::limits::{MAX_PLAYERS, MAX_SIGHT, MAX_TASKS};

/// Checks that entities carry the aliases that the players' lists give them: the lists are hashed, what entities carry is not.
///
/// # Errors
/// Says that they do not.
pub(super) fn aliases(world: &World) -> Result<(), &'static str> {
    let rosters = [&world.entities.units, &world.entities.buildings];
    let mut carried = [0usize; MAX_PLAYERS];
    for roster in rosters {
        let (identity, sightings) = (world.column::<Identity>(roster), world.column::<Sightings>(roster));
        for (identity, sightings) in identity.iter().zip(sightings.iter()) {
            for (player, alias) in sightings.alias.0.iter().enumerate().filter(|(_, alias)| **alias != 0) {
                let named = world.parts.players.get(player).and_then(|player| player.aliases.get(*alias));
                if named != Some(identity.id) {
                    return Err("an entity's alias is another's in the player's list");
                }
                carried[player] += 1;
            }
        }
    }
    let lives = |id: &UnitId| world.entities.directory.get(*id).is_some();
    let listed = world.parts.players.iter().map(|player| player.aliases.ids().iter().filter(|id| lives(id)).count());
    if listed.zip(carried).all(|(listed, carried)| listed == carried) {
        Ok(())
    } else {
        Err("an entity lacks the alias of a player's list")
    }
}

/// Whether a unit's components are within their ranges in this scenario.
pub(super) fn unit(scenario: &Scenario, bundle: &UnitBundle) -> bool {
    let (_, motion, health, _, agent, worker, _, sightings) = bundle;
    let tasks = [&agent.moves, &agent.acts, &agent.cargo].into_iter().all(|queue| possible_tasks(scenario, queue));
    possible_motion(scenario, motion)
        && (Fx::ZERO..=MOST_HP).contains(&health.hp)
        && (Fx::ZERO..=MOST_HP).contains(&health.incoming)
        && tasks
        && (!agent.has_post || on_map(scenario, agent.post))
        && (worker.resource as usize) < scenario.rules.resources.len()
        && possible_sightings(scenario, sightings)
}

/// Whether only teams of the scenario see it, and its stamp lies on the map.
fn possible_sightings(scenario: &Scenario, sightings: &Sightings) -> bool {
    let teams = (1u16 << scenario.teams()) - 1;
    u16::from(sightings.seen_by) & !teams == 0
        && sightings.radius <= MAX_SIGHT
        && (sightings.radius == 0 || scenario.map.contains(sightings.cell))
}

fn possible_motion(scenario: &Scenario, motion: &Motion) -> bool {
    let speeds = [motion.velocity.x, motion.velocity.y, motion.steered.x, motion.steered.y];
    let unhurried = speeds.iter().all(|part| (-Fx::ONE..=Fx::ONE).contains(part));
    on_map(scenario, motion.position)
        && on_map(scenario, motion.post)
        && unhurried
        && is_near_map(scenario, motion.goal)
        && is_near_map(scenario, motion.place)
        && is_near_map(scenario, motion.goal_cell.centre())
        && motion.goal_width <= 8
        && motion.goal_height <= 8
        && (Fx::ZERO..=MOST_REACH).contains(&motion.reach)
}

fn possible_tasks(scenario: &Scenario, queue: &TaskQueue) -> bool {
    let possible = |task: &crate::component::AgentTask| {
        let row = task.kind != TaskKind::Cast || (task.row as usize) < scenario.rules.abilities.len();
        row && on_map(scenario, task.point) && on_map(scenario, task.other)
    };
    queue.len() <= MAX_TASKS && queue.iter().all(possible)
}

/// Whether a building's components are within their ranges in this scenario.
pub(super) fn building(scenario: &Scenario, bundle: &BuildingBundle) -> bool {
    let (identity, Footprint { progress, .. }, health, _, production, sightings) = bundle;
    let kind = scenario.rules.kind(identity.kind);
    *progress <= kind.make_ticks.max(1).saturating_mul(100)
        && (Fx::ZERO..=MOST_HP).contains(&health.hp)
        && (Fx::ZERO..=MOST_HP).contains(&health.incoming)
        && (!production.rallies || on_map(scenario, production.rally))
        && production.progress <= u32::from(u16::MAX)
        && possible_sightings(scenario, sightings)
}

/// Whether a projectile is within its ranges in this scenario.
pub(super) fn shot(scenario: &Scenario, bundle: &ShotBundle) -> bool {
    let (_, Projectile { shooter, position, aim, damage, .. }) = bundle;
    *shooter != UnitId::NONE
        && on_map(scenario, *position)
        && on_map(scenario, *aim)
        && (Fx::ZERO..=MOST_DAMAGE).contains(damage)
}

/// Whether a point is no farther from the map than anything reaches: places round a target at the edge may lie beyond it.
fn is_near_map(scenario: &Scenario, point: Vec2) -> bool {
    let within = |value: Fx, cells: u16| {
        (-MOST_REACH.bits()..(i32::from(cells) << 16) + MOST_REACH.bits()).contains(&value.bits())
    };
    within(point.x, scenario.map.width) && within(point.y, scenario.map.height)
}

fn on_map(scenario: &Scenario, point: Vec2) -> bool {
    let within = |value: Fx, cells: u16| (0..i32::from(cells) << 16).contains(&value.bits());
    within(point.x, scenario.map.width) && within(point.y, scenario.map.height)
}
