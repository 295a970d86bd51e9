//! A commander that is a process.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use sandtable_ai::{Commander, CommanderFailure, FailureKind, MatchInfo, Orders, RefusedOrder};
use sandtable_sim::victory::MatchOutcome;
use sandtable_sim::view::View;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::MAX_ORDERS_PER_TICK;

use super::keeper::ProcessKeeper;
use super::pipe::{BotPipe, PipeError};
use super::spec::ProcessSpec;
use crate::guide;
use crate::limits::DecisionClock;
use crate::message::{self, BotHello, FromBot};
use crate::observe::{JsonSink, ObservationDiffer};
use crate::order::{OrderJudge, OrderLine};
use crate::query::QueryMeter;

/// A commander that asks a process.
pub struct ProcessBot {
    name: String,
    player: PlayerId,
    seed: u64,
    spec: ProcessSpec,
    keeper: ProcessKeeper,
    /// Started when it is first needed: matches that never begin need no process.
    session: OnceCell<Result<BotSession, CommanderFailure>>,
    failure: Option<CommanderFailure>,
}

/// A process that has said hello.
struct BotSession {
    pipe: BotPipe,
    hello: BotHello,
    differ: ObservationDiffer,
    json: JsonSink,
    /// What is sent, and the line that came.
    outbox: Vec<u8>,
    line: Vec<u8>,
    clock: DecisionClock,
    has_begun: bool,
}

impl ProcessBot {
    /// The bot of this command for the player of the brief.
    pub fn new(spec: ProcessSpec, keeper: ProcessKeeper, info: &MatchInfo<'_>) -> ProcessBot {
        ProcessBot {
            name: info.name.to_owned(),
            player: info.player,
            seed: info.seed,
            spec,
            keeper,
            session: OnceCell::new(),
            failure: None,
        }
    }

    fn session(&self) -> &Result<BotSession, CommanderFailure> {
        self.session.get_or_init(|| {
            let hello = message::hello(&self.name, self.player.0, self.seed);
            BotSession::start(&self.keeper, &self.spec, &hello)
        })
    }

    /// What the bot said of itself, when it has said hello.
    ///
    /// # Errors
    /// How it failed to.
    pub fn hello(&self) -> Result<&BotHello, &CommanderFailure> {
        self.session().as_ref().map(|session| &session.hello)
    }
}

impl Commander for ProcessBot {
    fn name(&self) -> &str {
        &self.name
    }

    fn interval_ticks(&self) -> u32 {
        // A bot that failed is asked at once, and says so.
        self.hello().map_or(1, BotHello::interval)
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        self.session();
        let limits = &self.spec.limits;
        let decided = match self.session.get_mut() {
            Some(Ok(session)) => session.decide(view, limits, orders).map_err(|failure| {
                session.pipe.end();
                told(failure, &session.pipe)
            }),
            Some(Err(failure)) => Err(failure.clone()),
            None => Ok(()),
        };
        self.failure = decided.err();
    }

    fn refused(&mut self, order: &RefusedOrder) {
        if let Some(Ok(session)) = self.session.get_mut() {
            session.differ.note_refused(order);
        }
    }

    fn failure(&mut self) -> Option<CommanderFailure> {
        self.failure.take()
    }

    fn is_pure(&self) -> bool {
        false
    }

    fn ready(&mut self) -> Result<(), CommanderFailure> {
        self.hello().map(|_| ()).map_err(Clone::clone)
    }

    fn end(&mut self, outcome: Option<&MatchOutcome>) -> Result<(), CommanderFailure> {
        let Some(Ok(session)) = self.session.get_mut() else { return Ok(()) };
        let last = format!("{}\n", message::end(outcome));
        let patience = self.spec.limits.end;
        if session.pipe.finish(last.as_bytes(), patience) {
            return Ok(());
        }
        Err(CommanderFailure::new(
            FailureKind::BotHang,
            format!("not gone {} ms after the end of the match", patience.as_millis()),
        ))
    }
}

/// A failure with what the bot wrote to its standard error.
fn told(failure: CommanderFailure, pipe: &BotPipe) -> CommanderFailure {
    let tail = pipe.tail();
    if tail.is_empty() {
        return failure;
    }
    CommanderFailure::new(failure.how, format!("{}; its standard error ends: {tail}", failure.message))
}

/// What trouble with a process means for the bot.
fn failure(trouble: PipeError, patience: Duration) -> CommanderFailure {
    match trouble {
        PipeError::Late => {
            CommanderFailure::new(FailureKind::BotHang, format!("no answer within {} ms", patience.as_millis()))
        }
        PipeError::Gone(how) => CommanderFailure::new(FailureKind::BotCrash, how),
        PipeError::TooLong(what) => {
            CommanderFailure::new(FailureKind::OverBudget, format!("{what} is longer than it may be"))
        }
        PipeError::Crowd => {
            CommanderFailure::new(FailureKind::OverBudget, "more processes and threads than it may have")
        }
        PipeError::System(what) => CommanderFailure::new(FailureKind::Ours, what),
    }
}

impl BotSession {
    fn start(
        keeper: &ProcessKeeper,
        spec: &ProcessSpec,
        hello: &serde_json::Value,
    ) -> Result<BotSession, CommanderFailure> {
        let patience = spec.limits.start;
        let mut pipe = BotPipe::start(keeper, spec).map_err(|trouble| failure(trouble, patience))?;
        let mut line = Vec::new();
        let outbox = format!("{hello}\n").into_bytes();
        let said = pipe.exchange(&outbox, &mut line, Instant::now() + patience);
        let said = said.map_err(|trouble| failure(trouble, patience)).and_then(|()| message::read(&line));
        let hello = said.and_then(|said| match said {
            FromBot::Hello(hello) => hello.check().map(|()| hello),
            _ => Err(CommanderFailure::new(FailureKind::BotProtocol, "it did not say hello first")),
        });
        match hello {
            Ok(hello) => Ok(BotSession {
                pipe,
                differ: ObservationDiffer::speaking(hello.protocol),
                hello,
                json: JsonSink::default(),
                outbox,
                line,
                clock: DecisionClock::default(),
                has_begun: false,
            }),
            Err(failure) => {
                pipe.end();
                Err(told(failure, &pipe))
            }
        }
    }

    fn decide(
        &mut self,
        view: &View<'_>,
        limits: &crate::limits::BotLimits,
        orders: &mut Orders,
    ) -> Result<(), CommanderFailure> {
        self.outbox.clear();
        if !self.has_begun {
            self.outbox.extend_from_slice(format!("{}\n", guide::start(view)).as_bytes());
        }
        self.json.clear();
        self.differ.write(view, self.hello.cells(), &mut self.json);
        self.outbox.extend_from_slice(self.json.line());
        let patience = if self.has_begun { limits.longest() } else { limits.start.max(limits.longest()) };
        let began = Instant::now();
        let lines = self.converse(view, limits, began + patience, patience)?;
        let slow = self.clock.count(limits, if self.has_begun { began.elapsed() } else { Duration::ZERO });
        self.has_begun = true;
        if let Some(tier) = slow {
            let (time, count) = (tier.time.as_millis(), tier.count);
            let text = format!("{count} decisions that took longer than {time} ms, which is as many as there may be");
            return Err(CommanderFailure::new(FailureKind::OverBudget, text));
        }
        let judge = OrderJudge { player: view.me(), rules: view.rules() };
        for line in lines {
            orders.give(judge.order(line.read()?)?);
        }
        Ok(())
    }

    /// Answers questions until orders come.
    fn converse(
        &mut self,
        view: &View<'_>,
        limits: &crate::limits::BotLimits,
        deadline: Instant,
        patience: Duration,
    ) -> Result<Vec<OrderLine>, CommanderFailure> {
        let mut meter = QueryMeter::new(limits);
        loop {
            let heard = self.pipe.exchange(&self.outbox, &mut self.line, deadline);
            heard.map_err(|trouble| failure(trouble, patience))?;
            match message::read(&self.line)? {
                FromBot::Query(query) => {
                    self.outbox.clear();
                    let answer = query.answer(view, &mut meter)?;
                    self.outbox.extend_from_slice(format!("{answer}\n").as_bytes());
                }
                FromBot::Orders { tick, orders } if tick == view.tick() => {
                    let (found, most) = (orders.len(), MAX_ORDERS_PER_TICK);
                    let text = format!("{found} orders in one decision; expected at most {most}");
                    return if found > most {
                        Err(CommanderFailure::new(FailureKind::IllegalOrders, text))
                    } else {
                        Ok(orders)
                    };
                }
                FromBot::Orders { tick, .. } => {
                    let text = format!("orders of tick {tick}, when it was asked for those of tick {}", view.tick());
                    return Err(CommanderFailure::new(FailureKind::BotProtocol, text));
                }
                FromBot::Hello(_) => return Err(CommanderFailure::new(FailureKind::BotProtocol, "a second hello")),
            }
        }
    }
}
