//! `sandtable trace`: every decision of a recorded match's commanders, a line of JSON each.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink;
use sandtable_match::runner::guarded;
use sandtable_match::store::{SystemDisk, write_whole};
use sandtable_match::why::{Refusal, entry_json, follow};
use sandtable_match::work_bar::WorkBar;
use sandtable_state::id::PlayerId;

use super::interrupt::ending_at_once;
use super::replay::{failed, open};
use super::say;
use crate::args::TraceArgs;

pub fn run(args: &TraceArgs, registry: &Registry) -> Result<(), Failure> {
    let replay = open(&args.file)?;
    let mut lines = String::new();
    let player = args.player.map(|number| PlayerId(number - 1));
    let mut note = |entry| {
        lines += &entry_json(&entry).to_string();
        lines.push('\n');
    };
    let bar = WorkBar::counting("ticks");
    let _ending = ending_at_once(&bar, "trace with the same arguments");
    bar.expect(replay.last_tick().into());
    let followed =
        guarded(|| follow(&replay, registry, player, replay.last_tick(), &mut note, &mut |_| bar.advance(1)));
    bar.finish();
    match followed.map_err(|fault| Failure::Engine(fault.message))? {
        Err(Refusal::Replay(text)) => Err(failed(&args.file, &text)?),
        Err(Refusal::Asked(text)) => Err(Failure::Usage(text)),
        Ok(()) => match &args.output {
            None => say(&lines),
            Some(path) => {
                write_whole(&SystemDisk, path, lines.as_bytes()).map_err(|error| Failure::writing(path, error))
            }
        },
    }
}
