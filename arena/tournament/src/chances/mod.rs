//! `sandtable chances`: the chance of winning as the games of a tournament tell it, judged by games of other maps.

mod fit;
mod judge;
mod watched;

use std::path::PathBuf;

use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink;
use sandtable_viewer::chance::{ChanceModel, FittedFrom, JudgedBy};

use self::watched::{WatchedPair, watched};

/// What a model of chances is fitted from, and by what it is judged.
#[derive(Clone, Copy, Debug)]
pub struct ChanceTerms<'t> {
    /// Replays, and folders of results, that it is fitted from.
    pub fit: &'t [PathBuf],
    /// Those that it is judged by; none of their maps may be one of those.
    pub judge: &'t [PathBuf],
    /// Threads that play them.
    pub threads: usize,
}

/// A model, and the games that it says nothing of.
#[derive(Clone, Debug)]
pub struct FittedChances {
    /// The model.
    pub model: ChanceModel,
    /// Games that were cut off.
    pub undecided: u32,
}

/// Fits a model of the chances of winning to recorded games of two, and judges it by others. The same for any number of threads, on any machine.
///
/// # Errors
/// A game cannot be read, plays differently here, is not one of two players against each other or of other rules than the first; no game has
/// an outcome; a map of the games that judge is one of those that were fitted to.
pub fn fit_chances(terms: &ChanceTerms<'_>, progress: &dyn ProgressSink) -> Result<FittedChances, Failure> {
    let (fit, unfit) = watched(terms.fit, terms.threads, progress)?;
    let (judge, unjudged) = watched(terms.judge, terms.threads, progress)?;
    one_rules(fit.iter().chain(&judge))?;
    other_maps(&fit, &judge)?;
    let weights = fit::weights(&fit, fit::all)?;
    let fitted = fitted_from(&fit);
    let mut model = ChanceModel { fitted, weights, judged: None };
    if !judge.is_empty() {
        let army = ChanceModel { weights: fit::weights(&fit, fit::army_alone)?, ..model.clone() };
        model.judged = Some(judge::judged(&model, &army, &judge));
    }
    Ok(FittedChances { model, undecided: unfit + unjudged })
}

impl FittedChances {
    /// Tells of the model and of how good it is.
    #[must_use]
    pub fn tell(&self) -> String {
        let FittedFrom { games, looks, maps, rules, .. } = &self.model.fitted;
        let mut text = format!("fitted to {games} games ({looks} samples) on {}; {rules} rules\n", maps.join(", "));
        if self.undecided > 0 {
            text += &format!("left out: {} games that ended early\n", self.undecided);
        }
        text += "\nweight of the largest lead, in log-odds\n";
        for (name, weight) in &self.model.weights {
            text += &format!("  {name:<16} {:>7.3}\n", f64::from(*weight) / 1000.0);
        }
        text + &self.model.judged.as_ref().map_or_else(String::new, judged_text)
    }
}

fn judged_text(judged: &JudgedBy) -> String {
    let score = |score: u32| f64::from(score) / 10_000.0;
    let mut text = format!(
        "\nevaluated on {} games ({} samples) on {}\nBrier score: {:.4}; army value alone {:.4}, even chances {:.4}\n",
        judged.games,
        judged.looks,
        judged.maps.join(", "),
        score(judged.score),
        score(judged.army_alone),
        score(judged.even)
    );
    let (low, high) = judged.better_by;
    text += &format!(
        "better than the army value alone by {:.4} to {:.4} (95 %, game by game)\n\n",
        f64::from(low) / 10_000.0,
        f64::from(high) / 10_000.0
    );
    text += "   chance  share  predicted    won\n";
    let percent = |thousandths: u16| f64::from(thousandths) / 10.0;
    for row in &judged.table {
        let from = row.from / 10;
        text += &format!(
            "  {from:>2}–{:<3} % {:>4.1} %     {:>4.1} % {:>4.1} %\n",
            from + 10,
            percent(row.share),
            percent(row.predicted),
            percent(row.won)
        );
    }
    text
}

fn fitted_from(games: &[WatchedPair]) -> FittedFrom {
    FittedFrom {
        engine: sandtable_sim::SIM_VERSION,
        rules: games.first().map_or_else(String::new, |game| game.rules.clone()),
        games: games.len() as u32,
        looks: looks(games),
        maps: maps(games),
        strategies: distinct(games.iter().flat_map(|game| game.strategies.iter().cloned())),
    }
}

fn looks(games: &[WatchedPair]) -> u32 {
    games.iter().map(|game| game.looks.len() as u32).sum()
}

fn maps(games: &[WatchedPair]) -> Vec<String> {
    distinct(games.iter().map(|game| game.map.clone()))
}

/// In order, each once.
fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    names.collect::<std::collections::BTreeSet<String>>().into_iter().collect()
}

fn one_rules<'g>(games: impl Iterator<Item = &'g WatchedPair>) -> Result<(), Failure> {
    let rules = distinct(games.map(|game| game.rules.clone()));
    match rules.as_slice() {
        [_] => Ok(()),
        _ => Err(Failure::Usage(format!("games of rules {}; expected games of one ruleset", rules.join(", ")))),
    }
}

fn other_maps(fit: &[WatchedPair], judge: &[WatchedPair]) -> Result<(), Failure> {
    let fitted = maps(fit);
    match maps(judge).into_iter().find(|map| fitted.contains(map)) {
        None => Ok(()),
        Some(map) => {
            let text =
                format!("--judge: found map {map:?}, to which the model is fitted; expected games of other maps");
            Err(Failure::Usage(text))
        }
    }
}
