//! `sandtable replay fork`: a recorded match played on from a tick, many times.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::assemble::load_strategy;
use sandtable_match::library::Library;
use sandtable_match::replays::{ForkTerms, fork, fork_text};
use sandtable_match::work_bar::WorkBar;

use super::{open, refused, say, say_json, threads};
use crate::args::ForkArgs;
use crate::cmd::interrupt::{interrupt, tell_of_the_rest};

pub fn run(args: &ForkArgs, registry: &Registry) -> Result<(), Failure> {
    let replay = open(&args.at.file)?;
    let (players, given) = (replay.header.contestants.len(), args.successors.all());
    if let Some(row) = given.iter().skip(players).position(Option::is_some) {
        let text = format!("--p{}: the match has {players} commanders", players + row + 1);
        return Err(Failure::Usage(text));
    }
    let mut library = Library::here();
    let mut load = |name: &Option<&str>| name.map(|name| load_strategy(&mut library, registry, name)).transpose();
    let strategies = given[..players].iter().map(&mut load).collect::<Result<Vec<_>, _>>()?;
    let threads = threads(args.threads, args.seeds as usize);
    let terms = ForkTerms { tick: args.at.tick, strategies, seeds: args.seeds, threads };
    let bar = WorkBar::counting("forks").stopped_by(interrupt());
    let again = "replay fork with the same arguments";
    let forked =
        fork(&replay, registry, &terms, &bar).map_err(|failure| tell_of_the_rest("nothing is kept", again, failure));
    let outcome = match forked? {
        Err(error) => return Err(refused(&args.at.file, &error)?),
        Ok(outcome) => outcome,
    };
    if args.at.json {
        say_json(&outcome)?;
    } else {
        say(&fork_text(&outcome, &replay, &terms.strategies))?;
    }
    if outcome.games < args.seeds {
        let kept = format!("the results above are of the {} forks of {} that were played", outcome.games, args.seeds);
        return Err(tell_of_the_rest(&kept, again, Failure::Interrupted));
    }
    if outcome.departs.is_none() { Ok(()) } else { Err(Failure::Checked) }
}
