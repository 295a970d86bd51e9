//! An episode as what it was made of: scenario, seed and orders. Its replay is made when somebody wants it, by playing it again: keeping
//! hashes of every tick would cost every episode what few need.

use std::sync::Arc;

use sandtable_ai::COMMANDERS_VERSION;
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Contestant, MatchEnd, RecordStatus, Recorder, ReplayHeader};
use sandtable_sim::World;
use sandtable_sim::order::StampedOrder;

/// An episode that can be played again.
///
/// # Examples
///
/// ```
/// use sandtable_env::{Env, EnvOptions};
/// use sandtable_replay::{Replay, verify};
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let mut env = Env::new(scenario, EnvOptions { record: true, ..EnvOptions::default() });
/// env.step(&[]);
/// let bytes = env.recording().unwrap().replay();
/// assert!(verify(&Replay::decode(&bytes).unwrap()).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpisodeRecording {
    pub(crate) scenario: Arc<Scenario>,
    pub(crate) seed: u64,
    /// The names of who played, by player.
    pub(crate) names: Vec<String>,
    /// By tick, player, sequence.
    pub(crate) orders: Vec<StampedOrder>,
    pub(crate) ticks: u32,
    /// How it ended; none while it lasts.
    pub(crate) end: Option<MatchEnd>,
}

impl EpisodeRecording {
    pub(crate) fn new(scenario: &Arc<Scenario>, seed: u64, names: Vec<String>) -> EpisodeRecording {
        EpisodeRecording { scenario: Arc::clone(scenario), seed, names, orders: Vec::new(), ticks: 0, end: None }
    }

    /// The match seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The last tick.
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// The orders, by tick, player and sequence.
    pub fn orders(&self) -> &[StampedOrder] {
        &self.orders
    }

    /// The bytes of its replay. Takes as long as the episode took.
    pub fn replay(&self) -> Vec<u8> {
        let name = |name: &String| Contestant { name: name.clone(), ..Contestant::default() };
        let contestants = self.names.iter().map(name).collect();
        let header = ReplayHeader::new(&self.scenario, self.seed, contestants, Vec::new());
        let mut recorder = Recorder::new(&header.decided_by(COMMANDERS_VERSION));
        let mut world = World::new(Arc::clone(&self.scenario), self.seed);
        let mut rest = self.orders.as_slice();
        for tick in 1..=self.ticks {
            let (now, later) = rest.split_at(rest.iter().take_while(|order| order.tick <= tick).count());
            world.step(now);
            recorder.tick(&world, now);
            rest = later;
        }
        let unfinished = || MatchEnd {
            status: RecordStatus::Incomplete,
            last_tick: self.ticks,
            outcome: None,
            forfeits: Vec::new(),
            note: String::new(),
        };
        let end = self.end.clone().unwrap_or_else(unfinished);
        recorder.finish((end.status != RecordStatus::EngineError).then_some(&world), &end);
        recorder.take_bytes()
    }
}
