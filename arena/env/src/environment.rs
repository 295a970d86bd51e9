//! One match at a time, stepped from outside.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

use sandtable_ai::{Commander, RefusedOrder};
use sandtable_match::runner::{MatchResult, MatchSession, Observer, Termination, built, commander_seed};
use sandtable_model::scenario::Scenario;
use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_sim::victory::MatchOutcome;
use sandtable_sim::view::View;
use sandtable_state::id::PlayerId;

use crate::observation::Observation;
use crate::outside::ReadyOrders;
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
    /// The orders of players from outside that were refused in it, by player: those of earlier steps too, which the order delay brought here.
    pub refused: Vec<RefusedOrder>,
    /// Whether the match has come to its outcome with this step.
    pub terminated: bool,
    /// Whether the episode was cut off by [`EnvOptions::max_steps`], without an outcome.
    pub truncated: bool,
    /// What the engine failed with in this step: a bug in Sandtable, and an episode that counts for nothing.
    pub failure: Option<String>,
}

impl EnvStep {
    /// Whether there is no other step in this episode.
    pub const fn is_over(&self) -> bool {
        self.terminated || self.truncated || self.failure.is_some()
    }
}

/// A match that is stepped with orders.
///
/// It is the match that [`run_match`](sandtable_match::runner::run_match) plays, by the same session. Players without a commander of their
/// own are played from outside: what is ordered with a step is decided before its first tick, as a commander decides, and applies after the
/// order delay of the scenario. Commanders decide at their own ticks, and forfeit when they fail.
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
    session: MatchSession,
    seats: Vec<EnvSeat>,
    /// The match seed of the episode.
    seed: u64,
    steps: u32,
    standings: Vec<RewardTotals>,
    recording: Option<EpisodeRecording>,
    /// The result of the episode; none while it lasts.
    result: Option<MatchResult>,
}

/// Makes the commander of an opponent anew for each episode, from the player it plays and the commander's seed, which is
/// [`commander_seed`] of the episode's and the player.
pub type OpponentFactory = Arc<dyn Fn(PlayerId, u64) -> Box<dyn Commander> + Send + Sync>;

/// Who plays a player.
enum EnvSeat {
    Outside(ReadyOrders),
    Opponent(OpponentFactory),
}

impl EnvSeat {
    /// Such a seat with no orders laid ready.
    fn anew(&self) -> EnvSeat {
        match self {
            EnvSeat::Outside(_) => EnvSeat::Outside(ReadyOrders::default()),
            EnvSeat::Opponent(make) => EnvSeat::Opponent(Arc::clone(make)),
        }
    }

    fn commander(&self, player: PlayerId, match_seed: u64) -> Box<dyn Commander> {
        match self {
            EnvSeat::Outside(ready) => ready.commander(),
            EnvSeat::Opponent(make) => built(|| Ok::<_, Infallible>(make(player, commander_seed(match_seed, player)))),
        }
    }
}

impl Env {
    /// An environment over a scenario, at the start of the episode with seed 0. A step of no ticks becomes one of one tick.
    pub fn new(scenario: Arc<Scenario>, options: EnvOptions) -> Env {
        let world = World::new(Arc::clone(&scenario), 0);
        let players = world.players().len();
        let mut env = Env {
            scenario,
            options: EnvOptions { step_ticks: options.step_ticks.max(1), ..options },
            session: MatchSession::new(world, Vec::new()),
            seats: (0..players).map(|_| EnvSeat::Outside(ReadyOrders::default())).collect(),
            seed: 0,
            steps: 0,
            standings: Vec::new(),
            recording: None,
            result: None,
        };
        env.reset(0);
        env
    }

    /// Has a player played by a commander, from the start of the episode that is begun anew for it; whatever is ordered for that player
    /// from outside is left out.
    #[must_use]
    pub fn against(mut self, player: PlayerId, seat: OpponentFactory) -> Env {
        if let Some(place) = self.seats.get_mut(player.index()) {
            *place = EnvSeat::Opponent(seat);
            self.reset(self.seed);
        }
        self
    }

    /// Begins an episode anew with a match seed: the world, the commanders, the recording.
    pub fn reset(&mut self, seed: u64) {
        if self.result.is_none() && self.tick() > 0 {
            self.close(Termination::Interrupted);
        }
        let seated = self.seats.iter().zip(0..).map(|(seat, row)| seat.commander(PlayerId(row), seed));
        self.session = MatchSession::new(World::new(Arc::clone(&self.scenario), seed), seated.collect());
        (self.seed, self.steps, self.result) = (seed, 0, None);
        self.take_refused();
        self.standings = self.players().map(|player| RewardTotals::from_view(&self.view(player))).collect();
        let names = self.session.commander_names();
        self.recording = self.options.record.then(|| EpisodeRecording::new(&self.scenario, seed, names));
    }

    /// An independent copy of the episode, which plays on as this one would; with a seed, chance falls otherwise from here on, and nothing
    /// is recorded any more, since no seed replays that. None when an opponent cannot be saved.
    pub fn fork(&self, seed: Option<u64>) -> Option<Env> {
        let seats: Vec<EnvSeat> = self.seats.iter().map(EnvSeat::anew).collect();
        let seated = seats.iter().zip(0..).map(|(seat, row)| seat.commander(PlayerId(row), self.seed));
        let world = World::new(Arc::clone(&self.scenario), self.seed);
        let mut session = MatchSession::new(world, seated.collect());
        session.restore(self.world().fork(), &self.session.save()?).ok()?;
        if let Some(seed) = seed {
            session.reseed(seed);
        }
        Some(Env {
            scenario: Arc::clone(&self.scenario),
            options: EnvOptions { record: self.options.record && seed.is_none(), ..self.options.clone() },
            session,
            seats,
            seed: self.seed,
            steps: self.steps,
            standings: self.standings.clone(),
            recording: self.recording.clone().filter(|_| seed.is_none()),
            result: self.result.clone(),
        })
    }

    /// Plays ticks in which nobody from outside orders anything; they are no step. A bot thinks for the first time at its
    /// [`phase`](sandtable_match::runner::phase), and so does an agent that is to play as one.
    pub fn skip(&mut self, ticks: u32) {
        let mut watched = Watched(self.recording.as_mut());
        let over = (0..ticks).find_map(|_| self.session.advance(&mut watched));
        if let Some(termination) = over.filter(|_| self.result.is_none()) {
            self.close(termination);
        }
        self.look_back();
        self.take_refused();
    }

    /// Ticks of a step.
    pub fn step_ticks(&self) -> u32 {
        self.options.step_ticks
    }

    /// The match seed of the episode.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Gives each player's orders and plays the ticks of a step. Of a player the first [`MAX_ORDERS_PER_TICK`] orders count; missing lists
    /// are empty. After the end of an episode nothing happens any more.
    ///
    /// [`MAX_ORDERS_PER_TICK`]: sandtable_state::limits::MAX_ORDERS_PER_TICK
    pub fn step(&mut self, orders: &[Vec<Order>]) -> EnvStep {
        if self.result.is_some() {
            return self.told(self.players().map(|_| Reward::default()).collect());
        }
        for (row, seat) in self.seats.iter().enumerate() {
            if let EnvSeat::Outside(ready) = seat {
                ready.lay(orders.get(row).map_or(&[], Vec::as_slice));
            }
        }
        if let Some(termination) = self.play() {
            self.close(termination);
        }
        let (rewards, refused) = (self.look_back(), self.take_refused());
        EnvStep { refused, ..self.told(rewards) }
    }

    fn take_refused(&self) -> Vec<RefusedOrder> {
        let refused =
            |seat: &EnvSeat| if let EnvSeat::Outside(ready) = seat { ready.take_refused() } else { Vec::new() };
        self.seats.iter().flat_map(refused).collect()
    }

    /// Plays the ticks of a step; then, why the episode is over.
    fn play(&mut self) -> Option<Termination> {
        let mut watched = Watched(self.recording.as_mut());
        let over = (0..self.options.step_ticks).find_map(|_| self.session.advance(&mut watched));
        self.steps += 1;
        // The session says that it is over in the tick after: here it is said with the last one.
        let over = over.or_else(|| self.session.world().outcome().map(|_| Termination::Normal));
        let cut = self.options.max_steps.is_some_and(|most| self.steps >= most);
        over.or(cut.then_some(Termination::Interrupted))
    }

    fn close(&mut self, termination: Termination) {
        let result = self.session.close(termination);
        if let Some(recording) = &mut self.recording {
            recording.end = Some(result.end());
        }
        self.result = Some(result);
    }

    fn look_back(&mut self) -> Vec<Reward> {
        if self.result.as_ref().is_some_and(|result| result.engine_error().is_some()) {
            // What an engine failure leaves of a world is not looked at.
            return self.players().map(|_| Reward::default()).collect();
        }
        let outcome = self.outcome();
        let reward = |player: PlayerId| {
            let now = RewardTotals::from_view(&self.view(player));
            let team = self.world().players()[player.index()].team;
            (now.since(&self.standings[player.index()], outcome.as_ref(), team), now)
        };
        let (rewards, standings) = self.players().map(reward).unzip();
        self.standings = standings;
        rewards
    }

    fn told(&self, rewards: Vec<Reward>) -> EnvStep {
        let over = self.result.as_ref().map(|result| &result.termination);
        let truncated = over == Some(&Termination::Interrupted);
        let failure = over.and_then(Termination::message).map(str::to_owned);
        let terminated = over.is_some() && !truncated && failure.is_none();
        EnvStep { rewards, refused: Vec::new(), terminated, truncated, failure }
    }

    /// Every player of the scenario, in order, those with a commander of their own included.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.seats.len() as u8).map(PlayerId)
    }

    /// The players that are played from outside, in order.
    pub fn outside_players(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.players().filter(|player| matches!(self.seats[player.index()], EnvSeat::Outside(_)))
    }

    /// What a player sees now: what a commander in its place would be shown.
    pub fn view(&self, player: PlayerId) -> View<'_> {
        View::new(self.world(), player)
    }

    /// Writes what a player sees into `seen`, as lists, planes and a mask of orders; its room is used again.
    pub fn observe(&self, player: PlayerId, seen: &mut Observation) {
        seen.look(&self.view(player));
    }

    /// The last tick that was played; 0 at the start of an episode.
    pub fn tick(&self) -> u32 {
        self.world().tick()
    }

    /// The world, whole: for whoever judges, not for whoever plays.
    pub fn world(&self) -> &World {
        self.session.world()
    }

    /// How the match ended, when it has.
    pub fn outcome(&self) -> Option<MatchOutcome> {
        self.world().outcome().copied()
    }

    /// The result of the episode, as of any match; none while it lasts. One that was cut off was interrupted.
    pub fn result(&self) -> Option<&MatchResult> {
        self.result.as_ref()
    }

    /// The episode so far, to be saved as a replay; none when nothing is recorded.
    pub fn recording(&self) -> Option<&EpisodeRecording> {
        self.recording.as_ref()
    }
}

/// Notes the orders of each tick, when the episode is recorded.
struct Watched<'e>(Option<&'e mut EpisodeRecording>);

impl Observer for Watched<'_> {
    fn tick(&mut self, world: &World, orders: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        if let Some(recording) = &mut self.0 {
            recording.orders.extend_from_slice(orders);
            recording.ticks = world.tick();
        }
        ControlFlow::Continue(())
    }
}
