//! The terrain of a family: drawn, or made of walls, gaps, staircases and mazes.

use sandtable_content::TableReader;
use sandtable_math::Bounds;
use sandtable_state::limits::MAX_MAP_SIDE;
use sandtable_state::rng::Rng;

use super::grid::Grid;

/// Cells along the short side of a map.
const MIN_SIDE: i64 = 8;
/// Characters of a drawing.
const MAX_DRAWING: usize = 128 * 1024;

/// Where the walls of a family are.
#[derive(Clone, Debug)]
pub enum Terrain {
    /// One plan for every arrangement.
    Fixed(Grid),
    /// A maze of its own in each arrangement: rooms each way, and the width of its passages in cells.
    Maze {
        /// Rooms eastwards and southwards.
        rooms: [usize; 2],
        /// Cells across a passage; walls are one cell thick.
        passage: usize,
    },
}

impl Terrain {
    /// Reads `rows`, `maze`, or `size` with `walls`, `stairs` and `gaps`.
    pub fn read(root: &TableReader<'_>) -> Terrain {
        if root.has("rows") {
            return Terrain::Fixed(read_drawing(root));
        }
        if let Some(maze) = root.table("maze") {
            let side = Bounds::new(2, 100);
            let rooms = [maze.int("rooms_across", side).required(), maze.int("rooms_down", side).required()];
            let passage = maze.int("passage", Bounds::new(1, 16)).required();
            return Terrain::Maze { rooms: rooms.map(|rooms: i64| rooms as usize), passage: passage as usize };
        }
        Terrain::Fixed(read_built(root))
    }

    /// The plan of one arrangement.
    pub fn plan(&self, rng: &mut Rng) -> Grid {
        match self {
            Terrain::Fixed(grid) => grid.clone(),
            Terrain::Maze { rooms, passage } => maze(*rooms, *passage, rng),
        }
    }
}

fn read_drawing(root: &TableReader<'_>) -> Grid {
    let text = root.text("rows", MAX_DRAWING).required();
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.trim().chars().collect()).collect();
    let rows: Vec<&Vec<char>> = rows.iter().filter(|row| !row.is_empty()).collect();
    let (width, height) = (rows.first().map_or(0, |row| row.len()), rows.len());
    for (number, row) in rows.iter().enumerate() {
        if row.len() != width {
            let found = format!("{} cells in row {}", row.len(), number + 1);
            root.error("rows", found, format!("{width}, as in the first row"));
        }
        if let Some(other) = row.iter().find(|glyph| !matches!(glyph, '.' | '#')) {
            root.error("rows", format!("{other:?} in row {}", number + 1), "\".\" for floor and \"#\" for wall");
        }
    }
    check_side(root, "rows", width as i64);
    check_side(root, "rows", height as i64);
    let mut grid = Grid::clear(width, height);
    for (y, row) in rows.iter().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, glyph)| **glyph == '#') {
            grid.fill([x as i64, y as i64, 1, 1], false);
        }
    }
    grid
}

fn check_side(root: &TableReader<'_>, key: &str, side: i64) {
    if !(MIN_SIDE..=i64::from(MAX_MAP_SIDE)).contains(&side) {
        root.error(key, format!("{side} cells"), format!("{MIN_SIDE} to {MAX_MAP_SIDE} cells each way"));
    }
}

fn read_built(root: &TableReader<'_>) -> Grid {
    let lists = |key: &str| root.int_rows(key, Bounds::new(0, i64::from(MAX_MAP_SIDE))).or_default();
    let [walls, stairs, gaps] = ["walls", "stairs", "gaps"].map(lists);
    let size = root.int_list("size", Bounds::new(MIN_SIDE, i64::from(MAX_MAP_SIDE))).required();
    let [width, height] = size[..] else {
        if !size.is_empty() {
            root.error("size", format!("{} numbers", size.len()), "two: cells eastwards, cells southwards");
        }
        return Grid::clear(MIN_SIDE as usize, MIN_SIDE as usize);
    };
    let mut grid = Grid::clear(width as usize, height as usize);
    for wall in walls {
        grid.fill(wall, false);
    }
    for [x, y, to_x, to_y] in stairs {
        let (run, rise) = (to_x - x, to_y - y);
        for step in 0..=run.abs().min(rise.abs()) {
            grid.fill([x + step * run.signum(), y + step * rise.signum(), 1, 1], false);
        }
    }
    for gap in gaps {
        grid.fill(gap, true);
    }
    grid
}

/// A maze without loops, by a depth-first walk that turns back where it is stuck ("recursive backtracker").
fn maze([across, down]: [usize; 2], passage: usize, rng: &mut Rng) -> Grid {
    let pitch = passage + 1;
    let mut grid = Grid::clear(across * pitch + 1, down * pitch + 1);
    grid.open.fill(false);
    let room = |x: usize, y: usize| [(x * pitch + 1) as i64, (y * pitch + 1) as i64, passage as i64, passage as i64];
    let mut seen = vec![false; across * down];
    let mut trail = vec![(0usize, 0usize)];
    seen[0] = true;
    grid.fill(room(0, 0), true);
    while let Some((x, y)) = trail.last().copied() {
        let near = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        let fresh = |(x, y): &(usize, usize)| *x < across && *y < down && !seen[y * across + x];
        let fresh: Vec<(usize, usize)> = near.into_iter().filter(fresh).collect();
        if fresh.is_empty() {
            trail.pop();
            continue;
        }
        let next = fresh[rng.below(fresh.len() as u32) as usize];
        let [one, other] = [room(x.min(next.0), y.min(next.1)), room(x.max(next.0), y.max(next.1))];
        let [width, height] = [other[0] + other[2] - one[0], other[1] + other[3] - one[1]];
        grid.fill([one[0], one[1], width, height], true);
        seen[next.1 * across + next.0] = true;
        trail.push(next);
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_room_of_a_maze_can_be_reached_and_seeds_differ() {
        let plan = |seed| maze([6, 5], 2, &mut Rng::stream(seed, "maze"));
        let grid = plan(1);
        assert_eq!((grid.width, grid.height), (19, 16));
        // A tree over 30 rooms has 29 doors, each as wide as its passage.
        assert_eq!(grid.open.iter().filter(|open| **open).count(), 30 * 4 + 29 * 2);
        assert_ne!(grid, plan(2));
        assert_eq!(grid, plan(1));
    }
}
