//! `sandtable learn`.

use sandtable_ai::Registry;
use sandtable_match::library::Library;
use sandtable_match::progress::ProgressSink as _;
use sandtable_match::store::{SystemDisk, read_replay, write_whole};
use sandtable_match::work_bar::WorkBar;
use sandtable_match::{Failure, assemble};
use sandtable_state::id::PlayerId;
use sandtable_tune::{learn, lessons};

use super::interrupt::ending_at_once;
use super::{say, say_json};
use crate::args::LearnArgs;

pub fn run(args: &LearnArgs, registry: &Registry) -> Result<(), Failure> {
    if let Some(path) = args.output.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Usage(format!("{}: already exists; name a new file", path.display())));
    }
    let file = assemble::load_strategy(&mut Library::here(), registry, &args.file)?;
    let mut all = Vec::new();
    let bar = WorkBar::of_replays();
    bar.expect(args.replays.len() as u64);
    let ending = ending_at_once(&bar, "learn with the same arguments");
    for path in &args.replays {
        bar.describe(path.display().to_string());
        let refuse = |what: String| Failure::Usage(format!("{}: {what}", path.display()));
        let replay = read_replay(path)?.map_err(|error| refuse(error.explained()))?;
        let player = args.player.map(|number| PlayerId(number - 1));
        all.extend(lessons(&file, &replay, registry, player).map_err(refuse)?);
        bar.advance(1);
    }
    let learnt = learn(&file, &all)?;
    bar.finish();
    drop(ending);
    if args.json {
        say_json(&learnt)?;
    } else {
        say(&learnt.tell(&file)?)?;
    }
    let is_better = learnt.is_better();
    match &args.output {
        Some(path) if is_better => {
            let written = write_whole(&SystemDisk, path, learnt.own_text.as_bytes());
            written.map_err(|error| Failure::writing(path, error))?;
        }
        Some(path) => anstream::eprintln!("{}: not written: what was learnt agrees no more often", path.display()),
        None => {}
    }
    if is_better { Ok(()) } else { Err(Failure::Checked) }
}
