//! A map as a picture in a page: its ground, its nodes and its starts. The page's style has the colours.

use std::fmt::Write as _;

use sandtable_model::map::{Cell, Map};
use sandtable_model::rules::{Locomotion, Rules, Terrain, WALL_COST};

use crate::html::escaped;

/// Cells of a picture, eastwards and southwards: of larger maps every second, third, … cell is drawn.
const MAX_SIDE: usize = 160;

/// Kinds of ground that are told apart, by their class in the style.
const GROUNDS: [&str; 5] = ["plain", "rough", "cover", "water", "wall"];

fn ground(terrain: &Terrain) -> usize {
    match (terrain.cost(Locomotion::Foot), terrain.cost(Locomotion::Hover)) {
        (WALL_COST, WALL_COST) => 4,
        (WALL_COST, _) => 3,
        _ if terrain.blocks_sight => 2,
        (foot, _) if foot > 8 => 1,
        _ => 0,
    }
}

/// The map as an SVG element, one unit a cell, with its nodes as dots and its starts numbered by player from 1. Terrain that
/// the rules do not have is drawn as plain.
pub fn map_picture(map: &Map, rules: &Rules) -> String {
    let (width, height) = (usize::from(map.width), usize::from(map.height));
    let step = width.max(height).div_ceil(MAX_SIDE);
    let at = |x: usize, y: usize| rules.terrain.get(usize::from(map.terrain[y * width + x])).map_or(0, ground);
    // One path a ground: a run of cells is a box.
    let mut paths = vec![String::new(); GROUNDS.len()];
    for y in (0..height).step_by(step) {
        let row: Vec<usize> = (0..width).step_by(step).map(|x| at(x, y)).collect();
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            let _ = write!(paths[run[0]], "M{x} {y}h{w}v{step}h-{w}z", w = run.len() * step);
            x += run.len() * step;
        }
    }
    let mut body = String::new();
    for (name, path) in GROUNDS.iter().zip(&paths).filter(|(_, path)| !path.is_empty()) {
        let _ = write!(body, "<path class=\"{name}\" d=\"{path}\"/>");
    }
    let spot = |cell: Cell| (f64::from(cell.x) + 1.0, f64::from(cell.y) + 1.0);
    for (_, cell) in &map.nodes {
        let (x, y) = spot(*cell);
        let _ = write!(body, "<circle class=\"node\" cx=\"{x}\" cy=\"{y}\" r=\"0.9\"/>");
    }
    let size = width.max(height) as f64 / 16.0;
    for (row, cell) in map.starts.iter().enumerate() {
        let (x, y) = spot(*cell);
        let _ = write!(
            body,
            "<circle class=\"start\" cx=\"{x}\" cy=\"{y}\" r=\"{size:.1}\"/><text x=\"{x}\" y=\"{:.1}\" font-size=\"{:.1}\" \
             text-anchor=\"middle\">{}</text>",
            y + size * 0.4,
            size * 1.2,
            row + 1
        );
    }
    format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">{body}</svg>", escaped(&map.name))
}
