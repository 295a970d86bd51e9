//! One environment of a batch with the players that are its agents.

use sandtable_ai::RefusedOrder;
use sandtable_match::runner::phase;
use sandtable_sim::order::Order;
use sandtable_state::id::PlayerId;
use sandtable_state::rng::Rng;

use super::buffers::AgentRow;
use super::{ActionLevel, AutoresetMode, BatchOptions};
use crate::environment::{Env, EnvStep};
use crate::recording::EpisodeRecording;
use crate::slots::{ActionContext, BuildingGround, MaskRow, PlayerSight, SlotLayout, SlotTable};

/// The episode that an environment has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaneOutcome {
    /// Its match seed.
    pub seed: u64,
    /// Its last tick.
    pub ticks: u32,
    /// Steps that were taken in it.
    pub steps: u32,
    /// The team that won; none when nobody did, or the episode was cut off.
    pub winner: Option<u8>,
    /// The state hash after its last tick.
    pub hash: u64,
    /// What the engine failed with.
    pub failure: Option<String>,
    /// What it was made of, when episodes are recorded.
    pub recording: Option<EpisodeRecording>,
}

/// A player that is an agent, and what it saw last.
#[derive(Clone)]
struct AgentSeat {
    player: PlayerId,
    sight: PlayerSight,
    table: SlotTable,
    ground: BuildingGround,
    masks: SeatMasks,
    chance: Rng,
    orders: Vec<Order>,
    /// What it said beside them that no order says.
    illegal: u32,
    /// Its orders that were refused in the last step.
    refused: Vec<RefusedOrder>,
}

/// The mask by which actions are judged: the arrays that show it belong to others.
#[derive(Clone, Default)]
struct SeatMasks {
    verbs: Vec<u8>,
    args: Vec<u8>,
    cancel: Vec<u8>,
    targets: Vec<u8>,
    places: Vec<u8>,
    macros: Vec<u8>,
}

impl SeatMasks {
    fn new(layout: &SlotLayout) -> SeatMasks {
        let columns = super::BatchBuffers::columns(layout);
        let sized = |name| vec![0; columns.iter().find(|it| it.0 == name).map_or(0, |it| it.2)];
        SeatMasks {
            verbs: sized("mask_verbs"),
            args: sized("mask_args"),
            cancel: sized("mask_cancel"),
            targets: sized("mask_targets"),
            places: sized("mask_places"),
            macros: sized("mask_macros"),
        }
    }

    fn row(&mut self) -> MaskRow<'_> {
        MaskRow {
            verbs: &mut self.verbs,
            args: &mut self.args,
            cancel: &mut self.cancel,
            targets: &mut self.targets,
            places: &mut self.places,
        }
    }

    fn show(&self, row: &mut AgentRow<'_>) {
        let shown = [
            (&self.verbs, &mut row.mask_verbs),
            (&self.args, &mut row.mask_args),
            (&self.cancel, &mut row.mask_cancel),
            (&self.targets, &mut row.mask_targets),
            (&self.places, &mut row.mask_places),
            (&self.macros, &mut row.mask_macros),
        ];
        for (mask, to) in shown.into_iter().filter(|(mask, to)| mask.len() == to.len()) {
            to.copy_from_slice(mask);
        }
    }
}

impl AgentSeat {
    fn new(player: PlayerId, layout: &SlotLayout) -> AgentSeat {
        AgentSeat {
            player,
            sight: PlayerSight::default(),
            table: SlotTable::new(layout.limits()),
            ground: BuildingGround::default(),
            masks: SeatMasks::new(layout),
            chance: Rng::stream(0, "sample"),
            orders: Vec::new(),
            illegal: 0,
            refused: Vec::new(),
        }
    }

    /// Looks anew and writes what is seen.
    fn observe(&mut self, env: &Env, (layout, options): (&SlotLayout, &BatchOptions), row: &mut AgentRow<'_>) {
        self.sight.look(&env.view(self.player));
        self.ground.look(layout.scenario(), &self.sight);
        self.table.renew(&self.sight);
        layout.encode_globals(&self.sight, row.globals);
        if options.slots {
            if !row.kinds.is_empty() {
                layout.encode(&self.sight, &self.table, &mut row.observation());
            }
            layout.mask(&self.sight, &self.table, &self.ground, &mut self.masks.row());
        }
        if options.level == ActionLevel::Macro || !row.mask_macros.is_empty() {
            let cx = ActionContext { sight: &self.sight, table: &self.table, ground: &self.ground };
            layout.mask_macros(&cx, &mut self.masks.macros);
        }
        self.masks.show(row);
        for (target, handle) in row.handles.iter_mut().enumerate() {
            *handle = self.table.target(target).map_or(0, |handle| handle.0);
        }
        row.alive[0] = u8::from(!self.sight.out);
        row.counts[2] = self.table.overflow() as i32;
        row.counts[3] = self.sight.tick as i32;
    }

    /// Makes the orders of its action, and counts what is not legal.
    fn decide(&mut self, (layout, options): (&SlotLayout, &BatchOptions), row: &AgentRow<'_>) -> u32 {
        let cx = ActionContext { sight: &self.sight, table: &self.table, ground: &self.ground };
        match options.level {
            ActionLevel::Slots => layout.orders(&cx, &self.masks.row(), row.actions, &mut self.orders),
            ActionLevel::Macro => {
                let action = usize::try_from(row.macros[0]).unwrap_or(usize::MAX);
                let legal = self.masks.macros.get(action).is_some_and(|is| *is != 0);
                layout.macro_orders(&cx, if legal { action } else { 0 }, &mut self.orders);
                u32::from(!legal)
            }
            ActionLevel::Orders => std::mem::take(&mut self.illegal),
        }
    }

    fn sample(&mut self, (layout, options): (&SlotLayout, &BatchOptions), row: &mut AgentRow<'_>) {
        let cx = ActionContext { sight: &self.sight, table: &self.table, ground: &self.ground };
        if options.level == ActionLevel::Macro {
            let legal: Vec<i32> = (0..).zip(&self.masks.macros).filter(|it| *it.1 != 0).map(|it| it.0).collect();
            row.macros[0] = legal.get(self.chance.below(legal.len() as u32) as usize).copied().unwrap_or(0);
        } else if !row.actions.is_empty() {
            layout.sample(&cx, &self.masks.row(), &mut self.chance, row.actions);
        }
    }
}

/// One environment of a batch.
pub(super) struct AgentLane {
    env: Env,
    players: Vec<PlayerId>,
    seats: Vec<AgentSeat>,
    steps: u32,
    ended: bool,
    /// The seed of the next episode, when that begins by itself.
    pub next_seed: u64,
}

impl AgentLane {
    /// Over an environment whose players from outside become agents.
    pub fn new(env: Env, layout: &SlotLayout) -> AgentLane {
        let players: Vec<PlayerId> = env.outside_players().collect();
        let seats = players.iter().map(|player| AgentSeat::new(*player, layout)).collect();
        AgentLane { env, players, seats, steps: 0, ended: false, next_seed: 0 }
    }

    pub fn agents(&self) -> &[PlayerId] {
        &self.players
    }

    pub fn env(&self) -> &Env {
        &self.env
    }

    pub fn fork(&self, seed: Option<u64>) -> Option<AgentLane> {
        Some(AgentLane {
            env: self.env.fork(seed)?,
            players: self.players.clone(),
            seats: self.seats.clone(),
            steps: self.steps,
            ended: self.ended,
            next_seed: self.next_seed,
        })
    }

    pub fn reset(&mut self, seed: u64, options: &BatchOptions) {
        self.env.reset(seed);
        if let Some(first) = self.players.first().filter(|_| options.bot_phase) {
            self.env.skip(phase(seed, first.0.into(), self.env.step_ticks()));
        }
        (self.steps, self.ended) = (0, false);
        for (row, seat) in (0u64..).zip(&mut self.seats) {
            seat.table.clear();
            seat.orders.clear();
            seat.chance = Rng::stream(sandtable_math::mix(seed, row), "sample");
        }
    }

    pub fn refused(&self, agent: usize) -> &[RefusedOrder] {
        self.seats.get(agent).map_or(&[], |seat| &seat.refused)
    }

    pub fn give(&mut self, agent: usize, orders: Vec<Order>, illegal: u32) {
        if let Some(seat) = self.seats.get_mut(agent) {
            (seat.orders, seat.illegal) = (orders, illegal);
        }
    }

    pub fn observe(&mut self, layout: &SlotLayout, options: &BatchOptions, rows: &mut [AgentRow<'_>]) {
        for (seat, row) in self.seats.iter_mut().zip(rows) {
            seat.observe(&self.env, (layout, options), row);
        }
    }

    pub fn sample(&mut self, layout: &SlotLayout, options: &BatchOptions, rows: &mut [AgentRow<'_>]) {
        for (seat, row) in self.seats.iter_mut().zip(rows) {
            seat.sample((layout, options), row);
        }
    }

    /// Forgets what was counted and refused in the last step.
    pub fn forget_step(&mut self, rows: &mut [AgentRow<'_>]) {
        rows.iter_mut().for_each(|row| row.counts[..2].fill(0));
        self.seats.iter_mut().for_each(|seat| seat.refused.clear());
    }

    /// Takes a step, or begins the next episode where it is time for that.
    pub fn step(
        &mut self,
        layout: &SlotLayout,
        options: &BatchOptions,
        rows: &mut [AgentRow<'_>],
    ) -> Option<LaneOutcome> {
        for row in rows.iter_mut() {
            (row.rewards[0], row.terminated[0], row.truncated[0]) = (0.0, 0, 0);
        }
        self.forget_step(rows);
        if self.ended {
            if options.autoreset == AutoresetMode::NextStep {
                self.reset(self.next_seed, options);
                self.observe(layout, options, rows);
            }
            return None;
        }
        let step = self.play(layout, options, rows);
        self.steps += 1;
        let outcome = step.is_over().then(|| self.outcome(&step));
        self.ended = outcome.is_some();
        if step.failure.is_none() {
            self.observe(layout, options, rows);
        }
        if self.ended && options.autoreset == AutoresetMode::SameStep {
            rows.iter_mut().for_each(AgentRow::keep_last);
            self.reset(self.next_seed, options);
            self.observe(layout, options, rows);
        }
        outcome
    }

    fn play(&mut self, layout: &SlotLayout, options: &BatchOptions, rows: &mut [AgentRow<'_>]) -> EnvStep {
        let mut orders = vec![Vec::new(); self.env.players().count()];
        for (seat, row) in self.seats.iter_mut().zip(rows.iter_mut()) {
            row.counts[0] = seat.decide((layout, options), row) as i32;
            orders[seat.player.index()] = std::mem::take(&mut seat.orders);
        }
        let step = self.env.step(&orders);
        for (seat, row) in self.seats.iter_mut().zip(rows) {
            let reward = step.rewards[seat.player.index()];
            seat.refused.extend(step.refused.iter().filter(|order| order.player == seat.player));
            let terms = reward.terms().into_iter().zip(options.weights);
            row.rewards[0] = terms.map(|((_, value), weight)| value as f32 * weight).sum();
            row.counts[1] = reward.rejected as i32;
            row.terminated[0] = u8::from(step.terminated);
            row.truncated[0] = u8::from(step.truncated || step.failure.is_some());
        }
        step
    }

    fn outcome(&self, step: &EnvStep) -> LaneOutcome {
        LaneOutcome {
            seed: self.env.seed(),
            ticks: self.env.tick(),
            steps: self.steps,
            winner: self.env.outcome().and_then(|outcome| outcome.winner).map(|team| team.0),
            hash: if step.failure.is_none() { self.env.world().state_hash() } else { 0 },
            failure: step.failure.clone(),
            recording: self.env.recording().cloned(),
        }
    }
}
