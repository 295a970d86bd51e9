//! Why a replay does not verify.

use sandtable_sim::victory::{Ending, MatchOutcome};
use sandtable_state::id::PlayerId;

use super::ReplayError;

/// Where a replay first played differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstBadTick {
    /// The first tick of which a check is kept and after which the state was another; 0 for the start.
    pub tick: u32,
    /// The tick at which the parts were compared: the end of that tick's chunk.
    pub compared_at: u32,
    /// The parts that differed there.
    pub parts: Vec<String>,
}

/// Why a replay does not verify.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// What is embedded does not decode.
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// It played differently.
    #[error("first differs at tick {} (in {}, compared at tick {})", .0.tick, .0.named_parts(), .0.compared_at)]
    BadTick(FirstBadTick),
    /// All hashes are the same, but the end is not the recorded one.
    #[error("ends otherwise at tick {tick}: recorded as {}, played {}", told(*.recorded, *.tick), told(*.played, *.tick))]
    OtherEnd {
        /// The last tick.
        tick: u32,
        /// The outcome recorded.
        recorded: Option<MatchOutcome>,
        /// The outcome played.
        played: Option<MatchOutcome>,
    },
    /// A name in the header is not that of what is embedded.
    #[error("the header calls the {what} {recorded:?}; the one embedded is called {embedded:?}")]
    OtherTitle {
        /// What is named.
        what: &'static str,
        /// What the header calls it.
        recorded: String,
        /// What it is called.
        embedded: String,
    },
    /// The header does not name the parts of the state as this engine has them.
    #[error("the header names other parts of the state than this engine has")]
    OtherParts,
    /// The header has more commanders than the match has players.
    #[error("the header names a commander of player {player}; the match has {players} players")]
    NoSuchPlayer {
        /// The player, from 1.
        player: usize,
        /// How many there are.
        players: usize,
    },
    /// Recorded as played out, and cut short.
    #[error("marked complete, but nothing is decided at tick {tick}, and the time limit is tick {time_limit}")]
    CutShort {
        /// The last tick.
        tick: u32,
        /// The scenario's time limit.
        time_limit: u32,
    },
    /// Recorded as played out, and it goes on after that.
    #[error("marked complete, but decided at tick {decided}, and recorded on to tick {tick}")]
    PlayedOn {
        /// The last tick.
        tick: u32,
        /// The tick that decided it.
        decided: u32,
    },
    /// Recorded as not played out, and it is.
    #[error("marked {marked}, but the match is decided at tick {decided}")]
    Decided {
        /// What it is marked as.
        marked: &'static str,
        /// The tick that decided it.
        decided: u32,
    },
    /// A commander is recorded to have failed, which does not go with the match.
    #[error("player {} cannot have forfeited after tick {tick}: {why}", .player.0 + 1)]
    BadForfeit {
        /// Whose commander.
        player: PlayerId,
        /// The tick.
        tick: u32,
        /// What contradicts it.
        why: &'static str,
    },
}

impl FirstBadTick {
    fn named_parts(&self) -> String {
        if self.parts.is_empty() { "no part that still differs".to_owned() } else { self.parts.join(", ") }
    }
}

/// An outcome in words, with its tick where that is not the last one.
fn told(outcome: Option<MatchOutcome>, last_tick: u32) -> String {
    let Some(MatchOutcome { winner, ending, tick }) = outcome else { return "undecided".to_owned() };
    let how = match ending {
        Ending::Annihilation => "annihilation",
        Ending::Surrender => "surrender",
        Ending::Score => "score at the time limit",
        Ending::TimeLimit => "time limit",
        Ending::MutualDestruction => "mutual destruction",
    };
    let at = if tick == last_tick { String::new() } else { format!(" at tick {tick}") };
    match winner {
        Some(team) => format!("won by team {} by {how}{at}", team.0 + 1),
        None => format!("a draw by {how}{at}"),
    }
}
