//! Flow fields: all units with one goal share one field (Emerson, "Crowd Pathfinding and Steering Using Flow Field
//! Tiles", Game AI Pro ch. 23).
//!
//! A field belongs to a `FlowGoal`: a team, because obstacles are known per team, a layer (a class of locomotion and a size), and a
//! rectangle of cells. [`flow_field`](sandtable_nav::flow_field) makes it piece by piece, where somebody walks and as the budget of a tick allows; what has been
//! made is state. In a tick units first read their `FlowHeading`s, which changes nothing, so that they may do so at once; then
//! what they found missing is asked for and made in an order of ids, and who missed something reads once more.
//! What the teams learn is taken in at the end of a tick. Flyers need no field.

mod distance;
mod flow_heading;
mod goal;
mod saved;
mod team;
mod tuning;

pub(crate) use distance::walking_distance;
pub(crate) use flow_heading::{FlowCursor, FlowHeading, way_out};
pub(crate) use goal::{FlowGoal, is_possible_layer};

use std::sync::Arc;

use crate::sight::Knowledge;
use crate::state::{Clock, Derived, Scratch};
use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_nav::flow_field::components::LayerComponents;
use sandtable_nav::flow_field::layer::{Layer, TerrainBase};
use sandtable_nav::flow_field::partition::Partition;
use sandtable_nav::flow_field::saved::SavedFields;
use sandtable_nav::ground::GroundMap;
use sandtable_state::id::TeamId;
use sandtable_state::limits::MAX_TILE_CELLS_PER_TICK;
use team::TeamFields;

/// The fields of a world, by team.
///
/// Basic: which fields and regions are in use, and what waits ([`SavedFields`]). The rest is a pure function of that and of what the teams
/// know.
#[derive(Clone, Default)]
pub struct FlowFields {
    partition: Partition,
    /// Terrain by layer, ascending; made when first needed, and shared by teams and forks.
    bases: Derived<Vec<(u16, Arc<TerrainBase>)>>,
    teams: Vec<TeamFields>,
    /// The version of the ground when it was last asked for.
    ground_version: Option<u32>,
    /// What was read and is not made again yet.
    loaded: Scratch<Vec<SavedFields>>,
}

impl FlowFields {
    /// Whether what really stands on the ground may have changed since the last call.
    pub(crate) fn is_rebuilt(&mut self, ground: &GroundMap) -> bool {
        self.ground_version.replace(ground.version) != Some(ground.version)
    }

    /// Takes in what the teams have learnt.
    fn catch_up(&mut self, ground: &GroundMap, knowledge: &[Knowledge], now: u32) {
        for (team, knowledge) in self.teams.iter_mut().zip(knowledge) {
            team.catch_up(&self.partition, ground, knowledge, now);
        }
    }

    /// Notes that somebody walks by these fields at this tick.
    #[inline]
    pub(crate) fn touch(&mut self, team: TeamId, track: FlowCursor, now: u32) {
        if let Some(team) = self.teams.get_mut(team.index()) {
            track.fields().for_each(|place| team.fields.touch_field(place, now));
        }
    }

    /// Asks for what a unit at `position` has missed on its way to `point` by the field of `goal`.
    pub(crate) fn request(
        &mut self,
        ground: &GroundMap,
        knowledge: &[Knowledge],
        goal: &FlowGoal,
        [position, point]: [Vec2; 2],
        now: u32,
    ) {
        self.prepare(ground, knowledge, goal.team, goal.layer);
        // Perhaps only the layer was missing: then nothing may be asked for, since which layers are there is no state.
        if self.course(goal, position, point, &mut FlowCursor::default()).is_some() {
            return;
        }
        let cell = self.cell_of(goal, position);
        let Some(team) = self.teams.get_mut(goal.team.index()) else { return };
        team.request(goal, position, cell, now);
    }

    /// Works for each team within its budget.
    pub(crate) fn serve(&mut self) {
        for team in &mut self.teams {
            team.fields.serve(MAX_TILE_CELLS_PER_TICK);
        }
    }

    /// Makes a layer of a team unless it is there.
    pub(crate) fn prepare(&mut self, ground: &GroundMap, knowledge: &[Knowledge], team: TeamId, layer: u16) {
        let missing = self.teams.get(team.index()).is_some_and(|team| team.fields.layer(layer).is_none());
        let Some(knowledge) = knowledge.get(team.index()).filter(|_| missing) else { return };
        let base = self.base(ground, layer);
        self.teams[team.index()].put_layer(layer, base, ground, knowledge);
    }

    fn base(&mut self, ground: &GroundMap, layer: u16) -> Arc<TerrainBase> {
        match self.bases.binary_search_by_key(&layer, |(known, _)| *known) {
            Ok(place) => Arc::clone(&self.bases[place].1),
            Err(place) => {
                let (class, clearance) = goal::kind_of_layer(layer);
                let (width, height) = self.partition.size();
                let costing = |cell: Cell| ground.terrain_cost(cell, class);
                let base = Arc::new(TerrainBase::new(width, height, clearance, &costing));
                self.bases.insert(place, (layer, Arc::clone(&base)));
                base
            }
        }
    }

    /// The ground of a goal as its team knows it; none before it was needed.
    #[inline]
    pub(crate) fn layer(&self, goal: &FlowGoal) -> Option<&Layer> {
        self.layer_of(goal.team, goal.layer)
    }

    /// A layer of a team by its number.
    #[inline]
    pub(crate) fn layer_of(&self, team: TeamId, number: u16) -> Option<&Layer> {
        self.teams.get(team.index())?.fields.layer(number)
    }

    /// Which cells of such a layer connect.
    pub(crate) fn components(&self, goal: &FlowGoal) -> Option<&LayerComponents> {
        self.teams.get(goal.team.index())?.fields.components(goal.layer)
    }

    /// Whether the team knows a unit not to be able to enter any cell of the goal.
    pub(crate) fn is_walled(&self, goal: &FlowGoal) -> bool {
        self.layer(goal)
            .is_some_and(|layer| goal.rect.cells().all(|cell| layer.cost(cell) == sandtable_model::rules::WALL_COST))
    }
}

/// What flow fields borrow of a world to take in what was learnt.
pub(crate) struct FlowContext<'w> {
    pub(crate) clock: &'w Clock,
    pub(crate) ground: &'w GroundMap,
    pub(crate) knowledge: &'w [Knowledge],
    /// What it is about.
    pub(crate) flow: &'w mut FlowFields,
}

/// Takes in, at the end of a tick, what the teams have learnt in it.
pub(crate) fn run(cx: FlowContext<'_>) {
    cx.flow.catch_up(cx.ground, cx.knowledge, cx.clock.tick);
}
