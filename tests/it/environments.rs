//! Environments are matches: with commanders in all seats an environment ends as `run_match` does, and whoever plays from outside stands
//! where a commander would.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use sandtable_ai::{Commander, IdleCommander, Orders, Registry};
use sandtable_content::MatchTerms;
use sandtable_env::{Env, EnvOptions, Observation, OpponentFactory, VecEnv};
use sandtable_match::assemble::{StrategyFile, load_open_match, load_strategy};
use sandtable_match::library::Library;
use sandtable_match::parallel::in_order;
use sandtable_match::runner::{Termination, commander_seed, phase, run_match};
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Replay, verify};
use sandtable_sim::order::Order;
use sandtable_sim::view::View;
use sandtable_state::id::{PlayerId, TeamId};
use sandtable_tests::Fixture;

/// Rules, map and the strategies of both players.
type Terms = (&'static str, &'static str, [&'static str; 2]);

const DUEL: Terms = ("duel", "duel16", ["duel/rush"; 2]);
const CLASSIC: Terms = ("classic", "meadow", ["rush", "expand"]);
const BOTH: [PlayerId; 2] = [PlayerId(0), PlayerId(1)];

fn scenario((rules, map, _): Terms, order_delay_ticks: u8, seconds: u32) -> Arc<Scenario> {
    let terms = MatchTerms { time_limit_ticks: seconds * 16, order_delay_ticks, ..MatchTerms::default() };
    Arc::new(Fixture::shipped(rules, map, terms).scenario())
}

fn strategies((_, _, names): Terms) -> [StrategyFile; 2] {
    let (mut library, registry) = (Library::embedded_only(), Registry::standard());
    names.map(|name| load_strategy(&mut library, &registry, name).unwrap_or_else(|failure| panic!("{failure}")))
}

fn built(strategy: &StrategyFile, scenario: &Scenario, player: PlayerId, seed: u64) -> Box<dyn Commander> {
    let built = strategy.build(&Registry::standard(), &scenario.rules, player, seed);
    built.unwrap_or_else(|issues| panic!("{issues}"))
}

fn factory(strategy: &StrategyFile, scenario: &Arc<Scenario>) -> OpponentFactory {
    let (strategy, scenario) = (strategy.clone(), Arc::clone(scenario));
    Arc::new(move |player, seed| built(&strategy, &scenario, player, seed))
}

/// Plays matches of these seeds as matches, as environments with commanders in both seats, and, by the step of one tick, with the first
/// player's commander outside.
fn hold_to_matches(terms: Terms, order_delay: u8, seconds: u32, seeds: std::ops::Range<u32>) {
    let (scenario, files) = (scenario(terms, order_delay, seconds), strategies(terms));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let job = |row: u32| {
        let seed = u64::from(seeds.start + row);
        let commander =
            |player: PlayerId| built(&files[player.index()], &scenario, player, commander_seed(seed, player));
        let played = run_match(&scenario, BOTH.map(commander).into(), seed);
        // Steps of seven ticks fit into no interval of decisions.
        let options = EnvOptions { step_ticks: 7, ..EnvOptions::default() };
        let env = Env::new(Arc::clone(&scenario), options);
        let env = env.against(BOTH[0], factory(&files[0], &scenario));
        let mut env = env.against(BOTH[1], factory(&files[1], &scenario));
        env.reset(seed);
        while !env.step(&[]).is_over() {}
        assert_eq!(env.result(), Some(&played), "{terms:?}, delay {order_delay}, seed {seed}");
        let outside = from_outside(&scenario, &files, seed);
        assert_eq!(outside, played.hash, "{terms:?}, delay {order_delay}, seed {seed}, from outside");
    };
    in_order(seeds.end - seeds.start, threads, job, |()| Ok(())).expect("nothing is written");
}

/// The final hash of an environment whose first player is played by its commander from outside.
fn from_outside(scenario: &Arc<Scenario>, files: &[StrategyFile; 2], seed: u64) -> String {
    let env = Env::new(Arc::clone(scenario), EnvOptions { step_ticks: 1, ..EnvOptions::default() });
    let mut env = env.against(BOTH[1], factory(&files[1], scenario));
    env.reset(seed);
    let mut commander = built(&files[0], scenario, BOTH[0], commander_seed(seed, BOTH[0]));
    let interval = commander.interval_ticks();
    let mut orders = Orders::new();
    loop {
        orders.clear();
        if env.tick() % interval == phase(seed, 0, interval) {
            commander.decide(&env.view(BOTH[0]), &mut orders);
        }
        if env.step(&[orders.as_slice().to_vec()]).is_over() {
            return format!("{:016x}", env.world().state_hash());
        }
    }
}

#[test]
fn an_environment_of_commanders_is_their_match() {
    for delay in [0, 3] {
        hold_to_matches(DUEL, delay, 150, 1..4);
        hold_to_matches(CLASSIC, delay, 150, 1..3);
    }
}

#[test]
fn an_environment_of_four_commanders_is_their_match_whatever_they_think_by() {
    let names = ["minds/goap", "minds/tree", "minds/htn", "adaptive"];
    let (mut library, registry) = (Library::embedded_only(), Registry::standard());
    let files =
        names.map(|name| load_strategy(&mut library, &registry, name).unwrap_or_else(|failure| panic!("{failure}")));
    let players = [0, 1, 2, 3].map(PlayerId);
    for delay in [0, 3] {
        let mut scenario = load_open_match(&mut library, "classic", "quarters", Some(120)).expect("it loads");
        scenario.order_delay_ticks = delay;
        scenario.players.iter_mut().zip([0, 1, 1, 0]).for_each(|(player, team)| player.team = TeamId(team));
        assert_eq!(scenario.players.len(), 4);
        let scenario = Arc::new(scenario);
        let commander = |player: PlayerId| built(&files[player.index()], &scenario, player, commander_seed(9, player));
        let played = run_match(&scenario, players.map(commander).into(), 9);
        let env = Env::new(Arc::clone(&scenario), EnvOptions { step_ticks: 5, ..EnvOptions::default() });
        let mut env = players
            .into_iter()
            .fold(env, |env, player| env.against(player, factory(&files[player.index()], &scenario)));
        // An episode before leaves nothing behind.
        for seed in [8, 9] {
            env.reset(seed);
            while !env.step(&[]).is_over() {}
        }
        assert_eq!(env.result(), Some(&played), "delay {delay}");
    }
}

/// With 200 seeds each: `.ci/soak`.
#[test]
#[ignore = "long: part of .ci/soak"]
fn every_environment_of_commanders_is_their_match() {
    for delay in [0, 3] {
        hold_to_matches(DUEL, delay, 600, 0..200);
        hold_to_matches(CLASSIC, delay, 600, 0..200);
    }
}

#[test]
fn seats_have_seeds_of_their_own() {
    let seen: Arc<Mutex<Vec<(PlayerId, u64)>>> = Arc::default();
    let told = Arc::clone(&seen);
    let seat: OpponentFactory = Arc::new(move |player, seed| {
        told.lock().expect("nobody panics").push((player, seed));
        Box::new(IdleCommander::named("idle"))
    });
    let env = Env::new(scenario(DUEL, 1, 20), EnvOptions::default());
    let mut env = env.against(BOTH[0], Arc::clone(&seat)).against(BOTH[1], seat);
    seen.lock().expect("nobody panics").clear();
    env.reset(41);
    assert_eq!(*seen.lock().expect("nobody panics"), BOTH.map(|player| (player, commander_seed(41, player))));
}

#[test]
fn orders_from_outside_wait_the_order_delay() {
    for delay in [0, 1, 3] {
        let mut env =
            Env::new(scenario(DUEL, delay, 20), EnvOptions { record: true, step_ticks: 2, ..EnvOptions::default() });
        env.step(&[vec![Order::surrender()]]);
        while !env.step(&[]).is_over() {}
        let ticks: Vec<u32> = env.recording().expect("recorded").orders().iter().map(|order| order.tick).collect();
        assert_eq!(ticks, [1 + u32::from(delay)]);
        assert_eq!(env.outcome().map(|outcome| outcome.tick), Some(1 + u32::from(delay)));
    }
}

/// Counts how often it is asked, and panics or gives up when it has been asked so often.
struct Counter {
    asked: Arc<AtomicU32>,
    panics_at: u32,
    surrenders_at: u32,
}

impl Commander for Counter {
    fn name(&self) -> &str {
        "counter"
    }

    fn decide(&mut self, _: &View<'_>, orders: &mut Orders) {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        assert_ne!(asked, self.panics_at, "asked once too often");
        if asked == self.surrenders_at {
            orders.give(Order::surrender());
        }
    }
}

fn counter(asked: &Arc<AtomicU32>, panics_at: u32, surrenders_at: u32) -> OpponentFactory {
    let asked = Arc::clone(asked);
    Arc::new(move |_, _| Box::new(Counter { asked: Arc::clone(&asked), panics_at, surrenders_at }))
}

#[test]
fn a_commander_that_panics_forfeits_and_the_episode_can_be_saved() {
    let env = Env::new(scenario(DUEL, 1, 60), EnvOptions { record: true, ..EnvOptions::default() });
    let mut env = env.against(BOTH[1], counter(&Arc::default(), 3, 0));
    env.reset(5);
    let last = loop {
        let step = env.step(&[]);
        if step.is_over() {
            break step;
        }
    };
    assert!(last.terminated && last.failure.is_none());
    assert_eq!(last.rewards.iter().map(|reward| reward.outcome).collect::<Vec<_>>(), [1, -1]);
    let result = env.result().expect("it is over");
    assert_eq!(result.termination, Termination::BotPanic { players: vec![2] });
    let forfeited = result.sides[1].forfeited.as_ref().expect("it failed");
    assert!(forfeited.message.contains("asked once too often"), "{forfeited:?}");
    let replay = Replay::decode(&env.recording().expect("recorded").replay()).expect("a replay");
    assert!(verify(&replay).is_ok_and(|verified| verified.complete));
    assert_eq!(replay.end.map(|end| end.forfeits.len()), Some(1));
    // The next episode begins as if nothing had been.
    env.reset(6);
    assert!(env.result().is_none() && !env.step(&[]).is_over());
    // One that cannot even be made forfeits as well.
    let mut env = Env::new(scenario(DUEL, 1, 60), EnvOptions::default())
        .against(BOTH[1], Arc::new(|_, _| panic!("no such commander today")));
    env.reset(7);
    while !env.step(&[]).is_over() {}
    let result = env.result().expect("it is over");
    assert_eq!(result.termination, Termination::BotPanic { players: vec![2] });
}

#[test]
fn who_is_out_is_not_asked() {
    let lawn = Fixture::meadow(24, 24).teams(&[0, 1, 2]).place(0, "worker", 4, 4, 1);
    let scenario = Arc::new(lawn.place(1, "worker", 20, 4, 1).place(2, "worker", 12, 20, 1).scenario());
    let asked: [Arc<AtomicU32>; 2] = Default::default();
    let env = Env::new(scenario, EnvOptions { record: true, ..EnvOptions::default() });
    let mut env = env.against(PlayerId(1), counter(&asked[0], 0, 2)).against(PlayerId(2), counter(&asked[1], 0, 0));
    env.reset(3);
    for _ in 0..20 {
        assert!(!env.step(&[]).is_over());
    }
    let [out, left] = asked.map(|asked| asked.load(Ordering::Relaxed));
    assert!(env.world().players()[1].out);
    assert_eq!((out, left), (2, 20));
    // Nor are orders taken from outside for one who is out.
    env.reset(4);
    for _ in 0..4 {
        env.step(&[vec![Order::surrender()]]);
    }
    let own = |order: &&sandtable_sim::order::StampedOrder| order.player == PlayerId(0);
    assert_eq!(env.recording().expect("recorded").orders().iter().filter(own).count(), 1);
}

#[test]
fn what_was_seen_last_survives_the_next_beginning() {
    let scenario = scenario(DUEL, 1, 20);
    let options = EnvOptions { max_steps: Some(12), ..EnvOptions::default() };
    let mut all = VecEnv::new(&scenario, &options, 2, 9);
    let ended = (0..12).flat_map(|_| all.step(|_, _, _| Vec::new())).filter_map(|step| step.ended);
    let ended: Vec<_> = ended.collect();
    assert_eq!(ended.len(), 2);
    for episode in &ended {
        let mut env = Env::new(Arc::clone(&scenario), options.clone());
        env.reset(episode.seed);
        while !env.step(&[]).is_over() {}
        let look = |player| {
            let mut seen = Observation::default();
            env.observe(player, &mut seen);
            seen
        };
        assert_eq!(episode.last, BOTH.map(look));
        assert_eq!((episode.last[0].sight.tick, episode.result.ticks), (192, 192));
        assert_eq!(episode.result.termination, Termination::Interrupted);
        // Whoever steps on in an episode that was cut off gets nothing more.
        let after = env.step(&[vec![Order::surrender()]]);
        assert!(after.truncated && env.tick() == 192);
    }
    assert!(all.envs().all(|env| env.tick() == 0), "they stand at the start of the next one");
}
