//! A batch as Python holds it: one owner, borrowed for a call at a time, and stepped without the interpreter's lock.

use std::sync::{Mutex, MutexGuard, TryLockError};

use numpy::{PyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use sandtable_ai::Registry;
use sandtable_env::slots::SlotLayout;
use sandtable_env::{AgentBatch, BatchBuffers, Env, EnvOptions, LaneOutcome};
use sandtable_match::store::pack_replay;
use sandtable_match::why;
use sandtable_replay::Replay;
use sandtable_state::id::{Handle, PlayerId};
use sandtable_state::limits::{MAX_ORDER_DELAY, MAX_TICKS, TICKS_PER_SECOND};

use crate::arrays::BoundArrays;
use crate::assembly::{BatchSpec, MAX_ENVS, MAX_THREADS, batch, refused, within};
use crate::{orders, picture};

/// A batch of environments over one scenario, and the arrays bound to it.
#[pyclass(frozen, module = "sandtable._sandtable")]
pub struct Core {
    held: Mutex<HeldBatch>,
}

struct HeldBatch {
    batch: AgentBatch,
    arrays: BoundArrays,
}

impl Core {
    fn new(batch: AgentBatch) -> Core {
        Core { held: Mutex::new(HeldBatch { batch, arrays: BoundArrays::default() }) }
    }

    /// Nobody waits for a batch: who finds it in use made a mistake.
    fn held(&self) -> PyResult<MutexGuard<'_, HeldBatch>> {
        self.held.try_lock().map_err(|error| {
            PyRuntimeError::new_err(match error {
                TryLockError::WouldBlock => "the environments are in use by another thread",
                TryLockError::Poisoned(_) => "the environments broke in an earlier call; make them anew",
            })
        })
    }

    /// Has the batch work on the bound arrays without the interpreter's lock.
    fn work<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut AgentBatch, &mut BatchBuffers<'_>) -> R + Send,
    ) -> PyResult<R> {
        let mut held = self.held()?;
        let HeldBatch { batch, arrays } = &mut *held;
        let mut borrowed = arrays.borrow(py)?;
        let mut buffers = borrowed.buffers()?;
        Ok(py.detach(|| work(batch, &mut buffers)))
    }

    fn with_env<R>(&self, number: usize, look: impl FnOnce(&Env) -> PyResult<R>) -> PyResult<R> {
        let held = self.held()?;
        let env = held.batch.env(number);
        look(
            env.ok_or_else(|| PyIndexError::new_err(format!("environment {number}: there are {}", held.batch.envs())))?,
        )
    }
}

#[pymethods]
impl Core {
    /// Makes a batch; arrays are bound afterwards.
    #[new]
    #[pyo3(signature = (
        scenario, seats, num_envs=1, *, rules=None, step_ticks=16, max_steps=None, record=false, act="slots", autoreset="next_step",
        slots=true, planes=None, weights=None, threads=1, order_delay=None, time_limit=None,
        bot_phase=false
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn make(
        scenario: String,
        seats: Vec<Option<String>>,
        num_envs: i128,
        rules: Option<String>,
        step_ticks: i128,
        max_steps: Option<i128>,
        record: bool,
        act: &str,
        autoreset: &str,
        slots: bool,
        planes: Option<bool>,
        weights: Option<[f32; 10]>,
        threads: i128,
        order_delay: Option<i128>,
        time_limit: Option<i128>,
        bot_phase: bool,
    ) -> PyResult<Core> {
        let spec = BatchSpec {
            scenario,
            rules,
            seats,
            envs: within("num_envs", num_envs, 1, MAX_ENVS)?,
            env: EnvOptions {
                step_ticks: within("step_ticks", step_ticks, 1, MAX_TICKS)?,
                max_steps: max_steps.map(|steps| within("max_steps", steps, 1, u32::MAX)).transpose()?,
                record,
            },
            level: act.to_owned(),
            autoreset: autoreset.to_owned(),
            slots,
            planes,
            weights: weights.unwrap_or([1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
            bot_phase,
            threads: within("threads", threads, 1, MAX_THREADS)?,
            order_delay: order_delay.map(|ticks| within("order_delay", ticks, 0, MAX_ORDER_DELAY)).transpose()?,
            time_limit: time_limit.map(|it| within("time_limit", it, 1, MAX_TICKS / TICKS_PER_SECOND)).transpose()?,
        };
        Ok(Core::new(batch(&spec)?))
    }

    /// What the arrays look like and what their columns mean.
    fn spec<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let held = self.held()?;
        let layout = held.batch.layout();
        let spec = PyDict::new(py);
        let arrays = PyDict::new(py);
        for (name, _, columns) in BatchBuffers::columns(layout) {
            arrays.set_item(name, (columns, BoundArrays::dtype(name)))?;
        }
        spec.set_item("arrays", arrays)?;
        spec.set_item("rows", held.batch.rows())?;
        spec.set_item("envs", held.batch.envs())?;
        spec.set_item("players", held.batch.players().iter().map(|player| player.0 + 1).collect::<Vec<_>>())?;
        let limits = layout.limits();
        spec.set_item("slots", (limits.own, limits.foreign, limits.nodes))?;
        spec.set_item("choices", layout.choices())?;
        spec.set_item("target_rows", layout.target_rows())?;
        let map = &layout.scenario().map;
        spec.set_item("map", (map.height, map.width))?;
        spec.set_item("planes", layout.plane_names())?;
        spec.set_item("globals", layout.global_names())?;
        spec.set_item("macros", layout.macro_names())?;
        spec.set_item("time_limit_ticks", layout.scenario().time_limit_ticks)?;
        spec.set_item("order_delay", layout.scenario().order_delay_ticks)?;
        name_rules(&spec, layout)?;
        Ok(spec)
    }

    /// Binds arrays by name: each is checked once and written in place from then on.
    fn bind(&self, arrays: &Bound<'_, PyDict>) -> PyResult<()> {
        let held = &mut *self.held()?;
        let rows = held.batch.rows();
        let sizes: Vec<(&'static str, usize)> = BatchBuffers::columns(held.batch.layout())
            .iter()
            .map(|(name, _, columns)| (*name, rows * columns))
            .collect();
        held.arrays.bind(arrays, &sizes)
    }

    /// Begins episodes: a seed for each environment, none where the episode goes on.
    fn reset(&self, py: Python<'_>, seeds: Vec<Option<u64>>) -> PyResult<()> {
        let envs = self.held()?.batch.envs();
        if seeds.len() != envs {
            return Err(PyValueError::new_err(format!(
                "seeds: found {}; expected {envs}, one for each environment",
                seeds.len()
            )));
        }
        self.work(py, |batch, buffers| batch.reset(&seeds, buffers))
    }

    /// Says which seed each environment's next episode has.
    fn prepare_seeds(&self, seeds: Vec<u64>) -> PyResult<()> {
        self.held()?.batch.prepare_seeds(&seeds);
        Ok(())
    }

    /// Takes the actions of the arrays and steps; gives the environments whose episode ended with what it came to.
    fn step<'py>(&self, py: Python<'py>) -> PyResult<Vec<(usize, Bound<'py, PyDict>)>> {
        let outcomes = self.work(py, AgentBatch::step)?;
        let ended = outcomes.into_iter().enumerate().filter_map(|(env, outcome)| Some((env, outcome?)));
        ended.map(|(env, outcome)| Ok((env, told(py, &outcome)?))).collect()
    }

    /// Writes what agents see, without a step.
    fn observe(&self, py: Python<'_>) -> PyResult<()> {
        self.work(py, AgentBatch::observe)
    }

    /// Draws legal actions into the arrays.
    fn sample(&self, py: Python<'_>) -> PyResult<()> {
        self.work(py, AgentBatch::sample)
    }

    /// Lays orders ready for the next step of a row: whole numbers, a row of ORDER_COLUMNS for each order.
    fn give(&self, row: usize, orders: PyReadonlyArray2<'_, i64>) -> PyResult<()> {
        let held = &mut *self.held()?;
        if row >= held.batch.rows() {
            return Err(PyIndexError::new_err(format!("row {row}: there are {}", held.batch.rows())));
        }
        let orders = orders.as_array();
        let rows = orders.rows().into_iter().map(|row| orders::order(&row.to_vec()));
        let said = rows.collect::<PyResult<Vec<_>>>()?;
        let (count, orders) = (said.len(), said.into_iter().flatten().collect::<Vec<_>>());
        let illegal = (count - orders.len()) as u32;
        held.batch.give(row, orders, illegal);
        Ok(())
    }

    /// A row's orders that were refused in the last step: the tick they were to take effect in, their row in their decision, verb, reason.
    fn refused(&self, row: usize) -> PyResult<Vec<(u32, u16, &'static str, String)>> {
        let held = self.held()?;
        let refused = held.batch.refused(row).iter();
        Ok(refused.map(|it| (it.tick, it.seq, orders::name(&it.verb), format!("{:?}", it.why))).collect())
    }

    /// The state hash of an environment after its last tick.
    fn state_hash(&self, env: usize) -> PyResult<u64> {
        self.with_env(env, |env| Ok(env.world().state_hash()))
    }

    /// The last tick and the match seed of an environment.
    fn clock(&self, env: usize) -> PyResult<(u32, u64)> {
        self.with_env(env, |env| Ok((env.tick(), env.seed())))
    }

    /// The bytes of a replay file of the episode so far.
    fn replay<'py>(&self, py: Python<'py>, env: usize) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.with_env(env, |env| Ok(recording(env)?.replay()))?;
        Ok(PyBytes::new(py, &pack_replay(&bytes).map_err(refused)?))
    }

    /// Why an entity of a player does what it does, in words.
    fn why(&self, env: usize, player: u8, handle: u32) -> PyResult<String> {
        self.with_env(env, |env| {
            let count = env.players().count();
            if !(1..=count).contains(&usize::from(player)) {
                return Err(PyIndexError::new_err(format!("player: found {player}; expected 1 to {count}")));
            }
            let player = PlayerId(player - 1);
            let unit = env.world().observe_handle(player, Handle(handle));
            let unit = unit.ok_or_else(|| {
                refused(format!("handle {handle}: player {} knows nobody of that name", player.0 + 1))
            })?;
            let replay = Replay::decode(&recording(env)?.replay()).map_err(refused)?;
            let told = why::why(&replay, &Registry::standard(), unit, env.tick(), &mut |_| {});
            Ok(why::tell(&told.map_err(|(why::Refusal::Replay(text) | why::Refusal::Asked(text))| refused(text))?))
        })
    }

    /// A batch of one environment, which plays on as this one would, or otherwise with another seed.
    #[pyo3(signature = (env, seed=None))]
    fn fork(&self, env: usize, seed: Option<u64>) -> PyResult<Core> {
        if self.with_env(env, |it| Ok(it.result().is_some()))? {
            return Err(refused(format!("environment {env}: the episode is over; expected one that goes on")));
        }
        let fork = self.held()?.batch.fork(env, seed);
        fork.map(Core::new)
            .ok_or_else(|| refused(format!("environment {env}: found an opponent that cannot be copied")))
    }

    /// An environment as text.
    fn text(&self, env: usize) -> PyResult<String> {
        self.with_env(env, |env| Ok(picture::text(env.world())))
    }

    /// An environment as a picture: height, width, and a flat array of red, green and blue.
    fn rgb<'py>(&self, py: Python<'py>, env: usize) -> PyResult<(usize, usize, Bound<'py, PyArray1<u8>>)> {
        let (height, width, pixels) = self.with_env(env, |env| Ok(picture::rgb(env.world())))?;
        Ok((height, width, PyArray1::from_vec(py, pixels)))
    }
}

fn recording(env: &Env) -> PyResult<&sandtable_env::EpisodeRecording> {
    env.recording()
        .ok_or_else(|| refused("nothing is recorded; make the environment with record=True, and a fork without a seed"))
}

fn name_rules(spec: &Bound<'_, PyDict>, layout: &SlotLayout) -> PyResult<()> {
    let rules = &layout.scenario().rules;
    let names = |list: &mut dyn Iterator<Item = &String>| list.cloned().collect::<Vec<_>>();
    spec.set_item("rules", &rules.name)?;
    spec.set_item("kinds", names(&mut rules.kinds.iter().map(|kind| &kind.name)))?;
    spec.set_item("sites", layout.sites().iter().map(|kind| kind.0).collect::<Vec<_>>())?;
    spec.set_item("resources", names(&mut rules.resources.iter()))?;
    spec.set_item("techs", names(&mut rules.techs.iter().map(|tech| &tech.name)))?;
    spec.set_item("abilities", names(&mut rules.abilities.iter().map(|ability| &ability.name)))
}

fn told<'py>(py: Python<'py>, outcome: &LaneOutcome) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    told.set_item("seed", outcome.seed)?;
    told.set_item("ticks", outcome.ticks)?;
    told.set_item("steps", outcome.steps)?;
    told.set_item("winner", outcome.winner.map(|team| team + 1))?;
    told.set_item("hash", format!("{:016x}", outcome.hash))?;
    told.set_item("failure", &outcome.failure)?;
    if let Some(recording) = &outcome.recording {
        let bytes = pack_replay(&recording.replay()).map_err(refused)?;
        told.set_item("replay", PyBytes::new(py, &bytes))?;
    }
    Ok(told)
}
