//! A massless walker that follows a field in steps of an eighth of a cell: what the quality of ways is measured with.

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::WALL_COST;

use super::field::FlowField;
use super::layer::Layer;
use super::sample::FlowSample;
use super::tuning::TRACE_STEP;

/// Where a walk led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowTrace {
    /// Whether it came to the goal.
    pub arrived: bool,
    /// Its length in 1/65,536 cells.
    pub length: u64,
    /// Steps taken.
    pub steps: u32,
    /// Steps that ended in a wall: none, unless something is wrong.
    pub in_walls: u32,
}

/// Walks from `start` to the centre of the cell `goal` by a field towards that cell, making tiles as it comes to them; gives up after `limit` steps.
pub fn trace(field: &mut FlowField, layer: &Layer, start: Vec2, goal: Cell, blend: bool, limit: u32) -> FlowTrace {
    let mut trace = FlowTrace { arrived: false, length: 0, steps: 0, in_walls: 0 };
    let mut position = start;
    let goal_rect = Rect { x: goal.x, y: goal.y, width: 1, height: 1 };
    while trace.steps < limit {
        let heading = heading(field, layer, position, blend);
        if heading == FlowSample::Sight || goal_rect.contains(Cell::at(position)) {
            let left = goal.centre() - position;
            if left.length_squared_wide() <= TRACE_STEP.squared_wide() {
                trace.length += left.length_floor().bits() as u64;
                trace.arrived = true;
                break;
            }
            position = advance(&mut trace, layer, position, left);
        } else if let FlowSample::Along(direction) = heading {
            position = advance(&mut trace, layer, position, direction);
        } else {
            break;
        }
    }
    trace
}

/// What the field says at a point; makes the tile.
pub fn heading(field: &mut FlowField, layer: &Layer, position: Vec2, blend: bool) -> FlowSample {
    let Some((sector, local)) = layer.partition().locate(Cell::at(position)) else { return FlowSample::None };
    let region = layer.sector(sector).region(local);
    if !field.serve(layer, sector, region) {
        return FlowSample::None;
    }
    match field.tile(sector, region) {
        Some(tile) if blend => tile.blended(position, Cell::at(position), local),
        Some(tile) => tile.heading(local),
        None => FlowSample::None,
    }
}

fn advance(trace: &mut FlowTrace, layer: &Layer, from: Vec2, direction: Vec2) -> Vec2 {
    let step = direction.with_length_trunc(TRACE_STEP);
    let next = slide(layer, from, step);
    trace.steps += 1;
    trace.length += (next - from).length_floor().bits() as u64;
    trace.in_walls += u32::from(layer.cost(Cell::at(next)) == WALL_COST);
    next
}

/// Where a step leads: along a wall that it would enter.
pub fn slide(layer: &Layer, from: Vec2, step: Vec2) -> Vec2 {
    let is_open = |at: Vec2| layer.cost(Cell::at(at)) != WALL_COST;
    let (along_x, along_y) = (from + Vec2::new(step.x, Fx::ZERO), from + Vec2::new(Fx::ZERO, step.y));
    let (opens_x, opens_y) = (is_open(along_x), is_open(along_y));
    let both = from + step;
    let is_diagonal = Cell::at(both).x != Cell::at(from).x && Cell::at(both).y != Cell::at(from).y;
    if is_open(both) && (!is_diagonal || opens_x && opens_y) {
        return both;
    }
    // Against a corner the step keeps to the axis on which it is longer.
    let prefers_x = step.x.abs() >= step.y.abs();
    match (opens_x, opens_y) {
        (true, true) if prefers_x => along_x,
        (true, false) => along_x,
        (_, true) => along_y,
        _ => from,
    }
}
