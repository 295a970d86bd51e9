//! `sandtable ablate`.

use sandtable_ai::Registry;
use sandtable_lab::ablation::{AblationOutcome, Missing, System, armies, matches};
use sandtable_lab::trial::{fights, load_fights};
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::progress::ProgressSink as _;
use sandtable_match::work_bar::WorkBar;
use sandtable_tournament::Prepared;

use super::interrupt::ending_at_once;
use super::{say, say_json};
use crate::args::AblateArgs;

/// The tournament whose strategies and maps are played when none is named.
const TOURNAMENT: &str = "classic";

/// How to go on after Ctrl-C.
const AGAIN: &str = "ablate with the same arguments";

pub fn run(args: &AblateArgs, registry: &Registry) -> Result<(), Failure> {
    // From the first moment on: content is read for seconds.
    let bar = WorkBar::new();
    let ending = ending_at_once(&bar, AGAIN);
    let mut library = Library::here();
    let plain = args.fights.is_empty() && args.tournament.is_none();
    let fights = if plain { fights(&mut library)? } else { args.fights.clone() };
    let scenarios = load_fights(&mut library, &fights)?;
    let tournament = args.tournament.as_deref().or(plain.then_some(TOURNAMENT));
    let mut prepared = tournament.map(|name| Prepared::load(name, &mut library, registry)).transpose()?;
    if let (Some(prepared), Some(own)) = (&mut prepared, &args.strategy) {
        prepared.strategies.retain(|strategy| strategy.name == *own);
        if prepared.strategies.is_empty() {
            return Err(Failure::Usage(format!("{own}: no strategy of {}", prepared.file.name)));
        }
    }
    let (seed, threads) = (args.series.seed, args.series.threads.count());
    let all = args.systems.is_empty() && args.without.is_empty();
    let systems = if all { &System::ALL[..] } else { &args.systems[..] };
    let of_matches = prepared.as_ref().map_or(0, |_| systems.len() + args.without.len());
    bar.expect((systems.len() * scenarios.len() + of_matches) as u64 * u64::from(args.games));
    let tell = |missing, what: &str, outcome| {
        bar.suspended(|| tell(args, missing, what, outcome))?;
        ending.keeps("the results above are complete", AGAIN);
        Ok::<(), Failure>(())
    };
    for system in systems.iter().copied() {
        for scenario in &scenarios {
            let tally = armies(scenario, system, seed, args.games, threads, &bar)?;
            tell(system.into(), &scenario.name, AblationOutcome { tally, alike: None })?;
        }
        if let Some(prepared) = &prepared {
            let outcome = matches(prepared, registry, system, seed, args.games, threads, &bar)?;
            tell(system.into(), &format!("matches of {}", prepared.file.name), outcome)?;
        }
    }
    for (prepared, part) in prepared.iter().flat_map(|one| args.without.iter().map(move |part| (one, part))) {
        let outcome = matches(prepared, registry, Missing::Commander(part), seed, args.games, threads, &bar)?;
        tell(Missing::Commander(part), &format!("matches of {}", prepared.file.name), outcome)?;
    }
    bar.finish();
    Ok(())
}

fn tell(args: &AblateArgs, system: Missing, what: &str, outcome: AblationOutcome) -> Result<(), Failure> {
    match args.series.json {
        true => say_json(&outcome.json(system.key(), what, args.series.seed)),
        false => say(&outcome.line(system.key(), what)),
    }
}
