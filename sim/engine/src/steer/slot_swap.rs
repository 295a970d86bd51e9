//! Members of a group who are in each other's way to their places exchange them: the one who stands there moves up, and the one
//! who could not get by takes what was left. Where several stand between one and its place they all move up by one, at once: so a
//! pack that has closed around a hole lets who comes last in. Two who walk and hold each other up exchange where both then have less
//! far to go in all: so who is bound for the far side of a crowd need not get through it. Each asks when its turn comes.

use super::arrival::is_bare;
use super::is_in_update_slice;
use super::scene::SteerScene;
use super::tuning::{
    AT_HOME_WITHIN, EXCHANGE_AFTER, FREE_TURN_TICKS, LEAST_EXCHANGE_GAIN, MOST_EXCHANGES, MOST_LINKS,
    MOST_REST_EXCHANGES, REST_EXCHANGE_AFTER, TOUCH,
};
use crate::component::{Agent, Motion, TaskKind};
use sandtable_math::Vec2;
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::Arrange;
use sandtable_state::id::UnitId;

/// Exchanges places between those who are stuck and those in their way, in the order of ids; each at most once in a tick.
pub(super) fn run(crowd: &SteerScene<'_>) {
    let (bodies, entities) = (crowd.units(), crowd.scene.entities);
    let mut motions = entities.column_mut::<Motion>(&entities.units);
    let asks = |row: usize, motion: &Motion| {
        is_stuck(motion) && is_in_update_slice(crowd.tick, bodies[row].id, FREE_TURN_TICKS)
    };
    let stuck = |(row, motion): (usize, &Motion)| asks(row, motion).then(|| (bodies[row].id, row));
    let mut stuck: Vec<(UnitId, usize)> = motions.iter().enumerate().filter_map(stuck).collect();
    if stuck.is_empty() {
        return;
    }
    stuck.arrange();
    let mut agents = entities.column_mut::<Agent>(&entities.units);
    let mut done: Vec<usize> = Vec::new();
    for (_, row) in stuck {
        let line = line(crowd, &motions, row);
        if line.len() > 1 && !line.iter().any(|row| done.contains(row)) {
            exchange(&mut motions, &mut agents, &line);
            done.extend(line);
        }
    }
}

fn is_stuck(motion: &Motion) -> bool {
    let (patience, most) = match motion.moves() {
        true => (EXCHANGE_AFTER, MOST_EXCHANGES),
        false => (REST_EXCHANGE_AFTER, MOST_REST_EXCHANGES),
    };
    let asks = motion.stuck_ticks >= patience && (motion.moves() || motion.has_arrived());
    asks && is_bare(motion) && motion.exchanges < most
}

/// The unit in a row and those who exchange places with it, from it to its place: each takes that of the next, and the last its own.
fn line(crowd: &SteerScene<'_>, motions: &[Motion], row: usize) -> Vec<usize> {
    let mut line = vec![row];
    let mut last = partner(crowd, motions, (row, row));
    while let Some(next) = last.filter(|_| line.len() <= MOST_LINKS) {
        line.push(next);
        // For one who walks everybody who stands moves up; who is at rest, or held up by one who walks, changes places with one only.
        let moves_up = motions[row].moves() && !motions[next].moves();
        last = if moves_up { partner(crowd, motions, (row, next)) } else { None };
    }
    line
}

/// Whom the unit in row `from` exchanges places with, when it is to go to the place of the one in `row`: one of their group and size that
/// touches it, is nearer to that place, and stands there; or walks, as the one in `row` does itself.
fn partner(crowd: &SteerScene<'_>, motions: &[Motion], (row, from): (usize, usize)) -> Option<usize> {
    let (own, body) = (&motions[row], &crowd.bodies[from]);
    let mut best: Option<(i64, UnitId, usize)> = None;
    crowd.grid.for_each_near(body.position, body.radius + body.radius + TOUCH + TOUCH, |_, entry, _| {
        let other_row = entry.row as usize;
        let other = &motions[other_row];
        let alike = entry.radius == body.radius && entry.team == body.team && entry.flies() == body.flies();
        let free = if other.moves() { row == from && own.moves() } else { other.has_arrived() };
        let of_the_group = free && other.goal == own.goal && is_bare(other);
        if other_row == row || other_row == from || !alike || !of_the_group || !gains(own, body, other) {
            return;
        }
        let key = (other.position.distance_squared_wide(own.place), crowd.bodies[other_row].id, other_row);
        best = Some(best.map_or(key, |best| best.min(key)));
    });
    best.map(|(.., other)| other)
}

/// Whether it helps that another goes to the place of `own` instead of the one with this body, which takes the other's.
fn gains(own: &Motion, body: &SpatialRow, other: &Motion) -> bool {
    let way = |from: Vec2, to: Vec2| i64::from((to - from).length_floor().bits());
    let (own_way, other_way) = (way(body.position, own.place), way(other.position, other.place));
    let (moves_up, falls_back) = (way(other.position, own.place), way(body.position, other.place));
    match own.moves() && !other.moves() && other_way < AT_HOME_WITHIN {
        // Who stands on its place only moves up, one after the other.
        true => moves_up + i64::from(body.radius.bits()) / 2 < own_way,
        false => moves_up < own_way && moves_up + falls_back + LEAST_EXCHANGE_GAIN < own_way + other_way,
    }
}

/// Gives each of those in `rows`, who have one goal, the place of the next, and the last that of the first.
pub(super) fn exchange(motions: &mut [Motion], agents: &mut [Agent], rows: &[usize]) {
    let Some(first) = rows.first().map(|row| motions[*row].place) else { return };
    for (at, row) in rows.iter().enumerate() {
        let place = rows.get(at + 1).map_or(first, |next| motions[*next].place);
        let motion = &mut motions[*row];
        (motion.stuck_ticks, motion.remedy_ticks) = (0, 0);
        motion.exchanges = motion.exchanges.saturating_add(1);
        if !motion.moves() {
            motion.post = place;
        }
        assign(motion, &mut agents[*row], place);
    }
}

/// Gives a member of a group a place of its own, also in its tasks.
pub(super) fn assign(motion: &mut Motion, agent: &mut Agent, place: Vec2) {
    motion.place = place;
    for task in agent.moves.iter_mut().filter(|task| task.kind == TaskKind::Goto && task.point == motion.goal) {
        task.other = place;
    }
}
