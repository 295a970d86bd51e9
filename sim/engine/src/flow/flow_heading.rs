//! From fields to a direction of travel.

use super::team::square;
use super::tuning::{DIRECT_WITHIN, HOST_WITHIN, STRETCH};
use super::{FlowFields, FlowGoal};
use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_model::rules::WALL_COST;
use sandtable_nav::flow_field::fields::FlowAnswer;
use sandtable_nav::flow_field::layer::Layer;
use sandtable_nav::flow_field::sample::FlowSample;
use sandtable_nav::line;

/// Where to go from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FlowHeading {
    /// Straight at the goal, which lies this far away.
    Straight(Vec2),
    /// In this direction; the length means nothing.
    Along(Vec2),
    /// There is no way to the goal, and no reachable cell is nearer to it.
    Nearest,
}

/// Where among its team's fields a unit found the ones it walks by, so that it need not look for them again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FlowCursor {
    /// To its goal.
    goal: u32,
    /// To the cell nearest to a goal that it is cut off from.
    detour: u32,
}

impl Default for FlowCursor {
    fn default() -> FlowCursor {
        FlowCursor { goal: NO_FIELD, detour: NO_FIELD }
    }
}

const NO_FIELD: u32 = u32::MAX;

impl FlowCursor {
    pub(super) fn fields(self) -> impl Iterator<Item = u32> {
        [self.goal, self.detour].into_iter().filter(|place| *place != NO_FIELD)
    }
}

impl FlowFields {
    /// Where a unit at `position` goes to get to `point`, by the field of `goal`: `point` is the nearest of the goal's points, or a
    /// place of the unit's own that is in sight of the goal. None when what is needed to tell has not been asked for.
    ///
    /// `track` is where the unit found its fields last, and is changed to where it found them now.
    #[inline]
    pub(crate) fn course(
        &self,
        goal: &FlowGoal,
        position: Vec2,
        point: Vec2,
        track: &mut FlowCursor,
    ) -> Option<FlowHeading> {
        let (offset, hint) = (point - position, std::mem::take(track));
        let at_goal = goal.rect.nearest(position) == point;
        if goal.flies() || at_goal && self.is_beside(goal, position) {
            return Some(FlowHeading::Straight(offset));
        }
        let fields = &self.teams.get(goal.team.index())?.fields;
        let layer = fields.layer(goal.layer)?;
        let clear = || is_in_sight(layer, goal, position, point);
        if offset.length_squared_wide() <= DIRECT_WITHIN.squared_wide() && clear() {
            return Some(FlowHeading::Straight(offset));
        }
        let cell = self.cell_of(goal, position);
        let field = fields.find(goal.layer, &[goal.rect], hint.goal);
        track.goal = field.unwrap_or(NO_FIELD);
        match field.map_or(FlowAnswer::Unknown, |field| fields.ask_field(field, position, cell)) {
            FlowAnswer::Unknown if layer.cost(cell) == WALL_COST => {
                Some(FlowHeading::Along(way_out(layer, position).unwrap_or(offset)))
            }
            FlowAnswer::Tile(FlowSample::Sight) if at_goal || clear() => Some(FlowHeading::Straight(offset)),
            FlowAnswer::Tile(FlowSample::Sight) => Some(FlowHeading::Along(goal.rect.centre() - position)),
            FlowAnswer::CutOff(nearest) if nearest == cell => Some(FlowHeading::Nearest),
            FlowAnswer::CutOff(nearest) => {
                track.detour = fields.find(goal.layer, &[square(nearest)], hint.detour)?;
                let offset = nearest.centre() - position;
                by_answer(fields.ask_field(track.detour, position, cell), position, offset)
            }
            answer => by_answer(answer, position, offset),
        }
    }

    /// Whether the place of one of a group, that was in sight of the group's point when it was given, is no more: something was built between.
    pub(crate) fn is_hidden(&self, goal: &FlowGoal, point: Vec2, place: Vec2) -> bool {
        self.layer(goal).is_some_and(|layer| !is_in_sight(layer, goal, point, place))
    }

    /// The straight way from `position` to `point`, where no other is needed: to a goal beside it, or near and in sight.
    pub(crate) fn straight(&self, goal: &FlowGoal, position: Vec2, point: Vec2) -> Option<FlowHeading> {
        let (layer, offset) = (self.layer(goal)?, point - position);
        let beside = || goal.rect.nearest(position) == point && self.is_beside(goal, position);
        let near =
            offset.length_squared_wide() <= DIRECT_WITHIN.squared_wide() && is_in_sight(layer, goal, position, point);
        (near || beside()).then_some(FlowHeading::Straight(offset))
    }

    /// The straight way from `position` to `point`, the place of one of a host, where all between is plain ground. They would all come by the
    /// goal otherwise, and press each other there.
    pub(crate) fn straight_afar(&self, goal: &FlowGoal, position: Vec2, point: Vec2) -> Option<FlowHeading> {
        let layer = self.layer(goal)?;
        is_open_afar(layer, position, point).then_some(FlowHeading::Straight(point - position))
    }

    /// Whether a unit's cell is one of the goal's or beside one: up to the edge of the goal it then stays in that cell, even to a
    /// corner between two walls.
    #[inline]
    fn is_beside(&self, goal: &FlowGoal, position: Vec2) -> bool {
        goal.rect.grown(1).contains(self.partition.inward_cell(position))
    }

    /// The cell by which a unit at `position` walks: on a border one that is open to it, or else the one towards the middle of the map.
    pub(crate) fn cell_of(&self, goal: &FlowGoal, position: Vec2) -> Cell {
        let cell = self.partition.inward_cell(position);
        let other = Cell::at(position);
        if cell == other {
            return cell;
        }
        let layer = self.teams.get(goal.team.index()).and_then(|team| team.fields.layer(goal.layer));
        if layer.is_some_and(|layer| layer.cost(cell) == WALL_COST) { other } else { cell }
    }
}

/// Whether nothing but plain ground lies between two points, or before the goal where `point` is one of its own.
#[inline]
fn is_in_sight(layer: &Layer, goal: &FlowGoal, position: Vec2, point: Vec2) -> bool {
    let entered = if goal.rect.nearest(point) == point { goal.rect } else { line::NOTHING };
    is_open(layer, position, point) || line::is_clear(|cell| layer.plain().at(cell), position, point, entered)
}

/// Whether all around the straight line is plain ground: quicker to tell than whether all on it is.
fn is_open(layer: &Layer, from: Vec2, to: Vec2) -> bool {
    let (first, last) = line::box_of(from, to);
    layer.plain().fills(first, last)
}

/// Whether all around a straight line of some length is plain ground, looked at in two stretches.
fn is_open_afar(layer: &Layer, from: Vec2, to: Vec2) -> bool {
    let (first, last) = line::box_of(from, to);
    if (last.x - first.x).max(last.y - first.y) >= HOST_WITHIN {
        return false;
    }
    let middle = (first.x + STRETCH - 1).min(last.x);
    let fills = |west: i16, east: i16| layer.plain().fills(Cell::new(west, first.y), Cell::new(east, last.y));
    fills(first.x, middle) && (middle == last.x || fills(middle + 1, last.x))
}

/// What to make of an answer about a way of which nothing else is known.
fn by_answer(answer: FlowAnswer, position: Vec2, offset: Vec2) -> Option<FlowHeading> {
    match answer {
        FlowAnswer::Tile(FlowSample::Along(way)) => Some(FlowHeading::Along(way)),
        FlowAnswer::Tile(_) => Some(FlowHeading::Straight(offset)),
        FlowAnswer::Portal(window) => Some(FlowHeading::Along(window - position)),
        // Somewhere else is better than nowhere, and the next ticks will tell.
        FlowAnswer::Pending | FlowAnswer::CutOff(_) => Some(FlowHeading::Along(offset)),
        FlowAnswer::Unknown => None,
    }
}

/// From a cell that is closed to the unit, as far as its team knows, to the nearest one beside it that is not.
pub(crate) fn way_out(layer: &Layer, position: Vec2) -> Option<Vec2> {
    let around = square(Cell::at(position)).grown(1).cells();
    let open = around.filter(|cell| layer.cost(*cell) != WALL_COST).map(|cell| cell.centre() - position);
    open.min_by_key(|offset| offset.length_squared_wide())
}
