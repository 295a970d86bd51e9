//! What a record says that nothing in it proves: told apart, so that nobody takes it for checked.

use std::fmt;

use sandtable_state::id::PlayerId;
use serde::Serialize;

/// A text that a record holds as part of one line: it begins no line of its own.
pub(super) fn in_a_line(text: &str) -> String {
    text.chars().flat_map(|c| if c.is_control() { c.escape_debug().collect() } else { vec![c] }).collect()
}

/// What kind of thing is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// What a strategy is called.
    Name,
    /// What was decided by whom this program does not run again.
    Decisions,
    /// That a bot from outside failed.
    Forfeit,
    /// That a player gave up by no decision of its commander, as an adjudication makes it.
    Surrender,
    /// That the engine failed.
    EngineError,
    /// What is remembered in bytes that another version laid out.
    Memories,
    /// That the match was made from a text.
    Text,
    /// Which build recorded.
    Build,
    /// What else is noted.
    Note,
}

/// Something that is in a record and cannot be derived from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its kind.
    pub kind: ClaimKind,
    /// Of which player; none of the whole match.
    pub player: Option<PlayerId>,
    /// What is claimed, in words.
    pub text: String,
}

impl Claim {
    pub(super) fn of_player(kind: ClaimKind, player: PlayerId, text: impl fmt::Display) -> Claim {
        Claim { kind, player: Some(player), text: format!("player {} {text}", player.0 + 1) }
    }

    pub(super) fn of_match(kind: ClaimKind, text: String) -> Claim {
        Claim { kind, player: None, text }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "claimed: {}, cannot be checked", in_a_line(&self.text))
    }
}
