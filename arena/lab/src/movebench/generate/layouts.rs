//! Layouts drawn anew: each family as the text of a family file, so that what is judged is what anybody can write down and play.

use sandtable_state::rng::Rng;

use crate::drawn_family::LayoutFamily;

/// Cells between the edge of a room and those who start in it.
const MARGIN: i64 = 2;
/// The diameter of the body that is sent, in cells, and its speed, in cells a second.
pub const BODY: (f64, f64) = (0.9, 2.0);

/// One layout of a family.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnLayout {
    /// What it is, in a few words.
    pub about: String,
    /// The text of its file.
    pub text: String,
    /// What is to be added to the ideal time before anything is held against it, in seconds.
    pub extra: f64,
    /// Of workers at a node: the least time of a trip, in seconds.
    pub trip: Option<f64>,
}

/// All families that can be drawn, in the order of reports.
pub const MOVE_FAMILIES: [LayoutFamily<DrawnLayout>; 8] = [
    LayoutFamily { name: "two_way_1", about: "both ways through a passage one wide", draw: |rng| two_way(rng, 1) },
    LayoutFamily { name: "two_way_2", about: "both ways through a passage two wide", draw: |rng| two_way(rng, 2) },
    LayoutFamily { name: "two_way_3", about: "both ways through a passage three wide", draw: |rng| two_way(rng, 3) },
    LayoutFamily { name: "to_a_point", about: "100 to 2,000 to one point", draw: to_a_point },
    LayoutFamily {
        name: "idle_in_gap",
        about: "past an idle unit of the same team in a gap one wide",
        draw: idle_in_gap,
    },
    LayoutFamily { name: "idle_across", about: "through an idle crowd across a road", draw: idle_across },
    LayoutFamily { name: "node", about: "16 workers at a node in the open", draw: |rng| node(rng, false) },
    LayoutFamily {
        name: "node_pocket",
        about: "16 workers at a node in a pocket one wide",
        draw: |rng| node(rng, true),
    },
];

/// A whole number between two, both included, small ones as often as large ones by their order of magnitude.
fn scaled(rng: &mut Rng, low: i64, high: i64) -> i64 {
    let part = f64::from(rng.below(1 << 16)) / 65_536.0;
    let drawn = (low as f64) * ((high + 1) as f64 / low as f64).powf(part);
    (drawn.floor() as i64).clamp(low, high)
}

fn root(value: f64) -> i64 {
    value.sqrt().ceil() as i64
}

/// The gaps of a passage of a width that begins at `x` in row `y`, how long it is and where it ends.
struct Passage {
    gaps: Vec<[i64; 4]>,
    length: i64,
    end: [i64; 2],
    shape: &'static str,
}

fn passage(rng: &mut Rng, width: i64, [x, y]: [i64; 2], height: i64) -> Passage {
    let length = scaled(rng, 1, 80);
    let shape = if length < 8 { 0 } else { rng.below(3) };
    match shape {
        1 => bent(rng, width, length, [x, y], height),
        2 => chained(rng, width, length, [x, y]),
        _ => {
            let gaps = vec![[x, y, length, width]];
            Passage { gaps, length, end: [x + length, y], shape: "straight" }
        }
    }
}

fn bent(rng: &mut Rng, width: i64, length: i64, [x, y]: [i64; 2], height: i64) -> Passage {
    let most = (length / 2).min(height - y - width - 1).min(y - 1).max(1);
    let fall = scaled(rng, 1, most) * if rng.below(2) == 0 { 1 } else { -1 };
    let along = (length - fall.abs()).max(2 * width);
    let first = along / 2;
    let (top, bottom) = (y.min(y + fall), y.max(y + fall));
    let gaps = vec![
        [x, y, first + width, width],
        [x + first, top, width, bottom - top + width],
        [x + first, y + fall, along - first, width],
    ];
    Passage { gaps, length: along + fall.abs(), end: [x + along, y + fall], shape: "bent" }
}

fn chained(rng: &mut Rng, width: i64, length: i64, [x, y]: [i64; 2]) -> Passage {
    let (first, last) = (length / 2, length - length / 2);
    let side = 4 + i64::from(rng.below(4));
    let gaps =
        vec![[x, y, first, width], [x + first, (y - side / 2).max(0), side, side], [x + first + side, y, last, width]];
    Passage { gaps, length: length + side, end: [x + first + side + last, y], shape: "chained" }
}

fn header(about: &str, size: [i64; 2], seconds: f64) -> String {
    format!("about = \"{about}\"\nsize = [{}, {}]\ntime_limit = {}\n", size[0], size[1], seconds.ceil().min(1_190.0))
}

fn group(kind: &str, count: i64, block: [i64; 4], rest: &str) -> String {
    format!("\n[[groups]]\nkind = \"{kind}\"\ncount = {count}\nblock = {block:?}\nstrewn = true\n{rest}\n")
}

/// Two rooms with a passage between them, and as many in one as in the other, who change rooms.
fn two_way(rng: &mut Rng, width: i64) -> DrawnLayout {
    let count = scaled(rng, 4, 150);
    let side = (root(3.5 * count as f64) + 2 * MARGIN).max(12);
    let row = MARGIN + i64::from(rng.below((side - 2 * MARGIN - width) as u32));
    let Passage { gaps, length, end, shape } = passage(rng, width, [side, row], side);
    let across = end[0] + side;
    let walls = [[side, 0, end[0] - side, side]];
    let (diameter, speed) = BODY;
    let lanes = ((width as f64 - 1.0 / 16.0) / diameter).floor().max(1.0);
    let extra = length as f64 / speed;
    let ideal = (across as f64 + 2.0 * count as f64 * diameter / lanes) / speed + extra;
    let about = format!("{count} against {count}, {width} wide, {length} long, {shape}");
    let room = |x: i64| [x + MARGIN, MARGIN, side - 2 * MARGIN, side - 2 * MARGIN];
    let told = |to: i64| {
        let goal = [to + side / 2, side / 2];
        format!("goal = {goal:?}\nfinish = {:?}", [to, 0, side, side])
    };
    let text = header(&about, [across, side], 4.0 * ideal + 60.0)
        + &format!("walls = {walls:?}\ngaps = {gaps:?}\nlanes = {lanes}\n")
        + &group("soldier", count, room(0), &told(end[0]))
        + &group("soldier", count, room(end[0]), &told(0));
    DrawnLayout { about, text, extra, trip: None }
}

fn to_a_point(rng: &mut Rng) -> DrawnLayout {
    let count = scaled(rng, 100, 2_000);
    let sides = rng.below(2) == 0;
    let across = root(count as f64 * 1.5) + 2 * MARGIN;
    let far = 10 + i64::from(rng.below(30));
    let about = format!("{count} to a point, {}", if sides { "from all sides" } else { "from one side" });
    let (size, blocks, goal) = if sides {
        let size = 2 * across.max(far);
        ([size, size], vec![[MARGIN, MARGIN, size - 2 * MARGIN, size - 2 * MARGIN]], [size / 2, size / 2])
    } else {
        let size = [2 * across + far, across + 8];
        (size, vec![[MARGIN, MARGIN, across, across]], [size[0] - across / 2 - MARGIN, size[1] / 2])
    };
    let seconds = 1.5 * (size[0] + size[1]) as f64 / BODY.1 + 90.0;
    let mut text = header(&about, size, seconds);
    for block in blocks {
        text += &group("soldier", count, block, &format!("goal = {goal:?}"));
    }
    DrawnLayout { about, text, extra: 0.0, trip: None }
}

fn idle_in_gap(rng: &mut Rng) -> DrawnLayout {
    let (count, length) = (scaled(rng, 4, 60), scaled(rng, 1, 12));
    let side = (root(2.5 * count as f64) + 2 * MARGIN).max(12);
    let (row, width) = (side / 2, 2 * side + length);
    let at = side + i64::from(rng.below(length as u32));
    let about = format!("{count} past one idle unit in a gap {length} long");
    let ideal = (width as f64 + count as f64 * BODY.0) / BODY.1;
    let finish = [side + length, 0, side, side];
    let text = header(&about, [width, side], 3.0 * ideal + 60.0)
        + &format!("walls = {:?}\ngaps = {:?}\nlanes = 1\n", [[side, 0, length, side]], [[side, row, length, 1]])
        + &group("soldier", 1, [at, row, 1, 1], "task = \"idle\"")
        + &group(
            "soldier",
            count,
            [MARGIN, MARGIN, side - 2 * MARGIN, side - 2 * MARGIN],
            &format!("goal = {:?}\nfinish = {finish:?}", [width - side / 2, row]),
        );
    DrawnLayout { about, text, extra: 2.0, trip: None }
}

fn idle_across(rng: &mut Rng) -> DrawnLayout {
    let (count, width) = (scaled(rng, 10, 100), 4 + i64::from(rng.below(13)));
    let (deep, far) = (1 + i64::from(rng.below(6)), 12 + count / width);
    let idle = (width * deep * 3 / 4).max(1);
    let about = format!("{count} through {idle} idle units across a road {width} wide");
    let size = [2 * far + deep, width.max(8)];
    let lanes = (width as f64 / BODY.0).floor();
    let ideal = (size[0] as f64 + count as f64 * BODY.0 / lanes) / BODY.1;
    let walls = [[0, width, size[0], size[1] - width]];
    let text = header(&about, size, 3.0 * ideal + 60.0)
        + &format!("walls = {walls:?}\nlanes = {lanes}\n")
        + &group("soldier", idle, [far, 0, deep, width], "task = \"idle\"")
        + &group(
            "soldier",
            count,
            [0, 0, far - 4, width],
            &format!("goal = {:?}\nfinish = {:?}", [size[0] - 4, width / 2], [far + deep, 0, far, width]),
        );
    DrawnLayout { about, text, extra: 2.0 * deep as f64, trip: None }
}

/// Workers between a node and a depot, in the open or with the node at the end of a pocket.
fn node(rng: &mut Rng, pocket: bool) -> DrawnLayout {
    let (far, depth) = (4 + i64::from(rng.below(16)), if pocket { 1 + i64::from(rng.below(6)) } else { 0 });
    let (count, gathers) = (16, 6.0);
    let (height, row) = (15, 7);
    let wall = if pocket { depth + 3 } else { 0 };
    // The node lies in the pocket's last cell, the depot, two wide, before its mouth.
    let (spot, depot) = (if pocket { 2 } else { 4 }, if pocket { wall + far } else { 5 + far });
    let about = match pocket {
        true => format!("{count} workers, {far} cells to a pocket {depth} deep"),
        false => format!("{count} workers, {far} cells to a node"),
    };
    let gap = (depot - spot - 1) as f64;
    // A worker works when its edge is within 0.4 cells; its radius is 0.25.
    let way = (gap - 2.0 * (0.25 + 0.4)).max(0.0);
    let trip = 2.0 * way / BODY.1 + gathers;
    let walls = if pocket { vec![[0, 0, wall, height]] } else { Vec::new() };
    let gaps = if pocket { vec![[spot, row, wall - spot, 1]] } else { Vec::new() };
    let text = header(&about, [depot + 12, height], 240.0)
        + &format!(
            "walls = {walls:?}\ngaps = {gaps:?}\n\n[work]\nnode = {:?}\ndepot = {:?}\n",
            [spot, row],
            [depot, row]
        )
        + &group("digger", count, [depot + 3, 3, 7, 9], "task = \"gather\"");
    DrawnLayout { about, text, extra: 0.0, trip: Some(trip) }
}
