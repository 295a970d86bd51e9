//! How a tournament's test stands after each of its games, for whoever has them played elsewhere.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_stats::SprtState;
use serde::Serialize;

use super::manifest::Manifest;
use super::pairs::Contest;
use super::record::GameRecord;

/// How the test stands after a game.
#[derive(Clone, Debug, Serialize)]
pub struct TestStanding {
    /// The game.
    pub game: u32,
    /// Its pair.
    pub pair: u32,
    /// Whether the tournament would play on no more.
    pub decided: bool,
    /// The test; none when there is none, or no pair is whole yet.
    #[serde(flatten)]
    pub test: Option<SprtState>,
}

/// Takes lines of games in the order of the schedule and judges the test after each.
pub struct LineJudge {
    contest: Contest,
    games: u32,
}

impl LineJudge {
    /// A judge of the tournament of a manifest.
    ///
    /// # Errors
    /// That its texts cannot be used by this program.
    pub fn new(manifest: &Manifest, registry: &Registry) -> Result<LineJudge, Failure> {
        let prepared = manifest.whole().read_up(registry)?;
        Ok(LineJudge { contest: Contest::new(&prepared.file), games: 0 })
    }

    /// Takes the line of the next game.
    ///
    /// # Errors
    /// That the line is damaged, or is not that of the next game.
    pub fn take(&mut self, line: &str) -> Result<TestStanding, Failure> {
        let refuse = |what: String| Failure::Usage(format!("line {}: {what}", self.games + 1));
        let record = GameRecord::of_line(line).ok_or_else(|| refuse("is damaged: its checksum differs".into()))?;
        if record.game != self.games {
            return Err(refuse(format!(
                "found game {}; expected game {}, the next of the schedule",
                record.game, self.games
            )));
        }
        self.contest.add(&record);
        self.games += 1;
        let (decided, test) = (self.contest.is_decided(), self.contest.state().copied());
        Ok(TestStanding { game: record.game, pair: record.pair, decided, test })
    }
}
