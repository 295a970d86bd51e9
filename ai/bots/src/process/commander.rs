//! A commander that is a process.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use sandtable_ai::{Brief, Commander, Failing, Failure, Orders};
use sandtable_sim::id::PlayerId;
use sandtable_sim::limits::MAX_ORDERS_PER_TICK;
use sandtable_sim::victory::Outcome;
use sandtable_sim::view::View;

use super::Spec;
use super::contain::Keeper;
use super::pipe::{Pipe, Trouble};
use crate::guide;
use crate::limits::Clock;
use crate::message::{self, FromBot, Hello};
use crate::observe::{Differ, Json};
use crate::order::{Judge, OrderLine};
use crate::query::Meter;

/// A commander that asks a process.
pub struct ProcessBot {
    name: String,
    player: PlayerId,
    seed: u64,
    spec: Spec,
    keeper: Keeper,
    /// Started when it is first needed: matches that never begin need no process.
    session: OnceCell<Result<Session, Failure>>,
    failure: Option<Failure>,
}

/// A process that has said hello.
struct Session {
    pipe: Pipe,
    hello: Hello,
    differ: Differ,
    json: Json,
    /// What is sent, and the line that came.
    outbox: Vec<u8>,
    line: Vec<u8>,
    clock: Clock,
    has_begun: bool,
}

impl ProcessBot {
    /// The bot of this command for the player of the brief.
    pub fn new(spec: Spec, keeper: Keeper, brief: &Brief<'_>) -> ProcessBot {
        ProcessBot {
            name: brief.name.to_owned(),
            player: brief.player,
            seed: brief.seed,
            spec,
            keeper,
            session: OnceCell::new(),
            failure: None,
        }
    }

    fn session(&self) -> &Result<Session, Failure> {
        self.session.get_or_init(|| {
            let hello = message::hello(&self.name, self.player.0, self.seed);
            Session::start(&self.keeper, &self.spec, &hello)
        })
    }

    /// What the bot said of itself, when it has said hello.
    ///
    /// # Errors
    /// How it failed to.
    pub fn hello(&self) -> Result<&Hello, &Failure> {
        self.session().as_ref().map(|session| &session.hello)
    }
}

impl Commander for ProcessBot {
    fn name(&self) -> &str {
        &self.name
    }

    fn interval_ticks(&self) -> u32 {
        // A bot that failed is asked at once, and says so.
        self.hello().map_or(1, Hello::interval)
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

    fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    fn is_pure(&self) -> bool {
        false
    }

    fn ready(&mut self) -> Result<(), Failure> {
        self.hello().map(|_| ()).map_err(Clone::clone)
    }

    fn end(&mut self, outcome: Option<&Outcome>) -> Result<(), Failure> {
        let Some(Ok(session)) = self.session.get_mut() else { return Ok(()) };
        let last = format!("{}\n", message::end(outcome));
        let patience = self.spec.limits.end;
        if session.pipe.finish(last.as_bytes(), patience) {
            return Ok(());
        }
        Err(Failure::new(Failing::BotHang, format!("not gone {} ms after the end of the match", patience.as_millis())))
    }
}

/// A failure with what the bot wrote to its standard error.
fn told(failure: Failure, pipe: &Pipe) -> Failure {
    let tail = pipe.tail();
    if tail.is_empty() {
        return failure;
    }
    Failure::new(failure.how, format!("{}; its standard error ends: {tail}", failure.message))
}

/// What trouble with a process means for the bot.
fn failure(trouble: Trouble, patience: Duration) -> Failure {
    match trouble {
        Trouble::Late => Failure::new(Failing::BotHang, format!("no answer within {} ms", patience.as_millis())),
        Trouble::Gone(how) => Failure::new(Failing::BotCrash, how),
        Trouble::TooLong(what) => Failure::new(Failing::OverBudget, format!("{what} is longer than it may be")),
        Trouble::Crowd => Failure::new(Failing::OverBudget, "more processes and threads than it may have"),
        Trouble::System(what) => Failure::new(Failing::Ours, what),
    }
}

impl Session {
    fn start(keeper: &Keeper, spec: &Spec, hello: &serde_json::Value) -> Result<Session, Failure> {
        let patience = spec.limits.start;
        let mut pipe = Pipe::start(keeper, spec).map_err(|trouble| failure(trouble, patience))?;
        let mut line = Vec::new();
        let outbox = format!("{hello}\n").into_bytes();
        let said = pipe.exchange(&outbox, &mut line, Instant::now() + patience);
        let said = said.map_err(|trouble| failure(trouble, patience)).and_then(|()| message::read(&line));
        let hello = said.and_then(|said| match said {
            FromBot::Hello(hello) => hello.check().map(|()| hello),
            _ => Err(Failure::new(Failing::BotProtocol, "it did not say hello first")),
        });
        match hello {
            Ok(hello) => Ok(Session {
                pipe,
                hello,
                differ: Differ::default(),
                json: Json::default(),
                outbox,
                line,
                clock: Clock::default(),
                has_begun: false,
            }),
            Err(failure) => {
                pipe.end();
                Err(told(failure, &pipe))
            }
        }
    }

    fn decide(&mut self, view: &View<'_>, limits: &crate::limits::Limits, orders: &mut Orders) -> Result<(), Failure> {
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
            return Err(Failure::new(Failing::OverBudget, text));
        }
        let judge = Judge { player: view.me(), rules: view.rules() };
        for line in lines {
            orders.give(judge.order(line.read()?)?);
        }
        Ok(())
    }

    /// Answers questions until orders come.
    fn converse(
        &mut self,
        view: &View<'_>,
        limits: &crate::limits::Limits,
        deadline: Instant,
        patience: Duration,
    ) -> Result<Vec<OrderLine>, Failure> {
        let mut meter = Meter::new(limits);
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
                    return if found > most { Err(Failure::new(Failing::IllegalOrders, text)) } else { Ok(orders) };
                }
                FromBot::Orders { tick, .. } => {
                    let text = format!("orders of tick {tick}, when it was asked for those of tick {}", view.tick());
                    return Err(Failure::new(Failing::BotProtocol, text));
                }
                FromBot::Hello(_) => return Err(Failure::new(Failing::BotProtocol, "a second hello")),
            }
        }
    }
}
