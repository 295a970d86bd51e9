//! What can be reached on foot from a place, as far as the team knows.

use sandtable_math::Vec2;
use sandtable_model::map::{Cell, Map};
use sandtable_model::rules::Locomotion;
use sandtable_sim::view::View;

/// The ground that one comes to on foot from a place.
pub(crate) struct Island<'w> {
    map: &'w Map,
    /// By cell of the map.
    reached: Vec<bool>,
}

impl<'w> Island<'w> {
    /// The ground round a place, which itself may be taken; nothing outside of the map.
    pub fn around(view: &View<'w>, place: Vec2) -> Island<'w> {
        let map = view.map();
        let mut reached = vec![false; map.cells()];
        let mut front = vec![Cell::at(place)];
        while let Some(cell) = front.pop() {
            if !map.contains(cell) || reached[map.index(cell)] {
                continue;
            }
            reached[map.index(cell)] = true;
            let beside = [(1, 0), (0, 1), (-1, 0), (0, -1)].map(|(x, y)| cell.offset(x, y));
            front.extend(beside.into_iter().filter(|cell| view.passable(*cell, Locomotion::Foot)));
        }
        Island { map, reached }
    }

    /// Whether it has a place.
    pub fn has(&self, place: Vec2) -> bool {
        let cell = Cell::at(place);
        self.map.contains(cell) && self.reached[self.map.index(cell)]
    }
}
