//! What was seen of some games, added up and told.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sandtable_lens::clock;
use sandtable_state::words::counted;
use serde_json::{Value, json};

use super::{Lapse, LapseKind};

/// How many different things are told of the lapses of a kind.
const FREQUENT: usize = 8;

/// One game that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchedGame {
    /// Its replay file, as it was named.
    pub replay: String,
    /// Who commanded, by player.
    pub strategies: Vec<String>,
    /// Its last tick.
    pub ticks: u32,
    /// What was seen.
    pub lapses: Vec<Lapse>,
    /// Why its commanders could not be asked for missions that get nowhere; none when they were.
    pub unasked: Option<String>,
}

/// What was seen of some games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConductReport {
    /// The games, in the order they were named.
    pub games: Vec<WatchedGame>,
}

/// Lapses of one kind over all games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindTotal {
    /// How many.
    pub lapses: usize,
    /// In how many games.
    pub games: usize,
    /// Ticks of all together.
    pub ticks: u64,
    /// Ticks of the longest.
    pub longest: u32,
}

impl ConductReport {
    /// The lapses of a kind over all games.
    pub fn total(&self, kind: LapseKind) -> KindTotal {
        let mut total = KindTotal::default();
        for game in &self.games {
            let own = game.lapses.iter().filter(|lapse| lapse.kind == kind);
            let before = total.lapses;
            for lapse in own {
                total.lapses += 1;
                total.ticks += u64::from(lapse.ticks);
                total.longest = total.longest.max(lapse.ticks);
            }
            total.games += usize::from(total.lapses > before);
        }
        total
    }

    /// Lapses by strategy and kind.
    fn by_strategy(&self) -> BTreeMap<&str, BTreeMap<LapseKind, usize>> {
        let mut counts: BTreeMap<&str, BTreeMap<LapseKind, usize>> = BTreeMap::new();
        for game in &self.games {
            for lapse in &game.lapses {
                if let Some(strategy) = game.strategies.get(lapse.player.index()) {
                    *counts.entry(strategy).or_default().entry(lapse.kind).or_default() += 1;
                }
            }
        }
        counts
    }

    /// The worst of a kind over all games, the longest first.
    pub fn worst(&self, kind: LapseKind, count: usize) -> Vec<(&WatchedGame, &Lapse)> {
        let of_kind = |game| {
            std::iter::repeat(game).zip(WatchedGame::lapses_of(game, kind)).collect::<Vec<(&WatchedGame, &Lapse)>>()
        };
        let mut all: Vec<(&WatchedGame, &Lapse)> = self.games.iter().flat_map(of_kind).collect();
        all.sort_by_key(|(_, lapse)| std::cmp::Reverse(lapse.ticks));
        all.truncate(count);
        all
    }

    /// What the lapses of a kind say of themselves, the most frequent first: `3 x archer, 1 x worker`.
    fn most_frequent(&self, kind: LapseKind) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for lapse in self.games.iter().flat_map(|game| WatchedGame::lapses_of(game, kind)) {
            *counts.entry(&lapse.what).or_default() += 1;
        }
        let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let told: Vec<String> = counts.iter().take(FREQUENT).map(|(what, count)| format!("{count} x {what}")).collect();
        told.join("; ")
    }

    /// In words: a table of the kinds, one of the strategies, and the `worst` longest of each kind with the arguments for `why`.
    pub fn tell(&self, worst: usize) -> String {
        let minutes = self.games.iter().map(|game| u64::from(game.ticks)).sum::<u64>() / 960;
        let games = counted(self.games.len() as u64, "game", "games");
        let mut text = format!("{games}, {}\n\n", counted(minutes, "minute", "minutes"));
        let _ = writeln!(text, "  {:<18} {:>7} {:>9} {:>9} {:>9}", "lapse", "lapses", "in games", "a game", "longest");
        for (name, kind) in LapseKind::CHOICES {
            let total = self.total(*kind);
            let a_game = mean(total.lapses, self.games.len());
            let longest = seconds(total.longest);
            let _ = writeln!(text, "  {name:<18} {:>7} {:>9} {a_game:>9} {longest:>7} s", total.lapses, total.games);
        }
        for (strategy, kinds) in self.by_strategy() {
            let counts: Vec<String> = kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
            let _ = write!(text, "\n{strategy}: {}", counts.join(", "));
        }
        text.push('\n');
        for (game, why) in self.games.iter().filter_map(|game| Some((game, game.unasked.as_ref()?))) {
            let _ = writeln!(text, "\n{}: missions not checked: {why}", game.replay);
        }
        for (name, kind) in LapseKind::CHOICES {
            for (row, (game, lapse)) in self.worst(*kind, worst).into_iter().enumerate() {
                if row == 0 {
                    let _ = writeln!(text, "\n{name}: {}\n  {}", kind.about(), self.most_frequent(*kind));
                }
                let _ = writeln!(text, "  {}", lapse.tell(&game.replay));
            }
        }
        text
    }

    /// Everything as JSON.
    pub fn json(&self) -> Value {
        let kinds = LapseKind::CHOICES.iter().map(|(name, kind)| {
            let total = self.total(*kind);
            let value =
                json!({ "lapses": total.lapses, "games": total.games, "ticks": total.ticks, "longest": total.longest });
            ((*name).to_owned(), value)
        });
        let games: Vec<Value> = self.games.iter().map(WatchedGame::json).collect();
        json!({ "kinds": kinds.collect::<serde_json::Map<String, Value>>(), "games": games })
    }
}

impl WatchedGame {
    fn lapses_of(game: &WatchedGame, kind: LapseKind) -> impl Iterator<Item = &Lapse> {
        game.lapses.iter().filter(move |lapse| lapse.kind == kind)
    }

    fn json(&self) -> Value {
        let lapses: Vec<Value> = self.lapses.iter().map(Lapse::json).collect();
        json!({ "replay": self.replay, "strategies": self.strategies, "ticks": self.ticks, "lapses": lapses,
            "unasked": self.unasked })
    }
}

impl Lapse {
    /// In words, with the command that asks why.
    fn tell(&self, replay: &str) -> String {
        let whose = if self.unit.is_some() { self.unit.to_string() } else { format!("p{}", self.player.0 + 1) };
        let at = self.at.map_or_else(String::new, |at| format!(" at {}, {}", at.x.floor_int(), at.y.floor_int()));
        let (from, long) = (clock(self.from), seconds(self.ticks));
        format!("{long:>4} s from {from} {whose}{at} ({}): sandtable why {replay} {}", self.what, self.question())
    }

    fn json(&self) -> Value {
        json!({
            "kind": self.kind.name(),
            "player": self.player.0 + 1,
            "unit": self.unit.is_some().then(|| self.unit.to_string()),
            "cell": self.at.map(|at| [at.x.floor_int(), at.y.floor_int()]),
            "from": self.from,
            "ticks": self.ticks,
            "what": self.what,
            "why": self.question(),
        })
    }
}

fn seconds(ticks: u32) -> u32 {
    ticks / sandtable_state::limits::TICKS_PER_SECOND
}

/// A mean to two decimals.
fn mean(sum: usize, count: usize) -> String {
    let hundredths = (sum * 100 + count / 2) / count.max(1);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
