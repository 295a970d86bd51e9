//! Outlines of units by role, as pages of matches draw them.

use std::fmt::Write as _;

/// The outline of a shape around a point, as a path.
pub(super) fn outline(shape: &str, [x, y]: [f64; 2], r: f64) -> String {
    match shape {
        "melee" => polygon([x, y], r * 1.16, 4, 0.125),
        "ranged" => polygon([x, y + r * 0.16], r * 1.3, 3, -0.25),
        "mounted" => polygon([x, y], r * 1.25, 4, 0.0),
        "siege" => polygon([x, y], r * 1.12, 5, -0.25),
        "transport" => polygon([x, y], r * 1.12, 6, 0.0),
        "scout" => polygon([x, y], r * 1.2, 3, 0.25),
        "healer" => plus([x, y], r * 1.12),
        "flyer" => {
            through(&[[x, y - r * 1.2], [x + r * 1.3, y + r * 0.9], [x, y + r * 0.3], [x - r * 1.3, y + r * 0.9]])
        }
        _ => round([x, y], r * 0.86),
    }
}

/// Up to three bars, upright or lying, by which kinds of one outline are told apart, as a path; empty of the first.
pub(super) fn bars(twin: usize, [x, y]: [f64; 2], radius: f64) -> String {
    let (side, lies) = (radius * 0.26, twin > 3);
    let bars = if lies { twin - 3 } else { twin };
    let mut path = String::new();
    for bar in 0..bars {
        let off = (bar as f64 * 2.0 - bars as f64 + 0.5) * side;
        let [left, top] = if lies { [x - side, y + off] } else { [x + off, y - side] };
        let [width, height] = if lies { [side * 2.4, side] } else { [side, side * 2.4] };
        let _ = write!(path, "M{left:.1} {top:.1}h{width:.1}v{height:.1}h-{width:.1}z");
    }
    path
}

/// Corners at even distances on a circle, the first `turn` turns on from east.
fn polygon([x, y]: [f64; 2], radius: f64, corners: u32, turn: f64) -> String {
    let corner = |row: u32| {
        let angle = (turn + f64::from(row) / f64::from(corners)) * std::f64::consts::TAU;
        [x + radius * libm::cos(angle), y + radius * libm::sin(angle)]
    };
    through(&(0..corners).map(corner).collect::<Vec<_>>())
}

fn plus([x, y]: [f64; 2], r: f64) -> String {
    let a = r * 0.42;
    let steps =
        [[-a, -r], [a, -r], [a, -a], [r, -a], [r, a], [a, a], [a, r], [-a, r], [-a, a], [-r, a], [-r, -a], [-a, -a]];
    through(&steps.map(|[dx, dy]| [x + dx, y + dy]))
}

fn round([x, y]: [f64; 2], r: f64) -> String {
    format!("M{:.1} {y:.1}a{r:.1} {r:.1} 0 1 0 {w:.1} 0a{r:.1} {r:.1} 0 1 0 -{w:.1} 0z", x - r, w = 2.0 * r)
}

fn through(points: &[[f64; 2]]) -> String {
    let mut path = String::new();
    for (row, [x, y]) in points.iter().enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if row == 0 { 'M' } else { 'L' });
    }
    path + "z"
}
