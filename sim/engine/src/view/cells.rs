//! What a team knows of all cells, eight at a time: who looks at whole maps does so often.

use super::View;
use super::layout::{BELOW_HIGH_BITS, BLOCK, EIGHTS, LOW_BITS, NO_CELL};
use crate::world::World;
use sandtable_model::rules::{Locomotion, WALL_COST};
use sandtable_state::id::TeamId;

/// Eight bits, each as the lowest of a byte of its own.
const SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[bits] |= ((bits as u64 >> bit) & 1) << (8 * bit);
            bit += 1;
        }
        bits += 1;
    }
    spread
};

/// All that may change of what a team knows of 64 cells, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CellBlock {
    explored: u64,
    blocked: u64,
    visible: u64,
}

impl CellBlock {
    /// The cells that are not as in another.
    #[inline]
    fn unlike(&self, other: &CellBlock) -> u64 {
        (self.explored ^ other.explored) | (self.blocked ^ other.blocked) | (self.visible ^ other.visible)
    }
}

/// Bytes of all cells, 64 at a time.
struct CellBlocks<'w> {
    whole: &'w [[u8; BLOCK]],
    /// Those after the last whole block, filled up with zeros.
    rest: [u8; BLOCK],
    count: usize,
}

impl<'w> CellBlocks<'w> {
    fn new(cells: &'w [u8]) -> CellBlocks<'w> {
        let (whole, after) = cells.as_chunks();
        let mut rest = [0; BLOCK];
        rest[..after.len()].copy_from_slice(after);
        CellBlocks { whole, rest, count: cells.len() }
    }

    /// The bytes of a block, eight by eight.
    #[inline]
    fn eights(&self, at: usize) -> &[[u8; 8]] {
        self.whole.get(at).unwrap_or(&self.rest).as_chunks().0
    }
}

/// Where blocks are read from.
struct BlockSource<'w> {
    team: TeamId,
    explored: &'w [u64],
    blocked: &'w [u64],
    costs: CellBlocks<'w>,
    seen: Option<CellBlocks<'w>>,
}

impl<'w> BlockSource<'w> {
    fn new(world: &'w World, team: TeamId) -> BlockSource<'w> {
        let knowledge = &world.parts.knowledge[team.index()];
        BlockSource {
            team,
            explored: knowledge.explored_words(),
            blocked: knowledge.blocked_words(),
            costs: CellBlocks::new(world.derived.ground.costs(Locomotion::Foot)),
            seen: world.derived.sight.seen().map(CellBlocks::new),
        }
    }

    fn blocks(&self) -> usize {
        self.costs.count.div_ceil(BLOCK)
    }

    #[inline]
    fn block(&self, at: usize) -> CellBlock {
        let word = |words: &[u64]| words.get(at).copied().unwrap_or(0);
        let visible = self.seen.as_ref().map_or(u64::MAX, |seen| self.visible(seen.eights(at)));
        CellBlock { explored: word(self.explored), blocked: word(self.blocked), visible }
    }

    /// The cells that the team sees, of those by which teams are.
    #[inline]
    fn visible(&self, seen: &[[u8; 8]]) -> u64 {
        let mut bits = [0; EIGHTS];
        for (bits, teams) in bits.iter_mut().zip(seen) {
            *bits = gathered(u64::from_le_bytes(*teams) >> self.team.0 & LOW_BITS);
        }
        u64::from_le_bytes(bits)
    }

    /// Eight cells of a block as [`View::cells`] says them, the first lowest.
    #[inline]
    fn cells(&self, block: &CellBlock, row: usize, part: usize) -> u64 {
        let spread = |bits: u64| SPREAD[usize::from(bits.to_le_bytes()[part])];
        let (explored, visible) = (spread(block.explored), spread(block.explored & block.visible));
        let passable = unlike(u64::from_le_bytes(self.costs.eights(row)[part]), WALL_COST) & !spread(block.blocked);
        // An explored cell counts once, one in sight twice.
        explored + visible + (passable << 2)
    }
}

/// The lowest bits of eight bytes, side by side: the product has the first byte's at its bit 56, the second's at 57, …
#[inline]
const fn gathered(bytes: u64) -> u8 {
    (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// 1 in each byte that is not `byte`, 0 in the others.
#[inline]
const fn unlike(bytes: u64, byte: u8) -> u64 {
    let other = bytes ^ (LOW_BITS * byte as u64);
    (((other & BELOW_HIGH_BITS) + BELOW_HIGH_BITS) | other) >> 7 & LOW_BITS
}

/// Every cell as [`View::cells`] says it.
pub(super) fn cells(world: &World, team: TeamId, out: &mut Vec<u8>) {
    let source = BlockSource::new(world, team);
    out.clear();
    for at in 0..source.blocks() {
        let block = source.block(at);
        (0..EIGHTS).for_each(|eight| out.extend_from_slice(&source.cells(&block, at, eight).to_le_bytes()));
    }
    out.truncate(source.costs.count);
}

/// All cells as one player's views of a match show them, kept from one view to the next: only where something has changed are they
/// made anew.
#[derive(Clone, Debug, Default)]
pub struct CellMemory {
    blocks: Vec<CellBlock>,
    /// Filled up to whole blocks.
    cells: Vec<u8>,
    /// Cells of the map.
    count: usize,
}

impl CellMemory {
    /// The cells in the view looked at last, as [`View::cells`] says them; none before the first.
    pub fn cells(&self) -> &[u8] {
        &self.cells[..self.count]
    }

    /// Looks at a later view of the same player in the same match, and tells the index of each cell that is not as it was,
    /// ascending; at first that is each.
    pub fn look(&mut self, view: &View<'_>, mut changed: impl FnMut(usize)) {
        let source = BlockSource::new(view.world, view.team(view.player));
        let is_first = self.blocks.is_empty();
        self.count = source.costs.count;
        self.blocks.resize(source.blocks(), CellBlock::default());
        self.cells.resize(BLOCK * source.blocks(), NO_CELL);
        for (at, (before, cells)) in self.blocks.iter_mut().zip(self.cells.as_chunks_mut::<BLOCK>().0).enumerate() {
            let block = source.block(at);
            let unlike = if is_first { u64::MAX } else { block.unlike(before) };
            if unlike == 0 {
                continue;
            }
            *before = block;
            for (eight, cells) in cells.as_chunks_mut().0.iter_mut().enumerate() {
                if unlike.to_le_bytes()[eight] != 0 {
                    renew(cells, source.cells(&block, at, eight), |cell| {
                        let cell = BLOCK * at + 8 * eight + cell;
                        if cell < self.count {
                            changed(cell);
                        }
                    });
                }
            }
        }
    }
}

/// Makes eight cells what `word` says, and tells which of them were otherwise.
#[inline]
fn renew(cells: &mut [u8; 8], word: u64, mut changed: impl FnMut(usize)) {
    let mut differs = u64::from_le_bytes(*cells) ^ word;
    *cells = word.to_le_bytes();
    while differs != 0 {
        let at = differs.trailing_zeros() / 8;
        differs &= !(0xFF << (8 * at));
        changed(at as usize);
    }
}
