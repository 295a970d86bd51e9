//! Bots that are processes: how they are named, started, talked to and ended.

mod commander;
mod contain;
mod pipe;
mod spec;

use sandtable_ai::{Commander, IdleCommander, MatchInfo};
use sandtable_content::TableReader;

pub use commander::ProcessBot;
pub use contain::{ProcessKeeper, keep};
pub use pipe::{BotPipe, PipeError};
pub use spec::ProcessSpec;

/// Builds a bot from a strategy file. Its process starts when it is first asked anything.
pub fn build(file: &TableReader<'_>, info: &MatchInfo<'_>, keeper: &ProcessKeeper) -> Box<dyn Commander> {
    let spec = ProcessSpec::read(file);
    if spec.command.is_empty() {
        return Box::new(IdleCommander::named(info.name));
    }
    Box::new(ProcessBot::new(spec, keeper.clone(), info))
}
