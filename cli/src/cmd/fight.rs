//! `sandtable fight`.

use sandtable_lab::fight::{FightScore, games};
use sandtable_lab::trial::{fights, load_fight};
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::progress::ProgressSink;
use serde_json::json;

use super::{say, say_json};
use crate::args::FightArgs;
use crate::progress::WorkBar;

pub fn run(args: &FightArgs) -> Result<(), Failure> {
    let mut library = Library::here();
    let names = if args.fights.is_empty() { fights(&mut library)? } else { args.fights.clone() };
    let bar = WorkBar::new();
    for name in &names {
        let scenario = load_fight(&mut library, name)?;
        bar.expect(args.games.into());
        let score = games(&scenario, args.series.seed, args.games, args.series.threads.count(), &bar)?;
        bar.suspended(|| match args.series.json {
            true => say_json(&json!({ "fight": name, "seed": args.series.seed, "score": score.tally.score(),
                "interval": score.tally.interval(), "games": score })),
            false => say(&line(&scenario.name, &scenario.players[0].name, &score)),
        })?;
        bar.restart();
    }
    Ok(())
}

fn line(title: &str, first: &str, score: &FightScore) -> String {
    let (tally, [low, high]) = (score.tally, score.tally.interval());
    let a_game = |count: f64| count / f64::from(tally.games().max(1));
    format!(
        "{title}: {first} scores {:.1} % of {} ({:.1} to {:.1} %); {} won, {} drawn, {} lost; \
         left {:.1} to {:.1}, {:.0} ticks, {:.1} disobeyed a game\n",
        100.0 * tally.score(),
        score.counted(),
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
