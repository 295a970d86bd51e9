//! `sandtable why`: the chain from a commander's goal to one unit's step.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink;
use sandtable_match::question::Question;
use sandtable_match::runner::guarded;
use sandtable_match::why::Refusal;
use sandtable_match::work_bar::WorkBar;
use sandtable_state::id::PlayerId;

use super::interrupt::ending_at_once;
use super::replay::{failed, open};
use super::{say, say_json};
use crate::args::WhyArgs;

pub fn run(args: &WhyArgs, registry: &Registry) -> Result<(), Failure> {
    let replay = open(&args.file)?;
    let bar = WorkBar::counting("ticks");
    let _ending = ending_at_once(&bar, "why with the same arguments");
    bar.expect(args.tick.into());
    let player = args.player.map(|number| PlayerId(number - 1));
    let question = Question { unit: args.unit, from: args.from, player, tick: args.tick };
    let answer = guarded(|| question.ask(&replay, registry, &mut |_| bar.advance(1)));
    bar.finish();
    match answer.map_err(|fault| Failure::Engine(fault.message))? {
        Ok(answer) if args.json => say_json(&answer.json()),
        Ok(answer) => say(&answer.tell()),
        Err(Refusal::Replay(text)) => Err(failed(&args.file, &text)?),
        Err(Refusal::Asked(text)) => Err(Failure::Usage(text)),
    }
}
