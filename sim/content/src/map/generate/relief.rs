//! Water, cliffs, forests and heights from noise.

use sandtable_math::{Fx, mix};
use sandtable_state::Arrange;

use super::GenerateOptions;
use super::sketch::Sketch;
use super::tuning::{HILL_CELLS, OCTAVES, SHORE_PART, THICKET_PART, WOOD_CELLS};
use crate::map::noise::fractal_noise;

/// Draws the ground. Shares of the map are taken by rank, for the spread of noise differs from seed to seed.
pub(super) fn draw(sketch: &mut Sketch<'_>, seed: u64, options: &GenerateOptions) {
    let hills = symmetric_noise(sketch, mix(seed, 1), HILL_CELLS);
    let woods = symmetric_noise(sketch, mix(seed, 2), WOOD_CELLS);
    let percent = |share: u8| hills.len() * usize::from(share) / 100;
    let (water, cliff) = (percent(options.water_percent), percent(options.cliff_percent));
    let forest = percent(options.forest_percent);
    for (terrain, count) in [(sketch.palette.forest, forest), (sketch.palette.thicket, forest / THICKET_PART)] {
        let line = line_above(&woods, count);
        if let Some(terrain) = terrain {
            fill(sketch, &woods, terrain, |value| value >= line);
        }
    }
    if let Some(terrain) = sketch.palette.water.filter(|_| water > 0) {
        let (line, shore) = (line_below(&hills, water), line_below(&hills, water + water / SHORE_PART));
        let ford = sketch.palette.ford;
        fill(sketch, &hills, ford, |value| value < shore);
        fill(sketch, &hills, terrain, |value| value < line);
    }
    if let Some(terrain) = sketch.palette.cliff {
        let line = line_above(&hills, cliff);
        fill(sketch, &hills, terrain, |value| value >= line);
    }
    raise(sketch, &hills, options.relief);
}

/// Noise summed over the images of each cell: the same on all of them, without a seam between.
fn symmetric_noise(sketch: &Sketch<'_>, seed: u64, period_cells: i64) -> Vec<i32> {
    let sample = |cell: sandtable_model::map::Cell| {
        let along = |at: i16| Fx::ratio_floor(i64::from(at) * 2 + 1, period_cells * 2);
        fractal_noise(seed, along(cell.x), along(cell.y), OCTAVES).bits() / 8
    };
    let (width, height) = (sketch.width, sketch.height);
    let images = |cell| sketch.group.iter().map(move |isometry| isometry.cell(cell, width, height));
    sketch.bounds().cells().map(|cell| images(cell).map(sample).sum()).collect()
}

/// The value that `count` cells reach; above every value for none.
fn line_above(values: &[i32], count: usize) -> i32 {
    let mut sorted = values.to_vec();
    sorted.arrange();
    count.checked_sub(1).and_then(|last| sorted.iter().rev().nth(last).copied()).unwrap_or(i32::MAX)
}

/// The value that `count` cells stay below.
fn line_below(values: &[i32], count: usize) -> i32 {
    let mut sorted = values.to_vec();
    sorted.arrange();
    sorted.get(count).copied().unwrap_or(i32::MAX)
}

fn fill(sketch: &mut Sketch<'_>, values: &[i32], terrain: u8, covers: impl Fn(i32) -> bool) {
    for (cell, _) in sketch.terrain.iter_mut().zip(values).filter(|(_, value)| covers(**value)) {
        *cell = terrain;
    }
}

/// Heights in even steps of rank.
fn raise(sketch: &mut Sketch<'_>, hills: &[i32], relief: u8) {
    for step in 1..=relief {
        let line = line_below(hills, hills.len() * usize::from(step) / (usize::from(relief) + 1));
        for (height, _) in sketch.heights.iter_mut().zip(hills).filter(|(_, value)| **value >= line) {
            *height = step;
        }
    }
}
