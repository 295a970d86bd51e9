//! Many environments, stepped together; who has come to its end begins anew.

use std::sync::Arc;

use rayon::prelude::*;
use sandtable_match::runner::MatchResult;
use sandtable_math::mix3;
use sandtable_model::scenario::Scenario;
use sandtable_sim::order::Order;
use sandtable_state::rng::Rng;

use crate::environment::{Env, EnvOptions, EnvStep};
use crate::observation::Observation;
use crate::recording::EpisodeRecording;

/// The stream of the mixer that gives episodes their seeds.
const EPISODES: u64 = 0x4550_4953;

/// An episode that has come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Episode {
    /// Its seed.
    pub seed: u64,
    /// The result of it, as of any match; one that was cut off was interrupted.
    pub result: MatchResult,
    /// What each player saw at its end, by player; nothing after an engine failure.
    pub last: Vec<Observation>,
    /// What it was made of, when episodes are recorded.
    pub recording: Option<EpisodeRecording>,
}

/// A step of one of many environments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VecStep {
    /// What it came to.
    pub step: EnvStep,
    /// The episode that ended with it, with what was seen last in it. The environment is at the start of the next one then.
    pub ended: Option<Episode>,
}

/// Many environments over one scenario.
///
/// Episode `e` of environment `n` has the seed `mix3(seed, 0x45504953 + n, e)`, whatever the others do and however many threads there are.
///
/// # Examples
///
/// Eight environments, each with orders drawn from its mask; how many threads there are changes nothing:
///
/// ```
/// use sandtable_env::{EnvOptions, Observation, VecEnv};
/// use sandtable_state::id::PlayerId;
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let options = EnvOptions { max_steps: Some(5), ..EnvOptions::default() };
/// let play = |threads| {
///     let mut envs = VecEnv::new(&scenario, &options, 8, 42).with_threads(threads).unwrap();
///     let mut ended = Vec::new();
///     for _ in 0..6 {
///         let steps = envs.step(|_number, env, chance| {
///             let mut seen = Observation::default();
///             let mut draw = |player| {
///                 env.observe(player, &mut seen);
///                 seen.sample_order(&env.view(player), chance).into_iter().collect()
///             };
///             vec![draw(PlayerId(0)), draw(PlayerId(1))]
///         });
///         ended.extend(steps.into_iter().filter_map(|step| step.ended));
///     }
///     ended
/// };
/// assert_eq!(play(1).len(), 8);
/// assert_eq!(play(1), play(2));
/// ```
pub struct VecEnv {
    lanes: Vec<VecLane>,
    seed: u64,
    threads: Option<rayon::ThreadPool>,
}

struct VecLane {
    env: Env,
    number: u64,
    episode: u64,
    chance: Rng,
}

impl VecLane {
    fn seed(&self, seed: u64) -> u64 {
        mix3(seed, EPISODES + self.number, self.episode)
    }

    fn begin(&mut self, seed: u64) {
        let seed = self.seed(seed);
        self.env.reset(seed);
        self.chance = Rng::stream(seed, "environment");
    }

    fn step(&mut self, orders: &[Vec<Order>], seed: u64) -> VecStep {
        let step = self.env.step(orders);
        let ended = self.ended(seed);
        if ended.is_some() {
            self.episode += 1;
            self.begin(seed);
        }
        VecStep { step, ended }
    }

    /// The episode, if it is over.
    fn ended(&self, seed: u64) -> Option<Episode> {
        let result = self.env.result()?.clone();
        let look = |player| {
            let mut seen = Observation::default();
            self.env.observe(player, &mut seen);
            seen
        };
        // What an engine failure leaves of a world is not looked at.
        let last = if result.engine_error().is_none() { self.env.players().map(look).collect() } else { Vec::new() };
        Some(Episode { seed: self.seed(seed), result, last, recording: self.env.recording().cloned() })
    }
}

impl VecEnv {
    /// `count` environments over one scenario, each at the start of its first episode. `seed` gives every episode its own.
    pub fn new(scenario: &Arc<Scenario>, options: &EnvOptions, count: usize, seed: u64) -> VecEnv {
        VecEnv::from_fn(count, seed, |_| Env::new(Arc::clone(scenario), options.clone()))
    }

    /// `count` environments that `make` makes from their numbers, with opponents, say; each at the start of its first episode.
    pub fn from_fn(count: usize, seed: u64, make: impl Fn(usize) -> Env) -> VecEnv {
        let lane = |number| VecLane {
            env: make(number),
            number: number as u64,
            episode: 0,
            chance: Rng::stream(seed, "environment"),
        };
        let mut all = VecEnv { lanes: (0..count).map(lane).collect(), seed, threads: None };
        all.reset(seed);
        all
    }

    /// Has steps taken on a pool of this many threads, which change nothing but the time it takes.
    ///
    /// # Errors
    /// When the system has no such threads to give.
    pub fn with_threads(mut self, threads: usize) -> Result<VecEnv, rayon::ThreadPoolBuildError> {
        self.threads = Some(rayon::ThreadPoolBuilder::new().num_threads(threads).build()?);
        Ok(self)
    }

    /// Begins all environments anew, each with its first episode under `seed`.
    pub fn reset(&mut self, seed: u64) {
        self.seed = seed;
        for lane in &mut self.lanes {
            lane.episode = 0;
            lane.begin(seed);
        }
    }

    /// The environments, by number.
    pub fn envs(&self) -> impl ExactSizeIterator<Item = &Env> {
        self.lanes.iter().map(|lane| &lane.env)
    }

    /// Steps each with what `decide` orders for its players, which is asked on whatever thread the environment is on. The stream of chance is
    /// the environment's own, and begins anew with each episode.
    pub fn step(&mut self, decide: impl Fn(usize, &Env, &mut Rng) -> Vec<Vec<Order>> + Sync) -> Vec<VecStep> {
        let seed = self.seed;
        let step = |(number, lane): (usize, &mut VecLane)| {
            let orders = decide(number, &lane.env, &mut lane.chance);
            lane.step(&orders, seed)
        };
        match &self.threads {
            Some(pool) => pool.install(|| self.lanes.par_iter_mut().enumerate().map(step).collect()),
            None => self.lanes.iter_mut().enumerate().map(step).collect(),
        }
    }
}
