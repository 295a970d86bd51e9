//! Ratings that follow results as they come: Glicko-2 by rounds, Weng and Lin's by games of any number of sides.
//!
//! Both are the `skillratings` crate's, whose logarithms are the system's: results are rounded, so that the last bits of those do not
//! show.

use serde::Serialize;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

use super::bradley_terry::Bout;

fn rounded(value: f64, decimals: i32) -> f64 {
    let scale = f64::from(10_u32.pow(decimals.unsigned_abs()));
    (value * scale).round() / scale
}

/// A Glicko-2 rating (Glickman 2012).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Glicko {
    /// The rating; everybody begins with 1500.
    pub rating: f64,
    /// Its standard deviation; everybody begins with 350.
    pub deviation: f64,
    /// How much it is expected to change.
    pub volatility: f64,
}

/// The games of one rating period: a round of the tournament.
pub type Period = Vec<Bout>;

/// Glicko-2 ratings after these periods. All games of a period count at once, by the ratings before it.
///
/// ```
/// use sandtable_stats::{Bout, glicko2};
///
/// let ratings = glicko2(2, &[vec![Bout { first: 0, second: 1, score: 1.0 }]]);
/// assert!(ratings[0].rating > 1500.0 && ratings[1].rating < 1500.0);
/// assert!(ratings[0].deviation < 350.0, "a game tells something");
/// ```
pub fn glicko2(players: usize, periods: &[Period]) -> Vec<Glicko> {
    let config = Glicko2Config::new();
    let mut ratings = vec![Glicko2Rating::new(); players];
    for period in periods {
        let mut results: Vec<Vec<(Glicko2Rating, Outcomes)>> = vec![Vec::new(); players];
        for bout in period {
            results[bout.first].push((ratings[bout.second], outcome(bout.score)));
            results[bout.second].push((ratings[bout.first], outcome(1.0 - bout.score)));
        }
        let next = ratings.iter().zip(&results).map(|(own, results)| glicko2_rating_period(own, results, &config));
        ratings = next.collect();
    }
    let shown = |own: &Glicko2Rating| Glicko {
        rating: rounded(own.rating, 1),
        deviation: rounded(own.deviation, 1),
        volatility: rounded(own.volatility, 4),
    };
    ratings.iter().map(shown).collect()
}

fn outcome(score: f64) -> Outcomes {
    match score {
        _ if score > 0.5 => Outcomes::WIN,
        _ if score < 0.5 => Outcomes::LOSS,
        _ => Outcomes::DRAW,
    }
}

/// A rating of Weng and Lin's Bayesian approximation (2011, the Bradley-Terry full-pair model), which knows teams.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WengLin {
    /// The mean; everybody begins with 25.
    pub mean: f64,
    /// Its standard deviation; everybody begins with 25/3.
    pub deviation: f64,
}

/// A team's end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// Rows of its players.
    pub players: Vec<usize>,
    /// Its place, from 1; equal places are draws.
    pub place: usize,
}

/// Weng-Lin ratings after these games, one after the other. A player that plays for several teams of a game is left out of that game:
/// what it learns there would be about itself.
pub fn weng_lin(players: usize, games: &[Vec<Finish>]) -> Vec<WengLin> {
    let config = WengLinConfig::new();
    let mut ratings = vec![WengLinRating::new(); players];
    for game in games {
        let of = |finish: &Finish| finish.players.iter().map(|row| ratings[*row]).collect::<Vec<_>>();
        let teams: Vec<Vec<WengLinRating>> = game.iter().map(of).collect();
        let ranked = teams.iter().zip(game).map(|(team, finish)| (&team[..], MultiTeamOutcome::new(finish.place)));
        let next = weng_lin_multi_team(&ranked.collect::<Vec<_>>(), &config);
        let mut seats = vec![0; players];
        game.iter().flat_map(|finish| &finish.players).for_each(|row| seats[*row] += 1);
        for (finish, team) in game.iter().zip(next) {
            let once = finish.players.iter().zip(team).filter(|(row, _)| seats[**row] == 1);
            once.for_each(|(row, rating)| ratings[*row] = rating);
        }
    }
    let shown = |own: &WengLinRating| WengLin { mean: rounded(own.rating, 2), deviation: rounded(own.uncertainty, 2) };
    ratings.iter().map(shown).collect()
}
