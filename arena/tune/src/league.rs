//! A league: generation by generation a strategy is tuned against a pool, and joins it. Whoever is hard for it is met more often
//! (prioritized fictitious self-play, Vinyals et al. 2019); nobody is ever left out, so that no generation gets far by beating the latest
//! alone.

use std::sync::Arc;

use sandtable_match::Failure;
use sandtable_math::mix;
use sandtable_stats::Estimate;
use serde::Serialize;

use super::entrant::Entrant;
use super::game_search::search;
use super::games::{Course, Games, pentanomial};
use super::pool::scores;
use super::race::{Run, Terms, leader, race};
use super::search::Found;
use super::settings::Settings;
use super::step::Step;
use super::stream;
use super::subject::Subject;

/// The part of the games that chooses the champion: one in this number.
const CHAMPION_PART: u32 = 5;
/// The part of the weights that all of the pool share evenly, however easy they are.
const EVEN: f64 = 0.25;
/// Pairs between two looks at who is behind, and before anybody stops.
const BLOCK: usize = 4;
const LEAST: usize = 12;

/// A generation.
#[derive(Clone, Debug, Serialize)]
pub struct Generation {
    /// Its name in the pool; none when no candidate was better.
    pub name: Option<String>,
    /// Games of the league before it was tuned.
    pub games_before: u32,
    /// Games of the league after it was found.
    pub games_after: u32,
    /// The weights of the pool it was tuned against, by name.
    pub weights: Vec<(String, f64)>,
    /// What the one it was tuned from scored against each of them, 0 … 1, with 95 %.
    pub scores: Vec<Estimate>,
    /// Its values.
    pub values: Vec<String>,
    /// How it was found.
    pub found: Found,
}

/// What a league came to.
#[derive(Clone, Debug, Serialize)]
pub struct League {
    /// Its generations.
    pub generations: Vec<Generation>,
    /// Who came out first against the first pool.
    pub champion: String,
    /// The last race, in which all members met the first pool; empty until it is run.
    pub race: Vec<Racer>,
}

/// A member of a league in the last race.
#[derive(Clone, Debug, Serialize)]
pub struct Racer {
    /// Its name.
    pub name: String,
    /// Whether it ran to the end, rather than be stopped once it was surely behind.
    pub finished: bool,
    /// Pairs it played.
    pub pairs: u32,
    /// Its score by opponent, 0 … 1, with 95 %, in the order of the first pool; none where they did not meet.
    pub scores: Vec<(String, Option<Estimate>)>,
}

/// What is told of a league under way.
pub(super) enum LeagueNews<'n> {
    /// The steps of the search that goes on.
    Steps(&'n [Step]),
    /// The generations so far.
    Generations(&'n [Generation]),
}

/// Plays a league; also gives the champion.
pub(super) fn league(
    games: &mut Games<'_>,
    subject: &Subject,
    opponents: &[Arc<Entrant>],
    settings: &Settings,
    maps: &[usize],
    told: &mut dyn FnMut(LeagueNews<'_>),
) -> Result<(Subject, League), Failure> {
    let rounds = settings.league.unwrap_or(1).max(1);
    let last = settings.games / CHAMPION_PART;
    let each = (settings.games - last) / rounds;
    let (mut pool, mut current) = (opponents.to_vec(), subject.clone());
    let (mut members, mut generations) = (vec![subject.clone()], Vec::new());
    let mut shares = Vec::new();
    for number in 0..rounds {
        let seed = mix(mix(settings.seed, stream::GENERATION), u64::from(number));
        let entrant = current.entrant(&current.current())?;
        let games_before = games.counts.values().sum();
        let scores = scores(games, &entrant, &pool, maps, mix(settings.seed, stream::POOL))?;
        shares = shares_by(&scores);
        let mut course = Course::new(&pool, &shares, maps.to_vec(), seed);
        let (found, _) =
            search(games, &mut course, &current, settings, seed, &[each], &mut |steps| told(LeagueNews::Steps(steps)))?;
        let weights = pool.iter().zip(&shares).map(|(entrant, share)| (entrant.name.clone(), *share)).collect();
        let values =
            current.parameters.iter().zip(&found.levels).map(|(parameter, level)| parameter.text(*level)).collect();
        let better = found.levels != current.current();
        let name = better.then(|| format!("{}-{}", subject.file.name, number + 1));
        if let Some(name) = &name {
            current = current.at(&found.levels)?;
            pool.push(Arc::new(Entrant::new(name, Vec::new(), current.file.clone())));
            members.push(current.clone());
        }
        let games_after = games.counts.values().sum();
        generations.push(Generation { name, games_before, games_after, weights, scores, values, found });
        told(LeagueNews::Generations(&generations));
    }
    let (row, runs) = champion(games, &members, opponents, &shares, settings, maps, last)?;
    let named = generations.iter().filter_map(|generation| generation.name.clone());
    let names: Vec<String> = [subject.file.name.clone()].into_iter().chain(named).collect();
    let champion = names.get(row).cloned().unwrap_or_default();
    let race = names.iter().zip(runs).map(|(name, run)| Racer { name: name.clone(), ..run }).collect();
    Ok((members.swap_remove(row), League { generations, champion, race }))
}

/// The weights of a pool by the scores against each: the square of what is missing to all points, and a part for everybody.
fn shares_by(scores: &[Estimate]) -> Vec<f64> {
    let hardness: Vec<f64> = scores.iter().map(|score| (1.0 - score.value).powi(2)).collect();
    let (sum, count) = (hardness.iter().sum::<f64>(), scores.len() as f64);
    // Who beats everybody every time finds all equally hard.
    let part = |hard: &f64| if sum > 0.0 { hard / sum } else { 1.0 / count };
    hardness.iter().map(|hard| (1.0 - EVEN) * part(hard) + EVEN / count).collect()
}

/// The row of the member that does best against the first pool, whose hardest count most: it is to beat each of them. Also how each ran,
/// without names.
fn champion(
    games: &mut Games<'_>,
    members: &[Subject],
    opponents: &[Arc<Entrant>],
    shares: &[f64],
    settings: &Settings,
    maps: &[usize],
    budget: u32,
) -> Result<(usize, Vec<Racer>), Failure> {
    let first = &shares[..opponents.len()];
    let sum: f64 = first.iter().sum();
    let weights: Vec<f64> = first.iter().map(|share| share / sum).collect();
    let mut course = Course::new(opponents, &weights, maps.to_vec(), mix(settings.seed, stream::CHAMPION));
    let entrants: Vec<_> = members.iter().map(Subject::member).collect();
    let pairs = (budget / 2) as usize;
    let terms = Terms {
        phase: "final",
        first: 0,
        block: BLOCK,
        least: LEAST,
        most: pairs,
        budget: pairs,
        objective: settings.objective,
    };
    let runs = race(games, &mut course, &entrants, &terms)?;
    let racers = runs.iter().map(|run| racer(run, &mut course)).collect();
    Ok((leader(&runs, settings.objective), racers))
}

fn racer(run: &Run, course: &mut Course) -> Racer {
    let met: Vec<usize> = (0..run.outcomes.len()).map(|number| course.at(number).0).collect();
    let score = |row: usize| {
        let own =
            pentanomial(met.iter().zip(&run.outcomes).filter(|(met, _)| **met == row).map(|(_, outcome)| outcome));
        (own.pairs() > 0).then(|| own.score_estimate())
    };
    let names = course.opponents.iter().enumerate();
    let scores = names.map(|(row, opponent)| (opponent.name.clone(), score(row))).collect();
    Racer { name: String::new(), finished: run.finished, pairs: run.outcomes.len() as u32, scores }
}
