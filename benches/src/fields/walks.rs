//! Ways as walked by a massless walker, against the octile optimum.

use std::f64::consts::SQRT_2;

use sandtable_math::mix;
use sandtable_model::map::Cell;
use sandtable_nav::flow_field::field::FlowField;
use sandtable_nav::flow_field::kernel::Kernel;
use sandtable_nav::flow_field::layer::Layer;
use sandtable_nav::flow_field::tracer::{FlowTrace, trace};
use sandtable_nav::search::{Algorithm, CostGrid, Finder, Route};

use super::ground::Terrain;
use super::ways::square;

/// Pairs tried for each that is walked: some have no way between them.
const TRIES: u64 = 100;

/// Lengths of walks between random cells of maps whose open cells all cost the same.
pub fn measure(terrains: &[Terrain], pairs: u32) {
    sandtable_benches::say(
        "ways as walked / octile optimum    cell by cell             blended                  un-     in",
    );
    sandtable_benches::say(format_args!(
        "                          pairs    mean    p95    worst     mean    p95    worst     reached walls   worst pairs"
    ));
    for terrain in terrains.iter().filter(|terrain| terrain.is_uniform()) {
        let [cells, blended] = walk_pairs(terrain, pairs).map(Walks::finish);
        let (unreached, in_walls) = (cells.unreached + blended.unreached, cells.in_walls + blended.in_walls);
        sandtable_benches::say(format_args!(
            "{:<24} {:>6}   {}   {}   {unreached:>7} {in_walls:>5}   {}; {}",
            terrain.name,
            cells.walks.len(),
            cells.shown(),
            blended.shown(),
            cells.worst(),
            blended.worst()
        ));
    }
}

/// Walks between as many pairs of cells, by the arrow of the walker's cell and by the blend of four.
fn walk_pairs(terrain: &Terrain, pairs: u32) -> [Walks; 2] {
    let layer = terrain.layer();
    let grid = CostGrid::new(terrain.width, terrain.height, |n| terrain.costs[n]);
    let (mut finder, mut route) = (Finder::new(grid), Route::default());
    let mut walks = [Walks::default(), Walks::default()];
    let picks = (0..TRIES * u64::from(pairs)).map(|n| [2 * n, 2 * n + 1].map(|n| terrain.pick(mix(7, n))));
    for [start, goal] in picks {
        if walks[0].walks.len() >= pairs as usize {
            break;
        }
        if start != goal && finder.find(Algorithm::AStar, start, goal, &mut route) {
            walk(&layer, [start, goal], octile_length(&route), &mut walks);
        }
    }
    walks
}

fn walk(layer: &Layer, [start, goal]: [Cell; 2], optimum: f64, walks: &mut [Walks; 2]) {
    let mut field = FlowField::new(layer, Kernel::Eikonal, &[square(goal)]);
    let limit = (32.0 * optimum) as u32 + 200;
    for (blend, walks) in walks.iter_mut().enumerate() {
        walks.add([start, goal], trace(&mut field, layer, start.centre(), goal, blend == 1, limit), optimum);
    }
}

/// The length of a way of straight and diagonal runs, in cells.
fn octile_length(route: &Route) -> f64 {
    let run = |pair: &[_]| {
        let [from, to] = [pair[0], pair[1]].map(Cell::at);
        let straight = from.x == to.x || from.y == to.y;
        f64::from(from.chebyshev(to)) * if straight { 1.0 } else { SQRT_2 }
    };
    route.points.windows(2).map(run).sum()
}

/// The walks over one map.
#[derive(Default)]
struct Walks {
    /// Length over optimum, and the cells walked between.
    walks: Vec<(f64, [Cell; 2])>,
    unreached: u32,
    in_walls: u32,
}

impl Walks {
    fn add(&mut self, pair: [Cell; 2], walk: FlowTrace, optimum: f64) {
        self.unreached += u32::from(!walk.arrived);
        self.in_walls += walk.in_walls;
        self.walks.push((walk.length as f64 / 65536.0 / optimum, pair));
    }

    fn finish(mut self) -> Walks {
        self.walks.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        self
    }

    fn shown(&self) -> String {
        let count = self.walks.len().max(1);
        let at = |place: usize| self.walks.get(place).map_or(0.0, |(ratio, _)| *ratio);
        let mean = self.walks.iter().map(|(ratio, _)| ratio).sum::<f64>() / count as f64;
        format!("{mean:>7.4} {:>7.4} {:>7.4}", at(count * 95 / 100), at(count - 1))
    }

    fn worst(&self) -> String {
        let shown = |cell: &Cell| format!("{},{}", cell.x, cell.y);
        self.walks.last().map_or_else(String::new, |(_, [from, to])| format!("{} to {}", shown(from), shown(to)))
    }
}
