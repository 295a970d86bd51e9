//! The layouts: who attacks what, from where, drawn from a seed.

use sandtable_state::rng::Rng;

use crate::drawn_family::LayoutFamily;

/// The middle of every map, in cells: targets stand round it.
const MIDDLE: i64 = 32;
/// The side of every map, in cells.
pub const SIDE: i64 = 2 * MIDDLE;

/// What a target is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TargetShape {
    /// A unit with this radius, in cells.
    Body(f64),
    /// A building with this width and height, in cells.
    Building([i64; 2]),
}

/// Something to be attacked, which never strikes back.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnTarget {
    /// Its cell; the north-west one of a building.
    pub at: [i64; 2],
    /// What it is.
    pub shape: TargetShape,
    /// The points it walks to, one after the other and round again; none for one that stands.
    pub way: Vec<[i64; 2]>,
    /// Its speed, in cells a second.
    pub speed: f64,
}

/// Attackers of one kind, placed in a block of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnAttackers {
    /// Radius of the body, in cells.
    pub radius: f64,
    /// Range of the weapon, in cells.
    pub range: f64,
    /// Speed, in cells a second.
    pub speed: f64,
    /// The cells where they start, one each.
    pub cells: Vec<[i64; 2]>,
}

/// One layout.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnFight {
    /// What it is, in a few words.
    pub about: String,
    /// Rectangles of wall: west, north, width, height.
    pub walls: Vec<[i64; 4]>,
    /// What is attacked.
    pub targets: Vec<DrawnTarget>,
    /// Who attacks.
    pub attackers: Vec<DrawnAttackers>,
}

impl DrawnFight {
    /// The number of attackers.
    pub fn count(&self) -> usize {
        self.attackers.iter().map(|group| group.cells.len()).sum()
    }
}

/// All families of fights that can be drawn, in the order of reports.
pub const SLOT_FAMILIES: [LayoutFamily<DrawnFight>; 11] = [
    LayoutFamily { name: "slots_lone", about: "a block of attackers on one unit", draw: lone },
    LayoutFamily { name: "slots_column", about: "a column two wide on one unit", draw: column },
    LayoutFamily { name: "slots_surround", about: "from all sides on one unit", draw: surround },
    LayoutFamily { name: "slots_mixed", about: "attackers of three sizes on one unit", draw: mixed },
    LayoutFamily { name: "slots_ranged", about: "near and far attackers on one unit", draw: ranged },
    LayoutFamily { name: "slots_moving", about: "one unit that walks back and forth, slower", draw: moving },
    LayoutFamily { name: "slots_fleeing", about: "one unit that runs away in a circle", draw: fleeing },
    LayoutFamily { name: "slots_wall", about: "one unit by a wall, in a corner, in an alcove", draw: wall },
    LayoutFamily { name: "slots_building", about: "one building", draw: building },
    LayoutFamily { name: "slots_five_big", about: "five buildings side by side", draw: five_big },
    LayoutFamily { name: "slots_line", about: "a line of units, each attacker chooses its target", draw: line },
];

/// A number between two, in steps of a thousandth.
fn real(rng: &mut Rng, low: f64, high: f64) -> f64 {
    let part = f64::from(rng.below(1 << 16)) / 65_536.0;
    ((low + (high - low) * part) * 1_000.0).round() / 1_000.0
}

fn whole(rng: &mut Rng, low: i64, high: i64) -> i64 {
    low + i64::from(rng.below((high - low + 1) as u32))
}

/// A block of `count` cells in rows of `columns`, `distance` cells from the middle in a drawn direction.
fn block(rng: &mut Rng, count: i64, columns: i64, distance: i64) -> Vec<[i64; 2]> {
    let bearing = real(rng, 0.0, std::f64::consts::TAU);
    let (along, across) = ([bearing.cos(), bearing.sin()], [-bearing.sin(), bearing.cos()]);
    let mut cells: Vec<[i64; 2]> = Vec::new();
    let mut number = 0;
    while (cells.len() as i64) < count && number < 40 * count {
        let (rank, file) = (number / columns, number % columns);
        let (ahead, aside) = ((distance + rank) as f64, file as f64 - (columns - 1) as f64 / 2.0);
        let at = [0, 1].map(|axis| (MIDDLE as f64 + along[axis] * ahead + across[axis] * aside).round() as i64);
        let on_map = at.iter().all(|part| (1..SIDE - 1).contains(part));
        if on_map && !cells.contains(&at) {
            cells.push(at);
        }
        number += 1;
    }
    cells
}

/// Cells strewn in a ring round the middle.
fn ring(rng: &mut Rng, count: i64, near_cells: i64, far_cells: i64) -> Vec<[i64; 2]> {
    let mut cells: Vec<[i64; 2]> = Vec::new();
    while (cells.len() as i64) < count {
        let at =
            [whole(rng, MIDDLE - far_cells, MIDDLE + far_cells), whole(rng, MIDDLE - far_cells, MIDDLE + far_cells)];
        let away = at.map(|part| (part - MIDDLE) as f64);
        let away = away[0].hypot(away[1]);
        if away >= near_cells as f64 && away <= far_cells as f64 && !cells.contains(&at) {
            cells.push(at);
        }
    }
    cells
}

/// Attackers with a blade, drawn.
fn blades(rng: &mut Rng, cells: Vec<[i64; 2]>) -> DrawnAttackers {
    let (radius, range, speed) = (real(rng, 0.25, 0.42), real(rng, 0.3, 0.7), real(rng, 1.6, 2.6));
    DrawnAttackers { radius, range, speed, cells }
}

fn standing(rng: &mut Rng) -> DrawnTarget {
    let radius = real(rng, 0.25, 0.48);
    DrawnTarget { at: [MIDDLE, MIDDLE], shape: TargetShape::Body(radius), way: Vec::new(), speed: 2.0 }
}

fn fight(about: &str, targets: Vec<DrawnTarget>, attackers: Vec<DrawnAttackers>) -> DrawnFight {
    let count: usize = attackers.iter().map(|group| group.cells.len()).sum();
    let of = |target: &DrawnTarget| match target.shape {
        TargetShape::Body(radius) => format!("radius {radius:.2}"),
        TargetShape::Building([width, height]) => format!("{width} x {height}"),
    };
    let first = &attackers[0];
    let about = format!(
        "{count}{about}; target {}, attackers radius {:.2} range {:.2}",
        of(&targets[0]),
        first.radius,
        first.range
    );
    DrawnFight { about, walls: Vec::new(), targets, attackers }
}

fn lone(rng: &mut Rng) -> DrawnFight {
    let (count, wide, far) = (whole(rng, 10, 24), whole(rng, 3, 8), whole(rng, 4, 10));
    let cells = block(rng, count, wide, far);
    let target = standing(rng);
    fight(&format!(" in a block {wide} wide"), vec![target], vec![blades(rng, cells)])
}

fn column(rng: &mut Rng) -> DrawnFight {
    let (count, far) = (whole(rng, 10, 24), whole(rng, 4, 10));
    let cells = block(rng, count, 2, far);
    let target = standing(rng);
    fight(" in a column", vec![target], vec![blades(rng, cells)])
}

fn surround(rng: &mut Rng) -> DrawnFight {
    let count = whole(rng, 10, 30);
    let cells = ring(rng, count, 4, 12);
    let target = standing(rng);
    fight(" from all sides", vec![target], vec![blades(rng, cells)])
}

fn mixed(rng: &mut Rng) -> DrawnFight {
    let (count, wide, far) = (whole(rng, 10, 24), whole(rng, 3, 8), whole(rng, 4, 10));
    let all = if rng.below(2) == 0 { block(rng, count, wide, far) } else { ring(rng, count, 4, 12) };
    let groups = [(0.2, 0.28), (0.3, 0.36), (0.4, 0.48)].into_iter().enumerate();
    let groups = groups.map(|(row, (low, high))| {
        let cells = all.iter().copied().enumerate().filter(|(at, _)| at % 3 == row).map(|(_, cell)| cell).collect();
        DrawnAttackers { radius: real(rng, low, high), ..blades(rng, cells) }
    });
    let groups: Vec<DrawnAttackers> = groups.collect();
    let target = standing(rng);
    fight(" of three sizes", vec![target], groups)
}

fn ranged(rng: &mut Rng) -> DrawnFight {
    let (near, far) = (whole(rng, 6, 14), whole(rng, 6, 14));
    let wide = whole(rng, 3, 8);
    let all = block(rng, near + far, wide, 7);
    let (near_cells, far_cells) = all.split_at(near as usize);
    let (near_cells, far_cells) = (near_cells.to_vec(), far_cells.to_vec());
    let shooters = DrawnAttackers { range: real(rng, 2.5, 6.0), ..blades(rng, far_cells) };
    let target = standing(rng);
    fight(&format!(", {far} of them shooting"), vec![target], vec![blades(rng, near_cells), shooters])
}

fn moving(rng: &mut Rng) -> DrawnFight {
    let (count, wide, far) = (whole(rng, 8, 20), whole(rng, 3, 8), whole(rng, 4, 10));
    let cells = block(rng, count, wide, far);
    let attackers = blades(rng, cells);
    let part = real(rng, 0.2, 0.6);
    let mut target = standing(rng);
    target.speed = attackers.speed * part;
    let reach = whole(rng, 4, 12);
    target.way = if rng.below(2) == 0 {
        vec![[MIDDLE + reach, MIDDLE], [MIDDLE - reach, MIDDLE]]
    } else {
        vec![[MIDDLE, MIDDLE - reach], [MIDDLE, MIDDLE + reach]]
    };
    fight(&format!(" after one at {:.0} % of their speed", 100.0 * part), vec![target], vec![attackers])
}

fn fleeing(rng: &mut Rng) -> DrawnFight {
    let (count, wide, far) = (whole(rng, 6, 16), whole(rng, 3, 8), whole(rng, 3, 6));
    let cells = block(rng, count, wide, far);
    let attackers = blades(rng, cells);
    let part = real(rng, 0.6, 1.05);
    let mut target = standing(rng);
    target.speed = attackers.speed * part;
    let reach = whole(rng, 14, 24);
    let corners = [[reach, reach], [-reach, reach], [-reach, -reach], [reach, -reach]];
    let first = rng.below(4) as usize;
    target.way = (0..4).map(|step| corners[(first + step) % 4].map(|part| MIDDLE + part)).collect();
    fight(&format!(" after one at {:.0} % of their speed", 100.0 * part), vec![target], vec![attackers])
}

fn wall(rng: &mut Rng) -> DrawnFight {
    let count = whole(rng, 8, 24);
    let cells = ring(rng, count, 5, 12);
    let mut fight = {
        let target = standing(rng);
        fight(" on one by a wall", vec![target], vec![blades(rng, cells)])
    };
    let long = whole(rng, 2, 9);
    let (west, south) = ([MIDDLE - 1, MIDDLE - long, 1, 2 * long], [MIDDLE - long, MIDDLE + 1, 2 * long, 1]);
    let alcove = [MIDDLE + 2, MIDDLE - 1, 1, 3];
    fight.walls = match rng.below(3) {
        0 => vec![west],
        1 => vec![west, south],
        _ => vec![west, south, alcove],
    };
    for group in &mut fight.attackers {
        let walls = &fight.walls;
        let open = |cell: &[i64; 2]| {
            walls.iter().all(|[x, y, width, height]| {
                !(*x..x + width).contains(&cell[0]) || !(*y..y + height).contains(&cell[1])
            })
        };
        group.cells.retain(open);
    }
    fight
}

fn house(rng: &mut Rng, at: [i64; 2]) -> DrawnTarget {
    let size = [whole(rng, 2, 4), whole(rng, 2, 4)];
    DrawnTarget { at, shape: TargetShape::Building(size), way: Vec::new(), speed: 0.0 }
}

fn building(rng: &mut Rng) -> DrawnFight {
    let (count, wide, far) = (whole(rng, 12, 40), whole(rng, 4, 10), whole(rng, 7, 12));
    let cells = if rng.below(2) == 0 { block(rng, count, wide, far) } else { ring(rng, count, 7, 16) };
    let target = house(rng, [MIDDLE - 1, MIDDLE - 1]);
    fight(" on a building", vec![target], vec![blades(rng, cells)])
}

fn five_big(rng: &mut Rng) -> DrawnFight {
    let (count, wide, pitch) = (whole(rng, 25, 60), whole(rng, 5, 10), whole(rng, 5, 7));
    let cells = block(rng, count, wide, 14);
    let spots = [[0, 0], [pitch, 0], [-pitch, 0], [0, pitch], [0, -pitch]];
    let targets = spots.map(|spot| house(rng, [MIDDLE - 1 + spot[0], MIDDLE - 1 + spot[1]])).to_vec();
    fight(&format!(" on five, {pitch} apart"), targets, vec![blades(rng, cells)])
}

fn line(rng: &mut Rng) -> DrawnFight {
    let (count, wide, far) = (whole(rng, 20, 40), whole(rng, 4, 10), whole(rng, 6, 12));
    let cells = block(rng, count, wide, far);
    let (targets, pitch) = (whole(rng, 3, 7), whole(rng, 1, 2));
    let radius = real(rng, 0.25, 0.48);
    let spot = |number: i64| MIDDLE + pitch * (number - targets / 2);
    let row = (0..targets).map(|number| DrawnTarget {
        at: [spot(number), MIDDLE],
        shape: TargetShape::Body(radius),
        way: Vec::new(),
        speed: 2.0,
    });
    fight(&format!(" on {targets} in a line, {pitch} apart"), row.collect(), vec![blades(rng, cells)])
}
