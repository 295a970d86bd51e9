//! Bots that are processes: how they are named, started, talked to and ended.

mod commander;
mod keeper;
mod pipe;
mod spec;

use sandtable_ai::{Commander, IdleCommander, MatchInfo};
use sandtable_content::TableReader;

pub use commander::ProcessBot;
pub use keeper::{Isolation, ProcessKeeper, keep};
pub use pipe::{BotPipe, PipeError};
pub use spec::ProcessSpec;

/// Builds a bot from a strategy file. Its process starts when it is first asked anything.
pub fn build(file: &TableReader<'_>, info: &MatchInfo<'_>, keeper: &ProcessKeeper) -> Box<dyn Commander> {
    let spec = ProcessSpec::read(file);
    if spec.command.is_empty() {
        return Box::new(IdleCommander::named(info.name));
    }
    if let Err(why) = keeper.check() {
        let expected = "a machine that isolates bots, a bot that is a module (`bot = \"wasm\"`), or --unsafe-bots";
        file.error("command", format!("no isolation for it here: {why}"), expected);
    }
    Box::new(ProcessBot::new(spec, keeper.clone(), info))
}
