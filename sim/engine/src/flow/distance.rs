//! How far it is for somebody who walks.

use crate::sight::Knowledge;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Map, Rect};
use sandtable_model::rules::{Locomotion, WALL_COST};
use sandtable_nav::ground::GroundMap;
use sandtable_nav::search::{Algorithm, COST_PER_CELL, CostGrid, Finder, PLAIN_COST, Route};

/// The walking distance for a class over terrain and the obstacles a team knows, in plain cells' worth (a cell
/// of cost 16 counts twice); none when there is no way. What stands on the goal itself is no obstacle. Costs a search of its own: the
/// second value is the cells it expanded.
pub(crate) fn walking_distance(
    map: &Map,
    (ground, knowledge): (&GroundMap, &Knowledge),
    class: Locomotion,
    from: Vec2,
    to: Vec2,
) -> (Option<Fx>, u32) {
    if class == Locomotion::Air {
        return (Some((to - from).length_floor()), 0);
    }
    let costs = ground.costs(class);
    let goal = Rect::touching(to);
    let cost = |n: usize| {
        let cell = Cell::new((n % usize::from(map.width)) as i16, (n / usize::from(map.width)) as i16);
        match if knowledge.is_blocked(n) { WALL_COST } else { costs[n] } {
            WALL_COST if goal.contains(cell) => PLAIN_COST,
            cost => cost,
        }
    };
    let mut finder = Finder::new(CostGrid::new(map.width, map.height, cost));
    let mut route = Route::default();
    let found = finder.find(Algorithm::AStar, Cell::at(from), Cell::at(to), &mut route);
    (found.then(|| Fx::ratio_floor(route.cost as i64, COST_PER_CELL as i64)), route.expansions)
}
