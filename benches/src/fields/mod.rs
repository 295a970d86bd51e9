//! Flow-field tiles: kernels, whole maps, cold ways, changes, and the quality of ways as walked.

mod ground;
mod kernels;
mod walks;
mod ways;

use std::time::Duration;

use clap::ValueEnum;
use cpu_time::ThreadTime;
use ground::Terrain;

/// What can be measured by itself.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Integration and arrows of single tiles.
    Tiles,
    /// Fills of whole maps.
    Maps,
    /// A way and its tiles over 100 × 100 sectors.
    Cold,
    /// A wall put up beside a way.
    Changes,
    /// Lengths of ways as walked.
    Walks,
}

/// Measures all parts, or those of `only`, on the named `.map` files of the MovingAI benchmark, or on generated maps when none is named.
pub fn run(files: &[String], pairs: u32, only: &[Part]) -> Result<(), String> {
    let terrains: Vec<Terrain> = match files {
        [] => Terrain::generated(),
        files => files.iter().map(|file| Terrain::read(file)).collect::<Result<_, _>>()?,
    };
    for part in Part::value_variants().iter().filter(|part| only.is_empty() || only.contains(part)) {
        match part {
            Part::Tiles => kernels::measure_tiles(),
            Part::Maps => kernels::measure_maps(&terrains),
            Part::Cold => ways::measure_cold(),
            Part::Changes => ways::measure_changes(&terrains),
            Part::Walks => walks::measure(&terrains, pairs),
        }
        sandtable_benches::say("");
    }
    Ok(())
}

/// The least processor time of several runs, each of `inner` calls; by the call, in seconds.
pub(crate) fn least_time(outer: usize, inner: u32, mut call: impl FnMut()) -> f64 {
    let mut least = Duration::MAX;
    for _ in 0..outer {
        let start = ThreadTime::now();
        (0..inner).for_each(|_| call());
        least = least.min(start.elapsed());
    }
    least.as_secs_f64() / f64::from(inner)
}
