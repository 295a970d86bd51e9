//! Rays: which cells hide which from an eye, whatever the map.
//!
//! A ray is a Bresenham line (Bresenham 1965) from the eye's cell. Where it passes exactly between two cells it
//! has two variants, rounded away from and towards the axis; a cell is seen when either reaches it. Both are
//! defined on absolute offsets, so that sight turns and mirrors with the map and favours no side.
//!
//! Rays are walked once, to note for every cell what it shadows; what an eye sees is then its disc without what
//! lies in the shadows of the screens around it.

pub use super::layout::{MASK_SIDE, MIDDLE};
use crate::bits::Bits;
use sandtable_state::limits::MAX_SIGHT;

/// A set of cells around an eye: bit [`MIDDLE`] + x of row [`MIDDLE`] + y is the cell x east and y south of it.
pub type Mask = [u64; MASK_SIDE];

/// The cells within each radius, and the shadow of each cell.
pub(super) struct Rays {
    /// By radius.
    discs: Vec<Mask>,
    /// By cell, row by row: where its shadow's rows start in `shadows`; one more at the end.
    starts: Vec<u32>,
    shadows: Vec<ShadowRow>,
}

/// One row of a cell's shadow.
struct ShadowRow {
    row: u8,
    /// The cells whose ray crosses the shadowing cell when halves are rounded away from the axis, and towards it.
    crossed: [u64; 2],
}

impl Rays {
    /// The rays to all cells within `reach` ≤ [`MAX_SIGHT`].
    pub(super) fn new(reach: u8) -> Rays {
        let discs: Vec<Mask> = (0..=i32::from(reach)).map(disc).collect();
        let mut crossed = vec![[[0; MASK_SIDE]; 2]; MASK_SIDE * MASK_SIDE];
        for (x, y) in offsets(&discs[reach as usize]) {
            for bias in [0, 1] {
                let crosses = crossed_cells(x, y, bias == 1);
                let cells = crosses.map(|(x, y)| row(y) * MASK_SIDE + (MIDDLE + x) as usize);
                cells.for_each(|cell| crossed[cell][bias][row(y)] |= bit(x));
            }
        }
        let (mut starts, mut shadows) = (vec![0], Vec::new());
        for [away, towards] in &crossed {
            let reach = i32::from(reach);
            // Nearest to the eye's row first: what is beyond a small radius comes last.
            let rows = (0..=reach).flat_map(|near| [MIDDLE - near, MIDDLE + near]).skip(1);
            let parts = rows.map(|row| (row as u8, [away[row as usize], towards[row as usize]]));
            let parts = parts.filter(|(_, crossed)| *crossed != [0, 0]);
            shadows.extend(parts.map(|(row, crossed)| ShadowRow { row, crossed }));
            starts.push(shadows.len() as u32);
        }
        Rays { discs, starts, shadows }
    }

    /// The greatest radius.
    pub(super) fn reach(&self) -> u8 {
        (self.discs.len() - 1) as u8
    }

    /// The cells within each radius, from 0 to the reach.
    pub(super) fn discs(&self) -> impl Iterator<Item = &Mask> {
        self.discs.iter()
    }

    /// The cells within `radius`, at most the reach.
    #[inline]
    pub(super) fn disc(&self, radius: u8) -> &Mask {
        &self.discs[radius as usize]
    }

    /// Takes out of `mask`, which has this radius, what the screens hide.
    pub(super) fn cast_shadows(&self, mask: &mut Mask, screens: &Mask, radius: u8) {
        let mut hidden = [[0; MASK_SIDE]; 2];
        let rows = (MIDDLE as usize - radius as usize)..=(MIDDLE as usize + radius as usize);
        for row in rows.clone() {
            for column in Bits(screens[row]) {
                let cell = row * MASK_SIDE + column;
                let shadow = &self.shadows[self.starts[cell] as usize..self.starts[cell + 1] as usize];
                for part in shadow.iter().take_while(|part| part.row.abs_diff(MAX_SIGHT) <= radius) {
                    hidden[0][part.row as usize] |= part.crossed[0];
                    hidden[1][part.row as usize] |= part.crossed[1];
                }
            }
        }
        for row in rows {
            mask[row] &= !(hidden[0][row] & hidden[1][row]);
        }
    }
}

fn row(y: i32) -> usize {
    (MIDDLE + y) as usize
}

fn bit(x: i32) -> u64 {
    1 << (MIDDLE + x)
}

/// Cells with dx² + dy² ≤ r (r + 1): the roundest discs on a grid.
fn disc(radius: i32) -> Mask {
    let mut mask = [0; MASK_SIDE];
    for y in -radius..=radius {
        let half = ((radius * (radius + 1) - y * y) as u32).isqrt() as i32;
        mask[row(y)] = (-half..=half).fold(0, |bits, x| bits | bit(x));
    }
    mask
}

/// The offsets of the cells of a mask from its middle.
#[inline]
pub fn offsets(mask: &Mask) -> impl Iterator<Item = (i32, i32)> + '_ {
    let rows = mask.iter().enumerate();
    rows.flat_map(|(row, bits)| Bits(*bits).map(move |column| (column as i32 - MIDDLE, row as i32 - MIDDLE)))
}

/// The cells that the ray to (x, y) crosses between the ends, one for each step along its longer axis; halves are
/// rounded away from the axis or `towards` it. Walked from the other end it crosses the same cells, of a ray rounded the other way.
pub(super) fn crossed_cells(x: i32, y: i32, towards: bool) -> impl Iterator<Item = (i32, i32)> {
    let bias = i32::from(towards);
    let (long, short) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
    let wide = x.abs() >= y.abs();
    let (mut at_x, mut at_y, mut error) = (0, 0, 0);
    (1..long).map(move |_| {
        error += 2 * short;
        let aside = error >= long + bias;
        if aside {
            error -= 2 * long;
        }
        at_x += if wide || aside { x.signum() } else { 0 };
        at_y += if !wide || aside { y.signum() } else { 0 };
        (at_x, at_y)
    })
}
