//! What a second thread is worth within one match: windows on one thread and on several, in turn.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use sandtable_benches::{Workload, median};
use sandtable_sim::Threads;

use crate::{MatchOutcome, chosen, run, stage};

/// One window.
struct Window {
    ticks_per_second: f64,
    /// Seconds of all processors together for each second on the wall.
    busy: f64,
}

/// Prints, for each workload, the medians on one thread and on `threads`, and the median of the ratios of neighbours.
pub fn compare(names: &[String], repeat: usize, threads: u16) -> MatchOutcome {
    let pool = sandtable_match::runner::threads_of_a_match(threads).map_err(|failure| failure.to_string())?;
    sandtable_benches::say(format_args!("workload   1 thread  {threads:>2} threads   ratio   processors busy"));
    for workload in chosen(names)? {
        let (mut one, mut many, mut ratios, mut busy) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for _ in 0..repeat.max(1) {
            let (alone, together) = (window(&workload, &Threads::default())?, window(&workload, &pool)?);
            ratios.push(together.ticks_per_second / alone.ticks_per_second);
            one.push(alone.ticks_per_second);
            many.push(together.ticks_per_second);
            busy.push(together.busy);
        }
        let [one, many, ratio, busy] = [one, many, ratios, busy].map(median);
        sandtable_benches::say(format_args!("{:<8} {one:>10.0} {many:>11.0} {ratio:>7.2} {busy:>17.2}", workload.name));
    }
    Ok(())
}

fn window(workload: &Workload, threads: &Threads) -> Result<Window, String> {
    let mut stage = stage(workload)?;
    stage.use_threads(threads.clone());
    run(&mut stage, workload.skip_ticks, |_| ())?;
    let (wall, processors) = (Instant::now(), ProcessTime::now());
    run(&mut stage, workload.window_ticks, |_| ())?;
    let seconds = |time: Duration| time.as_secs_f64();
    let (wall, processors) = (seconds(wall.elapsed()), seconds(processors.elapsed()));
    Ok(Window { ticks_per_second: f64::from(workload.window_ticks) / wall, busy: processors / wall })
}
