//! The result of a match, and each side's figures over it.

use sandtable_ai::{FailureKind, Milestone};
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Forfeit, MatchEnd, RecordStatus};
use sandtable_sim::victory::MatchOutcome;
use sandtable_sim::view::View;
use sandtable_sim::{PlayerTotals, World};
use sandtable_state::id::{PlayerId, TeamId};
use sandtable_state::limits::TICKS_PER_SECOND;
use serde::{Deserialize, Serialize};

use super::Fault;
use super::course::course;
use super::referee::Why;
use super::refusals::Refusals;
use crate::Failure;

/// Ticks between two samples of a side's figures: ten game seconds, in which the smallest armies come and go.
pub(super) const SAMPLE_TICKS: u32 = 10 * TICKS_PER_SECOND;

/// Why a match stopped, besides its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Termination {
    /// It was played to its outcome.
    Normal,
    /// Its time was over.
    Limit,
    /// The last teams fell in the same tick.
    MutualDestruction,
    /// A rule of the tournament ended it.
    Adjudicated {
        /// Which.
        why: Why,
    },
    /// A side had more orders refused than the tournament allows, or gave one that could never be taken.
    IllegalOrders,
    /// It ended by commanders that panicked; what they said is with their sides, here as below.
    BotPanic {
        /// Their players, from 1.
        players: Vec<u8>,
    },
    /// By bots that went away.
    BotCrash {
        /// Their players, from 1.
        players: Vec<u8>,
    },
    /// By bots that did not answer.
    BotHang {
        /// Their players, from 1.
        players: Vec<u8>,
    },
    /// By bots that took more than they were given.
    OverBudget {
        /// Their players, from 1.
        players: Vec<u8>,
    },
    /// By bots that broke the protocol.
    BotProtocol {
        /// Their players, from 1.
        players: Vec<u8>,
    },
    /// Its orders, stepped a second time, came to another state: our bug, or the machine's, and nobody's loss.
    Desync {
        /// Where, and in which parts of the state.
        message: String,
    },
    /// An observer stopped it.
    Interrupted,
    /// The engine failed: our bug, and nobody's loss.
    EngineError {
        /// What it said.
        message: String,
    },
}

impl Termination {
    /// The end of a match in which the commanders of these players, from 1, failed in this way.
    pub fn of_failing(how: FailureKind, players: Vec<u8>) -> Termination {
        match how {
            // Ours ends a match before anybody forfeits.
            FailureKind::BotPanic | FailureKind::Ours => Termination::BotPanic { players },
            FailureKind::BotCrash => Termination::BotCrash { players },
            FailureKind::BotHang => Termination::BotHang { players },
            FailureKind::OverBudget => Termination::OverBudget { players },
            FailureKind::BotProtocol => Termination::BotProtocol { players },
            FailureKind::IllegalOrders => Termination::IllegalOrders,
        }
    }

    /// Whether a match that stopped so counts: neither stopped from outside, nor by a bug in Sandtable.
    pub const fn counts(&self) -> bool {
        !matches!(self, Termination::Interrupted | Termination::Desync { .. } | Termination::EngineError { .. })
    }

    /// What the engine said that failed.
    pub fn message(&self) -> Option<&str> {
        match self {
            Termination::EngineError { message } | Termination::Desync { message } => Some(message),
            _ => None,
        }
    }

    /// Its name, as files have it.
    pub const fn name(&self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Limit => "limit",
            Termination::MutualDestruction => "mutual-destruction",
            Termination::Adjudicated { why } => why.name(),
            Termination::IllegalOrders => "illegal-orders",
            Termination::BotPanic { .. } => "bot-panic",
            Termination::BotCrash { .. } => "bot-crash",
            Termination::BotHang { .. } => "bot-hang",
            Termination::OverBudget { .. } => "over-budget",
            Termination::BotProtocol { .. } => "bot-protocol",
            Termination::Interrupted => "interrupted",
            Termination::Desync { .. } => "desync",
            Termination::EngineError { .. } => "engine-error",
        }
    }
}

/// A commander that failed; its player gave up in the next tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeited {
    /// The tick after which it failed.
    pub tick: u32,
    /// How.
    #[serde(default)]
    pub how: FailureKind,
    /// What it said.
    pub message: String,
}

/// A moment of a commander's timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goal {
    /// The tick.
    pub tick: u32,
    /// The goal.
    pub goal: String,
    /// What became of it.
    pub progress: String,
}

/// A side's figures at one tick.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// The tick.
    pub tick: u32,
    /// Stock, all resources added.
    pub stock: u32,
    /// Gathered so far, all resources added.
    pub gathered: u32,
    /// Units that gather.
    pub workers: u32,
    /// Units that fight.
    pub army: u32,
    /// Cost of the units that fight, all resources added.
    pub army_value: u32,
    /// Buildings, unfinished ones included.
    pub buildings: u32,
    /// Score.
    pub score: u64,
}

/// One player's match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The player's name in the scenario.
    pub player: String,
    /// The commander's name; empty when nobody commanded.
    pub commander: String,
    /// The team, from 0.
    pub team: u8,
    /// Whether the player was out at the end.
    pub out: bool,
    /// Score at the end.
    pub score: u64,
    /// Sums over the match.
    pub sums: Sums,
    /// Figures every half game minute.
    pub samples: Vec<Sample>,
    /// The commander's timeline.
    pub goals: Vec<Goal>,
    /// Set when the commander failed.
    pub forfeited: Option<Forfeited>,
}

/// [`PlayerTotals`] as files show them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Delivered, by resource of the rules.
    pub gathered: Vec<u32>,
    /// Spent, by resource of the rules.
    pub spent: Vec<u32>,
    /// Units trained.
    pub units_made: u32,
    /// Buildings completed.
    pub buildings_made: u32,
    /// Units lost.
    pub units_lost: u32,
    /// Buildings lost.
    pub buildings_lost: u32,
    /// Enemy units killed.
    pub units_killed: u32,
    /// Enemy buildings destroyed.
    pub buildings_razed: u32,
    /// Cost of own losses.
    pub value_lost: u32,
    /// Cost of what it killed.
    pub value_killed: u32,
    /// Orders given, refused ones included.
    pub orders: u32,
    /// Orders refused.
    pub rejected: u32,
}

impl Sums {
    fn from_totals(totals: &PlayerTotals, resources: usize) -> Sums {
        Sums {
            gathered: totals.gathered.iter().take(resources).copied().collect(),
            spent: totals.spent.iter().take(resources).copied().collect(),
            units_made: totals.units_made,
            buildings_made: totals.buildings_made,
            units_lost: totals.units_lost,
            buildings_lost: totals.buildings_lost,
            units_killed: totals.units_killed,
            buildings_razed: totals.buildings_razed,
            value_lost: totals.value_lost,
            value_killed: totals.value_killed,
            orders: totals.orders,
            rejected: totals.rejected,
        }
    }
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MatchResult {
    /// The scenario's name.
    pub scenario: String,
    /// The map's name.
    pub map: String,
    /// The match seed.
    pub seed: u64,
    /// The outcome; none when it did not get there.
    pub outcome: Option<MatchOutcome>,
    /// Why it stopped.
    pub termination: Termination,
    /// The last tick.
    pub ticks: u32,
    /// The state hash after it, as 16 hexadecimal digits.
    pub hash: String,
    /// How it went, alike for matches that went the same way under whatever seeds ([`course`]); 0 when the engine failed.
    #[serde(skip)]
    pub course: u64,
    /// The names of the resources.
    pub resources: Vec<String>,
    /// The sides, by player.
    pub sides: Vec<Side>,
    /// Why orders were refused, by player, in the ticks that were played here: a match taken up from a keyframe does not know of those before.
    pub refusals: Vec<Refusals>,
}

impl MatchResult {
    pub(super) fn new(world: &World, mut sides: Vec<Side>, termination: Termination) -> MatchResult {
        let mut result = MatchResult::empty(world.scenario(), world.seed(), termination);
        result.ticks = world.tick();
        result.outcome = world.outcome().copied();
        // What an engine failure leaves of a world means nothing: it is not looked at.
        if result.engine_error().is_none() {
            sides.iter_mut().enumerate().for_each(|(row, side)| side.close(world, PlayerId(row as u8)));
            result.hash = format!("{:016x}", world.state_hash());
            result.course = course(world);
        }
        result.sides = sides;
        result
    }

    /// A match that could not even begin.
    pub(super) fn of_failure(scenario: &Scenario, seed: u64, fault: Fault) -> MatchResult {
        MatchResult::empty(scenario, seed, Termination::EngineError { message: fault.message })
    }

    fn empty(scenario: &Scenario, seed: u64, termination: Termination) -> MatchResult {
        MatchResult {
            scenario: scenario.name.clone(),
            map: scenario.map.name.clone(),
            seed,
            outcome: None,
            termination,
            ticks: 0,
            hash: String::new(),
            course: 0,
            resources: scenario.rules.resources.clone(),
            sides: Vec::new(),
            refusals: Vec::new(),
        }
    }

    /// The team that won, when there is one.
    pub fn winner(&self) -> Option<TeamId> {
        self.outcome.and_then(|outcome| outcome.winner)
    }

    /// The result of a match whose orders, stepped a second time, led to another state: it has no winner.
    pub fn desynced(self, message: String) -> MatchResult {
        MatchResult { outcome: None, termination: Termination::Desync { message }, ..self }
    }

    /// What the engine failed with, when it did.
    pub fn engine_error(&self) -> Option<&str> {
        self.termination.message()
    }

    /// Whether a commander forfeited the match.
    pub fn is_forfeited(&self) -> bool {
        self.sides.iter().any(|side| side.forfeited.is_some())
    }

    /// Why the match does not count: that the engine failed, or that a commander forfeited; none when it does.
    pub fn failure(&self) -> Option<Failure> {
        let forfeited = self.is_forfeited().then_some(Failure::Checked);
        self.engine_error().map(|message| Failure::Engine(message.to_owned())).or(forfeited)
    }

    /// How a replay of this match ends.
    pub fn end(&self) -> MatchEnd {
        let (status, note) = match &self.termination {
            Termination::Interrupted => (RecordStatus::Incomplete, "interrupted".to_owned()),
            Termination::EngineError { message } => (RecordStatus::EngineError, message.clone()),
            _ => (RecordStatus::Complete, String::new()),
        };
        let forfeits = self.sides.iter().enumerate().filter_map(|(row, side)| {
            let forfeited = side.forfeited.as_ref()?;
            Some(Forfeit { player: PlayerId(row as u8), tick: forfeited.tick, why: forfeited.message.clone() })
        });
        // What a failure leaves of the world means nothing.
        let outcome = self.outcome.filter(|_| status != RecordStatus::EngineError);
        MatchEnd { status, last_tick: self.ticks, outcome, forfeits: forfeits.collect(), note }
    }
}

impl Side {
    pub(super) fn new(world: &World, player: PlayerId) -> Side {
        let setup = &world.scenario().players[player.index()];
        Side {
            player: setup.name.clone(),
            commander: String::new(),
            team: setup.team.0,
            out: false,
            score: 0,
            sums: Sums::default(),
            samples: Vec::new(),
            goals: Vec::new(),
            forfeited: None,
        }
    }

    /// Notes the figures of this tick.
    pub(super) fn sample(&mut self, world: &World, player: PlayerId) {
        let (view, rules) = (View::new(world, player), world.rules());
        let totals = view.totals();
        let mut sample = Sample {
            tick: world.tick(),
            stock: view.resources().iter().sum(),
            gathered: totals.gathered.iter().sum(),
            buildings: view.own_buildings().len() as u32,
            score: world.score(player),
            ..Sample::default()
        };
        for unit in view.own_units() {
            let kind = rules.kind(unit.kind);
            if kind.worker.is_some() {
                sample.workers += 1;
            } else if kind.weapon.is_some() {
                sample.army += 1;
                sample.army_value += kind.cost.iter().map(|part| u32::from(*part)).sum::<u32>();
            }
        }
        self.samples.push(sample);
    }

    pub(super) fn note_goals(&mut self, goals: &[Milestone]) {
        self.goals.extend(goals.iter().map(|milestone| Goal {
            tick: milestone.tick,
            goal: milestone.goal.to_string(),
            progress: milestone.progress.to_string(),
        }));
    }

    fn close(&mut self, world: &World, player: PlayerId) {
        let row = &world.players()[player.index()];
        self.out = row.out;
        self.score = world.score(player);
        self.sums = Sums::from_totals(&row.totals, world.rules().resources.len());
        if self.samples.last().is_none_or(|sample| sample.tick != world.tick()) {
            self.sample(world, player);
        }
    }
}
