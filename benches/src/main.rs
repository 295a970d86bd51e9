//! Speed, forks, flow fields, minds and reductions: `cargo run --release -p sandtable-benches --bin sandtable-bench -- speed`.

mod envs;
mod fields;
mod minimize;
#[cfg(target_os = "linux")]
mod outside;
mod threads;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand};
use cpu_time::ThreadTime;
use fields::least_time;
use sandtable_benches::minds::Crowd;
use sandtable_benches::{Stage, WORKLOADS, Workload};
use sandtable_decide::QueryId;

/// Measures Sandtable's workloads on one core: fog, hashing and both commanders counted.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Ticks a CPU second of each workload: the median of several windows.
    Speed {
        /// Workloads; all when none is named.
        names: Vec<String>,
        /// Windows to measure.
        #[arg(long, default_value_t = 5)]
        repeat: usize,
        /// One JSON object a line.
        #[arg(long)]
        json: bool,
        /// Compare one thread with N within a match, window by window in turn, by the wall clock.
        #[arg(long, value_name = "N", conflicts_with = "json", value_parser = clap::value_parser!(u16).range(2..=256))]
        threads: Option<u16>,
    },
    /// The time of a fork at about 200 and 1,000 units.
    Fork,
    /// Flow-field tiles: kernels, whole maps, cold ways, changes, and ways as walked.
    Fields {
        /// `.map` files of the MovingAI benchmark; generated ground when none is named.
        maps: Vec<String>,
        /// Pairs of cells to walk between on each map.
        #[arg(long, default_value_t = 200)]
        pairs: u32,
        /// What to measure; everything when nothing is named.
        #[arg(long, value_enum, value_delimiter = ',')]
        only: Vec<fields::Part>,
    },
    /// Minds and position queries of the shipped behaviours, asked and answered without a game.
    Minds,
    /// A whole decision of a bot from outside, as a process and as a module: least and median of 400.
    #[cfg(target_os = "linux")]
    Bots {
        /// A module to measure besides those that only answer.
        #[arg(long)]
        module: Option<std::path::PathBuf>,
    },
    /// 64 environments with orders drawn from their masks, against the plain engine, by CPU time.
    Envs {
        /// The workload; its strategies do not play.
        #[arg(default_value = "mid")]
        name: String,
        /// Steps of each environment, a game second each.
        #[arg(long, default_value_t = 60)]
        steps: u32,
    },
    /// The time in which a recorded match is made small, by the wall clock.
    Minimize {
        /// Ticks of the match.
        #[arg(long, default_value_t = 4_800)]
        ticks: u32,
    },
    /// What is a bot for the others to measure.
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Answer,
    /// Plays exactly N ticks and prints the digest: for an instruction counter to look at from outside.
    Play {
        /// The workload.
        name: String,
        /// Threads within the match.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: u16,
        /// Ticks to play.
        #[arg(long)]
        ticks: u32,
        /// Also print units, those in contact and those that move, every N ticks.
        #[arg(long, value_name = "TICKS")]
        every: Option<u32>,
        /// Hash the state of the last tick N times more, and print its units: what that adds is the cost of the hash.
        #[arg(long, value_name = "N", default_value_t = 0)]
        hashes: u32,
    },
}

type MatchOutcome = Result<(), String>;

fn main() -> ExitCode {
    // It is the keeper of the bot it measures.
    #[cfg(target_os = "linux")]
    if let Some(kept) = sandtable_bots::keep(std::env::args_os()) {
        return kept;
    }
    let outcome = match Args::parse().what {
        What::Speed { names, repeat, threads: Some(threads), .. } => threads::compare(&names, repeat, threads),
        What::Speed { names, repeat, json, threads: None } => speed(&names, repeat, json),
        What::Fork => fork(),
        What::Fields { maps, pairs, only } => fields::run(&maps, pairs, &only),
        What::Minds => minds(),
        #[cfg(target_os = "linux")]
        What::Bots { module } => outside::run(module.as_deref()),
        What::Envs { name, steps } => envs::run(&name, steps),
        What::Minimize { ticks } => minimize::run(ticks),
        #[cfg(target_os = "linux")]
        What::Answer => outside::answer(),
        What::Play { name, ticks, every, threads, hashes } => play(&name, ticks, every, threads, hashes),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Those who think at once.
const CROWD: usize = 1_000;

fn minds() -> MatchOutcome {
    let mut crowd = Crowd::new(CROWD)?;
    let names: Vec<String> = crowd.minds().into_iter().map(str::to_owned).collect();
    sandtable_benches::say("mind           ns a tick");
    for (row, name) in (0u8..).zip(names) {
        crowd.forget();
        sandtable_benches::say(format_args!(
            "{name:<14} {:>9.0}",
            least_time(50, 8, || crowd.think(row)) * 1e9 / CROWD as f64
        ));
    }
    let names: Vec<String> = crowd.queries().into_iter().map(str::to_owned).collect();
    sandtable_benches::say("query          µs");
    for (row, name) in (0u8..).zip(names) {
        let ask = || {
            std::hint::black_box(crowd.find(QueryId(row)));
        };
        sandtable_benches::say(format_args!("{name:<14} {:>5.1}", least_time(50, 200, ask) * 1e6));
    }
    Ok(())
}

fn named(name: &str) -> Result<Workload, String> {
    let known = || WORKLOADS.map(|workload| workload.name).join(", ");
    WORKLOADS
        .into_iter()
        .find(|workload| workload.name == name)
        .ok_or_else(|| format!("no workload {name:?}: {}", known()))
}

fn stage(workload: &Workload) -> Result<Stage, String> {
    let loaded = workload.load().map_err(|failure| failure.to_string())?;
    Stage::new(loaded, 1).map_err(|issues| issues.to_string())
}

fn run(stage: &mut Stage, ticks: u32, mut each: impl FnMut(&Stage)) -> MatchOutcome {
    for _ in 0..ticks {
        stage.tick().map_err(|issues| issues.to_string())?;
        each(stage);
    }
    Ok(())
}

/// The workloads of these names, all when there is none.
fn chosen(names: &[String]) -> Result<Vec<Workload>, String> {
    if names.is_empty() { Ok(WORKLOADS.to_vec()) } else { names.iter().map(|name| named(name)).collect() }
}

fn speed(names: &[String], repeat: usize, json: bool) -> MatchOutcome {
    let all = chosen(names)?;
    if !json {
        sandtable_benches::say("workload     ticks/s   floor     aim   units  contact  unit-seconds/s");
    }
    for workload in all {
        let mut figures: Vec<Figure> = (0..repeat.max(1)).map(|_| window(&workload)).collect::<Result<_, _>>()?;
        figures.sort_by(|a, b| a.ticks_per_second.total_cmp(&b.ticks_per_second));
        let median = &figures[figures.len() / 2];
        if json { median.print_json(&workload) } else { median.print(&workload) }
    }
    Ok(())
}

/// What one window showed.
struct Figure {
    ticks_per_second: f64,
    units: f64,
    contact: f64,
}

fn window(workload: &Workload) -> Result<Figure, String> {
    let mut stage = stage(workload)?;
    run(&mut stage, workload.skip_ticks, |_| ())?;
    let (mut units, mut contact, mut samples) = (0usize, 0usize, 0usize);
    let mut spent = Duration::ZERO;
    let mut left = workload.window_ticks;
    while left > 0 {
        let slice = left.min(100);
        let start = ThreadTime::now();
        run(&mut stage, slice, |_| ())?;
        spent += start.elapsed();
        left -= slice;
        units += stage.units();
        contact += stage.in_contact();
        samples += 1;
    }
    let mean = units as f64 / samples as f64;
    Ok(Figure {
        ticks_per_second: f64::from(workload.window_ticks) / spent.as_secs_f64(),
        units: mean,
        contact: contact as f64 / units.max(1) as f64,
    })
}

impl Figure {
    fn unit_seconds(&self) -> f64 {
        self.units * self.ticks_per_second / 16.0
    }

    fn print(&self, workload: &Workload) {
        sandtable_benches::say(format_args!(
            "{:<10} {:>9.0} {:>7} {:>7} {:>7.0} {:>7.0}% {:>15.0}",
            workload.name,
            self.ticks_per_second,
            workload.floor,
            workload.aim,
            self.units,
            100.0 * self.contact,
            self.unit_seconds()
        ));
    }

    fn print_json(&self, workload: &Workload) {
        let line = serde_json::json!({
            "workload": workload.name,
            "ticks_per_second": self.ticks_per_second.round(),
            "floor": workload.floor,
            "aim": workload.aim,
            "units": self.units.round(),
            "in_contact": self.contact,
            "unit_seconds_per_second": self.unit_seconds().round(),
        });
        sandtable_benches::say(line);
    }
}

fn fork() -> MatchOutcome {
    sandtable_benches::say("units   fork, median of 101");
    for name in ["mid", "melee"] {
        let mut stage = stage(&named(name)?)?;
        run(&mut stage, 200, |_| ())?;
        let mut times: Vec<Duration> = (0..101).map(|_| time_fork(&stage)).collect();
        times.sort_unstable();
        sandtable_benches::say(format_args!("{:>5}   {:>7.1} us", stage.units(), times[50].as_secs_f64() * 1e6));
    }
    Ok(())
}

fn time_fork(stage: &Stage) -> Duration {
    let start = Instant::now();
    let fork = stage.world.fork();
    let took = start.elapsed();
    drop(fork);
    took
}

fn play(name: &str, ticks: u32, every: Option<u32>, threads: u16, hashes: u32) -> MatchOutcome {
    let mut stage = stage(&named(name)?)?;
    stage.use_threads(sandtable_match::runner::threads_of_a_match(threads).map_err(|failure| failure.to_string())?);
    run(&mut stage, ticks, |stage| {
        if every.is_some_and(|every| stage.world.tick().is_multiple_of(every.max(1))) {
            let moving = stage.world.observe_units().filter(|unit| unit.moving).count();
            let (units, contact) = (stage.units(), stage.in_contact());
            sandtable_benches::say(format_args!(
                "tick {:>6}: {units} units, {contact} in contact, {moving} moving",
                stage.world.tick()
            ));
        }
    })?;
    for _ in 0..hashes {
        stage.digest = stage.digest.rotate_left(1) ^ std::hint::black_box(&stage.world).state_hash();
    }
    sandtable_benches::say(format_args!(
        "{name}: {ticks} ticks, {} units, digest {:016x}",
        stage.units(),
        stage.digest
    ));
    Ok(())
}
