//! Budgets of games, as they are asked for when a run begins and when it goes on.

use std::ops::RangeFrom;
use std::str::FromStr;

use sandtable_match::Failure;

/// The most games of a budget.
const MOST_GAMES: u32 = 10_000_000;
/// The fewest games that are worth asking for.
const LEAST_GAMES: u32 = 4;

/// A number of games, or of further games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameBudget {
    /// As many in all.
    All(u32),
    /// As many more.
    More(u32),
}

impl FromStr for GameBudget {
    type Err = String;

    fn from_str(text: &str) -> Result<GameBudget, String> {
        let (more, digits) = text.strip_prefix('+').map_or((false, text), |digits| (true, digits));
        let games = digits.parse::<u32>().ok().filter(|games| (LEAST_GAMES..=MOST_GAMES).contains(games));
        let games = games.ok_or_else(|| format!("expected 4 to {MOST_GAMES} games, or +N with --resume"))?;
        Ok(if more { GameBudget::More(games) } else { GameBudget::All(games) })
    }
}

impl GameBudget {
    /// The games of a run that begins, asked for by this flag.
    ///
    /// # Errors
    /// That they are fewer than is `allowed`, or further ones to none.
    pub fn at_begin(
        flag: &str,
        given: Option<GameBudget>,
        default: u32,
        allowed: RangeFrom<u32>,
    ) -> Result<u32, Failure> {
        match given {
            None => Ok(default),
            Some(GameBudget::All(games)) if allowed.contains(&games) => Ok(games),
            Some(GameBudget::All(games)) => {
                Err(Failure::Usage(format!("{flag}: found {games}; expected at least {}", allowed.start)))
            }
            Some(GameBudget::More(games)) => {
                Err(Failure::Usage(format!("{flag}: found +{games}; expected a number, or --resume DIR with it")))
            }
        }
    }

    /// The further games of a run that goes on, asked for by this flag.
    ///
    /// # Errors
    /// That it is no number of further games.
    pub fn at_resume(flag: &str, given: Option<GameBudget>) -> Result<u32, Failure> {
        match given {
            None => Ok(0),
            Some(GameBudget::More(games)) => Ok(games),
            Some(GameBudget::All(games)) => {
                Err(Failure::Usage(format!("{flag}: found {games}; expected +N further games with --resume")))
            }
        }
    }
}
