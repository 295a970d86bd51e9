//! Integration of one sector by its ground: in straight lines where that is clear, by relaxing rows elsewhere.

use super::clear::clear_costs;
use super::kernel::{Kernel, KernelTerms, LANES, Seed};

impl KernelTerms {
    /// The cost of the way from each open cell to the seeds; [`FAR`](super::kernel::FAR) where there is none, and in the ring but for
    /// seeds. A seed may lie in the ring or on a wall.
    ///
    /// Clear ground is crossed in straight lines, so there the eikonal costs need no wave: see `clear_costs`.
    pub fn integrate(&self, kernel: Kernel, seeds: &[Seed]) -> [i16; LANES] {
        if self.clear && kernel == Kernel::Eikonal { clear_costs(seeds) } else { self.relax_all(kernel, seeds) }
    }
}
