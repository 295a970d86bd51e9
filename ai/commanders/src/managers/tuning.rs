//! Limits and tuning of the managers: what they keep back, how far they look, how long they wait.

use sandtable_state::limits::TICKS_PER_SECOND;

/// Units started in one decision by one step.
pub(crate) const MAX_PLANNED_STARTS: u8 = 8;
/// Jobs in a building that one more may wait behind, when money is left over.
pub(crate) const DEEP_QUEUE_JOBS: u8 = 1;
/// A sum that is held to this does not wind up.
pub(crate) const MAX_PID_SUM: i64 = 20_000;
/// What is kept back of the sum of all resources.
pub(crate) const RESERVE_AMOUNT: u32 = 150;
/// Units put into training in one decision.
pub(crate) const MAX_SURPLUS_STARTS: usize = 6;
/// Production buildings of one kind.
pub(crate) const MAX_MAKERS_OF_KIND: u16 = 8;
/// Cells around the middle of the army in which odds are counted.
pub(crate) const STRIKE_ODDS_CELLS: i16 = 12;
/// Cells by which the front may be ahead of the middle before it waits.
pub(crate) const STRIKE_SPREAD_CELLS: i16 = 9;
/// Cells round a place within which somebody takes part in a fight there from its start.
pub(crate) const FIGHT_CELLS: i16 = 14;
/// Ticks that a fight at the enemy's is rehearsed for before an army sets out.
pub(crate) const MARCH_HORIZON_TICKS: u32 = 30 * TICKS_PER_SECOND;
/// Ticks that an army at war looks ahead.
pub(crate) const STRIKE_HORIZON_TICKS: u32 = 15 * TICKS_PER_SECOND;
/// Ticks that the defence of a base looks ahead.
pub(crate) const DEFENCE_HORIZON_TICKS: u32 = 20 * TICKS_PER_SECOND;
/// Ticks between turning back and setting out again.
pub(crate) const STRIKE_REGROUP_TICKS: u32 = 20 * TICKS_PER_SECOND;
/// Ticks after which a named army's place at home is looked for anew.
pub(crate) const RALLY_SEARCH_TICKS: u32 = 20 * TICKS_PER_SECOND;
/// Ticks between turning back and setting out again.
pub(crate) const RAID_REST_TICKS: u32 = 25 * TICKS_PER_SECOND;
/// Cells around the party in which odds are counted.
pub(crate) const RAID_ODDS_CELLS: i16 = 9;
/// Ticks after which transports leave though others have been told to board.
pub(crate) const BOARDING_PATIENCE_TICKS: u32 = 15 * TICKS_PER_SECOND;
/// Cells by which the enemy may turn out to be elsewhere before another landing is looked for.
pub(crate) const CROSSING_SIDE_CELLS: i16 = 24;
/// Room aboard that soldiers take before transports are made for them.
pub(crate) const LEAST_FERRIED: u32 = 30;
/// Cells round the place where an army boards, on another island than its own, within which one boards there.
pub(crate) const PICKUP_CELLS: i16 = 30;
/// Trips that transports make to take an army over.
pub(crate) const FERRY_TRIPS: u32 = 2;
/// Transports that carry an army, at most.
pub(crate) const MAX_FERRIES: u32 = 8;
/// Cells around a transport at home within which soldiers board it.
pub(crate) const BOARDING_CELLS: i16 = 12;
/// Cells around its target in which victims are looked for.
pub(crate) const RAID_VICTIM_CELLS: i16 = 10;
/// Ticks after which a party gives a place up that it cannot get a look at.
pub(crate) const HUNT_PATIENCE_TICKS: u32 = 60 * TICKS_PER_SECOND;
/// Ticks after which a place that cannot be got at is given up.
pub(crate) const SCOUT_PATIENCE_TICKS: u32 = 60 * TICKS_PER_SECOND;
/// Ticks between a scout's death and the next one's setting out.
pub(crate) const SCOUT_REPLACEMENT_TICKS: u32 = 60 * TICKS_PER_SECOND;
/// How many times the might of a threat goes to meet it.
pub(crate) const DETACHMENT_TIMES: u32 = 2;
/// Cells around the rally point within which a soldier has arrived.
pub(crate) const RALLY_SLACK_CELLS: i16 = 6;
/// Cells from its target within which an idle soldier attacks it.
pub(crate) const STRIKE_SIEGE_CELLS: i16 = 8;
/// Cells around the end of a unit's way within which it is on its way to a place.
pub(crate) const BOUND_CELLS: i16 = 2;
/// By what part of a unit's distance from its target the end of its way may be off, that it is still on its way there: a quarter.
pub(crate) const BOUND_SHARE: i16 = 4;
/// Ticks for which a unit that found no way is not sent again.
pub(crate) const SHUT_IN_TICKS: u32 = 10 * TICKS_PER_SECOND;
/// Cells around a place within which an idle unit is there.
pub(crate) const ARRIVED_CELLS: i16 = 3;
/// Cells farther from it for who does not strike.
pub(crate) const BEHIND_CELLS: i16 = 6;
/// Cells around a place within which a raid is done there.
pub(crate) const RAID_ARRIVED_CELLS: i16 = 3;
/// Workers that have to be left before one of them scouts: more than these.
pub(crate) const SCOUT_SPARE_WORKERS: usize = 5;
/// Cells around the middle of a part of the map that a start or a question bears on.
pub(crate) const SCOUT_PLACE_CELLS: i16 = 6;
/// Seconds unseen beyond which a part of the map appeals no more to a scout.
pub(crate) const SCOUT_MAX_UNSEEN_SECONDS: i64 = 300;
/// Seconds after which the start of an enemy is worth another look.
pub(crate) const SCOUT_START_SECONDS: i64 = 60;
/// What the start of an enemy adds to a scout's appeal, in seconds unseen.
pub(crate) const SCOUT_START_BONUS: i64 = 300;
/// What a question adds to a scout's appeal, in seconds unseen.
pub(crate) const SCOUT_QUESTION_BONUS: i64 = 200;
/// Noise of a scout's appeal: less than these.
pub(crate) const SCOUT_NOISE: u32 = 16;
/// Seconds unseen beyond which a part of the map appeals no more to a hunting party.
pub(crate) const HUNT_MAX_UNSEEN_SECONDS: i64 = 600;
/// Percent of a job that is nearly done: another one may be queued behind it.
pub(crate) const NEARLY_MADE_PERCENT: u8 = 80;
/// Workers for whom there is always taken to be room.
pub(crate) const LEAST_WORKER_PLACES: u16 = 4;
/// Workers trained beyond those that nodes have room for.
pub(crate) const SPARE_WORKERS: u16 = 3;
/// Looks over which what plans ask for is averaged: a sixteenth of the new and fifteen of the old.
pub(crate) const DEMAND_LOOKS: u32 = 16;
/// What is asked for at one decision, and what may be missing of a resource, is held to this.
pub(crate) const MAX_DEMAND: u32 = 10_000;
/// Cells around the usual middle of a building in which its place is searched.
pub(crate) const USUAL_PLACE_CELLS: i16 = 16;
