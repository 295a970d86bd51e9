//! What a team knows of all cells, eight at a time: who looks at whole maps does so often.

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

/// Every cell as [`View::cells`](super::View::cells) says it.
pub(super) fn cells(world: &World, team: TeamId, out: &mut Vec<u8>) {
    let knowledge = &world.knowledge[team.index()];
    let (explored, blocked) = (knowledge.explored_words(), knowledge.blocked_words());
    let (costs, seen) = (world.ground.costs(Locomotion::Foot), world.sight.seen());
    out.clear();
    out.resize(costs.len().next_multiple_of(8), 0);
    for (at, eight) in out.chunks_exact_mut(8).enumerate() {
        let spread =
            |words: &[u64]| SPREAD[usize::from(words.get(at / 8).map_or(0, |word| word.to_le_bytes()[at % 8]))];
        let explored = spread(explored);
        let visible = seen.map_or(LOW, |seen| load(seen, at) >> team.0 & LOW);
        let passable = unlike(load(costs, at), WALL_COST) & !spread(blocked);
        // An explored cell counts once, one in sight twice.
        let known = explored + (explored & visible) + (passable << 2);
        eight.copy_from_slice(&known.to_le_bytes());
    }
    out.truncate(costs.len());
}

/// Eight bytes from the one numbered `8 * at` on, or as many as there are, the first lowest.
#[inline]
fn load(bytes: &[u8], at: usize) -> u64 {
    let bytes = bytes.get(8 * at..).unwrap_or(&[]);
    let some = || bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    bytes.first_chunk().map_or_else(some, |eight| u64::from_le_bytes(*eight))
}

/// 1 in each byte that is not `byte`, 0 in the others.
#[inline]
const fn unlike(bytes: u64, byte: u8) -> u64 {
    let other = bytes ^ (LOW * byte as u64);
    (((other & BELOW_HIGH) + BELOW_HIGH) | other) >> 7 & LOW
}
