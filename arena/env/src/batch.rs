//! Many environments stepped by arrays: a row for each agent, written in place, whoever owns the memory.

mod buffers;
mod lane;

use std::sync::Arc;

use rayon::prelude::*;
use sandtable_ai::RefusedOrder;
use sandtable_model::scenario::Scenario;
use sandtable_sim::order::Order;
use sandtable_state::id::PlayerId;

pub use buffers::{BatchBuffers, COUNTS};
pub use lane::LaneOutcome;

use crate::environment::Env;
use crate::slots::SlotLayout;
use buffers::AgentRow;
use lane::AgentLane;

/// What an environment does after its episode has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoresetMode {
    /// The next step begins the next episode and ignores its actions.
    NextStep,
    /// The step that ends an episode begins the next one; the last observation is written aside.
    SameStep,
    /// Nothing, until it is reset.
    Disabled,
}

/// How agents act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionLevel {
    /// An action for each own slot.
    Slots,
    /// One macro action for the whole player.
    Macro,
    /// Orders, as they are.
    Orders,
}

/// How a batch steps.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchOptions {
    /// What happens after an episode.
    pub autoreset: AutoresetMode,
    /// How agents act.
    pub level: ActionLevel,
    /// Whether slots, planes and masks of slots are written; globals and the mask of macro actions always are.
    pub slots: bool,
    /// What each of the terms of a reward counts for, in the order of [`Reward::terms`](crate::Reward::terms).
    pub weights: [f32; 10],
    /// Whether the first agent decides when a bot in its seat would: an episode begins with the ticks before that.
    pub bot_phase: bool,
    /// Threads that step.
    pub threads: usize,
}

/// Many environments over one scenario, whose players from outside are agents.
///
/// A row of the arrays is an agent: those of the first environment come first, in the order of their players.
///
/// # Examples
///
/// ```
/// use sandtable_env::slots::{SlotLayout, SlotLimits};
/// use sandtable_env::{ActionLevel, AgentBatch, AutoresetMode, BatchOptions, Env, EnvOptions};
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let layout = SlotLayout::new(&scenario, SlotLimits::usual(&scenario));
/// let options = BatchOptions {
///     autoreset: AutoresetMode::NextStep,
///     level: ActionLevel::Macro,
///     slots: false,
///     weights: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
///     bot_phase: false,
///     threads: 1,
/// };
/// let make = |_| Env::new(Arc::clone(&scenario), EnvOptions::default());
/// let batch = AgentBatch::new(layout, 4, options, make);
/// assert_eq!(batch.rows(), 8);
/// ```
pub struct AgentBatch {
    layout: SlotLayout,
    options: BatchOptions,
    lanes: Vec<AgentLane>,
    agents: usize,
    pool: ThreadPool,
}

/// Threads, made when they are first needed, and anew in a process that was forked from the one that has them: threads do not survive that.
#[derive(Default)]
struct ThreadPool(Option<(u32, rayon::ThreadPool)>);

impl ThreadPool {
    fn get(&mut self, threads: usize) -> Option<&rayon::ThreadPool> {
        let process = std::process::id();
        if self.0.as_ref().is_some_and(|(owner, _)| *owner != process) {
            // Ending it would wait for threads that are not there.
            std::mem::forget(self.0.take());
        }
        if self.0.is_none() && threads > 1 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()?;
            self.0 = Some((process, pool));
        }
        self.0.as_ref().map(|(_, pool)| pool)
    }
}

impl AgentBatch {
    /// `count` environments that `make` makes from their numbers, over the scenario of the layout.
    pub fn new(layout: SlotLayout, count: usize, options: BatchOptions, make: impl Fn(usize) -> Env) -> AgentBatch {
        let lanes: Vec<AgentLane> = (0..count).map(|number| AgentLane::new(make(number), &layout)).collect();
        let agents = lanes.first().map_or(0, |lane| lane.agents().len());
        AgentBatch { layout, options, lanes, agents, pool: ThreadPool::default() }
    }

    /// What the arrays look like.
    pub fn layout(&self) -> &SlotLayout {
        &self.layout
    }

    /// The scenario.
    pub fn scenario(&self) -> &Arc<Scenario> {
        self.layout.scenario()
    }

    /// How it steps.
    pub fn options(&self) -> &BatchOptions {
        &self.options
    }

    /// Rows of the arrays: environments times agents.
    pub fn rows(&self) -> usize {
        self.lanes.len() * self.agents
    }

    /// Environments.
    pub fn envs(&self) -> usize {
        self.lanes.len()
    }

    /// Agents of an environment.
    pub const fn agents(&self) -> usize {
        self.agents
    }

    /// The players that are agents, in the order of their rows.
    pub fn players(&self) -> Vec<PlayerId> {
        self.lanes.first().map_or_else(Vec::new, |lane| lane.agents().to_vec())
    }

    /// An environment by its number.
    pub fn env(&self, number: usize) -> Option<&Env> {
        self.lanes.get(number).map(AgentLane::env)
    }

    /// A batch of one environment, which plays on as that of this number would; with a seed, chance falls otherwise from here on.
    pub fn fork(&self, number: usize, seed: Option<u64>) -> Option<AgentBatch> {
        let lane = self.lanes.get(number)?.fork(seed)?;
        Some(AgentBatch {
            layout: self.layout.clone(),
            options: BatchOptions { threads: 1, ..self.options.clone() },
            lanes: vec![lane],
            agents: self.agents,
            pool: ThreadPool::default(),
        })
    }

    /// Begins episodes with these seeds, where there is one, and writes what their agents see.
    pub fn reset(&mut self, seeds: &[Option<u64>], buffers: &mut BatchBuffers<'_>) {
        let seed = |number: usize| seeds.get(number).copied().flatten();
        self.each(buffers, |lane, (layout, options), number, rows| {
            if let Some(seed) = seed(number) {
                lane.reset(seed, options);
                lane.forget_step(rows);
                lane.observe(layout, options, rows);
            }
        });
    }

    /// Writes what agents see, without a step.
    pub fn observe(&mut self, buffers: &mut BatchBuffers<'_>) {
        self.each(buffers, |lane, (layout, options), _, rows| lane.observe(layout, options, rows));
    }

    /// Says which seed each environment's next episode has, when it begins by itself.
    pub fn prepare_seeds(&mut self, seeds: &[u64]) {
        self.lanes.iter_mut().zip(seeds).for_each(|(lane, seed)| lane.next_seed = *seed);
    }

    /// Lays orders ready for an agent's next step, for agents that act by orders; `illegal` counts what it said beside them that no
    /// order says.
    pub fn give(&mut self, row: usize, orders: Vec<Order>, illegal: u32) {
        if let Some(lane) = self.lanes.get_mut(row / self.agents.max(1)) {
            lane.give(row % self.agents.max(1), orders, illegal);
        }
    }

    /// An agent's orders that the match refused in the last step, in the order in which they were.
    pub fn refused(&self, row: usize) -> &[RefusedOrder] {
        let lane = self.lanes.get(row / self.agents.max(1));
        lane.map_or(&[], |lane| lane.refused(row % self.agents.max(1)))
    }

    /// Takes the actions of the arrays, steps, and writes what agents see then. Gives what each episode that has ended came to.
    pub fn step(&mut self, buffers: &mut BatchBuffers<'_>) -> Vec<Option<LaneOutcome>> {
        self.each(buffers, |lane, (layout, options), _, rows| lane.step(layout, options, rows))
    }

    /// Draws legal actions into the arrays: for slots and macro actions.
    pub fn sample(&mut self, buffers: &mut BatchBuffers<'_>) {
        self.each(buffers, |lane, (layout, options), _, rows| lane.sample(layout, options, rows));
    }

    fn each<R: Send>(
        &mut self,
        buffers: &mut BatchBuffers<'_>,
        work: impl Fn(&mut AgentLane, (&SlotLayout, &BatchOptions), usize, &mut [AgentRow<'_>]) -> R + Sync,
    ) -> Vec<R> {
        let (layout, options) = (&self.layout, &self.options);
        let mut rows = buffers.rows(layout, self.lanes.len() * self.agents);
        let agents = self.agents.max(1);
        let work = |(number, (lane, rows)): (usize, (&mut AgentLane, &mut [AgentRow<'_>]))| {
            work(lane, (layout, options), number, rows)
        };
        match self.pool.get(options.threads.min(self.lanes.len())) {
            Some(pool) => pool
                .install(|| self.lanes.par_iter_mut().zip(rows.par_chunks_mut(agents)).enumerate().map(work).collect()),
            None => self.lanes.iter_mut().zip(rows.chunks_mut(agents)).enumerate().map(work).collect(),
        }
    }
}
