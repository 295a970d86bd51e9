//! What a team knows of all cells, eight at a time: who looks at whole maps does so often.

use super::View;
use crate::id::TeamId;
use crate::rules::{Locomotion, WALL_COST};
use crate::world::World;

/// The lowest bit of each of eight bytes.
const LOW: u64 = 0x0101_0101_0101_0101;
/// All but the highest bit of each.
const BELOW_HIGH: u64 = 0x7F7F_7F7F_7F7F_7F7F;

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

/// Cells that are looked at together.
const BLOCK: usize = 64;
/// Words of eight cells in a block.
const EIGHTS: usize = BLOCK / 8;

/// All that may change of what a team knows of 64 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    explored: u64,
    blocked: u64,
    /// Eight cells to a word, 1 for each in sight.
    visible: [u64; EIGHTS],
}

/// Where blocks are read from.
struct Source<'w> {
    team: TeamId,
    explored: &'w [u64],
    blocked: &'w [u64],
    costs: &'w [u8],
    seen: Option<&'w [u8]>,
}

impl<'w> Source<'w> {
    fn new(world: &'w World, team: TeamId) -> Source<'w> {
        let knowledge = &world.knowledge[team.index()];
        Source {
            team,
            explored: knowledge.explored_words(),
            blocked: knowledge.blocked_words(),
            costs: world.ground.costs(Locomotion::Foot),
            seen: world.sight.seen(),
        }
    }

    fn blocks(&self) -> usize {
        self.costs.len().div_ceil(BLOCK)
    }

    #[inline]
    fn block(&self, at: usize) -> Block {
        let word = |words: &[u64]| words.get(at).copied().unwrap_or(0);
        let visible =
            self.seen.map_or([LOW; EIGHTS], |seen| words_of(seen, at).map(|teams| teams >> self.team.0 & LOW));
        Block { explored: word(self.explored), blocked: word(self.blocked), visible }
    }

    /// Its cells as [`View::cells`] says them, eight to a word.
    #[inline]
    fn cells(&self, at: usize, block: &Block) -> [u64; EIGHTS] {
        let costs = words_of(self.costs, at);
        let spread = |bits: u64, eight: usize| SPREAD[usize::from(bits.to_le_bytes()[eight])];
        std::array::from_fn(|eight| {
            let explored = spread(block.explored, eight);
            let passable = unlike(costs[eight], WALL_COST) & !spread(block.blocked, eight);
            // An explored cell counts once, one in sight twice.
            explored + (explored & block.visible[eight]) + (passable << 2)
        })
    }
}

/// The bytes of the block numbered `at`, eight to a word, the first lowest; zeros where there are none.
#[inline]
fn words_of(all: &[u8], at: usize) -> [u64; EIGHTS] {
    let rest = all.get(BLOCK * at..).unwrap_or(&[]);
    let words = |block: &[u8; BLOCK]| {
        let eights = block.as_chunks().0;
        std::array::from_fn(|eight| u64::from_le_bytes(eights[eight]))
    };
    rest.first_chunk().map_or_else(|| words(&std::array::from_fn(|cell| rest.get(cell).copied().unwrap_or(0))), words)
}

/// 1 in each byte that is not `byte`, 0 in the others.
#[inline]
const fn unlike(bytes: u64, byte: u8) -> u64 {
    let other = bytes ^ (LOW * byte as u64);
    (((other & BELOW_HIGH) + BELOW_HIGH) | other) >> 7 & LOW
}

/// Every cell as [`View::cells`] says it.
pub(super) fn cells(world: &World, team: TeamId, out: &mut Vec<u8>) {
    let source = Source::new(world, team);
    out.clear();
    for at in 0..source.blocks() {
        let words = source.cells(at, &source.block(at));
        words.iter().for_each(|word| out.extend_from_slice(&word.to_le_bytes()));
    }
    out.truncate(source.costs.len());
}

/// All cells as one player's views of a match show them, kept from one view to the next: only where something has changed are they
/// made anew.
#[derive(Clone, Debug, Default)]
pub struct CellMemory {
    /// As far as they have been looked at.
    blocks: Vec<Block>,
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
        let source = Source::new(view.world, view.team(view.player));
        let count = source.costs.len();
        self.count = count;
        self.cells.resize(BLOCK * source.blocks(), NO_CELL);
        for (at, cells) in self.cells.chunks_exact_mut(BLOCK).enumerate() {
            let block = source.block(at);
            match self.blocks.get_mut(at) {
                Some(before) if *before == block => continue,
                Some(before) => *before = block,
                None => self.blocks.push(block),
            }
            for (eight, (cells, word)) in cells.as_chunks_mut().0.iter_mut().zip(source.cells(at, &block)).enumerate() {
                renew(cells, word, |cell| {
                    let cell = BLOCK * at + 8 * eight + cell;
                    if cell < count {
                        changed(cell);
                    }
                });
            }
        }
    }
}

/// What no cell is.
const NO_CELL: u8 = u8::MAX;

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
