//! Flow-field tiles: kernels, whole maps, cold ways, changes, and the quality of ways as walked.

mod ground;
mod kernels;
mod ways;

use std::time::Duration;

use cpu_time::ThreadTime;
use ground::Terrain;

/// Measures everything on the named `.map` files of the MovingAI benchmark, or on generated maps when none is named.
pub fn run(files: &[String], pairs: u32) -> Result<(), String> {
    let terrains: Vec<Terrain> = match files {
        [] => Terrain::generated(),
        files => files.iter().map(|file| Terrain::read(file)).collect::<Result<_, _>>()?,
    };
    kernels::measure_tiles();
    println!();
    kernels::measure_maps(&terrains);
    println!();
    ways::measure_cold();
    println!();
    ways::measure_changes(&terrains);
    println!();
    ways::measure_quality(&terrains, pairs);
    Ok(())
}

/// The least processor time of several runs, each of `inner` calls; by the call, in seconds.
fn least_time(outer: usize, inner: u32, mut call: impl FnMut()) -> f64 {
    let mut least = Duration::MAX;
    for _ in 0..outer {
        let start = ThreadTime::now();
        (0..inner).for_each(|_| call());
        least = least.min(start.elapsed());
    }
    least.as_secs_f64() / f64::from(inner)
}
