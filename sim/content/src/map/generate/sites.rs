//! Where players start, where they expand and what they fight over.

use sandtable_math::Fx;
use sandtable_model::map::{Cell, Rect, footprint};
use sandtable_state::id::KindId;
use sandtable_state::rng::Rng;

use super::GenerateOptions;
use super::sketch::{Sketch, Strait};
use super::tuning::{FULL_SIDE, MAX_GAP, MAX_SINGLE, MAX_TRIES, OWN_SIDE, SITE_GAP};

/// A place with resources.
pub(super) struct ResourceSite {
    /// A rectangle one walks to.
    pub rect: Rect,
}

/// Places starts, expansions and the contested middle; the first player's sites stand for their images.
pub(super) fn place(
    sketch: &mut Sketch<'_>,
    seed: u64,
    options: &GenerateOptions,
) -> Result<Vec<ResourceSite>, String> {
    let mut rng = Rng::stream(seed, "sites");
    let start = place_start(sketch, &mut rng).ok_or("no place for the start bases")?;
    let home = footprint(sketch.rules, sketch.rules.start.base, start);
    if options.strait > 0 {
        let water = sketch.palette.strait.ok_or("no terrain that is closed to walkers and open to what floats")?;
        let homes: Vec<Rect> = sketch.images(home).collect();
        sketch.flood(&homes, Strait { cells: options.strait, terrain: water });
    }
    for (kind, count) in sketch.palette.deposits.iter().copied() {
        if !place_deposit(sketch, &mut rng, home, kind, scaled(sketch, count), 3) {
            return Err(format!("no place for {} at the start bases", sketch.rules.kind(kind).name));
        }
    }
    let mut sites = vec![ResourceSite { rect: home }];
    for _ in 0..options.expansions {
        if let Some(rect) = place_expansion(sketch, &mut rng, &sites, options.strait) {
            sites.push(ResourceSite { rect });
        }
    }
    sites.extend(place_middle(sketch, &mut rng).map(|rect| ResourceSite { rect }));
    Ok(sites)
}

fn shortest_side(sketch: &Sketch<'_>) -> i32 {
    i32::from(sketch.width.min(sketch.height))
}

/// A count of nodes for a full-grown map, brought down for a small one.
fn scaled(sketch: &Sketch<'_>, count: u32) -> u32 {
    let side = shortest_side(sketch).clamp(0, FULL_SIDE) as u32;
    (count * side / FULL_SIDE as u32).max(1)
}

/// The distance between the middles of two rectangles, in cells.
fn gap(a: Rect, b: Rect) -> i32 {
    Fx::root_of_wide(a.centre().distance_squared_wide(b.centre())).floor_int()
}

/// The distance from a rectangle to the nearest of its images; 0 when it lies on one.
fn image_gap(sketch: &Sketch<'_>, rect: Rect) -> i32 {
    sketch.images(rect).skip(1).map(|image| gap(rect, image)).min().unwrap_or(0)
}

/// A cell at least `margin` from every edge.
fn random_cell(sketch: &Sketch<'_>, rng: &mut Rng, margin: i32) -> Cell {
    let along = |rng: &mut Rng, side: u16| rng.between(margin, i32::from(side) - 1 - margin) as i16;
    let x = along(rng, sketch.width);
    Cell::new(x, along(rng, sketch.height))
}

/// The first random place with enough distance to its images, or the best of all tried.
fn place_start(sketch: &mut Sketch<'_>, rng: &mut Rng) -> Option<Cell> {
    let (side, base) = (shortest_side(sketch), sketch.rules.start.base);
    let share = match sketch.group.len() {
        2 => 70,
        4 => 55,
        _ => 30,
    };
    let wanted = (side * share / 100).min(MAX_GAP - 10);
    let margin = (side / 9).clamp(2, 9);
    let mut best = (0, Cell::default());
    for _ in 0..MAX_TRIES {
        let cell = random_cell(sketch, rng, margin);
        let rect = footprint(sketch.rules, base, cell);
        let inside =
            sketch.bounds().contains(Cell::new(rect.x + rect.width as i16 + 1, rect.y + rect.height as i16 + 1));
        let apart = image_gap(sketch, rect);
        if inside && apart <= MAX_GAP && apart > best.0 {
            best = (apart, cell);
        }
        if best.0 >= wanted {
            break;
        }
    }
    let rect = footprint(sketch.rules, base, best.1);
    let radius = (best.0 / 2 - 1).min(side / 6 + 1).clamp(3, 12) as i16;
    sketch.clear(rect, radius);
    sketch.place_start(best.1).then_some(best.1)
}

/// Places the nodes of one resource around `home`: singly, or as two groves.
fn place_deposit(sketch: &mut Sketch<'_>, rng: &mut Rng, home: Rect, kind: KindId, count: u32, near: i16) -> bool {
    if count <= MAX_SINGLE {
        return (0..count).all(|_| place_single(sketch, rng, home, kind, near));
    }
    let half = count / 2;
    grow_grove(sketch, rng, home, kind, half, near) && grow_grove(sketch, rng, home, kind, count - half, near)
}

/// A node with room around it, `near` to `near` + 3 cells from `home`.
fn place_single(sketch: &mut Sketch<'_>, rng: &mut Rng, home: Rect, kind: KindId, near: i16) -> bool {
    (0..MAX_TRIES).any(|_| {
        let cell = random_beside(rng, home, footprint(sketch.rules, kind, Cell::default()), near + 3);
        let rect = footprint(sketch.rules, kind, cell);
        sketch.bounds().contains(cell) && !rect.grown(near).overlaps(home) && sketch.place_node(kind, cell, 1)
    })
}

/// A north-west cell for a rectangle shaped as `shape`, at most `far` cells from `home`.
fn random_beside(rng: &mut Rng, home: Rect, shape: Rect, far: i16) -> Cell {
    let along = |rng: &mut Rng, low: i16, length: u16, own: u16| {
        rng.between(i32::from(low - far) - i32::from(own), i32::from(low + far) + i32::from(length)) as i16
    };
    let x = along(rng, home.x, home.width, shape.width);
    Cell::new(x, along(rng, home.y, home.height, shape.height))
}

/// A grove of single-cell nodes: each grows beside one that stands (Eden, "A two-dimensional growth process", 1961).
fn grow_grove(sketch: &mut Sketch<'_>, rng: &mut Rng, home: Rect, kind: KindId, count: u32, near: i16) -> bool {
    let (least, most) = (home.grown(near), home.grown(near + 7));
    let mut grove: Vec<Cell> = Vec::new();
    for _ in 0..count * 40 {
        let cell = if grove.is_empty() {
            random_beside(rng, home, Rect { width: 1, height: 1, ..home }, near + 4)
        } else {
            let parent = grove[rng.below(grove.len() as u32) as usize];
            let (dx, dy) = [(1, 0), (0, 1), (-1, 0), (0, -1)][rng.below(4) as usize];
            parent.offset(dx, dy)
        };
        let allowed = most.contains(cell) && !least.contains(cell) && sketch.bounds().contains(cell);
        if allowed && sketch.place_node(kind, cell, 0) {
            grove.push(cell);
        }
        if grove.len() as u32 == count {
            return true;
        }
    }
    grove.len() as u32 * 2 >= count
}

/// A site with every resource, nearer to the first start than to any other.
fn place_expansion(sketch: &mut Sketch<'_>, rng: &mut Rng, sites: &[ResourceSite], strait: u8) -> Option<Rect> {
    let home = sites.first()?.rect;
    for _ in 0..MAX_TRIES {
        let cell = random_cell(sketch, rng, 5);
        let rect = Rect { x: cell.x, y: cell.y, width: 3, height: 3 };
        let own = gap(home, rect);
        let others = sketch.images(home).skip(1).map(|other| gap(other, rect)).min().unwrap_or(i32::MAX);
        let spaced = sites.iter().all(|site| gap(site.rect, rect) >= SITE_GAP + 4);
        if own < others - OWN_SIDE - 2 * i32::from(strait)
            && own <= MAX_GAP / 2
            && spaced
            && image_gap(sketch, rect) >= SITE_GAP
        {
            stock_site(sketch, rng, rect);
            return Some(rect);
        }
    }
    None
}

/// What does not fit is left out: an expansion may lack something.
fn stock_site(sketch: &mut Sketch<'_>, rng: &mut Rng, rect: Rect) {
    sketch.clear(rect, 6);
    for (kind, count) in sketch.palette.deposits.iter().copied() {
        place_deposit(sketch, rng, rect, kind, scaled(sketch, count.div_ceil(2)), 1);
    }
}

/// The first resource around the middle of the map, one node for each player; the rectangle at the middle, unless it is water.
fn place_middle(sketch: &mut Sketch<'_>, rng: &mut Rng) -> Option<Rect> {
    let cell = Cell::new((sketch.width / 2) as i16, (sketch.height / 2) as i16);
    if sketch.is_flooded(cell) {
        return None;
    }
    let middle = Rect { x: cell.x, y: cell.y, width: 1, height: 1 };
    let side = shortest_side(sketch);
    if side >= 32 {
        sketch.clear(middle, (side as i16 / 10).min(7));
        if let Some((kind, _)) = sketch.palette.deposits.first().copied().filter(|(_, count)| *count <= MAX_SINGLE) {
            place_single(sketch, rng, middle, kind, 2);
        }
    }
    Some(middle)
}
