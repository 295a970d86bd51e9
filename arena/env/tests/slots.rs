//! Slots: what masks allow is what matches take, whatever has been played before.

mod shipped;

use std::sync::Arc;

use sandtable_content::MatchTerms;
use sandtable_env::slots::{BuildingGround, PlayerSight, SlotLayout, SlotLimits};
use sandtable_env::{ActionLevel, AgentBatch, AutoresetMode, BatchBuffers, BatchOptions, COUNTS, Env, EnvOptions};
use sandtable_model::map::Cell;
use sandtable_model::rules::Class;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::{KindId, PlayerId};

/// A scenario with the usual time limit.
fn scenario(rules: &str, map: &str) -> Arc<Scenario> {
    shipped::scenario(rules, map, MatchTerms::default().time_limit_ticks)
}

fn batch(scenario: &Arc<Scenario>, level: ActionLevel, threads: usize) -> AgentBatch {
    let layout = SlotLayout::new(scenario, SlotLimits::usual(scenario));
    let options = BatchOptions {
        autoreset: AutoresetMode::NextStep,
        level,
        slots: true,
        weights: [1.0; 10],
        bot_phase: false,
        threads,
    };
    AgentBatch::new(layout, 2, options, |_| Env::new(Arc::clone(scenario), EnvOptions::default()))
}

/// The arrays that a test looks at.
struct Arrays {
    actions: Vec<i32>,
    macros: Vec<i32>,
    alone: Vec<u8>,
    ended: [Vec<u8>; 2],
    rewards: Vec<f32>,
    counts: Vec<i32>,
    globals: Vec<f32>,
}

impl Arrays {
    fn new(batch: &AgentBatch) -> Arrays {
        let columns = BatchBuffers::columns(batch.layout());
        let size = |name| batch.rows() * columns.iter().find(|it| it.0 == name).map_or(0, |it| it.2);
        Arrays {
            actions: vec![0; size("actions")],
            macros: vec![0; size("macros")],
            alone: vec![0; batch.rows()],
            ended: [vec![0; batch.rows()], vec![0; batch.rows()]],
            rewards: vec![0.0; batch.rows()],
            counts: vec![0; batch.rows() * COUNTS.len()],
            globals: vec![0.0; size("globals")],
        }
    }

    fn buffers(&mut self) -> BatchBuffers<'_> {
        let [terminated, truncated] = &mut self.ended;
        BatchBuffers {
            actions: &mut self.actions,
            macros: &mut self.macros,
            alive: &mut self.alone,
            terminated,
            truncated,
            rewards: &mut self.rewards,
            counts: &mut self.counts,
            globals: &mut self.globals,
            ..BatchBuffers::default()
        }
    }
}

/// Plays drawn actions; gives the hashes of the environments and how many orders were refused.
fn drawn(batch: &mut AgentBatch, seed: u64, steps: usize, mut look: impl FnMut(&AgentBatch)) -> (Vec<u64>, i32) {
    let mut arrays = Arrays::new(batch);
    batch.reset(&[Some(seed), Some(seed + 1)], &mut arrays.buffers());
    let mut refused = 0;
    for _ in 0..steps {
        batch.sample(&mut arrays.buffers());
        batch.step(&mut arrays.buffers());
        refused += arrays.counts.chunks(COUNTS.len()).map(|counts| counts[0] + counts[1]).sum::<i32>();
        look(batch);
    }
    ((0..2).filter_map(|env| Some(batch.env(env)?.world().state_hash())).collect(), refused)
}

#[test]
fn drawn_actions_are_taken_for_any_number_of_threads() {
    for (rules, map) in [("duel", "duel16"), ("classic", "meadow")] {
        let scenario = scenario(rules, map);
        let runs = [1, 2].map(|threads| drawn(&mut batch(&scenario, ActionLevel::Slots, threads), 7, 120, |_| {}));
        assert_eq!(runs[0], runs[1]);
        assert_eq!(runs[0].1, 0, "{rules}: refused");
        assert_ne!(runs[0].0[0], runs[0].0[1]);
    }
}

/// Every cell and building, as a match says it and as the ground of a sight does.
#[test]
fn the_ground_for_buildings_is_what_a_view_says() {
    for (rules, map) in [("duel", "duel16"), ("classic", "meadow")] {
        let scenario = scenario(rules, map);
        let (mut sight, mut ground) = (PlayerSight::default(), BuildingGround::default());
        let mut compared = [0; 2];
        let mut at = 0;
        drawn(&mut batch(&scenario, ActionLevel::Slots, 1), 3, 80, |batch| {
            at += 1;
            if at % 20 != 0 {
                return;
            }
            let view = batch.env(0).expect("it is there").view(PlayerId(0));
            sight.look(&view);
            ground.look(&scenario, &sight);
            let buildings = |kind: &KindId| scenario.rules.kind(*kind).class == Class::Building;
            for kind in (0..scenario.rules.kinds.len() as u16).map(KindId).filter(buildings) {
                for y in -1..=scenario.map.height as i16 {
                    for x in -1..=scenario.map.width as i16 {
                        let found = ground.takes(&scenario.rules, kind, x, y);
                        assert_eq!(found, view.can_place(kind, Cell::new(x, y)), "{kind:?} at {x}, {y}");
                        compared[usize::from(found)] += 1;
                    }
                }
            }
        });
        assert!(compared.iter().all(|count| *count > 500), "{compared:?}");
    }
}

#[test]
fn macro_actions_are_orders_that_are_taken() {
    let scenario = scenario("duel", "duel16");
    let (hashes, refused) = drawn(&mut batch(&scenario, ActionLevel::Macro, 1), 5, 200, |_| {});
    assert_eq!(refused, 0);
    assert_ne!(hashes[0], hashes[1]);
}

#[test]
fn a_fork_steps_as_its_parent_does() {
    let scenario = scenario("duel", "duel16");
    let mut batch = batch(&scenario, ActionLevel::Slots, 1);
    drawn(&mut batch, 9, 40, |_| {});
    let mut fork = batch.fork(0, None).expect("agents can be copied");
    let other = batch.fork(0, Some(1)).expect("agents can be copied");
    let hash = |batch: &AgentBatch| batch.env(0).map(|env| env.world().state_hash());
    let before = hash(&batch);
    assert_eq!(hash(&fork), before);
    assert_ne!(hash(&other), before, "chance is part of the state");
    let mut arrays = Arrays::new(&fork);
    for _ in 0..20 {
        fork.sample(&mut arrays.buffers());
        fork.step(&mut arrays.buffers());
    }
    assert_eq!(hash(&batch), before);
    let mut arrays = Arrays::new(&batch);
    for _ in 0..20 {
        batch.sample(&mut arrays.buffers());
        batch.step(&mut arrays.buffers());
    }
    assert_eq!(hash(&batch), hash(&fork), "streams of chance are copied");
}
