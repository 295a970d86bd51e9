//! A route drawn in characters, small enough for a terminal.

use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_model::rules::WALL_COST;
use sandtable_nav::search::{CostGrid, PLAIN_COST};

/// Columns and rows of the largest picture.
const MAX_COLUMNS: usize = 100;
const MAX_ROWS: usize = 50;
/// Cells drawn around the route, where there is room.
const MARGIN: i32 = 4;

/// The part of the map that a picture shows, in cells, and how many cells each way make a character.
struct Frame {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    scale: usize,
}

/// Draws the ground around a route, or around its ends when there is none: `S` the start, `G` the goal, `*` the way, `#`
/// what cannot be entered, `.` plain ground, `,` cheaper and `:` dearer ground. One character stands for several cells
/// where the route spans more than the picture, and shows the rarest of them: `S` and `G`, way, wall, ground.
pub fn draw(grid: &CostGrid, from: Cell, to: Cell, points: &[Vec2]) -> String {
    let frame = Frame::around(grid, from, to, points);
    let mut rows = frame.ground(grid);
    for pair in points.windows(2) {
        frame.draw_leg(&mut rows, pair[0], pair[1]);
    }
    frame.put(&mut rows, from, 'G', 'S');
    frame.put(&mut rows, to, 'S', 'G');
    let mut text = frame.caption(grid);
    for row in rows {
        text.extend(row);
        text.push('\n');
    }
    text
}

impl Frame {
    fn around(grid: &CostGrid, from: Cell, to: Cell, points: &[Vec2]) -> Frame {
        let (width, height) = grid.size();
        let ends = [from, to].into_iter().chain(points.iter().map(|point| Cell::at(*point)));
        let span = |of: fn(Cell) -> i16, side: u16| {
            let all = ends.clone().map(|cell| i32::from(of(cell)));
            let low = (all.clone().min().unwrap_or(0) - MARGIN).max(0);
            let high = (all.max().unwrap_or(0) + MARGIN).min(i32::from(side) - 1);
            (low as usize, (high - low + 1) as usize)
        };
        let ((x, width), (y, height)) = (span(|cell| cell.x, width), span(|cell| cell.y, height));
        let scale = width.div_ceil(MAX_COLUMNS).max(height.div_ceil(MAX_ROWS)).max(1);
        Frame { x, y, width, height, scale }
    }

    fn caption(&self, grid: &CostGrid) -> String {
        let (width, height) = grid.size();
        let (east, south) = (self.x + self.width - 1, self.y + self.height - 1);
        let scale = if self.scale > 1 { format!(", {0} x {0} cells a character", self.scale) } else { String::new() };
        format!("{},{} to {east},{south} of {width} x {height} cells{scale}\n", self.x, self.y)
    }

    fn ground(&self, grid: &CostGrid) -> Vec<Vec<char>> {
        let glyph = |row: usize, column: usize| {
            let (x, y) = (self.x + column * self.scale, self.y + row * self.scale);
            let (east, south) = ((x + self.scale).min(self.x + self.width), (y + self.scale).min(self.y + self.height));
            let cells = (y..south).flat_map(|y| (x..east).map(move |x| Cell::new(x as i16, y as i16)));
            let costs: Vec<u8> = cells.map(|cell| grid.cost(cell)).collect();
            let walls = costs.iter().filter(|cost| **cost == WALL_COST).count();
            if 2 * walls >= costs.len() { '#' } else { ground_glyph(&costs) }
        };
        let (columns, rows) = (self.width.div_ceil(self.scale), self.height.div_ceil(self.scale));
        (0..rows).map(|row| (0..columns).map(|column| glyph(row, column)).collect()).collect()
    }

    fn place(&self, x: i32, y: i32) -> (usize, usize) {
        let (column, row) = ((x - self.x as i32).max(0) as usize, (y - self.y as i32).max(0) as usize);
        (column.min(self.width - 1) / self.scale, row.min(self.height - 1) / self.scale)
    }

    fn put(&self, rows: &mut [Vec<char>], cell: Cell, other: char, glyph: char) {
        let (column, row) = self.place(i32::from(cell.x), i32::from(cell.y));
        let glyph = if rows[row][column] == other { '&' } else { glyph };
        rows[row][column] = glyph;
    }

    /// Marks a straight line, by points a quarter of a cell apart.
    fn draw_leg(&self, rows: &mut [Vec<char>], from: Vec2, to: Vec2) {
        let (x0, y0) = (i64::from(from.x.bits()), i64::from(from.y.bits()));
        let (dx, dy) = (i64::from(to.x.bits()) - x0, i64::from(to.y.bits()) - y0);
        let parts = (dx.abs().max(dy.abs()) >> 14).max(1);
        for part in 0..=parts {
            let (x, y) = (x0 + dx * part / parts, y0 + dy * part / parts);
            let (column, row) = self.place((x >> 16) as i32, (y >> 16) as i32);
            rows[row][column] = '*';
        }
    }
}

/// The glyph of the commonest open ground.
fn ground_glyph(costs: &[u8]) -> char {
    let count = |is: fn(u8) -> bool| costs.iter().filter(|cost| is(**cost)).count();
    let cheaper = count(|cost| cost < PLAIN_COST);
    let dearer = count(|cost| cost > PLAIN_COST && cost != WALL_COST);
    let plain = count(|cost| cost == PLAIN_COST);
    if plain >= cheaper.max(dearer) {
        '.'
    } else if cheaper >= dearer {
        ','
    } else {
        ':'
    }
}

#[cfg(test)]
mod tests {
    use sandtable_nav::search::{Algorithm, Finder, Route};

    use super::*;

    fn drawn(grid: CostGrid, from: Cell, to: Cell) -> String {
        let mut finder = Finder::new(grid);
        let mut route = Route::default();
        finder.find(Algorithm::AStar, from, to, &mut route);
        draw(finder.grid(), from, to, &route.points)
    }

    #[test]
    fn the_route_is_drawn_with_its_surroundings() {
        let cost = |n: usize| match (n % 12, n / 12) {
            (6, 1..) => WALL_COST,
            (9.., _) => 16,
            (_, 5) => 4,
            _ => PLAIN_COST,
        };
        let text = drawn(CostGrid::new(12, 6, cost), Cell::new(4, 3), Cell::new(9, 3));
        let expected = "\
0,0 to 11,5 of 12 x 6 cells
.....***.:::
.....*#*.:::
.....*#.*:::
....S*#..G::
......#..:::
,,,,,,#,,:::
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_large_map_is_drawn_smaller_and_ends_that_share_a_character_are_told() {
        let text = drawn(CostGrid::new(1_000, 20, |_| PLAIN_COST), Cell::new(0, 10), Cell::new(999, 10));
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("0,6 to 999,14 of 1000 x 20 cells, 10 x 10 cells a character"));
        assert_eq!(lines.next().map(|row| (row.len(), &row[..3])), Some((100, "S**")));
        let near = drawn(
            CostGrid::new(300, 300, |n| if n % 300 == 0 && n / 300 < 299 { 255 } else { 8 }),
            Cell::new(1, 1),
            Cell::new(1, 1),
        );
        assert!(near.contains('&'), "{near}");
    }
}
