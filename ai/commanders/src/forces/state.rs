//! What the forces remember of each of their undertakings.

use sandtable_math::Vec2;
use sandtable_state::id::{Handle, KindId, SquadId};
use serde::{Deserialize, Serialize};

use super::tuning::MAX_PARTIES;
use crate::commander::OrderCause;
use crate::perception::Situation;
use crate::plan::{MissionSpec, StrikeSpec};
use crate::rehearsal::VerdictHistory;

/// The state of the war.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct StrikeState {
    /// The building it marches on.
    pub target: Handle,
    /// It does not set out again before.
    pub regroup_tick: u32,
    /// Might that turned it back: it sets out again with more.
    pub beaten_by: u32,
    /// What rehearsals said of setting out.
    pub go: VerdictHistory,
    /// What rehearsals said of turning back.
    pub stay: VerdictHistory,
}

impl StrikeState {
    /// Whether a reserve of this many may set out.
    pub fn may_start(&self, situation: &Situation, strike: StrikeSpec, reserve: u16) -> bool {
        let ready_ticks = situation.tick >= self.regroup_tick;
        ready_ticks && reserve >= strike.size && (situation.might > self.beaten_by || reserve >= strike.size * 2)
    }
}

/// How boarding goes at home.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct BoardingState {
    /// The room taken in transports at home.
    pub load: u32,
    /// The tick since which it is the same.
    pub since_tick: u32,
}

/// The way over water to an enemy whom no way on foot leads to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct CrossingState {
    /// Where the enemy was when a way was looked for, and where armies land there: nowhere if a way leads there on foot, or none over water.
    pub looked: Option<(Vec2, Option<Vec2>)>,
    /// Whether an army has gathered ashore: who lands after it follows at once.
    pub has_landed: bool,
    /// Where an army that is done on one island boards for the next; none at home.
    pub pickup: Option<Vec2>,
    pub boarding: BoardingState,
}

impl CrossingState {
    /// Where armies land, when they have to cross water.
    pub fn landing(&self) -> Option<Vec2> {
        self.looked.and_then(|(_, landing)| landing)
    }
}

/// Where each party looks.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct HuntState {
    /// Row of a sector, and the tick the party set out for it.
    pub parties: [Option<(u16, u32)>; MAX_PARTIES],
}

/// The scout and its errand.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ScoutState {
    pub scout: Handle,
    /// Where it is bound, and since when.
    pub errand: Option<(Vec2, u32)>,
    /// No new scout before.
    pub rest_until: u32,
    pub wanted: ScoutRequest,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) enum ScoutRequest {
    #[default]
    Nothing,
    Place(Vec2),
    Round(Option<KindId>),
}

impl ScoutState {
    pub fn release(&mut self) {
        self.wanted = ScoutRequest::Nothing;
    }
}

/// The state of the raids.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct RaidState {
    /// Where the party is bound.
    pub place: Option<Vec2>,
    /// No party sets out before.
    pub rest_until: u32,
}

/// How a named army stands.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ArmyState {
    /// What it was asked for in this decision, and on whose behalf.
    pub request: Option<MissionSpec>,
    #[serde(skip)]
    pub cause: OrderCause,
    /// The tick in which it set out; none at home.
    pub out_since: Option<u32>,
    /// The building it marches on.
    pub target: Handle,
    /// Where its mission takes it.
    pub place: Option<Vec2>,
    /// The tick in which a scouting army chose that.
    pub place_tick: u32,
    /// It does not set out again before.
    pub regroup_tick: u32,
    /// Might that turned it back: it sets out again with more.
    pub beaten_by: u32,
    /// Where it waits, and the tick in which that was looked for.
    pub rally: Option<(Vec2, u32)>,
    /// The squad it marches as, when it goes in formation.
    pub squad: SquadId,
    pub boarding: BoardingState,
}

impl ArmyState {
    /// Whether it may set out now.
    pub fn may_set_out(&self, situation: &Situation) -> bool {
        situation.tick >= self.regroup_tick && situation.threat_at.is_none()
    }

    /// Puts an army at home: nothing of its mission is kept.
    pub fn come_home(&mut self) {
        (self.out_since, self.target, self.place) = (None, Handle::NONE, None);
    }
}

/// What the requests of this decision are for.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestCauses {
    pub strike: OrderCause,
    pub defence: OrderCause,
    pub escort: OrderCause,
    pub scout: OrderCause,
    pub raid: OrderCause,
}

/// What soldiers do whom no goal asks for.
pub(crate) const RESERVE: OrderCause = OrderCause::Duty("forces: keeps the reserve together");
