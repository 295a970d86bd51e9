//! Path searches on maps: the ground they search, what they find drawn in characters, and the MovingAI benchmark that their lengths
//! are held to.

mod bench;
mod ground;
mod picture;
mod report;
mod scen;

pub use bench::{MAX_SHOWN, PathBenchResult, solve};
pub use ground::{check_end, load};
pub use picture::draw;
pub use report::{bench_json, bench_text, route_json, route_text};
use sandtable_math::Vec2;

/// The length of a route in cells.
pub fn length(points: &[Vec2]) -> f64 {
    let cells = |bits: i64| bits as f64 / 65_536.0;
    let leg = |pair: &[Vec2]| {
        let (from, to) = (pair[0], pair[1]);
        let dx = i64::from(to.x.bits()) - i64::from(from.x.bits());
        let dy = i64::from(to.y.bits()) - i64::from(from.y.bits());
        cells(dx).hypot(cells(dy))
    };
    points.windows(2).map(leg).sum()
}
