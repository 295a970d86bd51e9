//! Environments: pure functions of their seeds, masks that keep their word, replays that verify.

mod shipped;

use std::sync::Arc;

use proptest::prelude::*;
use sandtable_ai::IdleCommander;
use sandtable_env::{Env, EnvOptions, EnvStep, Observation, PLANES, Plane, VecEnv};
use sandtable_model::scenario::Scenario;
use sandtable_replay::{RecordStatus, Replay, verify};
use sandtable_sim::order::Order;
use sandtable_state::fingerprint;
use sandtable_state::id::PlayerId;
use sandtable_state::rng::Rng;

/// A scenario with a time limit in game seconds.
fn scenario(rules: &str, map: &str, seconds: u32) -> Arc<Scenario> {
    shipped::scenario(rules, map, seconds * 16)
}

/// An order for each player, drawn from what its mask allows.
fn drawn(env: &Env, seen: &mut Observation, chance: &mut Rng) -> Vec<Vec<Order>> {
    let order = |player: PlayerId| {
        env.observe(player, seen);
        seen.sample_order(&env.view(player), chance).into_iter().collect()
    };
    env.players().map(order).collect()
}

fn play(env: &mut Env, seed: u64, steps: u32) -> Vec<EnvStep> {
    let (mut chance, mut seen) = (Rng::stream(seed, "test"), Observation::default());
    env.reset(seed);
    let mut all = Vec::new();
    for _ in 0..steps {
        let orders = drawn(env, &mut seen, &mut chance);
        all.push(env.step(&orders));
        if all.last().is_some_and(EnvStep::is_over) {
            break;
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Whatever was drawn from a mask is taken.
    #[test]
    fn an_order_from_the_mask_is_never_refused(seed in 0u64..1_000_000) {
        let mut env = Env::new(scenario("classic", "meadow", 600), EnvOptions { step_ticks: 8, ..EnvOptions::default() });
        for step in play(&mut env, seed, 250) {
            for reward in step.rewards {
                prop_assert_eq!(reward.rejected, 0);
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_episode_and_reset_forgets_everything() {
    let options = EnvOptions { record: true, ..EnvOptions::default() };
    let mut env = Env::new(scenario("classic", "meadow", 600), options);
    let first = (play(&mut env, 5, 60), env.world().state_hash());
    assert_ne!((play(&mut env, 6, 60), env.world().state_hash()), first);
    assert_eq!((play(&mut env, 5, 60), env.world().state_hash()), first);
}

#[test]
fn looking_changes_nothing() {
    let run = |looks: bool| {
        let mut env = Env::new(scenario("classic", "meadow", 600), EnvOptions::default());
        let mut seen = Observation::default();
        for _ in 0..40 {
            if looks {
                env.players().for_each(|player| env.observe(player, &mut seen));
            }
            env.step(&[]);
        }
        env.world().state_hash()
    };
    assert_eq!(run(true), run(false));
}

#[test]
fn episodes_terminate_by_outcome_and_are_truncated_by_steps() {
    let mut env = Env::new(scenario("duel", "duel16", 30), EnvOptions { max_steps: Some(10), ..EnvOptions::default() });
    let cut = play(&mut env, 1, 100);
    assert_eq!(cut.len(), 10);
    assert!(cut[9].truncated && !cut[9].terminated && cut[..9].iter().all(|step| !step.is_over()));
    let mut env = Env::new(scenario("duel", "duel16", 30), EnvOptions::default());
    let whole = play(&mut env, 1, 100);
    let last = whole.last().expect("steps");
    assert!(last.terminated && !last.truncated && whole.len() == 30, "{} steps", whole.len());
    assert_eq!(env.outcome().map(|outcome| outcome.tick), Some(480));
    // One who surrenders has lost, and the other has won.
    env.reset(2);
    let lost = env.step(&[vec![Order::surrender()], Vec::new()]);
    assert_eq!(lost.rewards.iter().map(|reward| reward.outcome).collect::<Vec<_>>(), [-1, 1]);
    assert!(lost.terminated);
    assert!(env.step(&[]).terminated, "nothing happens after the end");
}

#[test]
fn a_replay_of_an_episode_verifies_at_any_step() {
    let mut env = Env::new(scenario("duel", "duel16", 20), EnvOptions { record: true, ..EnvOptions::default() });
    play(&mut env, 3, 7);
    let replay = Replay::decode(&env.recording().expect("it is recorded").replay()).expect("a replay");
    assert_eq!((replay.status(), replay.last_tick()), (RecordStatus::Incomplete, env.tick()));
    assert!(verify(&replay).is_ok());
    while !env.step(&[]).is_over() {}
    let replay = Replay::decode(&env.recording().expect("it is recorded").replay()).expect("a replay");
    assert!(verify(&replay).is_ok_and(|verified| verified.complete));
}

#[test]
fn planes_show_what_the_lists_hold() {
    let mut env = Env::new(scenario("classic", "meadow", 600), EnvOptions::default());
    play(&mut env, 9, 40);
    let mut seen = Observation::default();
    env.observe(PlayerId(1), &mut seen);
    let cells = seen.size[0] * seen.size[1];
    assert_eq!(seen.planes.len(), PLANES.len() * cells);
    let sum = |plane| seen.plane(plane).iter().map(|value| u32::from(*value)).sum::<u32>();
    assert_eq!(sum(Plane::OwnUnits) as usize, seen.sight.units.iter().filter(|unit| unit.aboard.is_none()).count());
    assert_eq!(sum(Plane::OwnBuildings) as usize, seen.sight.buildings.len());
    let view = env.view(PlayerId(1));
    for (at, cell) in view.map().bounds().cells().enumerate() {
        let passable = view.passable(cell, sandtable_model::rules::Locomotion::Foot);
        let known = (view.visibility(cell) as u16, u16::from(passable));
        assert_eq!((seen.plane(Plane::Visibility)[at], seen.plane(Plane::Passable)[at]), known, "{cell:?}");
    }
}

/// Every environment is its own: the same whatever number of them there is, on any number of threads.
#[test]
fn many_environments_do_not_depend_on_each_other_or_on_threads() {
    let scenario = scenario("duel", "duel16", 20);
    let options = EnvOptions { record: true, max_steps: Some(12), ..EnvOptions::default() };
    let run = |count: usize, threads: Option<usize>| {
        let mut all = VecEnv::new(&scenario, &options, count, 77);
        if let Some(threads) = threads {
            all = all.with_threads(threads).expect("threads");
        }
        let mut ended = vec![Vec::new(); 3];
        for _ in 0..30 {
            let steps = all.step(|_, env, chance| drawn(env, &mut Observation::default(), chance));
            for (number, step) in steps.into_iter().enumerate().take(3) {
                ended[number].extend(
                    step.ended
                        .map(|it| (it.seed, it.result.ticks, fingerprint(&it.recording.expect("recorded").replay()))),
                );
            }
        }
        let hashes: Vec<u64> = all.envs().take(3).map(|env| env.world().state_hash()).collect();
        (ended, hashes)
    };
    let few = run(3, None);
    assert_eq!(few.0.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 2]);
    assert_eq!(run(5, Some(2)), few);
}

#[test]
fn a_commander_can_sit_opposite() {
    let seat = |_: PlayerId, _: u64| -> Box<dyn sandtable_ai::Commander> { Box::new(IdleCommander::named("idle")) };
    let env = Env::new(scenario("duel", "duel16", 20), EnvOptions { record: true, ..EnvOptions::default() });
    let mut env = env.against(PlayerId(1), Arc::new(seat));
    env.reset(1);
    let step = env.step(&[Vec::new(), vec![Order::surrender()]]);
    assert!(!step.is_over(), "orders for a seat that is taken are left out");
    let replay = Replay::decode(&env.recording().expect("it is recorded").replay()).expect("a replay");
    assert_eq!(replay.header.contestants[1].name, "idle");
}
