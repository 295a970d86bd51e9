//! What a kind or technology is worth in matches: the same strategy on both sides, one of them forbidden it.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_math::mix;
use sandtable_model::rules::{Class, Rules};
use sandtable_stats::{Estimate, Pentanomial};
use serde::Serialize;

use crate::contest::{Contest, Game, Made, Outcome};
use crate::fights::Effort;

/// Something to make, and what it is worth to those who do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThingReport {
    /// Its name.
    pub name: String,
    /// What it is: a unit, a building, a technology.
    pub class: &'static str,
    /// The share of sides that made it, of all strategies alike.
    pub used: f64,
    /// How many a side made that made any.
    pub made: f64,
    /// Strategies that made it.
    pub strategies: Vec<String>,
    /// Pairs of games of sides with it against sides without, by the points of those with it; pairs that repeat another to the last
    /// bit are one. None when not made.
    pub pairs: Option<Pentanomial>,
    /// The score of the sides with it.
    pub score: Option<Estimate>,
}

/// What matches say of a ruleset.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// The strategies.
    pub strategies: Vec<String>,
    /// The maps.
    pub maps: Vec<String>,
    /// Games in all.
    pub games: u32,
    /// The score of player 1 of twins, from both starts.
    pub first: Estimate,
    /// By map, the score of who starts at start 1, as player 1 and as player 2.
    pub starts: Vec<StartReport>,
    /// Kinds and technologies, those whose lack costs most first.
    pub things: Vec<ThingReport>,
}

/// What a start is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StartReport {
    /// The map.
    pub map: String,
    /// The score of who starts at its first start.
    pub score: Estimate,
}

/// Something that can be made.
#[derive(Clone, Copy)]
enum Thing {
    Kind(usize),
    Tech(usize),
}

impl Thing {
    fn all(rules: &Rules) -> Vec<Thing> {
        let made = |row: &usize| rules.kinds[*row].class != Class::Node;
        (0..rules.kinds.len()).filter(made).map(Thing::Kind).chain((0..rules.techs.len()).map(Thing::Tech)).collect()
    }

    fn name(self, rules: &Rules) -> &str {
        match self {
            Thing::Kind(row) => &rules.kinds[row].name,
            Thing::Tech(row) => &rules.techs[row].name,
        }
    }

    fn class(self, rules: &Rules) -> &'static str {
        match self {
            Thing::Tech(_) => "technology",
            Thing::Kind(row) if rules.kinds[row].class == Class::Unit => "unit",
            Thing::Kind(_) => "building",
        }
    }

    fn count(self, made: &Made) -> u32 {
        match self {
            Thing::Kind(row) => made.kinds[row],
            Thing::Tech(row) => made.techs[row],
        }
    }
}

impl Contest {
    /// Games that [`Contest::measure`] plays at most, with these pairs.
    pub fn games(&self, effort: &Effort) -> u64 {
        2 * (self.plain_pairs(effort) as u64 + Thing::all(&self.rules).len() as u64 * u64::from(effort.pairs))
    }

    /// Every strategy at least once, and every map.
    fn plain_pairs(&self, effort: &Effort) -> u32 {
        (2 * effort.pairs).max(self.strategies.len() as u32).max(self.arenas.len() as u32)
    }

    /// Plays the strategies against themselves, and then against themselves without each thing that any of them makes. `done` is told
    /// of games played, or not worth playing, and stops the work when it fails.
    ///
    /// # Errors
    /// When threads cannot be had, the engine fails, or `done` does.
    pub fn measure(
        &self,
        registry: &Registry,
        effort: &Effort,
        done: &mut dyn FnMut(u64) -> Result<(), Failure>,
    ) -> Result<MatchReport, Failure> {
        let plain = self.plain(registry, effort, done)?;
        let mut games = 2 * plain.len() as u32;
        let mut things = Vec::new();
        for thing in Thing::all(&self.rules) {
            let users = self.users(thing, &plain);
            let pairs = if users.is_empty() {
                done(2 * u64::from(effort.pairs))?;
                None
            } else {
                Some(self.twins(registry, (thing, &users), effort, done)?)
            };
            games += if pairs.is_some() { 2 * effort.pairs } else { 0 };
            things.push(self.report(thing, &plain, &users, pairs));
        }
        let worth = |thing: &ThingReport| thing.score.map_or(0.0, |score| score.value);
        things.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        Ok(MatchReport {
            strategies: self.strategies.iter().map(|file| file.name.clone()).collect(),
            maps: self.arenas.iter().map(|arena| arena.map.name.clone()).collect(),
            games,
            first: first(&plain),
            starts: self.starts(&plain),
            things,
        })
    }

    /// Every strategy against itself, from both starts.
    fn plain(
        &self,
        registry: &Registry,
        effort: &Effort,
        done: &mut dyn FnMut(u64) -> Result<(), Failure>,
    ) -> Result<Vec<Plain>, Failure> {
        let mut plain = Vec::new();
        let play = |pair: u32| {
            let row = pair as usize;
            let (strategy, seed) = (row % self.strategies.len(), mix(effort.seed, u64::from(pair)));
            // Another strategy begins with each map in turn, so that all meet all.
            let arena = (row + row / self.strategies.len()) % self.arenas.len();
            let game = |swapped: bool| Game { strategy, arena, seed, swapped, forbidden: None };
            let games = [self.play(registry, game(false))?, self.play(registry, game(true))?];
            Ok(Plain { strategy, arena, games })
        };
        in_order(self.plain_pairs(effort), effort.threads, play, |pair: Result<Plain, Failure>| {
            plain.push(pair?);
            done(2)
        })?;
        Ok(plain)
    }

    /// Rows of the strategies that make it.
    fn users(&self, thing: Thing, plain: &[Plain]) -> Vec<usize> {
        let makes = |pair: &&Plain| pair.sides().any(|made| thing.count(made) > 0);
        let mut users: Vec<usize> = plain.iter().filter(makes).map(|pair| pair.strategy).collect();
        users.sort_unstable();
        users.dedup();
        users
    }

    /// Pairs of games of those who make it, by the points of the side that may.
    fn twins(
        &self,
        registry: &Registry,
        (thing, users): (Thing, &[usize]),
        effort: &Effort,
        done: &mut dyn FnMut(u64) -> Result<(), Failure>,
    ) -> Result<Pentanomial, Failure> {
        let name = thing.name(&self.rules);
        let stream = mix(effort.seed, sandtable_state::fingerprint(name.as_bytes()));
        let play = |pair: u32| {
            let row = pair as usize;
            let (strategy, seed) = (users[row % users.len()], mix(stream, u64::from(pair)));
            let arena = (row + row / users.len()) % self.arenas.len();
            let game = |side: usize| Game { strategy, arena, seed, swapped: false, forbidden: Some((side, name)) };
            let games = [self.play(registry, game(0))?, self.play(registry, game(1))?];
            Ok((strategy, arena, games))
        };
        let (mut pairs, mut seen) = (Pentanomial::default(), Vec::new());
        in_order(effort.pairs, effort.threads, play, |pair: Result<(usize, usize, [Outcome; 2]), Failure>| {
            let (strategy, arena, [first, second]) = pair?;
            let ended = (strategy, arena, first.course, second.course);
            if !seen.contains(&ended) {
                seen.push(ended);
                pairs.add(2 - first.half_points + second.half_points);
            }
            done(2)
        })?;
        Ok(pairs)
    }

    fn report(&self, thing: Thing, plain: &[Plain], users: &[usize], pairs: Option<Pentanomial>) -> ThingReport {
        let counts: Vec<u32> = plain.iter().flat_map(Plain::sides).map(|made| thing.count(made)).collect();
        let makers = counts.iter().filter(|count| **count > 0).count();
        ThingReport {
            name: thing.name(&self.rules).to_owned(),
            class: thing.class(&self.rules),
            used: makers as f64 / counts.len().max(1) as f64,
            made: f64::from(counts.iter().sum::<u32>()) / makers.max(1) as f64,
            strategies: users.iter().map(|row| self.strategies[*row].name.clone()).collect(),
            pairs,
            score: pairs.map(|pairs| pairs.score_estimate()),
        }
    }

    fn starts(&self, plain: &[Plain]) -> Vec<StartReport> {
        let of_map = |(row, arena): (usize, &std::sync::Arc<sandtable_model::scenario::Scenario>)| {
            let own = plain.iter().filter(|pair| pair.arena == row);
            // Player 1 starts at the first start, then at the second.
            let pairs = counted(own, |[as_first, as_second]| as_first.half_points + 2 - as_second.half_points);
            StartReport { map: arena.map.name.clone(), score: pairs.score_estimate() }
        };
        self.arenas.iter().enumerate().map(of_map).collect()
    }
}

/// A pair of games of a strategy against itself, from both starts.
struct Plain {
    strategy: usize,
    arena: usize,
    games: [Outcome; 2],
}

impl Plain {
    fn sides(&self) -> impl Iterator<Item = &Made> {
        self.games.iter().flat_map(|game| &game.made)
    }
}

fn first(plain: &[Plain]) -> Estimate {
    counted(plain.iter(), |[one, other]| one.half_points + other.half_points).score_estimate()
}

/// Pairs by points; those that repeat another on their map to the last bit are one.
fn counted<'p>(pairs: impl Iterator<Item = &'p Plain>, points: impl Fn(&[Outcome; 2]) -> u32) -> Pentanomial {
    let (mut counted, mut seen) = (Pentanomial::default(), Vec::new());
    for pair in pairs {
        let ended = (pair.strategy, pair.arena, pair.games.each_ref().map(|game| game.course));
        if !seen.contains(&ended) {
            counted.add(points(&pair.games));
            seen.push(ended);
        }
    }
    counted
}

impl MatchReport {
    /// The report in lines.
    pub fn tell(&self) -> String {
        use std::fmt::Write as _;
        let mut text = format!(
            "{} mirror matches of strategies ({}), on {}\n\n{:16} {:11} {:>7} {:>6}  score with it against without\n",
            self.games,
            self.strategies.join(", "),
            self.maps.join(", "),
            "made",
            "",
            "used",
            "each"
        );
        for thing in &self.things {
            let score = thing.score.map_or_else(|| "not made".to_owned(), |score| percents(&score));
            let used = 100.0 * thing.used;
            let _ = writeln!(text, "{:16} {:11} {used:>5.0} % {:>6.1}  {score}", thing.name, thing.class, thing.made);
        }
        let _ = writeln!(text, "\nplayer 1 in mirror matches: {}", percents(&self.first));
        for start in &self.starts {
            let _ = writeln!(text, "start 1 of {}: {}", start.map, percents(&start.score));
        }
        text
    }
}

/// A score and its interval, and what they say.
pub(crate) fn percents(score: &Estimate) -> String {
    let verdict = match (score.low > 0.5, score.high < 0.5) {
        (true, _) => " *",
        (_, true) => " * worse",
        _ => "",
    };
    format!("{:.1} % ({:.1} to {:.1}){verdict}", 100.0 * score.value, 100.0 * score.low, 100.0 * score.high)
}
