//! Environments against the plain engine: the same ticks with the same orders, once looked at and drawn step by step, once only stepped.

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;
use sandtable_env::{Env, EnvOptions, EpisodeRecording, Observation, VecEnv};
use sandtable_model::scenario::Scenario;
use sandtable_sim::World;
use sandtable_sim::order::Order;
use sandtable_state::rng::Rng;

use crate::named;

/// Environments.
const COUNT: usize = 64;

/// Steps 64 environments so often, with an order drawn from its mask for each player in each step, and then plays what was recorded.
pub fn run(name: &str, steps: u32) -> Result<(), String> {
    let scenario = named(name)?.load().map_err(|failure| failure.to_string())?.scenario;
    let options = EnvOptions { record: true, ..EnvOptions::default() };
    let mut all = VecEnv::new(&scenario, &options, COUNT, 1);
    let (mut recordings, mut refused, mut given) = (Vec::new(), 0, 0);
    let began = ThreadTime::now();
    for _ in 0..steps {
        for step in all.step(|_, env, chance| drawn(env, chance)) {
            refused += step.step.rewards.iter().map(|reward| reward.rejected).sum::<i64>();
            recordings.extend(step.ended.and_then(|ended| ended.recording));
        }
    }
    let stepped = began.elapsed();
    recordings.extend(all.envs().filter_map(|env| env.recording().cloned()));
    let (mut ticks, mut plain) = (0, Duration::ZERO);
    for recording in &recordings {
        given += recording.orders().len();
        ticks += u64::from(recording.ticks());
        plain += play(&scenario, recording);
    }
    let rate = |time: Duration| ticks as f64 / time.as_secs_f64();
    sandtable_benches::say(format_args!(
        "{COUNT} environments of {name}: {ticks} ticks, {given} orders, {refused} refused\n  environments {:>10.0} ticks a CPU second\n  \
         plain engine {:>10.0}\n  {:.1} %",
        rate(stepped),
        rate(plain),
        100.0 * rate(stepped) / rate(plain)
    ));
    Ok(())
}

thread_local! {
    static SEEN: std::cell::RefCell<Observation> = std::cell::RefCell::default();
}

fn drawn(env: &Env, chance: &mut Rng) -> Vec<Vec<Order>> {
    SEEN.with_borrow_mut(|seen| {
        let order = |player| {
            env.observe(player, seen);
            seen.sample_order(&env.view(player), chance).into_iter().collect()
        };
        env.players().map(order).collect()
    })
}

fn play(scenario: &Arc<Scenario>, recording: &EpisodeRecording) -> Duration {
    let mut rest = recording.orders();
    let began = ThreadTime::now();
    let mut world = World::new(Arc::clone(scenario), recording.seed());
    for tick in 1..=recording.ticks() {
        let (now, later) = rest.split_at(rest.iter().take_while(|order| order.tick <= tick).count());
        world.step(now);
        rest = later;
    }
    began.elapsed()
}
