//! What can be reached on foot from a place, as far as the team knows.

use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_model::rules::Locomotion;
use sandtable_sim::view::View;

/// The ground that one comes to on foot from a place.
pub(crate) struct Island {
    width: u16,
    /// By cell of the map.
    reached: Vec<bool>,
}

impl Island {
    /// The ground round a place, which itself may be taken; nothing outside of the map.
    pub fn around(view: &View<'_>, place: Vec2) -> Island {
        let map = view.map();
        let mut island = Island { width: map.width, reached: vec![false; map.cells()] };
        let mut front = vec![Cell::at(place)];
        while let Some(cell) = front.pop() {
            if !map.contains(cell) || island.reached[map.index(cell)] {
                continue;
            }
            island.reached[map.index(cell)] = true;
            let beside = [(1, 0), (0, 1), (-1, 0), (0, -1)].map(|(x, y)| cell.offset(x, y));
            front.extend(beside.into_iter().filter(|cell| view.passable(*cell, Locomotion::Foot)));
        }
        island
    }

    /// Whether it has a place of the map.
    pub fn has(&self, place: Vec2) -> bool {
        let cell = Cell::at(place);
        let inside = cell.x >= 0 && cell.y >= 0 && cell.x < self.width as i16;
        inside
            && self.reached.get(usize::from(cell.y as u16) * usize::from(self.width) + usize::from(cell.x as u16))
                == Some(&true)
    }
}
