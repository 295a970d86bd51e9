//! Each behaviour draws its trajectory; sums, limits and symmetries are checked beside.

mod crowd;
mod lone;
mod sums;

use super::*;
use crate::vector::limited;

/// The most force of those that are drawn, in cells a tick a tick.
const MAX_FORCE: Fx = Fx::from_bits(1 << 12);
/// The fastest of them, in cells a tick.
const TOP_SPEED: Fx = Fx::from_bits(1 << 14);

fn fx(text: &str) -> Fx {
    Fx::parse_decimal(text).expect("a number")
}

fn at(x: &str, y: &str) -> Vec2 {
    Vec2::new(fx(x), fx(y))
}

fn mover(position: Vec2, velocity: Vec2) -> Mover {
    Mover { position, velocity, top_speed: TOP_SPEED }
}

/// The mover a tick later, under a force.
fn moved(mover: &Mover, force: Vec2) -> Mover {
    let force = ForceBudget::new(MAX_FORCE).spend(force).sum();
    let velocity = limited(mover.velocity + force, mover.top_speed);
    Mover { position: mover.position + velocity, velocity, ..*mover }
}

/// A sheet of cells, two characters wide and one high.
struct Sheet {
    lines: Vec<Vec<char>>,
}

impl Sheet {
    fn new(width: usize, height: usize) -> Sheet {
        Sheet { lines: vec![vec!['.'; 2 * width]; height] }
    }

    fn mark(&mut self, place: Vec2, sign: char) {
        let (column, line) = (place.x.mul_int(2).floor_int(), place.y.floor_int());
        let line = usize::try_from(line).ok().and_then(|line| self.lines.get_mut(line));
        if let Some(spot) = line.zip(usize::try_from(column).ok()).and_then(|(line, column)| line.get_mut(column)) {
            *spot = sign;
        }
    }

    /// Marks every spot that the block covers.
    fn block(&mut self, block: &crate::obstacle::Obstacle) {
        for line in 0..self.lines.len() {
            for column in 0..self.lines[line].len() {
                let spot =
                    Vec2::new(Fx::from_bits((2 * column as i32 + 1) << 14), Fx::from_bits((2 * line as i32 + 1) << 15));
                if block.contains(spot) {
                    self.mark(spot, '#');
                }
            }
        }
    }

    /// The sheet as text.
    fn drawn(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(|line| line.iter().collect()).collect();
        lines.join("\n")
    }

    /// Draws a trail: a sign for every tick, which counts up every eight of them.
    fn trail(&mut self, mover: Mover, ticks: u32, first: char, mut force: impl FnMut(&Mover) -> Vec2) -> Mover {
        let mut now = mover;
        for tick in 0..ticks {
            self.mark(now.position, char::from_u32(first as u32 + tick / 8).unwrap_or('?'));
            now = moved(&now, force(&now));
        }
        now
    }
}
