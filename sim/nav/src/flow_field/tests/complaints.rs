//! What users of other flow fields complain about, as far as fields can cause it.

use sandtable_math::{Fx, Vec2, mix};
use sandtable_model::map::{Cell, Rect};

use super::ground::{Ground, square};
use crate::flow_field::field::FlowField;
use crate::flow_field::kernel::Kernel;
use crate::flow_field::sample::FlowSample;
use crate::flow_field::tracer::{heading, trace};

#[test]
fn issue_an_order_is_dropped_when_its_goal_is_full() {
    // A goal under a building could not be reached by definition, so units sent there stayed where they were.
    let mut ground = Ground::random(40, 40, 2, 5);
    let goal = Rect { x: 18, y: 19, width: 4, height: 3 };
    for cell in goal.cells().filter(|cell| ground.is_open(*cell)).collect::<Vec<_>>() {
        ground.toggle(cell);
    }
    let layer = ground.layer();
    let mut field = FlowField::new(&layer, Kernel::Eikonal, &[goal]);
    let mut position = Cell::new(2, 3).centre();
    for _ in 0..600 {
        match heading(&mut field, &layer, position, true) {
            FlowSample::Along(way) => {
                position =
                    crate::flow_field::tracer::slide(&layer, position, way.with_length_trunc(Fx::from_bits(1 << 13)))
            }
            _ => break,
        }
    }
    let sees = heading(&mut field, &layer, position, true) == FlowSample::Sight;
    assert!(sees || goal.grown(1).contains(Cell::at(position)), "stopped at {position:?}");
}

#[test]
fn issue_paths_lead_through_diagonal_walls() {
    // Cells that touch at a corner only were neighbours, so walls drawn diagonally leaked.
    let mut ground = Ground::random(30, 30, 1, 0);
    (0..28).for_each(|n| ground.toggle(Cell::new(n, 28 - n)));
    let layer = ground.layer();
    let (start, goal) = (Cell::new(10, 10), Cell::new(20, 20));
    let walk =
        trace(&mut FlowField::new(&layer, Kernel::Eikonal, &[square(goal)]), &layer, start.centre(), goal, true, 2_000);
    assert!(walk.arrived && walk.in_walls == 0);
    // Round the open end of the wall in the north-east; straight through it would be 14.
    assert!(walk.length > 40 << 16, "{walk:?}");
}

#[test]
fn issue_a_unit_bounced_off_its_route_has_no_field() {
    // Only sectors on the way had tiles. Here one is made wherever the unit ends up, and the walk goes on from there.
    let ground = Ground::random(80, 80, 5, 15);
    let layer = ground.layer();
    let goal = ground.cells().find(|cell| cell.x > 70 && cell.y > 70 && ground.is_open(*cell)).unwrap();
    let mut field = FlowField::new(&layer, Kernel::Eikonal, &[square(goal)]);
    for bounce in 0..30 {
        let place = ground.pick(mix(4, bounce));
        if heading(&mut field, &layer, place.centre(), true) != FlowSample::None {
            assert!(trace(&mut field, &layer, place.centre(), goal, true, 4_000).arrived, "from {place:?}");
        }
    }
}

#[test]
fn issue_units_enter_gaps_they_do_not_fit_through() {
    let ground = Ground::drawn(
        "..........#.........
         ..........#.........
         ....................
         ..........#.........
         ..........#.........
         ..........#.........
         ....................
         ....................
         ....................
         ..........#.........",
    );
    let layer = ground.layer_for(1);
    let goal = Cell::new(17, 2);
    let mut field = FlowField::new(&layer, Kernel::Eikonal, &[square(goal)]);
    let walk = trace(&mut field, &layer, Cell::new(3, 2).centre(), goal, true, 2_000);
    // Down to the wide gap and up again: about 2 × √(7² + 5²), where the narrow gap is 14 away straight on.
    assert!(walk.arrived && walk.length > 15 << 16, "{walk:?}");
}

#[test]
fn issue_flow_vectors_run_parallel_and_walkers_turn_in_steps() {
    // With eight directions, neighbours were all sent one way and then all another. The blend turns smoothly.
    let ground = Ground::random(60, 60, 1, 0);
    let layer = ground.layer();
    let mut field = FlowField::new(&layer, Kernel::Eikonal, &[square(Cell::new(55, 20))]);
    let mut last: Option<Vec2> = None;
    for step in 0..160 {
        let position = Vec2::new(Fx::from_int(5), Fx::from_int(5)) + Vec2::new(Fx::ZERO, Fx::from_bits(step << 13));
        let FlowSample::Along(way) = heading(&mut field, &layer, position, true) else { continue };
        let way = way.with_length_trunc(Fx::ONE);
        if let Some(last) = last {
            // Within an eighth of a cell at most a sixteenth of a turn, most of it across borders of sectors.
            assert!(way.dot_wide(last) > 59 << 26, "at {position:?}: {last:?} then {way:?}");
        }
        last = Some(way);
    }
}
