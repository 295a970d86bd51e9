//! A commander that is a module.

use sandtable_ai::{Commander, CommanderFailure, FailureKind, MatchInfo, Orders, RefusedOrder};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_sim::victory::MatchOutcome;
use sandtable_sim::view::View;
use sandtable_state::id::{KindId, TechId};
use wasmi::TypedFunc;

use super::guest::{Guest, GuestQuestion, no_answers};
use crate::guide;
use crate::limits::BotLimits;
use crate::message::{self, MAX_INTERVAL};
use crate::observe::{BinarySink, ObservationDiffer};
use crate::order::{OrderJudge, bytes};
use crate::query::{QueryAnswer, QueryMeter, can_place};

/// A commander that asks a module.
pub struct ModuleBot {
    name: String,
    limits: BotLimits,
    guest: Guest,
    decide: TypedFunc<(i32, i32), i64>,
    interval: u32,
    with_cells: bool,
    differ: ObservationDiffer,
    bytes: BinarySink,
    has_begun: bool,
    failure: Option<CommanderFailure>,
}

impl ModuleBot {
    /// The bot of this module, for the player of the brief.
    ///
    /// # Errors
    /// What is wrong with the module, or how it failed to say hello.
    pub fn new(module: &[u8], limits: BotLimits, info: &MatchInfo<'_>) -> Result<ModuleBot, CommanderFailure> {
        let mut guest = Guest::new(module, &limits)?;
        guest.refuel(limits.fuel)?;
        let hello = message::hello(info.name, info.player.0, info.seed).to_string();
        let lent = guest.lend(hello.as_bytes())?;
        let interval: i32 = guest.call("sandtable_hello", lent, &mut no_answers)?;
        let with_cells = interval >= 0;
        let interval = interval.unsigned_abs();
        if !(1..=MAX_INTERVAL).contains(&interval) {
            let text = format!(
                "sandtable_hello: interval {interval}; expected 1 to {MAX_INTERVAL} ticks, negative without cells"
            );
            return Err(CommanderFailure::new(FailureKind::BotProtocol, text));
        }
        Ok(ModuleBot {
            name: info.name.to_owned(),
            limits,
            decide: guest.function("sandtable_decide")?,
            differ: ObservationDiffer::speaking(guest.protocol()),
            guest,
            interval,
            with_cells,
            bytes: BinarySink::default(),
            has_begun: false,
            failure: None,
        })
    }

    /// Fuel that the latest decision left.
    pub fn fuel_left(&self) -> u64 {
        self.guest.fuel()
    }

    fn try_decide(&mut self, view: &View<'_>, orders: &mut Orders) -> Result<(), CommanderFailure> {
        self.guest.refuel(self.limits.fuel)?;
        if !self.has_begun {
            let start = guide::start(view).to_string();
            let lent = self.guest.lend(start.as_bytes())?;
            self.guest.call::<_, ()>("sandtable_start", lent, &mut no_answers)?;
            self.has_begun = true;
        }
        self.bytes.clear();
        self.differ.write(view, self.with_cells, &mut self.bytes);
        let lent = self.guest.lend(self.bytes.bytes())?;
        let mut meter = QueryMeter::new(&self.limits);
        let mut answers = |question| answer(view, &mut meter, question);
        let packed = self.guest.run(self.decide, lent, &mut answers)?;
        let (place, length) = ((packed >> 32) as u32, packed as u32);
        let given = self.guest.borrow(place, length, bytes::MAX_BYTES)?;
        let judge = OrderJudge { player: view.me(), rules: view.rules() };
        bytes::read(given, |given| {
            orders.give(judge.order(given)?);
            Ok(())
        })
    }
}

impl Commander for ModuleBot {
    fn name(&self) -> &str {
        &self.name
    }

    fn interval_ticks(&self) -> u32 {
        self.interval
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        self.failure = self.try_decide(view, orders).err();
    }

    fn refused(&mut self, order: &RefusedOrder) {
        self.differ.note_refused(order);
    }

    fn failure(&mut self) -> Option<CommanderFailure> {
        self.failure.take()
    }

    fn end(&mut self, outcome: Option<&MatchOutcome>) -> Result<(), CommanderFailure> {
        if !self.has_begun || !self.guest.has("sandtable_end") {
            return Ok(());
        }
        self.guest.refuel(self.limits.fuel)?;
        let end = message::end(outcome).to_string();
        let lent = self.guest.lend(end.as_bytes())?;
        self.guest.call("sandtable_end", lent, &mut no_answers)
    }
}

/// Answers a module's question: 1 for yes and 0 for no; a length, or -1 without a way.
fn answer(view: &View<'_>, meter: &mut QueryMeter, question: GuestQuestion) -> Result<i32, CommanderFailure> {
    meter.ask()?;
    let row = |row: i32| u16::try_from(row).unwrap_or(u16::MAX);
    let point = |[x, y]: [i32; 2]| Vec2::new(Fx::from_bits(x), Fx::from_bits(y));
    let answer = match question {
        GuestQuestion::CanPlace(kind, x, y) => match (i16::try_from(x), i16::try_from(y)) {
            (Ok(x), Ok(y)) => can_place(view, row(kind), Cell::new(x, y)),
            _ => return Ok(0),
        },
        GuestQuestion::CanMake(kind) => QueryAnswer::Can(view.can_make(KindId(row(kind)))),
        GuestQuestion::CanResearch(tech) => QueryAnswer::Can(view.can_research(TechId(row(tech)))),
        GuestQuestion::PathLength(class, from, to) => {
            meter.path_length(view, u8::try_from(class).unwrap_or(u8::MAX), point(from), point(to))?
        }
    };
    Ok(match answer {
        QueryAnswer::Can(verdict) => i32::from(verdict.is_ok()),
        QueryAnswer::Length(length) => length.map_or(-1, Fx::bits),
    })
}
