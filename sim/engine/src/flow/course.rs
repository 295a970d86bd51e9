//! From fields to a direction of travel.

use super::team::square;
use super::{Flow, Goal};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::rules::WALL_COST;
use sandtable_nav::line;
use sandtable_nav::tile::fields::Answer;
use sandtable_nav::tile::layer::Layer;
use sandtable_nav::tile::sample::Heading;

/// Distance within which a straight walk is tried before a field is asked for, in cells: most fights are nearer.
const DIRECT: Fx = Fx::from_int(8);

/// Where to go from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Course {
    /// Straight at the goal, which lies this far away.
    Straight(Vec2),
    /// In this direction; the length means nothing.
    Along(Vec2),
    /// There is no way to the goal, and no reachable cell is nearer to it.
    Nearest,
}

/// Where among its team's fields a unit found the ones it walks by, so that it need not look for them again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Track {
    /// To its goal.
    goal: u32,
    /// To the cell nearest to a goal that it is cut off from.
    detour: u32,
}

impl Default for Track {
    fn default() -> Track {
        Track { goal: NO_FIELD, detour: NO_FIELD }
    }
}

const NO_FIELD: u32 = u32::MAX;

impl Track {
    pub(super) fn fields(self) -> impl Iterator<Item = u32> {
        [self.goal, self.detour].into_iter().filter(|place| *place != NO_FIELD)
    }
}

impl Flow {
    /// Where a unit at `position` goes to get to `point`, by the field of `goal`: `point` is the nearest of the goal's points, or a
    /// place of the unit's own that is in sight of the goal. None when what is needed to tell has not been asked for.
    ///
    /// `track` is where the unit found its fields last, and is changed to where it found them now.
    #[inline]
    pub(crate) fn course(&self, goal: &Goal, position: Vec2, point: Vec2, track: &mut Track) -> Option<Course> {
        let (offset, hint) = (point - position, std::mem::take(track));
        let at_goal = goal.rect.nearest(position) == point;
        if goal.flies() || at_goal && self.is_beside(goal, position) {
            return Some(Course::Straight(offset));
        }
        let fields = &self.teams.get(goal.team.index())?.fields;
        let layer = fields.layer(goal.layer)?;
        let clear = || is_in_sight(layer, goal, position, point);
        if offset.length_squared_wide() <= DIRECT.squared_wide() && clear() {
            return Some(Course::Straight(offset));
        }
        let cell = self.cell_of(goal, position);
        let field = fields.find(goal.layer, &[goal.rect], hint.goal);
        track.goal = field.unwrap_or(NO_FIELD);
        match field.map_or(Answer::Unknown, |field| fields.ask_field(field, position, cell)) {
            Answer::Unknown if layer.cost(cell) == WALL_COST => {
                Some(Course::Along(way_out(layer, position).unwrap_or(offset)))
            }
            Answer::Tile(Heading::Sight) if at_goal || clear() => Some(Course::Straight(offset)),
            Answer::Tile(Heading::Sight) => Some(Course::Along(goal.rect.centre() - position)),
            Answer::CutOff(nearest) if nearest == cell => Some(Course::Nearest),
            Answer::CutOff(nearest) => {
                track.detour = fields.find(goal.layer, &[square(nearest)], hint.detour)?;
                let offset = nearest.centre() - position;
                by_answer(fields.ask_field(track.detour, position, cell), position, offset)
            }
            answer => by_answer(answer, position, offset),
        }
    }

    /// The straight way from `position` to `point`, where no other is needed: to a goal beside it, or near and in sight.
    pub(crate) fn straight(&self, goal: &Goal, position: Vec2, point: Vec2) -> Option<Course> {
        let (layer, offset) = (self.layer(goal)?, point - position);
        let beside = || goal.rect.nearest(position) == point && self.is_beside(goal, position);
        let near = offset.length_squared_wide() <= DIRECT.squared_wide() && is_in_sight(layer, goal, position, point);
        (near || beside()).then_some(Course::Straight(offset))
    }

    /// Whether a unit's cell is one of the goal's or beside one: up to the edge of the goal it then stays in that cell, even to a
    /// corner between two walls.
    #[inline]
    fn is_beside(&self, goal: &Goal, position: Vec2) -> bool {
        goal.rect.grown(1).contains(self.partition.inward_cell(position))
    }

    /// The cell by which a unit at `position` walks: on a border one that is open to it, or else the one towards the middle of the map.
    pub(crate) fn cell_of(&self, goal: &Goal, position: Vec2) -> Cell {
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
fn is_in_sight(layer: &Layer, goal: &Goal, position: Vec2, point: Vec2) -> bool {
    let entered = if goal.rect.nearest(point) == point { goal.rect } else { line::NOTHING };
    is_open(layer, position, point) || line::is_clear(|cell| layer.plain().at(cell), position, point, entered)
}

/// Whether all around the straight line is plain ground: quicker to tell than whether all on it is.
fn is_open(layer: &Layer, from: Vec2, to: Vec2) -> bool {
    let (first, last) = line::box_of(from, to);
    layer.plain().fills(first, last)
}

/// What to make of an answer about a way of which nothing else is known.
fn by_answer(answer: Answer, position: Vec2, offset: Vec2) -> Option<Course> {
    match answer {
        Answer::Tile(Heading::Along(way)) => Some(Course::Along(way)),
        Answer::Tile(_) => Some(Course::Straight(offset)),
        Answer::Portal(window) => Some(Course::Along(window - position)),
        // Somewhere else is better than nowhere, and the next ticks will tell.
        Answer::Pending | Answer::CutOff(_) => Some(Course::Along(offset)),
        Answer::Unknown => None,
    }
}

/// From a cell that is closed to the unit, as far as its team knows, to the nearest one beside it that is not.
pub(crate) fn way_out(layer: &Layer, position: Vec2) -> Option<Vec2> {
    let around = square(Cell::at(position)).grown(1).cells();
    let open = around.filter(|cell| layer.cost(*cell) != WALL_COST).map(|cell| cell.centre() - position);
    open.min_by_key(|offset| offset.length_squared_wide())
}
