//! The workloads: match files beside this crate, and the window of each that is measured.

use std::path::Path;
use std::sync::Arc;

use sandtable_match::Failure;
use sandtable_match::assemble::{StrategyFile, load_match, load_strategy};
use sandtable_match::library::Library;
use sandtable_model::scenario::Scenario;

/// One workload.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// Its name and that of its file, `benches/workloads/NAME.toml`.
    pub name: &'static str,
    /// Ticks before the window.
    pub skip_ticks: u32,
    /// Ticks of the window; matches that end earlier are started again.
    pub window_ticks: u32,
    /// Ticks a second that it must reach on one core of the machines the project is measured on.
    pub floor: u32,
    /// Ticks a second aimed at.
    pub aim: u32,
}

/// All of them.
pub const WORKLOADS: [Workload; 7] = [
    Workload { name: "small", skip_ticks: 0, window_ticks: 60_000, floor: 120_000, aim: 250_000 },
    Workload { name: "mid", skip_ticks: 160, window_ticks: 3_200, floor: 10_000, aim: 20_000 },
    Workload { name: "melee", skip_ticks: 160, window_ticks: 800, floor: 2_000, aim: 4_000 },
    Workload { name: "minds", skip_ticks: 160, window_ticks: 800, floor: 2_500, aim: 4_000 },
    Workload { name: "minds_2000", skip_ticks: 160, window_ticks: 800, floor: 1_250, aim: 2_000 },
    Workload { name: "march", skip_ticks: 32, window_ticks: 200, floor: 0, aim: 400 },
    Workload { name: "ranks", skip_ticks: 32, window_ticks: 200, floor: 0, aim: 0 },
];

/// A workload ready to be played.
pub struct Loaded {
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// Its players' strategies, in order.
    pub strategies: Vec<StrategyFile>,
}

impl Workload {
    /// Loads its files.
    ///
    /// # Errors
    /// Everything wrong with them.
    pub fn load(&self) -> Result<Loaded, Failure> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("workloads");
        let mut library = Library::here();
        let file = folder.join(format!("{}.toml", self.name));
        let scenario = load_match(&mut library, &file.to_string_lossy())?;
        let registry = super::registry();
        let strategies = scenario.players.iter().map(|player| load_strategy(&mut library, &registry, &player.strategy));
        let strategies = strategies.collect::<Result<_, _>>()?;
        Ok(Loaded { scenario: Arc::new(scenario), strategies })
    }
}
