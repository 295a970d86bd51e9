//! Which regions of a layer connect, and the cell of a component that lies nearest to a goal outside it.

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};

use super::layer::Layer;
use super::partition::SIDE;
use super::sector::NO_REGION;

/// The components of a layer: an id by sector, by cell's region only where a sector holds several.
#[derive(Clone, Debug, Default)]
pub struct LayerComponents {
    /// By sector: where its regions begin in `regions`.
    first: Vec<u32>,
    /// (region, component), by sector, then region.
    regions: Vec<(u8, u32)>,
}

impl LayerComponents {
    /// Finds the components of a layer.
    pub fn new(layer: &Layer) -> LayerComponents {
        let count = layer.partition().count();
        let mut components = LayerComponents { first: Vec::with_capacity(count + 1), regions: Vec::new() };
        for number in 0..count as u16 {
            components.first.push(components.regions.len() as u32);
            for region in layer.sector(number).regions() {
                components.regions.push((region, components.regions.len() as u32));
            }
        }
        components.first.push(components.regions.len() as u32);
        for number in 0..count as u16 {
            components.join_eastwards_and_southwards(layer, number);
        }
        for place in 0..components.regions.len() as u32 {
            components.regions[place as usize].1 = components.root(place);
        }
        components
    }

    fn join_eastwards_and_southwards(&mut self, layer: &Layer, number: u16) {
        for portal in layer.sector(number).portals().iter().filter(|portal| portal.side < 2) {
            let Some(next) = layer.partition().neighbour(number, portal.side.into()) else { continue };
            let place = layer.place_in(next, layer.portal_id(number, portal));
            let beyond = layer.sector(next).portals()[place].region;
            if let (Some(here), Some(there)) = (self.place(number, portal.region), self.place(next, beyond)) {
                let (here, there) = (self.root(here), self.root(there));
                self.regions[here.max(there) as usize].1 = here.min(there);
            }
        }
    }

    /// Follows links to the first region of a component, halving the way for those who come after.
    fn root(&mut self, mut place: u32) -> u32 {
        loop {
            let next = self.regions[place as usize].1;
            if next == place {
                return place;
            }
            let after = self.regions[next as usize].1;
            self.regions[place as usize].1 = after;
            place = after;
        }
    }

    #[inline]
    fn place(&self, sector: u16, region: u8) -> Option<u32> {
        let (first, end) = (self.first[usize::from(sector)], self.first[usize::from(sector) + 1]);
        let regions = &self.regions[first as usize..end as usize];
        regions.iter().position(|(known, _)| *known == region).map(|place| first + place as u32)
    }

    /// The component of a region; none in walls.
    #[inline]
    pub fn of(&self, sector: u16, region: u8) -> Option<u32> {
        if region == NO_REGION {
            return None;
        }
        self.place(sector, region).map(|place| self.regions[place as usize].1)
    }

    /// The component of a cell; none in walls and off the map.
    #[inline]
    pub fn at(&self, layer: &Layer, cell: Cell) -> Option<u32> {
        let (sector, local) = layer.partition().locate(cell)?;
        self.of(sector, layer.sector(sector).region(local))
    }

    /// Whether a goal, which can be reached even when something stands on it, can be reached from a component.
    pub fn reaches(&self, layer: &Layer, component: u32, goal: Rect) -> bool {
        let grown = goal.grown(1);
        let (far_x, far_y) = (grown.x + grown.width as i16 - 1, grown.y + grown.height as i16 - 1);
        let is_corner = |cell: Cell| (cell.x == grown.x || cell.x == far_x) && (cell.y == grown.y || cell.y == far_y);
        grown.cells().filter(|cell| !is_corner(*cell)).any(|cell| self.at(layer, cell) == Some(component))
    }

    /// The cell of a component nearest to `goal`; ties go to the one nearer to the middle of the map.
    ///
    /// Looks in rings around the goal, and stops where a ring can hold nothing nearer.
    pub fn nearest(&self, layer: &Layer, component: u32, goal: Rect) -> Option<Cell> {
        let middle = layer.partition().middle_point();
        let mut best: Option<(i64, i64, Cell)> = None;
        for distance in 0..layer.partition().longest() {
            // The centres of a ring's cells lie half a cell nearer than its number says.
            let least = Fx::from_int(distance) - Fx::HALF;
            if best.is_some_and(|(away, ..)| away < least.squared_wide()) {
                break;
            }
            let inside = ring(goal, distance).filter(|cell| self.at(layer, *cell) == Some(component));
            let nearest = inside.map(|cell| nearness(cell, goal, middle)).min();
            best = best.into_iter().chain(nearest).min();
        }
        best.map(|(.., cell)| cell)
    }
}

fn nearness(cell: Cell, goal: Rect, middle: Vec2) -> (i64, i64, Cell) {
    let centre = cell.centre();
    (goal.nearest(centre).distance_squared_wide(centre), centre.distance_squared_wide(middle), cell)
}

/// The cells `distance` cells off a rectangle, king's moves counted; at 0 those of the rectangle itself.
pub(super) fn ring(rect: Rect, distance: i16) -> impl Iterator<Item = Cell> {
    let (west, east) = (rect.x - distance, rect.x + rect.width as i16 - 1 + distance);
    let (north, south) = (rect.y - distance, rect.y + rect.height as i16 - 1 + distance);
    (north..=south).flat_map(move |y| {
        let whole = distance == 0 || y == north || y == south;
        let step = if whole { 1 } else { (east - west).max(1) as usize };
        (west..=east).step_by(step).map(move |x| Cell { x, y })
    })
}

/// Sectors from one to another, king's moves counted.
pub(super) fn sectors_between(layer: &Layer, from: u16, to: u16) -> u32 {
    let (from, to) = (layer.partition().origin(from), layer.partition().origin(to));
    u32::from(from.chebyshev(to)) / SIDE as u32
}
