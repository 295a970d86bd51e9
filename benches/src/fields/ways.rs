//! Ways: found cold, and after changes.

use std::hint::black_box;

use cpu_time::ThreadTime;
use sandtable_math::mix;
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::WALL_COST;
use sandtable_nav::flow_field::field::FlowField;
use sandtable_nav::flow_field::kernel::Kernel;
use sandtable_nav::flow_field::layer::{Costing as _, Layer};

use super::ground::Terrain;
use super::least_time;

/// Cells along the side of a map of 100 × 100 sectors.
const WIDE: u16 = 1000;

pub fn square(cell: Cell) -> Rect {
    Rect { x: cell.x, y: cell.y, width: 1, height: 1 }
}

/// The way from corner to corner over 100 × 100 sectors with all tiles along it, nothing being there before but the layer.
pub fn measure_cold() {
    sandtable_benches::say("corner to corner over 100 x 100 sectors    cold ms   windows   tiles   layer ms");
    let walls = |percent: u64| move |n: u64, _: u32, _: u32| if mix(1, n) % 100 < percent { WALL_COST } else { 8 };
    for terrain in [
        Terrain::made("open", WIDE, |_, _, _| 8),
        Terrain::made("walls in 2 of 100 cells", WIDE, walls(2)),
        Terrain::made("walls in 25 of 100 cells", WIDE, walls(25)),
    ] {
        let built = least_time(3, 1, || drop(black_box(terrain.base())));
        let layer = terrain.layer();
        let corner = |end: i16| open_near(&terrain, Cell::new(end, end));
        let (start, goal) = (corner(1), corner(WIDE as i16 - 2));
        let mut counts = (0, 0);
        let cold = least_time(25, 1, || {
            let mut field = FlowField::new(&layer, Kernel::Eikonal, &[square(goal)]);
            serve_along(&mut field, &layer, start);
            counts = (field.wave().settled(), field.tiles().len());
        });
        let name = &terrain.name;
        sandtable_benches::say(format_args!(
            "{name:<41} {:>9.2} {:>9} {:>7} {:>10.1}",
            1e3 * cold,
            counts.0,
            counts.1,
            1e3 * built
        ));
    }
}

fn open_near(terrain: &Terrain, cell: Cell) -> Cell {
    square(cell).grown(1).cells().find(|cell| terrain.cost(*cell) != WALL_COST).unwrap_or(cell)
}

/// Makes the tiles of all sectors along the way from `start`, from portal to portal.
fn serve_along(field: &mut FlowField, layer: &Layer, start: Cell) {
    let Some((mut sector, local)) = layer.partition().locate(start) else { return };
    let mut region = layer.sector(sector).region(local);
    while field.serve(layer, sector, region) {
        let Some(beyond) = field.beyond(layer, sector, region) else { return };
        (sector, region) = beyond;
    }
}

/// A wall put up and taken away beside a way that is in use: the sectors touched, and the field brought up to date.
pub fn measure_changes(terrains: &[Terrain]) {
    sandtable_benches::say("a wall beside a way in use         change us   all anew us   share");
    for terrain in terrains {
        let (mut total, mut anew) = (0.0, 0.0);
        const CHANGES: u64 = 20;
        for n in 0..CHANGES {
            let (start, goal) = (terrain.pick(mix(3, n)), terrain.pick(mix(4, n)));
            let mut layer = terrain.layer();
            let mut field = FlowField::new(&layer, Kernel::Eikonal, &[square(goal)]);
            serve_along(&mut field, &layer, start);
            let tiles = field.tiles().len();
            let Some(tile) = field.tiles().get(tiles / 2) else { continue };
            let wall = layer.partition().cell(tile.sector, 55);
            let costing = |cell: Cell| if cell == wall { WALL_COST } else { terrain.cost(cell) };
            let start_time = ThreadTime::now();
            let changed = layer.change(&[wall], &costing);
            field.refresh(&layer, &changed);
            total += start_time.elapsed().as_secs_f64();
            let start_time = ThreadTime::now();
            let layer = terrain.layer();
            let mut field = FlowField::new(&layer, Kernel::Eikonal, &[square(goal)]);
            serve_along(&mut field, &layer, start);
            anew += start_time.elapsed().as_secs_f64();
        }
        let each = 1e6 / CHANGES as f64;
        sandtable_benches::say(format_args!(
            "{:<33} {:>10.0} {:>13.0} {:>6.1}%",
            terrain.name,
            total * each,
            anew * each,
            100.0 * total / anew
        ));
    }
}
