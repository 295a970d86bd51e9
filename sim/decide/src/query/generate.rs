//! Candidates of a generator, in a fixed order.

use sandtable_math::{Angle, Fx, Vec2};

use super::{Generator, PlaceFacts};

impl Generator {
    /// Hands every point to `each` until it takes no more; none when the anchor is nowhere.
    pub(super) fn run(&self, ground: &impl PlaceFacts, each: &mut dyn FnMut(Vec2) -> bool) {
        match self {
            Generator::Grid { around, radius, step } => {
                if let Some(middle) = ground.anchor(around) {
                    grid(middle, GridSize { radius: *radius, step: *step }, each);
                }
            }
            Generator::Ring { around, radius, points } => {
                if let Some(middle) = ground.anchor(around) {
                    ring(middle, *radius, *points, each);
                }
            }
            Generator::Points { source, around, radius } => {
                if let Some(middle) = ground.anchor(around) {
                    ground.points(source, middle, *radius, each);
                }
            }
        }
    }

    /// How many points it gives at most; none for points known only when it runs.
    pub fn count(&self) -> Option<usize> {
        let mut count = 0;
        let mut each = |_| {
            count += 1;
            true
        };
        match self {
            Generator::Grid { radius, step, .. } => {
                grid(Vec2::ZERO, GridSize { radius: *radius, step: *step }, &mut each)
            }
            Generator::Ring { radius, points, .. } => ring(Vec2::ZERO, *radius, *points, &mut each),
            Generator::Points { .. } => return None,
        }
        Some(count)
    }
}

/// How far a grid reaches from its middle, and how far its points are apart.
struct GridSize {
    radius: Fx,
    step: Fx,
}

fn grid(middle: Vec2, size: GridSize, each: &mut dyn FnMut(Vec2) -> bool) {
    let GridSize { radius, step } = size;
    let steps = radius.div_trunc(step).floor_int().max(0);
    for row in -steps..=steps {
        for column in -steps..=steps {
            let offset = Vec2::new(step.mul_int(column), step.mul_int(row));
            if offset.length_squared_wide() <= radius.squared_wide() && !each(moved(middle, offset)) {
                return;
            }
        }
    }
}

fn ring(middle: Vec2, radius: Fx, points: u8, each: &mut dyn FnMut(Vec2) -> bool) {
    for point in 0..u32::from(points) {
        let angle = Angle((point * 0x1_0000 / u32::from(points)) as u16);
        if !each(moved(middle, angle.direction().scale_floor(radius))) {
            return;
        }
    }
}

fn moved(place: Vec2, offset: Vec2) -> Vec2 {
    Vec2::new(place.x.add_saturating(offset.x), place.y.add_saturating(offset.y))
}
