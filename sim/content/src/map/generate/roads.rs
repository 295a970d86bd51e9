//! Ways between bases and sites, cut where the noise closed them; pockets nobody can reach are filled.

use sandtable_model::map::{Cell, Rect, UNREACHED, Walk, around};
use sandtable_model::rules::WALL_COST;

use super::sites::ResourceSite;
use super::sketch::Sketch;
use super::tuning::{CUT_PRICE, NARROW_PRICE, WIDE_PRICE};

/// Connects the first start with every site; the images of the roads connect the others, and meet in the middle.
pub(super) fn connect(sketch: &mut Sketch<'_>, sites: &[ResourceSite]) {
    let Some((home, others)) = sites.split_first() else { return };
    for site in others {
        cut_road(sketch, home.rect, site.rect);
    }
    fill_pockets(sketch, home.rect);
}

fn cut_road(sketch: &mut Sketch<'_>, home: Rect, site: Rect) {
    let distances = Walk::over(sketch.width, sketch.height, prices(sketch)).distances(home);
    let ends = around(site).chain(site.cells());
    let Some(mut cell) = ends.min_by_key(|cell| distances.of(*cell)) else { return };
    while distances.of(cell) != UNREACHED {
        widen(sketch, cell);
        if distances.of(cell) == 0 {
            return;
        }
        cell = distances.downhill(cell);
    }
}

/// Opens the closed cells of a square of nine.
fn widen(sketch: &mut Sketch<'_>, middle: Cell) {
    let bounds = sketch.bounds();
    let square = Rect { x: middle.x, y: middle.y, width: 1, height: 1 }.grown(1);
    for cell in square.cells().filter(|cell| bounds.contains(*cell)) {
        if sketch.is_walkable(cell) || sketch.is_taken(cell) {
            continue;
        }
        let wet = Some(sketch.terrain[sketch.index(cell)]) == sketch.palette.water
            && sketch.palette.water != sketch.palette.cliff;
        sketch.paint(cell, if wet { sketch.palette.ford } else { sketch.palette.road });
    }
}

fn prices(sketch: &Sketch<'_>) -> Vec<u8> {
    let bounds = sketch.bounds();
    let price = |cell: Cell| {
        if sketch.is_taken(cell) || sketch.is_flooded(cell) {
            return WALL_COST;
        }
        let square = Rect { x: cell.x, y: cell.y, width: 1, height: 1 }.grown(1);
        let open = |cell: &Cell| bounds.contains(*cell) && sketch.is_walkable(*cell) && !sketch.is_taken(*cell);
        match (sketch.is_walkable(cell), square.cells().filter(open).count()) {
            (true, 9) => WIDE_PRICE,
            (true, _) => NARROW_PRICE,
            (false, _) => CUT_PRICE,
        }
    };
    bounds.cells().map(price).collect()
}

/// Closes what can be walked on but not walked to: nobody should try to build there.
fn fill_pockets(sketch: &mut Sketch<'_>, home: Rect) {
    let Some(closed) = sketch.palette.cliff else { return };
    let walk = sketch.walk();
    let reached: Vec<_> = sketch.images(home).map(|home| walk.distances(home)).collect();
    let is_lost = |cell: &Cell| reached.iter().all(|distances| distances.of(*cell) == UNREACHED);
    let lost: Vec<Cell> = sketch.bounds().cells().filter(is_lost).collect();
    for cell in lost {
        if sketch.is_walkable(cell) && !sketch.is_taken(cell) {
            let index = sketch.index(cell);
            sketch.terrain[index] = closed;
        }
    }
}
