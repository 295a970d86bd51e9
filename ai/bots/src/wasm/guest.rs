//! A module made ready: its memory, what it exports, what it may ask, and what it is charged.

use std::fmt;

use sandtable_ai::{CommanderFailure, FailureKind};
use wasmi::errors::HostError;
use wasmi::{
    Caller, Config, Engine, Error, Extern, Instance, Linker, Memory, Module, Store, StoreLimits, StoreLimitsBuilder,
    TrapCode, TypedFunc, TypedResumableCall, Val, WasmParams, WasmResults,
};

use crate::limits::{BotLimits, STDERR_TAIL};
use crate::message::check_protocol;

/// Elements of a module's tables.
const MAX_TABLE: usize = 65_536;

/// What a module asks while it decides. It stands still meanwhile, and goes on with the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuestQuestion {
    /// Whether a building of this kind may be marked out there: kind, cell.
    CanPlace(i32, i32, i32),
    /// Whether this kind can be made.
    CanMake(i32),
    /// Whether this technology can be researched.
    CanResearch(i32),
    /// How far it is: locomotion, from, to.
    PathLength(i32, [i32; 2], [i32; 2]),
}

impl fmt::Display for GuestQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a question: {self:?}")
    }
}

impl HostError for GuestQuestion {}

/// What the engine keeps beside a module.
struct Host {
    limits: StoreLimits,
    /// The end of what it logged.
    log: Vec<u8>,
}

/// An instance of a module.
pub struct Guest {
    store: Store<Host>,
    instance: Instance,
    memory: Memory,
    alloc: TypedFunc<i32, i32>,
    protocol: u32,
}

/// Who answers questions.
pub type GuestAnswers<'a> = &'a mut dyn FnMut(GuestQuestion) -> Result<i32, CommanderFailure>;

/// Nobody: questions are for decisions.
pub fn no_answers(_: GuestQuestion) -> Result<i32, CommanderFailure> {
    Err(CommanderFailure::new(FailureKind::BotProtocol, "a question outside of a decision"))
}

impl Guest {
    /// Makes a module ready.
    ///
    /// # Errors
    /// What is wrong with it: no module, other imports than there are, exports that are missing, another protocol.
    pub fn new(bytes: &[u8], limits: &BotLimits) -> Result<Guest, CommanderFailure> {
        let mut config = Config::default();
        config.consume_fuel(true);
        let engine = Engine::new(&config);
        let broken = |error: Error| CommanderFailure::new(FailureKind::BotProtocol, error.to_string());
        let module = Module::new(&engine, bytes).map_err(broken)?;
        let memory = limits.memory_mib as usize;
        let store_limits = StoreLimitsBuilder::new()
            .memory_size(memory << 20)
            .table_elements(MAX_TABLE)
            .instances(1)
            .tables(8)
            .memories(1)
            .build();
        let mut store = Store::new(&engine, Host { limits: store_limits, log: Vec::new() });
        store.limiter(|host| &mut host.limits);
        store.set_fuel(limits.fuel).map_err(broken)?;
        let linker = imports(&engine).map_err(broken)?;
        let instance = linker.instantiate_and_start(&mut store, &module).map_err(|error| fault(&error, ""))?;
        let missing = || CommanderFailure::new(FailureKind::BotProtocol, "it exports no \"memory\"");
        let memory = instance.get_memory(&store, "memory").ok_or_else(missing)?;
        let alloc = instance
            .get_typed_func(&store, "sandtable_alloc")
            .map_err(|error| CommanderFailure::new(FailureKind::BotProtocol, format!("sandtable_alloc: {error}")))?;
        let mut guest = Guest { store, instance, memory, alloc, protocol: 0 };
        let speaks: i32 = guest.call("sandtable_protocol", (), &mut no_answers)?;
        guest.protocol = speaks as u32;
        check_protocol(guest.protocol)?;
        Ok(guest)
    }

    /// The version of the protocol it speaks.
    pub fn protocol(&self) -> u32 {
        self.protocol
    }

    /// Gives it fuel for what comes next; what is left of before is gone.
    ///
    /// # Errors
    /// None that fuel can cause.
    pub fn refuel(&mut self, fuel: u64) -> Result<(), CommanderFailure> {
        self.store.set_fuel(fuel).map_err(|error| CommanderFailure::new(FailureKind::Ours, error.to_string()))
    }

    /// What is left of its fuel.
    pub fn fuel(&self) -> u64 {
        self.store.get_fuel().unwrap_or(0)
    }

    /// Whether it exports something of this name.
    pub fn has(&self, name: &str) -> bool {
        self.instance.get_func(&self.store, name).is_some()
    }

    /// Calls what it exports under this name.
    ///
    /// # Errors
    /// That there is no such function, that it traps or runs out of fuel, or what answering it failed with.
    pub fn call<P: WasmParams, R: WasmResults>(
        &mut self,
        name: &str,
        params: P,
        answers: GuestAnswers<'_>,
    ) -> Result<R, CommanderFailure> {
        let function = self.function(name)?;
        self.run(function, params, answers)
    }

    /// What it exports under this name.
    ///
    /// # Errors
    /// That there is no such function.
    pub fn function<P: WasmParams, R: WasmResults>(&self, name: &str) -> Result<TypedFunc<P, R>, CommanderFailure> {
        let function = self.instance.get_typed_func(&self.store, name);
        function.map_err(|error| CommanderFailure::new(FailureKind::BotProtocol, format!("{name}: {error}")))
    }

    /// Calls a function that it exports.
    ///
    /// # Errors
    /// That it traps or runs out of fuel, or what answering it failed with.
    pub fn run<P: WasmParams, R: WasmResults>(
        &mut self,
        function: TypedFunc<P, R>,
        params: P,
        answers: GuestAnswers<'_>,
    ) -> Result<R, CommanderFailure> {
        let mut call = function.call_resumable(&mut self.store, params);
        loop {
            call = match call {
                Ok(TypedResumableCall::Finished(results)) => return Ok(results),
                Ok(TypedResumableCall::OutOfFuel(_)) => return Err(self.told(out_of_fuel())),
                Ok(TypedResumableCall::HostTrap(asked)) => match asked.host_error().downcast_ref::<GuestQuestion>() {
                    Some(question) => {
                        let answer = answers(*question).map_err(|failure| self.told(failure))?;
                        asked.resume(&mut self.store, &[Val::I32(answer)])
                    }
                    None => return Err(fault(asked.host_error(), &self.log())),
                },
                Err(error) => return Err(fault(&error, &self.log())),
            }
        }
    }

    /// Writes bytes where the module says, and tells where that is.
    ///
    /// # Errors
    /// As [`Guest::call`], and that it has no such place.
    pub fn lend(&mut self, bytes: &[u8]) -> Result<(i32, i32), CommanderFailure> {
        let length = bytes.len() as i32;
        let alloc = self.alloc;
        let place = alloc.call(&mut self.store, length).map_err(|error| fault(&error, &self.log()))?;
        let written = self.memory.write(&mut self.store, place as u32 as usize, bytes);
        let text = "sandtable_alloc gave a place outside of its memory";
        written.map_err(|_| self.told(CommanderFailure::new(FailureKind::BotProtocol, text)))?;
        Ok((place, length))
    }

    /// The bytes at a place of its memory.
    ///
    /// # Errors
    /// That there are none such.
    pub fn borrow(&self, address: u32, length: u32, most: usize) -> Result<&[u8], CommanderFailure> {
        let (address, length) = (address as usize, length as usize);
        let bytes = self.memory.data(&self.store).get(address..).and_then(|rest| rest.get(..length));
        let found = || {
            self.told(CommanderFailure::new(
                FailureKind::BotProtocol,
                format!("{length} bytes at {address}, which it does not have"),
            ))
        };
        bytes.filter(|bytes| bytes.len() <= most).ok_or_else(found)
    }

    /// The end of what it logged.
    pub fn log(&self) -> String {
        String::from_utf8_lossy(&self.store.data().log).trim().to_owned()
    }

    fn told(&self, failure: CommanderFailure) -> CommanderFailure {
        CommanderFailure::new(failure.how, with_log(failure.message, &self.log()))
    }
}

fn with_log(message: String, log: &str) -> String {
    if log.is_empty() { message } else { format!("{message}; its log ends: {log}") }
}

fn out_of_fuel() -> CommanderFailure {
    CommanderFailure::new(FailureKind::OverBudget, "it is out of fuel")
}

/// What an error of a call means for the bot.
fn fault(error: &Error, log: &str) -> CommanderFailure {
    match error.as_trap_code() {
        Some(TrapCode::OutOfFuel) => out_of_fuel(),
        _ => CommanderFailure::new(FailureKind::BotCrash, with_log(format!("it trapped: {error}"), log)),
    }
}

/// All that a module may import: the questions, and a log.
fn imports(engine: &Engine) -> Result<Linker<Host>, Error> {
    let mut linker = Linker::new(engine);
    let ask = |question: GuestQuestion| -> Result<i32, Error> { Err(Error::host(question)) };
    linker.func_wrap("sandtable", "can_place", move |kind: i32, x: i32, y: i32| {
        ask(GuestQuestion::CanPlace(kind, x, y))
    })?;
    linker.func_wrap("sandtable", "can_make", move |kind: i32| ask(GuestQuestion::CanMake(kind)))?;
    linker.func_wrap("sandtable", "can_research", move |tech: i32| ask(GuestQuestion::CanResearch(tech)))?;
    linker.func_wrap("sandtable", "path_length", move |class: i32, x0: i32, y0: i32, x1: i32, y1: i32| {
        ask(GuestQuestion::PathLength(class, [x0, y0], [x1, y1]))
    })?;
    linker.func_wrap("sandtable", "log", |mut caller: Caller<'_, Host>, place: i32, length: i32| {
        let Some(Extern::Memory(memory)) = caller.get_export("memory") else { return };
        let (place, length) = (place as u32 as usize, length as u32 as usize);
        let (data, host) = memory.data_and_store_mut(&mut caller);
        let Some(text) = data.get(place..).and_then(|rest| rest.get(..length)) else { return };
        host.log.extend_from_slice(&text[text.len().saturating_sub(STDERR_TAIL)..]);
        let excess = host.log.len().saturating_sub(STDERR_TAIL);
        host.log.drain(..excess);
    })?;
    Ok(linker)
}
