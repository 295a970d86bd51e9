//! What somebody may want to turn of how units carry out their tasks: how near is near enough, how far they follow.

use sandtable_math::Fx;

/// How far from its post a defending unit chases: 8 cells.
pub(super) const LEASH: Fx = Fx::from_int(8);
/// How near a follower stays, edge to edge: 1 cell.
pub(super) const FOLLOW_REACH: Fx = Fx::ONE;
/// How near one stands to its place in a formation, in cells.
pub(super) const OWN_PLACE: Fx = Fx::from_ratio(1, 8);
/// How near one is content to whom others keep off its place, in cells.
pub(super) const CROWDED_PLACE: Fx = Fx::HALF;
/// How far outside of its reach one waits who has no place even for that, in cells.
pub(super) const WAITS_OUTSIDE: Fx = Fx::from_int(3);
/// How near to its place who reaches its target from there stands, in cells: it need not press in among those beside it.
pub(super) const STRIKES_NEAR: Fx = Fx::from_ratio(11, 64);
/// How far a place moves before whoever goes there takes notice, in cells.
pub(super) const PLACE_DRIFT: Fx = Fx::from_ratio(1, 8);
/// How much nearer than its reach a walker aims, so that it does not stop just short: 0.15 cells.
pub(super) const AIM_WITHIN: Fx = Fx::from_thousandths(150);
/// Ticks without getting on before somebody who stands in its way, after which a unit gives up what it was told: a game minute.
pub(super) const GIVE_UP_TICKS: u16 = 960;
/// Ticks after which it does that stands where no way leads on, which is less: ten game seconds.
pub(super) const CUT_OFF_TICKS: u16 = 160;
/// Of the ticks in which one waits for its turn before a passage one in this many counts.
pub(super) const WAITS_PART: u32 = 4;
/// How far one gets on who leaves the spot, in cells.
pub(super) const ON_THE_SPOT: u8 = 2;
