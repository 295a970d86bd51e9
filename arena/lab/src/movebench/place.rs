//! Which cells the units of a group stand on.

use std::collections::BTreeSet;

use sandtable_math::Angle;
use sandtable_state::rng::Rng;

use super::grid::Grid;
use super::groups::Layout;

/// A cell.
pub type PlanSpot = [i64; 2];

/// The cells for `count` units, fewer when there is no room; they are added to those taken.
pub fn spots(
    layout: &Layout,
    count: usize,
    plan: &Grid,
    taken: &mut BTreeSet<PlanSpot>,
    rng: &mut Rng,
) -> Vec<PlanSpot> {
    let free = |spot: &PlanSpot| plan.is_open(spot[0], spot[1]) && !taken.contains(spot);
    let mut spots: Vec<PlanSpot> = match layout {
        Layout::Block { rect, .. } => cells(*rect).filter(free).collect(),
        Layout::Disc(centre) => nearest(*centre, plan).into_iter().filter(free).collect(),
        Layout::Ring { centre, radius } => {
            let on_circle = (0..count).map(|number| on_ring(*centre, *radius, number, count));
            on_circle.filter(free).collect::<BTreeSet<PlanSpot>>().into_iter().collect()
        }
    };
    if matches!(layout, Layout::Block { strewn: true, .. }) {
        shuffle(&mut spots, rng);
    }
    spots.truncate(count);
    taken.extend(spots.iter().copied());
    spots
}

fn cells([x, y, width, height]: [i64; 4]) -> impl Iterator<Item = PlanSpot> {
    (y..y + height).flat_map(move |row| (x..x + width).map(move |column| [column, row]))
}

/// All cells, nearest first.
fn nearest(centre: PlanSpot, plan: &Grid) -> Vec<PlanSpot> {
    let mut spots: Vec<PlanSpot> = cells([0, 0, plan.width as i64, plan.height as i64]).collect();
    let away = |spot: &PlanSpot| (spot[0] - centre[0]).pow(2) + (spot[1] - centre[1]).pow(2);
    spots.sort_by_key(|spot| (away(spot), *spot));
    spots
}

fn on_ring(centre: PlanSpot, radius: i64, index: usize, count: usize) -> PlanSpot {
    // The engine's own table of angles: the same cells on every machine.
    let way = Angle((index * 65_536 / count) as u16).direction();
    let along = |part: i32| (radius * i64::from(part) + (1 << 15)) >> 16;
    [centre[0] + along(way.x.bits()), centre[1] + along(way.y.bits())]
}

/// Fisher and Yates.
fn shuffle(spots: &mut [PlanSpot], rng: &mut Rng) {
    for last in (1..spots.len()).rev() {
        spots.swap(last, rng.below(last as u32 + 1) as usize);
    }
}
