//! A match as text and as a picture, whole: for whoever watches, not for whoever plays.

use sandtable_model::rules::Class;
use sandtable_model::scenario::Scenario;
use sandtable_sim::World;
use sandtable_state::id::KindId;

/// Pixels of a cell's side.
pub const CELL: usize = 12;

const COLOURS: [[u8; 3]; 8] = [
    [66, 133, 244],
    [219, 68, 55],
    [15, 157, 88],
    [244, 180, 0],
    [171, 71, 188],
    [0, 172, 193],
    [255, 112, 67],
    [158, 157, 36],
];

/// Somebody on the map: owner, kind, cells from the north-west corner in pixels, and size in pixels.
struct Body {
    owner: u8,
    kind: KindId,
    at: [i32; 2],
    size: [i32; 2],
}

fn bodies(world: &World) -> Vec<Body> {
    let rules = world.rules();
    let pixels = |bits: i32| ((i64::from(bits) * CELL as i64) >> 16) as i32;
    let footprint = |kind: KindId| {
        let size = rules.kind(kind).footprint.as_ref();
        size.map_or([1, 1], |it| [i32::from(it.width), i32::from(it.height)])
    };
    let standing = |owner: u8, kind: KindId, x: i16, y: i16| {
        let [width, height] = footprint(kind).map(|cells| cells * CELL as i32);
        Body { owner, kind, at: [i32::from(x) * CELL as i32, i32::from(y) * CELL as i32], size: [width, height] }
    };
    let nodes = world.observe_nodes().map(|node| standing(u8::MAX, node.kind, node.cell.x, node.cell.y));
    let buildings = world.observe_buildings().map(|it| standing(it.id.owner().0, it.kind, it.cell.x, it.cell.y));
    let side = CELL as i32 / 2;
    let units = world.observe_units().map(|unit| Body {
        owner: unit.id.owner().0,
        kind: unit.kind,
        at: [pixels(unit.position.x.bits()) - side / 2, pixels(unit.position.y.bits()) - side / 2],
        size: [side, side],
    });
    nodes.chain(buildings).chain(units).collect()
}

/// The map as text: a line for each row, `.` open, `#` closed, `$` a node, capitals for buildings and small letters for units, by the first
/// letter of their kind, and a line with tick, stocks and supply of each player below.
pub fn text(world: &World) -> String {
    let scenario: &Scenario = world.scenario();
    let (rules, map) = (world.rules(), &scenario.map);
    let width = usize::from(map.width);
    let open = |terrain: &u8| if rules.terrain[usize::from(*terrain)].buildable { '.' } else { '#' };
    let mut cells: Vec<char> = map.terrain.iter().map(open).collect();
    for body in bodies(world) {
        let letter = rules.kind(body.kind).name.chars().next().unwrap_or('?');
        let glyph = match rules.kind(body.kind).class {
            Class::Node => '$',
            Class::Building => letter.to_ascii_uppercase(),
            Class::Unit => letter.to_ascii_lowercase(),
        };
        let whole = rules.kind(body.kind).class != Class::Unit;
        let middle = body.at.map(|side| side + if whole { 0 } else { CELL as i32 / 4 });
        let cells_of = |axis: usize| {
            let from = middle[axis] / CELL as i32;
            from..from + if whole { body.size[axis] / CELL as i32 } else { 1 }
        };
        for row in cells_of(1) {
            for column in cells_of(0).filter(|column| (0..i32::from(map.width)).contains(column)) {
                if let Some(cell) = cells.get_mut(row as usize * width + column as usize) {
                    *cell = glyph;
                }
            }
        }
    }
    let mut out: String = cells.chunks(width).flat_map(|row| row.iter().copied().chain(['\n'])).collect();
    out.push_str(&format!("tick {}", world.tick()));
    for (number, player) in world.players().iter().enumerate() {
        let stock: Vec<String> = player.resources[..rules.resources.len()].iter().map(u32::to_string).collect();
        out.push_str(&format!(
            "  p{} stock {} supply {}/{}",
            number + 1,
            stock.join("+"),
            player.supply_used,
            player.supply_cap
        ));
    }
    out.push('\n');
    out
}

/// The map as a picture, rows of red, green and blue; its height and width in pixels come first.
pub fn rgb(world: &World) -> (usize, usize, Vec<u8>) {
    let (rules, map) = (world.rules(), &world.scenario().map);
    let (width, height) = (usize::from(map.width) * CELL, usize::from(map.height) * CELL);
    let mut pixels = vec![0u8; width * height * 3];
    let mut fill = |at: [i32; 2], size: [i32; 2], colour: [u8; 3]| {
        for y in at[1].max(0)..(at[1] + size[1]).min(height as i32) {
            for x in at[0].max(0)..(at[0] + size[0]).min(width as i32) {
                let from = (y as usize * width + x as usize) * 3;
                pixels[from..from + 3].copy_from_slice(&colour);
            }
        }
    };
    for (index, terrain) in map.terrain.iter().enumerate() {
        let shade = 40 + map.heights[index] * 6;
        let colour =
            if rules.terrain[usize::from(*terrain)].buildable { [shade, shade + 25, shade] } else { [shade; 3] };
        let at = [index % usize::from(map.width), index / usize::from(map.width)].map(|cell| (cell * CELL) as i32);
        fill(at, [CELL as i32; 2], colour);
    }
    for body in bodies(world) {
        let colour = COLOURS.get(usize::from(body.owner)).copied().unwrap_or([230, 210, 120]);
        fill(body.at, body.size, colour);
    }
    (height, width, pixels)
}
