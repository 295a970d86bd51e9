//! The board: ground, nodes, buildings, units with their health, shots and who strikes whom.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Map;
use sandtable_model::rules::{Class, Kind, Locomotion, Rules, Terrain, WALL_COST};
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::{ObservedBuilding, ObservedUnit, World};
use sandtable_state::id::UnitId;

use super::outline::{bars, outline};
use super::{BOARD, colour};
use crate::match_page::{label, look, twin};
use crate::svg::Picture;

/// Pixels of a unit, at least, from its middle.
const LEAST_RADIUS: f64 = 5.0;
/// How much further than its range a unit may be from what it strikes: targets move on.
const SLACK: f64 = 1.0;
/// Steps of light from the lowest to the highest ground.
const LIGHTS: i32 = 4;
/// Colours of terrain by words in its name, as pages of matches have them.
const TERRAIN: [(&str, [i32; 3]); 16] = [
    ("deep", [58, 92, 128]),
    ("shallow", [124, 164, 174]),
    ("ford", [124, 164, 174]),
    ("water", [72, 112, 146]),
    ("forest", [72, 102, 70]),
    ("tree", [72, 102, 70]),
    ("swamp", [98, 106, 78]),
    ("marsh", [98, 106, 78]),
    ("cliff", [92, 86, 82]),
    ("rock", [104, 98, 94]),
    ("wall", [92, 86, 82]),
    ("road", [176, 160, 126]),
    ("sand", [190, 174, 132]),
    ("snow", [212, 218, 222]),
    ("grass", [124, 144, 100]),
    ("plain", [124, 144, 100]),
];
/// Colours of resources by name, then by row.
const RESOURCES: [(&str, &str); 7] = [
    ("gold", "#f4cf3a"),
    ("ore", "#93a4b8"),
    ("wood", "#a9713c"),
    ("stone", "#b7c3cf"),
    ("iron", "#93a4b8"),
    ("food", "#d9574a"),
    ("crystal", "#c95fd6"),
];
const OTHER_RESOURCES: [&str; 4] = ["#f4cf3a", "#a9713c", "#b7c3cf", "#c95fd6"];

/// How cells become pixels.
struct Scale {
    cell: f64,
}

impl Scale {
    fn at(&self, place: Vec2) -> [f64; 2] {
        [BOARD[0] + cells(place.x) * self.cell, BOARD[1] + cells(place.y) * self.cell]
    }
}

fn cells(value: Fx) -> f64 {
    f64::from(value.bits()) / 65_536.0
}

/// Draws all that stands on the map.
pub(super) fn draw(picture: &mut Picture, world: &World) {
    let map = &world.scenario().map;
    let scale = Scale { cell: BOARD[2] / f64::from(map.width.max(map.height)) };
    ground(picture, map, &world.rules().terrain, &scale);
    nodes(picture, world, &scale);
    let buildings: Vec<ObservedBuilding> = world.observe_buildings().collect();
    buildings.iter().for_each(|one| building(picture, world, one, &scale));
    let mut units: Vec<ObservedUnit> = world.observe_units().filter(|unit| !unit.aboard.is_some()).collect();
    let flies = |unit: &ObservedUnit| {
        world.rules().kind(unit.kind).body.as_ref().map(|body| body.locomotion) == Some(Locomotion::Air)
    };
    units.sort_by_key(flies);
    strikes(picture, world, &units, &buildings, &scale);
    units.iter().for_each(|one| unit(picture, world, one, &scale));
    for shot in world.observe_shots() {
        let [x, y] = scale.at(shot.position);
        picture.circle([x, y], 2.0, "fill=\"#ffebc8\" stroke=\"#101315\" stroke-width=\"0.6\"");
    }
}

/// A path for each colour: a run of cells is a box.
fn ground(picture: &mut Picture, map: &Map, terrain: &[Terrain], scale: &Scale) {
    let (width, height) = (usize::from(map.width), usize::from(map.height));
    let highest = map.heights.iter().copied().max().unwrap_or(0).max(4);
    let shade = |at: usize| {
        let light = i32::from(map.heights[at]) * LIGHTS / i32::from(highest);
        let base = terrain.get(usize::from(map.terrain[at])).map_or([124, 144, 100], terrain_colour);
        base.map(|part| (part * (86 + 34 * light / LIGHTS) / 100).min(255))
    };
    let mut paths: BTreeMap<[i32; 3], String> = BTreeMap::new();
    for y in 0..height {
        let row: Vec<[i32; 3]> = (0..width).map(|x| shade(y * width + x)).collect();
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            let path = paths.entry(run[0]).or_default();
            let _ = write!(path, "M{x} {y}h{w}v1h-{w}z", w = run.len());
            x += run.len();
        }
    }
    let place = format!("transform=\"translate({} {}) scale({:.4})\"", BOARD[0], BOARD[1], scale.cell);
    for ([red, green, blue], path) in paths {
        // A hair of its own colour closes the seams between boxes.
        let colour = format!("#{red:02x}{green:02x}{blue:02x}");
        picture.path(&path, &format!("{place} fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"0.04\""));
    }
}

fn terrain_colour(terrain: &Terrain) -> [i32; 3] {
    if let Some((_, known)) = TERRAIN.iter().find(|(word, _)| terrain.name.contains(word)) {
        return *known;
    }
    match (terrain.cost(Locomotion::Foot), terrain.cost(Locomotion::Hover)) {
        (WALL_COST, WALL_COST) => [92, 86, 82],
        (WALL_COST, _) => [72, 112, 146],
        _ if terrain.blocks_sight => [72, 102, 70],
        (foot, _) if foot > 8 => [112, 122, 88],
        _ => [124, 144, 100],
    }
}

fn nodes(picture: &mut Picture, world: &World, scale: &Scale) {
    let rules = world.rules();
    for node in world.observe_nodes() {
        let kind = rules.kind(node.kind);
        let Some(stock) = &kind.stock else { continue };
        let colour = resource_colour(rules, stock.resource.index());
        let full = f64::from(stock.amount.max(1));
        let side = libm::sqrt((f64::from(node.amount) / full).clamp(0.06, 1.0));
        let [width, height] = footprint(kind).map(|cells| cells * scale.cell);
        let [x, y] = scale.at(node.position);
        if footprint(kind) == [1.0, 1.0] {
            picture.circle([x, y], width * 0.47, "fill=\"#000\" fill-opacity=\"0.28\"");
            picture.circle([x, y], width * 0.42 * side, &format!("fill=\"{colour}\""));
        } else {
            let rect = |part: f64| around([x, y], [width * part, height * part]);
            picture.rect(rect(0.94), "rx=\"3\" fill=\"#000\" fill-opacity=\"0.28\"");
            picture.rect(rect(0.84 * side), &format!("rx=\"3\" fill=\"{colour}\""));
        }
    }
}

/// The colour of a resource, by its name or its row.
pub(super) fn resource_colour(rules: &Rules, row: usize) -> &'static str {
    let name = rules.resources.get(row).map_or("", String::as_str);
    let known = RESOURCES.iter().find(|(other, _)| *other == name).map(|(_, colour)| *colour);
    known.unwrap_or(OTHER_RESOURCES[row % OTHER_RESOURCES.len()])
}

fn footprint(kind: &Kind) -> [f64; 2] {
    kind.footprint.as_ref().map_or([1.0, 1.0], |one| [f64::from(one.width), f64::from(one.height)])
}

/// A box of this width and height around a point, to a tenth.
fn around([x, y]: [f64; 2], [width, height]: [f64; 2]) -> [f64; 4] {
    [x - width / 2.0, y - height / 2.0, width, height].map(tenth)
}

fn tenth(value: f64) -> f64 {
    libm::round(value * 10.0) / 10.0
}

fn building(picture: &mut Picture, world: &World, one: &ObservedBuilding, scale: &Scale) {
    let kind = world.rules().kind(one.kind);
    let [width, height] = footprint(kind).map(|cells| cells * scale.cell);
    let ([x, y], colour) = (scale.at(one.position), colour(one.id.owner()));
    let whole = around([x, y], [width, height]);
    let stroke = format!("stroke=\"{colour}\" stroke-width=\"1.5\"");
    if one.stage == ConstructionStage::Planned {
        picture.rect(whole, &format!("fill=\"none\" stroke-dasharray=\"4 3\" {stroke}"));
        return;
    }
    picture.rect(whole, "fill=\"#23282d\"");
    let is_complete = one.stage == ConstructionStage::Complete;
    let (done, strength) = if is_complete { (1.0, 0.62) } else { (f64::from(one.built_percent) / 100.0, 0.4) };
    let rises = [x, y + height * (1.0 - done) / 2.0];
    picture.rect(around(rises, [width, height * done]), &format!("fill=\"{colour}\" fill-opacity=\"{strength}\""));
    picture.rect(whole, &format!("fill=\"none\" {stroke}"));
    let told = label(world.rules(), kind);
    let size = tenth((width * 0.42).clamp(8.0, 14.0));
    picture.text(
        [tenth(x), tenth(y + size * 0.36)],
        size,
        &told,
        "fill=\"#fff\" font-weight=\"700\" text-anchor=\"middle\"",
    );
    if is_complete {
        health(picture, [x, y - height / 2.0 - 4.0], width * 0.9, [one.hp, one.max_hp]);
    }
}

fn radius(kind: &Kind, scale: &Scale) -> f64 {
    let body = kind.body.as_ref().map_or(0.0, |body| cells(body.radius));
    (body * scale.cell * 1.1).max(LEAST_RADIUS)
}

fn unit(picture: &mut Picture, world: &World, one: &ObservedUnit, scale: &Scale) {
    let (rules, [x, y]) = (world.rules(), scale.at(one.position));
    let kind = rules.kind(one.kind);
    let radius = radius(kind, scale);
    let look = look(rules, one.kind.index()).unwrap_or_default();
    let fill = format!("fill=\"{}\" stroke=\"#000\" stroke-opacity=\"0.75\"", colour(one.id.owner()));
    picture.path(&outline(look, [x, y], radius), &fill);
    bar(picture, twin(rules, one.kind.index()), [x, y], radius);
    health(picture, [x, y - radius - 5.0], (radius * 1.8).max(8.0), [one.hp, one.max_hp]);
}

/// The bars of a kind that others before it look like.
pub(super) fn bar(picture: &mut Picture, twin: usize, at: [f64; 2], radius: f64) {
    let bars = bars(twin, at, radius);
    if !bars.is_empty() {
        picture.path(&bars, "fill=\"#101315\"");
    }
}

/// A bar of those that are hurt.
fn health(picture: &mut Picture, [x, y]: [f64; 2], width: f64, [hp, most]: [Fx; 2]) {
    let part = f64::from(hp.bits()) / f64::from(most.bits().max(1));
    if part >= 1.0 {
        return;
    }
    let colour = match part {
        part if part > 0.6 => "#5bd45b",
        part if part > 0.3 => "#f2c230",
        _ => "#ff5a4d",
    };
    let left = x - width / 2.0;
    picture.rect([left - 1.0, y - 1.0, width + 2.0, 5.0].map(tenth), "fill=\"#000\" fill-opacity=\"0.65\"");
    picture.rect([left, y, width * part, 3.0].map(tenth), &format!("fill=\"{colour}\""));
}

/// Lines from units to what they strike, when that is about in range.
fn strikes(
    picture: &mut Picture,
    world: &World,
    units: &[ObservedUnit],
    buildings: &[ObservedBuilding],
    scale: &Scale,
) {
    let rules = world.rules();
    let bodies = units.iter().map(|one| (one.id, (one.position, rules.kind(one.kind))));
    let built = buildings.iter().map(|one| (one.id, (one.position, rules.kind(one.kind))));
    let known: BTreeMap<UnitId, (Vec2, &Kind)> = bodies.chain(built).collect();
    for one in units {
        let Some((place, aim)) = known.get(&one.target) else { continue };
        let kind = rules.kind(one.kind);
        let half = if aim.class == Class::Building { footprint(aim).map(|side| side / 2.0) } else { [0.0, 0.0] };
        let (from, middle) = ([cells(one.position.x), cells(one.position.y)], [cells(place.x), cells(place.y)]);
        let near = |axis: usize| from[axis].clamp(middle[axis] - half[axis], middle[axis] + half[axis]);
        let to = [near(0), near(1)];
        let reach = kind.weapon.as_ref().map_or(0.0, |weapon| cells(weapon.range))
            + [kind, aim].map(|kind| kind.body.as_ref().map_or(0.0, |body| cells(body.radius))).iter().sum::<f64>();
        if libm::hypot(to[0] - from[0], to[1] - from[1]) > reach + SLACK {
            continue;
        }
        let pixels = |[x, y]: [f64; 2]| [BOARD[0] + x * scale.cell, BOARD[1] + y * scale.cell];
        let look = format!("stroke=\"{}\" stroke-width=\"1.5\" stroke-opacity=\"0.75\"", colour(one.id.owner()));
        picture.polyline([pixels(from), pixels(to)].into_iter(), &look);
    }
}

/// Whether anything of a kind is on the map.
pub(super) fn is_there(world: &World, kind: usize) -> bool {
    world.observe_units().any(|unit| unit.kind.index() == kind)
        || world.observe_buildings().any(|one| one.kind.index() == kind)
}
