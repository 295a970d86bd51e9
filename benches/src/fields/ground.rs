//! Costs to measure on: files of the MovingAI benchmark, and generated ground.

use sandtable_content::map::fractal_noise;
use sandtable_math::{Fx, mix};
use sandtable_model::map::Cell;
use sandtable_model::rules::WALL_COST;
use sandtable_nav::flow_field::layer::{Costing, Layer, TerrainBase};
use std::sync::Arc;

/// A plain cell's cost, in eighths.
const PLAIN: u8 = 8;

/// Costs of a map's cells.
pub struct Terrain {
    pub name: String,
    pub width: u16,
    pub height: u16,
    pub costs: Vec<u8>,
}

impl Costing for Terrain {
    fn cost(&self, cell: Cell) -> u8 {
        self.costs[cell.y as usize * usize::from(self.width) + cell.x as usize]
    }
}

impl Terrain {
    /// A `.map` file: `.`, `G` and `S` can be entered.
    pub fn read(file: &str) -> Result<Terrain, String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        let side = |key: &str| {
            let value = text.lines().take(4).find_map(|line| line.trim().strip_prefix(key));
            value
                .and_then(|value| value.trim().parse::<u16>().ok())
                .ok_or_else(|| format!("{file}: no line \"{key} N\""))
        };
        let (width, height) = (side("width")?, side("height")?);
        let cost = |glyph: u8| if matches!(glyph, b'.' | b'G' | b'S') { PLAIN } else { WALL_COST };
        let costs: Vec<u8> = text.lines().skip(4).flat_map(|line| line.trim_end().bytes()).map(cost).collect();
        if costs.len() != usize::from(width) * usize::from(height) {
            return Err(format!("{file}: {} cells, expected {width} x {height}", costs.len()));
        }
        let name = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".map").to_owned();
        Ok(Terrain { name, width, height, costs })
    }

    /// Ground of several kinds.
    pub fn generated() -> Vec<Terrain> {
        let walls =
            |percent: u64| move |n: u64, _: u32, _: u32| if mix(1, n) % 100 < percent { WALL_COST } else { PLAIN };
        let room = |_: u64, x: u32, y: u32| {
            let door = mix(2, u64::from(x / 16) << 32 | u64::from(y / 16)) as u32 & 0xFF;
            let open = x.is_multiple_of(16) && (y + door) % 16 < 3 || y.is_multiple_of(16) && (x + door / 16) % 16 < 3;
            if (x.is_multiple_of(16) || y.is_multiple_of(16)) && !open { WALL_COST } else { PLAIN }
        };
        let wave = |cells: u32| Fx::ratio_floor(i64::from(cells), 24);
        let hills = |_: u64, x: u32, y: u32| match fractal_noise(5, wave(x), wave(y), 3).bits() {
            height if height > 20_000 => WALL_COST,
            height if height > 10_000 => 16,
            _ => PLAIN,
        };
        vec![
            Terrain::made("open", 512, |_, _, _| PLAIN),
            Terrain::made("walls-2", 512, walls(2)),
            Terrain::made("walls-10", 512, walls(10)),
            Terrain::made("walls-25", 512, walls(25)),
            Terrain::made("rooms", 512, room),
            Terrain::made("hills", 512, hills),
        ]
    }

    /// A square of costs by number, column and row.
    pub fn made(name: &str, side: u16, cost: impl Fn(u64, u32, u32) -> u8) -> Terrain {
        let cells = u64::from(side) * u64::from(side);
        let place = |n: u64| ((n % u64::from(side)) as u32, (n / u64::from(side)) as u32);
        let costs = (0..cells).map(|n| cost(n, place(n).0, place(n).1)).collect();
        Terrain { name: name.to_owned(), width: side, height: side, costs }
    }

    /// Whether all open cells cost the same.
    pub fn is_uniform(&self) -> bool {
        self.costs.iter().all(|cost| matches!(*cost, PLAIN | WALL_COST))
    }

    pub fn layer(&self) -> Layer {
        Layer::new(Arc::new(self.base()))
    }

    pub fn base(&self) -> TerrainBase {
        TerrainBase::new(self.width, self.height, 0, self)
    }

    /// An open cell of `seed`'s choice.
    pub fn pick(&self, seed: u64) -> Cell {
        let at = |n: usize| Cell::new((n % usize::from(self.width)) as i16, (n / usize::from(self.width)) as i16);
        let mut tries = (0..10_000).map(|n| at(mix(seed, n) as usize % self.costs.len()));
        tries.find(|cell| self.cost(*cell) != WALL_COST).unwrap_or_default()
    }
}
