//! `sandtable why`: the chain from a commander's goal to one unit's step.

use sandtable_ai::Registry;

use super::{say, say_json};
use crate::args::WhyArgs;
use crate::exit::Failure;
use crate::runner::guarded;
use crate::store::read_replay;
use crate::why::{Refusal, json, tell, why};

pub fn run(args: &WhyArgs, registry: &Registry) -> Result<(), Failure> {
    let failed = |text: &str| {
        say(&format!("{}: FAILED: {text}\n", args.file.display()))?;
        Err(Failure::Checked)
    };
    let replay = match read_replay(&args.file)? {
        Ok(replay) => replay,
        Err(error) => return failed(&error.explained()),
    };
    let story = guarded(|| why(&replay, registry, args.unit, args.tick));
    match story.map_err(|fault| Failure::Engine(fault.message))? {
        Ok(story) if args.json => say_json(&json(&story)),
        Ok(story) => say(&tell(&story)),
        Err(Refusal::Replay(text)) => failed(&text),
        Err(Refusal::Asked(text)) => Err(Failure::Usage(text)),
    }
}
