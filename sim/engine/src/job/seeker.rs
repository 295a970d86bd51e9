//! A worker that looks for a job: where it is, and what it could get to.

use crate::component::{Identity, Motion};
use crate::flow::{FlowFields, FlowGoal};
use crate::state::SceneBase;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{Locomotion, Stats, UnitBody, Worker};
use sandtable_state::id::{TeamId, UnitId};

/// A worker that looks for a job.
pub(super) struct JobSeeker<'w> {
    pub id: UnitId,
    pub team: TeamId,
    pub position: Vec2,
    pub worker: &'w Worker,
    pub stats: &'w Stats,
    body: &'w UnitBody,
    /// The middle of the map.
    middle: Vec2,
}

impl<'w> JobSeeker<'w> {
    /// The worker with this id; none when it is no living worker.
    pub fn with_id(base: &SceneBase<'w>, id: UnitId) -> Option<JobSeeker<'w>> {
        let row = base.place(id)?.row as usize;
        let kind_id = base.entities.column::<Identity>(&base.entities.units).get(row)?.kind;
        let kind = base.kind(kind_id);
        Some(JobSeeker {
            id,
            team: base.team(id.owner())?,
            position: base.entities.column::<Motion>(&base.entities.units)[row].position,
            worker: kind.worker.as_ref()?,
            stats: base.stats(id.owner(), kind_id),
            body: kind.body.as_ref()?,
            middle: base.scenario.map.bounds().centre(),
        })
    }

    /// How far it is from a rectangle, in cells.
    pub fn distance(&self, rect: Rect) -> Fx {
        (rect.nearest(self.position) - self.position).length_floor()
    }

    /// Whether, as far as its team knows, it could get beside a rectangle.
    pub fn gets_to(&self, flow: &FlowFields, rect: Rect) -> bool {
        if self.body.locomotion == Locomotion::Air {
            return true;
        }
        let goal = FlowGoal::new(flow, self.team, self.body.locomotion, self.body.radius, rect);
        let Some((layer, components)) = flow.layer(&goal).zip(flow.components(&goal)) else {
            return true;
        };
        // Who stands in a wall gets out of it wherever it can.
        components.at(layer, Cell::at(self.position)).is_none_or(|component| components.reaches(layer, component, rect))
    }

    /// By what equal offers are told apart, the least first; a half turn of the map changes nothing about it.
    pub fn tie(&self, rect: Rect, id: UnitId) -> (i64, i64, i64, UnitId) {
        let (away, inward) = (rect.centre() - self.position, self.middle - self.position);
        let side = i64::from(inward.x.bits()) * i64::from(away.y.bits())
            - i64::from(inward.y.bits()) * i64::from(away.x.bits());
        let centre = rect.centre();
        (centre.distance_squared_wide(self.position), centre.distance_squared_wide(self.middle), side, id)
    }
}
