//! The last remedy of a walker that friends keep from going on, among the buildings of its side or on its way to a fight: it squeezes
//! through them.
//!
//! A base has narrow streets, and all that live there have errands of their own: two who meet between two houses, or one before whom
//! another stands who was sent there, would keep to the spot for long. After a while they pass through each other, as gatherers do,
//! until they have got on. Whoever was told to stand is in the way all the same, and so is everybody of another team. A queue does not
//! squeeze: who goes one's own way keeps one from nothing. Away from one's own buildings only soldiers do that attack what they meet on
//! their way: two columns of them that meet on narrow ground must not stand there while the fight is elsewhere.

use super::arrival;
use super::desired_velocity::DesiredVelocity;
use super::moving_agent::MovingAgent;
use super::neighbours::Neighbour;
use super::tuning::{ATTACK_SQUEEZE_AFTER, EXACT_WITHIN, SQUEEZE_AFTER, SQUEEZE_IN_AFTER, STREET_WITHIN};
use crate::component::{Agent, Motion};
use sandtable_math::Fx;
use sandtable_nav::vector::dot;

/// Whether one that squeezes has not got on yet.
pub(super) fn goes_on(motion: &Motion, agent: &Agent) -> bool {
    motion.passes() && motion.moves() && agent.vain_ticks >= SQUEEZE_AFTER
}

/// Whether a walker has got nowhere for so long that it squeezes through who keeps it.
pub(super) fn begins(
    walker: &MovingAgent,
    (motion, agent): (&Motion, &Agent),
    wish: &DesiredVelocity,
    near: &[Neighbour],
) -> bool {
    let has_long_gone = agent.vain_ticks >= SQUEEZE_IN_AFTER;
    agent.vain_ticks >= SQUEEZE_AFTER
        && near.iter().any(|near| keeps(walker, motion, wish, near, has_long_gone))
        && (agent.attacks_on_its_way() && agent.vain_ticks >= ATTACK_SQUEEZE_AFTER || is_in_street(walker))
}

/// Whether a friend is in the way: it goes another way, or stands; one that stands where one is sent, too, only after longer.
fn keeps(walker: &MovingAgent, motion: &Motion, wish: &DesiredVelocity, near: &Neighbour, packed: bool) -> bool {
    let entry = near.entry;
    let is_ahead = near.gap < EXACT_WITHIN && dot(near.toward, wish.way) > Fx::ZERO;
    if !is_ahead || entry.team != walker.body.team || entry.holds() {
        return false;
    }
    match entry.moves() {
        true => dot(entry.steered, wish.way) < Fx::from_bits(wish.pace.bits() / 4),
        false => packed || !arrival::is_settled_friend(walker, motion, near),
    }
}

/// Whether a building of its side is beside a walker.
fn is_in_street(walker: &MovingAgent) -> bool {
    let crowd = walker.crowd;
    let mut buildings = crowd.bodies[crowd.units().len()..].iter();
    let team = walker.body.team;
    buildings.any(|it| it.team == team && it.is_present() && walker.body.within(it, STREET_WITHIN))
}
