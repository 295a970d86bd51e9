//! Where a unit wants to go, before anybody else is looked at: its desired velocity.

use super::arrival;
use super::behaviour::arrival_pace;
use super::vector::{direction, polar};
use crate::component::Motion;
use crate::flow::{Course, Flow, Goal};
use crate::math::{Fx, Vec2};
use crate::world::World;

/// Where a unit wants to go in this tick.
#[derive(Clone, Copy)]
pub(super) struct Wish {
    /// The way to the goal, a unit vector; zero when nowhere.
    pub(super) way: Vec2,
    /// Where it heads in this tick, a unit vector: the way, or a remedy for being stuck.
    pub(super) heading: Vec2,
    /// Cells a tick.
    pub(super) pace: Fx,
    /// Whether it can get no nearer to its goal.
    pub(super) nearest: bool,
}

/// What the flow field says, and how fast.
pub(super) fn of(world: &World, flow: &mut Flow, goal: &Goal, motion: &Motion, target: Vec2, speed: Fx) -> Wish {
    match flow.course(&world.ground, goal, motion.position, target) {
        Course::Straight(offset) => {
            let (way, distance) = polar(offset);
            let pace = if arrival::is_bare(motion) { arrival_pace(distance, speed) } else { speed };
            Wish { way, heading: way, pace, nearest: false }
        }
        Course::Along(offset) => {
            let way = direction(offset);
            Wish { way, heading: way, pace: speed, nearest: false }
        }
        Course::Nearest => Wish { way: Vec2::ZERO, heading: Vec2::ZERO, pace: Fx::ZERO, nearest: true },
    }
}
