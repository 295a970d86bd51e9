//! From names to a batch: scenario, opponents, layout.

use std::fmt::Display;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sandtable_ai::Registry;
use sandtable_env::slots::{SlotLayout, SlotLimits};
use sandtable_env::{ActionLevel, AgentBatch, AutoresetMode, BatchOptions, Env, EnvOptions, OpponentFactory};
use sandtable_match::Failure;
use sandtable_match::assemble::{load_match, load_open_match, load_strategy};
use sandtable_match::library::Library;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::TICKS_PER_SECOND;

/// Environments of a batch, at most: what no memory holds.
pub const MAX_ENVS: u32 = 1 << 20;
/// Threads of a batch, at most.
pub const MAX_THREADS: u32 = 1 << 10;

/// What a batch is made of, as Python says it.
pub struct BatchSpec {
    pub scenario: String,
    /// The ruleset of a scenario that is the name of a map.
    pub rules: Option<String>,
    /// By player, the strategy of its commander, none for an agent; players that are not listed are idle, and all are agents when none is
    /// listed.
    pub seats: Vec<Option<String>>,
    pub envs: u32,
    pub env: EnvOptions,
    pub level: String,
    pub autoreset: String,
    pub slots: bool,
    pub planes: Option<bool>,
    pub weights: [f32; 10],
    pub bot_phase: bool,
    pub threads: u32,
    pub order_delay: Option<u8>,
    pub time_limit: Option<u32>,
}

/// An error for Python.
pub fn refused(failure: impl Display) -> PyErr {
    PyValueError::new_err(failure.to_string())
}

/// A number that Python gives for an option, if it is in range.
///
/// # Errors
/// Names the option, the number and its range.
pub fn within<T: TryFrom<i128> + Into<i128> + Copy + Display>(
    name: &str,
    found: i128,
    least: T,
    most: T,
) -> PyResult<T> {
    let number = T::try_from(found).ok().filter(|_| (least.into()..=most.into()).contains(&found));
    number.ok_or_else(|| refused(format!("{name}: found {found}; expected {least} to {most}")))
}

fn told(failure: Failure) -> PyErr {
    refused(failure)
}

fn scenario(library: &mut Library, spec: &BatchSpec) -> PyResult<Scenario> {
    let mut scenario = match &spec.rules {
        Some(rules) => load_open_match(library, rules, &spec.scenario, None).map_err(told)?,
        None => load_match(library, &spec.scenario).map_err(told)?,
    };
    if let Some(seconds) = spec.time_limit {
        scenario.time_limit_ticks = seconds * TICKS_PER_SECOND;
    }
    scenario.order_delay_ticks = spec.order_delay.unwrap_or(scenario.order_delay_ticks);
    if let Some(defect) = scenario.check().first() {
        return Err(refused(format!("{}: {defect:?}", spec.scenario)));
    }
    Ok(scenario)
}

/// What builds the commander of a seat, tried once.
fn opponent(library: &mut Library, scenario: &Arc<Scenario>, name: &str) -> PyResult<OpponentFactory> {
    let registry = Registry::standard();
    let strategy = load_strategy(library, &registry, name).map_err(told)?;
    strategy.build(&registry, &scenario.rules, PlayerId(0), 0).map_err(refused)?;
    let scenario = Arc::clone(scenario);
    Ok(Arc::new(move |player, seed| {
        strategy.build(&registry, &scenario.rules, player, seed).expect("it was built from the same text before")
    }))
}

/// Makes a batch.
///
/// # Errors
/// What is wrong with what Python says, or with the content that it names.
pub fn batch(spec: &BatchSpec) -> PyResult<AgentBatch> {
    let library = &mut Library::here();
    let scenario = Arc::new(scenario(library, spec)?);
    let players = scenario.players.len();
    if spec.seats.len() > players {
        return Err(refused(format!("seats: found {}; the scenario has {players} players", spec.seats.len())));
    }
    let missing = if spec.seats.is_empty() { None } else { Some("idle".to_owned()) };
    let mut seats = spec.seats.clone();
    seats.resize(players, missing);
    if seats.iter().all(Option::is_some) {
        return Err(refused("seats: found no agent; expected \"agent\" for one player at least"));
    }
    let opponents: Vec<Option<OpponentFactory>> = seats
        .iter()
        .map(|seat| seat.as_ref().map(|name| opponent(library, &scenario, name)).transpose())
        .collect::<PyResult<_>>()?;
    let usual = SlotLimits::usual(&scenario);
    let layout = SlotLayout::new(&scenario, SlotLimits { planes: spec.planes.unwrap_or(usual.planes), ..usual });
    let options = BatchOptions {
        autoreset: autoreset(&spec.autoreset)?,
        level: level(&spec.level)?,
        slots: spec.slots,
        weights: spec.weights,
        bot_phase: spec.bot_phase,
        threads: spec.threads as usize,
    };
    let make = |_| {
        let env = Env::new(Arc::clone(&scenario), spec.env.clone());
        let seated = (0u8..).map(PlayerId).zip(&opponents);
        seated.fold(env, |env, (player, seat)| match seat {
            Some(make) => env.against(player, Arc::clone(make)),
            None => env,
        })
    };
    Ok(AgentBatch::new(layout, spec.envs as usize, options, make))
}

fn autoreset(name: &str) -> PyResult<AutoresetMode> {
    match name {
        "next_step" => Ok(AutoresetMode::NextStep),
        "same_step" => Ok(AutoresetMode::SameStep),
        "disabled" => Ok(AutoresetMode::Disabled),
        _ => Err(refused(format!("autoreset: found {name:?}; expected \"next_step\", \"same_step\" or \"disabled\""))),
    }
}

fn level(name: &str) -> PyResult<ActionLevel> {
    match name {
        "slots" => Ok(ActionLevel::Slots),
        "macro" => Ok(ActionLevel::Macro),
        "orders" => Ok(ActionLevel::Orders),
        _ => Err(refused(format!("act: found {name:?}; expected \"slots\", \"macro\" or \"orders\""))),
    }
}
