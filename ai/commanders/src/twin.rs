//! A commander beside its twin: another of the same strategy that takes up what it saved, and decides along from there.
//!
//! Memory that does not survive being saved and loaded shows so: the twin does not take it up, or saves another, or comes to remember or
//! to order something else. What a commander keeps beside its memory, an order of iteration that is not fixed, an address: each does.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use sandtable_model::rules::Rules;
use sandtable_sim::victory::MatchOutcome;
use sandtable_sim::view::View;
use sandtable_state::codec::DecodeError;
use sandtable_state::id::PlayerId;
use sandtable_state::named::NamedField;

use crate::commander::{
    Commander, CommanderFailure, DecisionTrace, Milestone, OrderCause, OrderReason, Orders, RefusedOrder,
};
use crate::memory::{MemoryDifference, field_of_byte, memory_difference};

/// How a commander's memory does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryFault {
    /// Another commander of the strategy does not take it up.
    Refused {
        /// Why, in its words.
        why: String,
        /// The field at fault, when that can be told.
        field: Option<String>,
    },
    /// Taken up and saved again, it is another.
    Unstable(MemoryDifference),
    /// Having taken it up, another decides the same and comes to remember something else.
    Drifts(MemoryDifference),
    /// Having taken it up, another gives other orders.
    DecidesOtherwise {
        /// The first order that is another, from 1.
        number: usize,
        /// What it then remembers otherwise.
        memory: Option<MemoryDifference>,
    },
    /// Having taken it up, another panics.
    Panics,
    /// It can no longer be saved.
    Lost,
}

impl fmt::Display for MemoryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryFault::Refused { why, field: Some(field) } => write!(f, "memory does not load: {why}, in {field}"),
            MemoryFault::Refused { why, field: None } => write!(f, "memory does not load: {why}"),
            MemoryFault::Unstable(difference) => {
                write!(f, "memory is another when loaded and saved again: {difference}")
            }
            MemoryFault::Drifts(difference) => {
                write!(f, "memory is another when it is loaded and decided on: {difference}")
            }
            MemoryFault::DecidesOtherwise { number, memory } => {
                write!(f, "order {number} is another when its memory is loaded and decided on")?;
                match memory {
                    Some(difference) => write!(f, ", and the memory in {difference}"),
                    None => write!(f, ": something that it decides by is not in its memory"),
                }
            }
            MemoryFault::Panics => write!(f, "memory makes another that takes it up panic"),
            MemoryFault::Lost => write!(f, "memory could be saved before, and cannot now"),
        }
    }
}

/// Where a commander and its twin first were not alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommanderDesync {
    /// Whose.
    pub player: PlayerId,
    /// The tick after which it decided.
    pub tick: u32,
    /// The tick after which its memory was last taken up.
    pub restored: u32,
    /// What is not alike.
    pub fault: MemoryFault,
}

impl fmt::Display for CommanderDesync {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CommanderDesync { player, tick, restored, fault } = self;
        write!(f, "tick {tick}, restored at tick {restored}: player {}'s {fault}", player.0 + 1)
    }
}

/// What became of the twins of a match, told from where they are.
#[derive(Clone, Debug, Default)]
pub struct TwinFindings(Arc<Mutex<TwinNotes>>);

#[derive(Debug, Default)]
struct TwinNotes {
    restores: u32,
    found: Option<CommanderDesync>,
}

impl TwinFindings {
    /// The first difference found.
    pub fn found(&self) -> Option<CommanderDesync> {
        self.notes(|notes| notes.found.clone())
    }

    /// How often a memory was taken up by a twin.
    pub fn restores(&self) -> u32 {
        self.notes(|notes| notes.restores)
    }

    fn notes<T>(&self, read: impl FnOnce(&mut TwinNotes) -> T) -> T {
        read(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Builds another commander of the strategy; none when that cannot be done.
pub type TwinFactory<'f> = Box<dyn Fn() -> Option<Box<dyn Commander>> + Send + 'f>;

/// A commander that is held to a twin in each of its decisions. It decides as the commander inside does.
pub struct TwinnedCommander<'f> {
    inner: Box<dyn Commander>,
    build: TwinFactory<'f>,
    every: u32,
    findings: TwinFindings,
    twin: Option<Twin>,
}

struct Twin {
    commander: Box<dyn Commander>,
    restored: u32,
    orders: Orders,
}

impl<'f> TwinnedCommander<'f> {
    /// Holds a commander to twins, a new one at the first decision `every` ticks or more after the last (0 counts as 1); one that cannot
    /// be saved has none.
    pub fn new(inner: Box<dyn Commander>, build: TwinFactory<'f>, every: u32, findings: &TwinFindings) -> Self {
        TwinnedCommander { inner, build, every: every.max(1), findings: findings.clone(), twin: None }
    }

    /// Replaces the twin by one that takes up what is remembered now.
    fn renew(&mut self, now: u32) -> Result<(), MemoryFault> {
        if self.twin.as_ref().is_some_and(|twin| now.saturating_sub(twin.restored) < self.every) {
            return Ok(());
        }
        let Some(memory) = self.inner.save() else {
            return self.twin.take().map_or(Ok(()), |_| Err(MemoryFault::Lost));
        };
        let Some(mut commander) = (self.build)() else { return Ok(()) };
        if let Err(error) = commander.restore(&memory) {
            let at = if let DecodeError::NotCanonical { at } = error { Some(at) } else { None };
            let field = at.and_then(|at| field_of_byte(self.inner.as_ref(), &memory, at)).map(|field| field.path);
            return Err(MemoryFault::Refused { why: error.to_string(), field });
        }
        let again = commander.save().ok_or(MemoryFault::Lost)?;
        if let Some(difference) = memory_difference(self.inner.as_ref(), &memory, &again) {
            return Err(MemoryFault::Unstable(difference));
        }
        self.findings.notes(|notes| notes.restores += 1);
        self.twin = Some(Twin { commander, restored: now, orders: Orders::new() });
        Ok(())
    }

    /// Lets the twin decide as the commander has just done, and compares the two.
    fn follow(&mut self, view: &View<'_>, given: &Orders) -> Result<(), MemoryFault> {
        let Some(twin) = &mut self.twin else { return Ok(()) };
        twin.orders.clear();
        let decided = catch_unwind(AssertUnwindSafe(|| twin.commander.decide(view, &mut twin.orders)));
        decided.map_err(|_| MemoryFault::Panics)?;
        let (own, other) = (given.as_slice(), twin.orders.as_slice());
        let (memory, theirs) = (self.inner.save().ok_or(MemoryFault::Lost)?, twin.commander.save());
        let theirs = theirs.ok_or(MemoryFault::Lost)?;
        let difference = memory_difference(self.inner.as_ref(), &memory, &theirs);
        if own != other {
            let number = own.iter().zip(other).take_while(|(one, other)| one == other).count() + 1;
            return Err(MemoryFault::DecidesOtherwise { number, memory: difference });
        }
        difference.map_or(Ok(()), |difference| Err(MemoryFault::Drifts(difference)))
    }
}

impl Commander for TwinnedCommander<'_> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn interval_ticks(&self) -> u32 {
        self.inner.interval_ticks()
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        if self.findings.found().is_some() || !self.inner.is_pure() {
            return self.inner.decide(view, orders);
        }
        let renewed = self.renew(view.tick());
        self.inner.decide(view, orders);
        let compared = renewed.and_then(|()| self.follow(view, orders));
        if let Err(fault) = compared {
            let (player, tick) = (view.me(), view.tick());
            let restored = self.twin.take().map_or(tick, |twin| twin.restored);
            let desync = CommanderDesync { player, tick, restored, fault };
            self.findings.notes(|notes| notes.found.get_or_insert(desync).tick);
        }
    }

    fn refused(&mut self, order: &RefusedOrder) {
        self.inner.refused(order);
        if let Some(twin) = &mut self.twin {
            twin.commander.refused(order);
        }
    }

    fn ready(&mut self) -> Result<(), CommanderFailure> {
        self.inner.ready()
    }

    fn failure(&mut self) -> Option<CommanderFailure> {
        self.inner.failure()
    }

    fn is_pure(&self) -> bool {
        self.inner.is_pure()
    }

    fn end(&mut self, outcome: Option<&MatchOutcome>) -> Result<(), CommanderFailure> {
        self.inner.end(outcome)
    }

    fn save(&self) -> Option<Vec<u8>> {
        self.inner.save()
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), DecodeError> {
        self.twin = None;
        self.inner.restore(bytes)
    }

    fn memory_fields(&self, memory: &[u8]) -> Option<Vec<NamedField>> {
        self.inner.memory_fields(memory)
    }

    fn goals(&self) -> &[Milestone] {
        self.inner.goals()
    }

    fn reason(&self, cause: OrderCause, rules: &Rules) -> Option<OrderReason> {
        self.inner.reason(cause, rules)
    }

    fn set_tracing(&mut self, on: bool) {
        self.inner.set_tracing(on);
    }

    fn trace(&self) -> Option<&DecisionTrace> {
        self.inner.trace()
    }

    fn pursuits(&self, rules: &Rules) -> Vec<OrderReason> {
        self.inner.pursuits(rules)
    }
}
