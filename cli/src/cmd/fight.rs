//! `sandtable fight`.

use sandtable_lab::fight::{FightScore, games};
use sandtable_lab::trial::Trial;
use sandtable_match::library::{Library, Shelf};
use sandtable_match::{Failure, assemble};
use sandtable_sim::content::Source;
use sandtable_sim::scenario::Scenario;
use serde_json::json;

use super::{say, say_json};
use crate::args::FightArgs;

pub fn run(args: &FightArgs) -> Result<(), Failure> {
    let mut library = Library::here();
    let names = if args.fights.is_empty() { fights(&mut library)? } else { args.fights.clone() };
    for name in &names {
        let scenario = load_fight(&mut library, name)?;
        let score = games(&scenario, args.series.seed, args.games, args.series.threads.count())?;
        if args.series.json {
            say_json(&json!({ "fight": name, "seed": args.series.seed, "score": score.tally.score(),
                "interval": score.tally.interval(), "games": score }))?;
        } else {
            say(&line(&scenario.name, &scenario.players[0].name, &score))?;
        }
    }
    Ok(())
}

/// The fight of this name, or in this file.
pub(super) fn load_fight(library: &mut Library, name: &str) -> Result<Scenario, Failure> {
    let path = library.find(Shelf::Agents, name)?;
    let scenario = sandtable_sim::content::load_scenario(library, &path)?.value;
    match scenario.players.len() {
        0 | 1 => Err(Failure::Usage(format!("{name}: one player; a fight takes two"))),
        _ => Ok(scenario),
    }
}

/// The scenarios of agents that are fights by what their files expect.
pub(super) fn fights(library: &mut Library) -> Result<Vec<String>, Failure> {
    let mut fights = Vec::new();
    for name in library.names(Shelf::Agents) {
        let path = library.find(Shelf::Agents, &name)?;
        let scenario = sandtable_sim::content::load_scenario(library, &path)?.value;
        let text = assemble::read(library, &path)?;
        if Trial::read(&library.label(&path), &text, &scenario)?.is_fight() {
            fights.push(name);
        }
    }
    Ok(fights)
}

fn line(title: &str, first: &str, score: &FightScore) -> String {
    let (tally, [low, high]) = (score.tally, score.tally.interval());
    let a_game = |count: f64| count / f64::from(tally.games().max(1));
    format!(
        "{title}: {first} scores {:.1} % of {} games ({:.1} to {:.1} %); {} won, {} drawn, {} lost; \
         left {:.1} to {:.1}, {:.0} ticks, {:.1} disobeyed a game\n",
        100.0 * tally.score(),
        tally.games(),
        100.0 * low,
        100.0 * high,
        tally.wins,
        tally.draws,
        tally.losses,
        a_game(score.left[0].into()),
        a_game(score.left[1].into()),
        a_game(score.ticks as f64),
        a_game(score.disobeyed.into()),
    )
}
