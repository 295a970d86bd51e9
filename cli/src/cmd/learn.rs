//! `sandtable learn`.

use sandtable_ai::Registry;
use sandtable_match::library::Library;
use sandtable_match::store::{SystemDisk, read_replay, write_whole};
use sandtable_match::tunable::parameters;
use sandtable_match::{Failure, assemble};
use sandtable_state::id::PlayerId;
use sandtable_tune::{Learnt, learn, lessons};

use super::{say, say_json};
use crate::args::LearnArgs;

pub fn run(args: &LearnArgs, registry: &Registry) -> Result<(), Failure> {
    if let Some(path) = args.output.as_ref().filter(|path| path.exists()) {
        return Err(Failure::Usage(format!("{}: is there already; name a new file", path.display())));
    }
    let file = assemble::load_strategy(&mut Library::here(), registry, &args.file)?;
    let mut all = Vec::new();
    for path in &args.replays {
        let refuse = |what: String| Failure::Usage(format!("{}: {what}", path.display()));
        let replay = read_replay(path)?.map_err(|error| refuse(error.explained()))?;
        let player = args.player.map(|number| PlayerId(number - 1));
        all.extend(lessons(&file, &replay, registry, player).map_err(refuse)?);
    }
    let learnt = learn(&file, &all)?;
    if args.json {
        say_json(&learnt)?;
    } else {
        say(&tell(&file, &learnt)?)?;
    }
    let better = learnt.after.held_out > learnt.before.held_out;
    if let Some(path) = args.output.as_ref().filter(|_| better) {
        let written = write_whole(&SystemDisk, path, learnt.text.as_bytes());
        written.map_err(|error| Failure::writing(path, error))?;
    }
    if better { Ok(()) } else { Err(Failure::Checked) }
}

fn tell(file: &assemble::StrategyFile, learnt: &Learnt) -> Result<String, Failure> {
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let mut text = format!("{} decisions\n", learnt.lessons);
    for (name, agreement) in [("before", learnt.before), ("after", learnt.after)] {
        let (own, other) = (percent(agreement.learnt), percent(agreement.held_out));
        text += &format!("  {name:6} agrees in {own} of what it learnt from, {other} of the rest\n");
    }
    let (old, new) = (parameters(&file.label, &file.text)?, parameters(&file.label, &learnt.text)?);
    for (before, after) in old.iter().zip(&new).filter(|(before, after)| before.written != after.written) {
        text += &format!("  {} = {}, was {}\n", after.path, after.written, before.written);
    }
    Ok(text)
}
