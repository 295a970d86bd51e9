//! What somebody may want to turn of steering: how often units decide, what forces may do, and how long each remedy is tried.

use sandtable_math::Fx;

// When a unit decides.
/// Every unit decides once in this many ticks, half of all in each: neighbours and walls count in every tick.
pub(super) const TURN_TICKS: u16 = 2;
/// Ticks between two decisions of one who gets on as it means to.
pub(super) const FREE_TURN_TICKS: u16 = 4;
/// The most ticks for which one does not look for neighbours.
pub(super) const MOST_CALM_TICKS: i32 = 3;

// Steps and turns.
/// The farthest a unit moves in a tick, whatever its speed, in cells: less than a cell, so that it skips none.
pub(crate) const MAX_STEP: Fx = Fx::from_ratio(5, 8);
/// The most a unit turns at once: a quarter of a full turn.
pub(super) const MAX_TURN: i16 = 1 << 14;

// Neighbours.
/// Edge distance within which others are neighbours of one that walks, in cells.
pub(super) const NEIGHBOUR_WITHIN: Fx = Fx::HALF;
/// Edge distance within which bodies touch, in cells.
pub(super) const TOUCH: Fx = Fx::from_ratio(1, 16);
/// Edge distance at which others are measured exactly, in cells; who is farther is known by offset alone.
pub(super) const EXACT_WITHIN: Fx = Fx::from_ratio(1, 4);

// Forces.
/// What all forces together may change in a turn, in parts of the speed.
pub(super) const MAX_FORCE: Fx = Fx::from_ratio(5, 4);
/// What flow following may take of that: the rest is left to avoidance however hard a unit must turn.
pub(super) const FLOW_FORCE: Fx = Fx::from_ratio(3, 4);
/// How hard avoidance steps aside, in cells: times |v_rel| / |p_rel|.
pub(super) const AVOIDANCE: Fx = Fx::from_ratio(3, 4);
/// Edge distance within which separation works, in cells.
pub(super) const APART_WITHIN: Fx = Fx::from_ratio(1, 4);
/// How hard separation works, in parts of the speed.
pub(super) const SEPARATION: Fx = Fx::from_ratio(1, 8);
/// The kinetic energy of a neighbour over one's own, held to this and its inverse, in 1/16.
pub(super) const MOST_ENERGY_RATIO: i64 = 64;
/// Alignment, in parts of what would be needed at once.
pub(super) const ALIGNMENT: Fx = Fx::from_ratio(1, 8);
/// Cohesion, in parts of what would be needed at once.
pub(super) const COHESION: Fx = Fx::from_ratio(1, 64);
/// One who comes nearer by less than this part of one's speed is not stepped aside for.
pub(super) const SLOW_APPROACH: Fx = Fx::from_ratio(1, 8);
/// A meeting at an angle whose sine is less than this is head on.
pub(super) const HEAD_ON_SINE: Fx = Fx::from_ratio(3, 8);

// Contact.
/// Overlap that is left alone, so that packs come to rest, in cells.
pub(super) const CONTACT_SLACK: Fx = Fx::from_ratio(1, 64);
/// The most an overlap moves a unit in a tick, in cells.
pub(super) const MAX_CORRECTION: Fx = Fx::from_ratio(1, 8);
/// How many times its mass a body counts that walks or meets strangers.
pub(super) const FIRM: u32 = 3;
/// How much of the speed of one who goes ahead is counted on: more than all, or a ring of stopped units would never start again.
pub(super) const COUNTED_SPEED: Fx = Fx::from_ratio(3, 2);
/// How much of that speed is counted on once they press.
pub(super) const COUNTED_SPEED_PRESSED: Fx = Fx::from_ratio(15, 16);
/// Up to this part of the sum of radii bodies may press into each other.
pub(super) const SOFT_PART: i32 = 16;
/// The gap that those on their way leave between them, in cells: a crowd that is packed tight cannot turn.
pub(super) const CUSHION: Fx = Fx::from_ratio(1, 16);
/// How much of the gap to one who goes ahead may be used.
pub(super) const FOLLOWED_GAP: Fx = Fx::from_ratio(3, 4);

// Streams ahead.
/// How far ahead and to the side one looks for streams, less far where there is a wall, in cells.
pub(super) const STREAM_AHEAD: Fx = Fx::from_int(4);
/// A stream goes one's way when its mean speed that way is more than this part of one's own.
pub(super) const STREAM_WITH: Fx = Fx::from_ratio(3, 8);

// Arrival.
/// A bare point is reached within this distance, in cells.
pub(super) const POINT_TOLERANCE: Fx = Fx::from_ratio(1, 16);
/// A place in a pack is reached within this distance, in cells.
pub(super) const PLACE_TOLERANCE: Fx = Fx::from_ratio(1, 8);
/// The part of a step within which a unit can turn round in a turn: half of what [`FLOW_FORCE`] changes.
pub(super) const TURNS_BACK_WITHIN: Fx = Fx::from_ratio(3, 8);
/// What rounding may add to an edge distance.
pub(super) const EDGE_ROUNDING: Fx = Fx::from_ratio(1, 256);
/// Goals this near to each other are one goal to a group, in cells.
pub(super) const SAME_GOAL: Fx = Fx::from_ratio(3, 4);
/// Ticks without progress after which one that covers its place, but is kept off its middle, is there.
pub(super) const CROWDED_TICKS: u16 = 4;
/// Ticks without progress after which a unit that touches its settled group settles too.
pub(super) const SETTLE_TICKS: u16 = 16;
/// Ticks after which one does that has a place of its own there and is near it.
pub(super) const OWN_PLACE_TICKS: u16 = 48;
/// How near to its own place that is, in cells.
pub(super) const OWN_PLACE_WITHIN: Fx = Fx::from_int(3);
/// Ticks after which one does whose own place is farther off.
pub(super) const FAR_PLACE_TICKS: u16 = 160;
/// Ticks on the spot near one's place in a group, however one moves there, after which one is content with it.
pub(super) const IN_VAIN_TICKS: u16 = 72;
/// Ticks after which one is whose goal is nobody else's, …
pub(super) const ALONE_IN_VAIN_TICKS: u16 = 320;
/// … and how near to it, in cells.
pub(super) const ALONE_WITHIN: Fx = Fx::ONE;
/// Neighbours up to which a pack is a small one, …
pub(super) const SMALL_PACK: usize = 3;
/// … and ticks after which one is content in it.
pub(super) const SMALL_PACK_IN_VAIN_TICKS: u16 = 128;
/// Ticks on the spot near its goal after which one is content that was sent to attack what it meets there.
pub(super) const ATTACK_IN_VAIN_TICKS: u16 = 64;
/// Ticks without progress after which a unit gives up a place that somebody else stands on.
pub(super) const GIVE_UP_TICKS: u16 = 48;
/// Ticks without progress after which one asks whether others still come, and by which those who cannot are told.
pub(super) const PACK_ASKS_AFTER: u16 = 8;
/// For how long those who are in the pack go on trying.
pub(super) const PACK_LAST_TICKS: u16 = 12;
/// The square of the radius of a pack over that of a disc of the area of its members, in 1/16.
pub(super) const PACK_LOOSENESS: i64 = 27;
/// Who sees its place for the first time from nearer than this was sent from within the group, and keeps it, in cells.
pub(super) const SENT_FROM_AFAR: Fx = Fx::from_int(4);
/// How near to its place one of a host takes it, or a better one, in cells.
pub(super) const HOST_TAKES_SLOT_WITHIN: Fx = Fx::from_int(16);
/// From how far off it comes straight when it does, unless it came by the goal, in cells.
pub(super) const HOST_COMES_FROM: Fx = Fx::from_int(12);
/// The least way that exchanging destination slots must save, in cells: a smaller gain is none.
pub(super) const LEAST_SLOT_GAIN: Fx = Fx::from_int(2);

// Exchanges of places.
/// Ticks without progress after which one exchanges places with another of its group.
pub(super) const EXCHANGE_AFTER: u16 = 16;
/// Ticks without getting nearer to its place after which one at rest exchanges it.
pub(super) const REST_EXCHANGE_AFTER: u16 = 10;
/// One no farther than this from its place stands on it, in 1/65,536 cells.
pub(super) const AT_HOME_WITHIN: i64 = 1 << 14;
/// The least that two at rest must gain, in 1/65,536 cells, or places would go round.
pub(super) const LEAST_EXCHANGE_GAIN: i64 = 1 << 12;
/// How often one who walks asks for an exchange at one goal: who gets nowhere by that stands in the end.
pub(super) const MOST_EXCHANGES: u8 = 64;
/// How often one at rest asks, having exchanged as one who walked or not.
pub(super) const MOST_REST_EXCHANGES: u8 = 16;
/// The most who move up for one.
pub(super) const MOST_LINKS: usize = 32;

// Rest.
/// A resting unit looks at resting neighbours once in this many ticks, a power of two.
pub(super) const REST_LOOK_TICKS: u32 = 8;
/// How far from its place a unit stands before it minds, in cells.
pub(super) const MINDS_BEYOND: Fx = Fx::from_ratio(1, 8);
/// Edge distance within which one at rest steps out of the way of a friend, in cells.
pub(super) const YIELDS_WITHIN: Fx = EXACT_WITHIN;
/// Ticks of trying after which one on its way back stays where it is, in a group at its goal.
pub(super) const PACK_RETURN_TICKS: u16 = 24;
/// Ticks of getting no nearer after which one on its way back stays where it is, elsewhere.
pub(super) const RETURN_TICKS: u16 = 480;
/// Ticks for which one on its way back tries to get round by one side.
pub(super) const RETURN_ROUND_TICKS: u16 = 16;

// Being stuck: going round.
/// Ticks without progress after which a unit goes round what is in its way.
pub(super) const ROUND_AFTER: u16 = 12;
/// Ticks for which it tries each rung of the ladder.
pub(super) const RUNG_TICKS: u16 = 12;
/// How far it still goes on for each step to the side, rung by rung.
pub(super) const ROUND_ONWARD: [Fx; 6] =
    [Fx::from_int(2), Fx::ONE, Fx::HALF, Fx::ZERO, Fx::from_ratio(-1, 2), Fx::from_int(-1)];
/// Ticks after which one that slides round its pack takes the side that everybody takes.
pub(super) const SLIDE_AFTER: u16 = 4;
/// The most ticks without progress that are counted.
pub(super) const MOST_STUCK_TICKS: u16 = 255;

// Being stuck: turning aside.
/// Ticks without progress after which a unit turns aside from those who go another way.
pub(super) const ASIDE_AFTER: u16 = 2;
/// Edge distance within which those who go another way count, in cells.
pub(super) const ASIDE_WITHIN: Fx = Fx::from_ratio(1, 8);
/// How far one who turns aside still goes on, for each step to the side.
pub(super) const ASIDE_ONWARD: Fx = Fx::from_ratio(3, 8);
/// How far it goes on in the open: farther back each time `ASIDE_TICKS` have passed.
pub(super) const ASIDE_OPEN: [Fx; 4] = [ASIDE_ONWARD, Fx::ZERO, Fx::from_ratio(-1, 2), Fx::from_int(-1)];
/// Ticks after which one who turns aside in the open goes farther back.
pub(super) const ASIDE_TICKS: u16 = 24;
/// How often a crowd looks whether there is still somebody to turn aside from, in ticks.
pub(super) const ASIDE_CHECK_TICKS: u32 = 32;
/// Walls this far apart make a road, in cells.
pub(super) const ROAD_WIDTH: Fx = Fx::from_int(10);
/// Walls this far apart make a road too narrow for two to pass, in cells.
pub(super) const SINGLE_LANE_WIDTH: Fx = Fx::from_ratio(3, 2);
/// For how long a direction has the right of way, in ticks.
pub(super) const RIGHT_OF_WAY_TICKS: u32 = 4_096;

// Being stuck: squeezing through.
/// Ticks on the spot after which one squeezes through friends who keep it there, …
pub(super) const SQUEEZE_AFTER: u16 = 40;
/// … and through those who stand already where it goes to.
pub(super) const SQUEEZE_IN_AFTER: u16 = 64;
/// Ticks after which one that attacks what it meets on its way does so anywhere.
pub(super) const ATTACK_SQUEEZE_AFTER: u16 = 48;
/// How near a building of one's side makes a street, in cells.
pub(super) const STREET_WITHIN: Fx = Fx::from_ratio(3, 2);

// Being stuck: drawing lots.
/// Ticks without progress after which lots are drawn.
pub(super) const KNOT_TICKS: u16 = 160;
/// Ticks for which each lot is valid.
pub(super) const LOT_TICKS: u32 = 32;

// Passages.
/// Ticks that somebody needs for a cell, when the turns of a passage are measured out.
pub(super) const TICKS_A_CELL: u32 = 8;
/// How many bodies enter in a turn, for each cell of length, …
pub(super) const BATCH_LENGTHS: u32 = 4;
/// … and at least and at most.
pub(super) const LEAST_BATCH: u32 = 64;
/// The most that enter in a turn.
pub(super) const MOST_BATCH: u32 = 128;
/// Bodies that want in from which on they crowd a mouth.
pub(super) const CROWDS_MOUTH: u32 = 32;
/// How far to the side of the way out those stay who wait before a passage, beyond half its width, in cells.
pub(super) const CLEAR_OF_MOUTH: Fx = Fx::from_ratio(3, 4);
/// How far out of the mouth they go first, in cells.
pub(super) const MOUTH_DEPTH: Fx = Fx::from_ratio(3, 2);
/// Edge distance within which one stands back for others who are nearer to the mouth, in cells.
pub(super) const STAND_BACK_WITHIN: Fx = Fx::from_ratio(1, 8);
/// Edge distance within which one stands in line behind another, in cells.
pub(super) const QUEUES_WITHIN: Fx = Fx::from_ratio(1, 4);
