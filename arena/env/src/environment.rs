//! One match at a time, stepped from outside.

use std::sync::Arc;

use sandtable_ai::{Commander, Orders};
use sandtable_model::scenario::Scenario;
use sandtable_sim::World;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_sim::victory::MatchOutcome;
use sandtable_sim::view::View;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::MAX_ORDERS_PER_TICK;

use crate::observation::Observation;
use crate::recording::EpisodeRecording;
use crate::reward::{Reward, RewardTotals};

/// How an environment steps: how long a step and an episode are, and whether episodes are recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvOptions {
    /// Ticks of a step, 1 or more: 16 is a game second.
    pub step_ticks: u32,
    /// Steps after which an episode is cut off; none for the time limit of the scenario, which ends it.
    pub max_steps: Option<u32>,
    /// Whether episodes are recorded, so that any of them can be saved.
    pub record: bool,
}

impl Default for EnvOptions {
    fn default() -> EnvOptions {
        EnvOptions { step_ticks: 16, max_steps: None, record: false }
    }
}

/// What a step of an environment came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnvStep {
    /// What happened to each player since the step before.
    pub rewards: Vec<Reward>,
    /// Whether the match has come to its outcome with this step.
    pub terminated: bool,
    /// Whether the episode was cut off by [`EnvOptions::max_steps`], without an outcome.
    pub truncated: bool,
}

impl EnvStep {
    /// Whether there is no other step in this episode.
    pub const fn is_over(&self) -> bool {
        self.terminated || self.truncated
    }
}

/// A match that is stepped with orders.
///
/// Players without a commander of their own are played from outside. Orders apply in the first tick of a step.
///
/// # Examples
///
/// A duel against a built-in commander, cut off after a minute:
///
/// ```
/// use sandtable_ai::IdleCommander;
/// use sandtable_env::{Env, EnvOptions};
/// use sandtable_state::id::PlayerId;
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let options = EnvOptions { step_ticks: 16, max_steps: Some(60), record: true };
/// let mut env = Env::new(scenario, options)
///     .against(PlayerId(1), Arc::new(|_player, _seed| Box::new(IdleCommander::named("absent"))));
/// env.reset(3);
/// let mut steps = 0;
/// while !env.step(&[]).is_over() {
///     steps += 1;
/// }
/// assert_eq!((steps, env.tick()), (59, 960));
/// let recording = env.recording().unwrap();
/// assert_eq!((recording.seed(), recording.ticks()), (3, 960));
/// ```
pub struct Env {
    scenario: Arc<Scenario>,
    options: EnvOptions,
    world: World,
    steps: u32,
    standings: Vec<RewardTotals>,
    recording: Option<EpisodeRecording>,
    opponents: Vec<Option<SeatedOpponent>>,
    stamped: Vec<StampedOrder>,
}

/// Makes the commander of an opponent anew for each episode, from the player it plays and the seed of the episode.
pub type OpponentFactory = Arc<dyn Fn(PlayerId, u64) -> Box<dyn Commander> + Send + Sync>;

struct SeatedOpponent {
    seat: OpponentFactory,
    commander: Box<dyn Commander>,
    interval: u32,
}

impl Env {
    /// An environment over a scenario, at the start of the episode with seed 0. A step of no ticks becomes one of one tick.
    pub fn new(scenario: Arc<Scenario>, options: EnvOptions) -> Env {
        let world = World::new(Arc::clone(&scenario), 0);
        let players = world.players().len();
        let mut env = Env {
            scenario,
            options: EnvOptions { step_ticks: options.step_ticks.max(1), ..options },
            world,
            steps: 0,
            standings: Vec::new(),
            recording: None,
            opponents: (0..players).map(|_| None).collect(),
            stamped: Vec::new(),
        };
        env.reset(0);
        env
    }

    /// Has a player played by a commander from the next reset on; whatever is ordered for it from outside is left out.
    #[must_use]
    pub fn against(mut self, player: PlayerId, seat: OpponentFactory) -> Env {
        if let Some(place) = self.opponents.get_mut(player.index()) {
            let commander = seat(player, self.world.seed());
            *place = Some(SeatedOpponent { interval: commander.interval_ticks().max(1), seat, commander });
        }
        self
    }

    /// Begins an episode anew with a match seed: the world, the opponents, the recording.
    pub fn reset(&mut self, seed: u64) {
        self.world = World::new(Arc::clone(&self.scenario), seed);
        self.steps = 0;
        for (row, opponent) in self.opponents.iter_mut().enumerate() {
            if let Some(opponent) = opponent {
                opponent.commander = (opponent.seat)(PlayerId(row as u8), seed);
            }
        }
        self.standings = self.players().map(|player| RewardTotals::from_view(&self.view(player))).collect();
        self.recording = self.options.record.then(|| {
            let commander = |player: PlayerId| self.opponents[player.index()].as_ref().map(|it| it.commander.name());
            let name = |player: PlayerId| commander(player).unwrap_or("outside").to_owned();
            let names = self.players().map(name).collect();
            EpisodeRecording { scenario: Arc::clone(&self.scenario), seed, names, orders: Vec::new(), ticks: 0 }
        });
    }

    /// Gives each player's orders and plays the ticks of a step. Of a player the first [`MAX_ORDERS_PER_TICK`] orders count; missing lists
    /// are empty. After the end of an episode nothing happens any more.
    pub fn step(&mut self, orders: &[Vec<Order>]) -> EnvStep {
        for number in 0..self.options.step_ticks {
            if self.outcome().is_some() {
                break;
            }
            self.stamp(if number == 0 { orders } else { &[] });
            self.world.step(&self.stamped);
            if let Some(recording) = &mut self.recording {
                recording.orders.extend_from_slice(&self.stamped);
                recording.ticks = self.world.tick();
            }
        }
        self.steps += 1;
        self.look_back()
    }

    fn stamp(&mut self, orders: &[Vec<Order>]) {
        self.stamped.clear();
        let (now, mut given) = (self.world.tick(), Orders::new());
        for row in 0..self.opponents.len() {
            let player = PlayerId(row as u8);
            let stamp = |(seq, order)| StampedOrder { tick: now + 1, player, seq: seq as u16, order };
            match &mut self.opponents[row] {
                None => {
                    let own = orders.get(row).map_or(&[][..], Vec::as_slice);
                    self.stamped.extend(own.iter().take(MAX_ORDERS_PER_TICK).cloned().enumerate().map(stamp));
                }
                Some(opponent) if now.is_multiple_of(opponent.interval) => {
                    opponent.commander.decide(&View::new(&self.world, player), &mut given);
                    self.stamped.extend(given.drain().enumerate().map(stamp));
                }
                Some(_) => {}
            }
        }
    }

    fn look_back(&mut self) -> EnvStep {
        let outcome = self.outcome();
        let reward = |player: PlayerId| {
            let now = RewardTotals::from_view(&self.view(player));
            let team = self.world.players()[player.index()].team;
            (now.since(&self.standings[player.index()], outcome.as_ref(), team), now)
        };
        let (rewards, standings) = self.players().map(reward).unzip();
        self.standings = standings;
        let terminated = outcome.is_some();
        EnvStep {
            rewards,
            terminated,
            truncated: !terminated && self.options.max_steps.is_some_and(|most| self.steps >= most),
        }
    }

    /// Every player of the scenario, in order, those with a commander of their own included.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.world.players().len() as u8).map(PlayerId)
    }

    /// What a player sees now: what a commander in its place would be shown.
    pub fn view(&self, player: PlayerId) -> View<'_> {
        View::new(&self.world, player)
    }

    /// Writes what a player sees into `seen`, as lists, planes and a mask of orders; its room is used again.
    pub fn observe(&self, player: PlayerId, seen: &mut Observation) {
        seen.look(&self.view(player));
    }

    /// The last tick that was played; 0 at the start of an episode.
    pub fn tick(&self) -> u32 {
        self.world.tick()
    }

    /// The world, whole: for whoever judges, not for whoever plays.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// How the match ended, when it has.
    pub fn outcome(&self) -> Option<MatchOutcome> {
        self.world.outcome().copied()
    }

    /// The episode so far, to be saved as a replay; none when nothing is recorded.
    pub fn recording(&self) -> Option<&EpisodeRecording> {
        self.recording.as_ref()
    }
}
