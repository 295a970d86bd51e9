//! The result of a session for a peer: how it ended, the match, the record.

use std::fmt;
use std::path::{Path, PathBuf};

use super::message::Divergence;
use crate::Failure;
use crate::runner::MatchResult;
use crate::store::{Product, write_replay};

/// How a session ended for a peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerEnd {
    /// The match was played out, and all peers that play saw equal states until the end.
    Played,
    /// Another peer is gone, or sent what no peer sends.
    Lost {
        /// The last tick stepped here.
        tick: u32,
        /// What happened.
        why: String,
    },
    /// The worlds are not the same, or a commander does not do the same twice.
    Divergence(Divergence),
    /// The engine failed here, or whoever takes the record stopped the match.
    Stopped,
}

impl fmt::Display for PeerEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PeerEnd::Played => write!(f, "equal states until the end"),
            PeerEnd::Lost { tick, why } => write!(f, "the session was lost after tick {tick}: {why}"),
            PeerEnd::Divergence(Divergence { tick, peers, parts }) => {
                write!(f, "the worlds differ after tick {tick}")?;
                if !parts.is_empty() {
                    write!(f, ", in {}", parts.join(", "))?;
                }
                if !peers.is_empty() {
                    let peers: Vec<String> = peers.iter().map(u8::to_string).collect();
                    write!(f, " (peer {} against peer 1)", peers.join(", "))?;
                }
                Ok(())
            }
            PeerEnd::Stopped => write!(f, "stopped"),
        }
    }
}

/// The result of a session for a peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerOutcome {
    /// The match as this peer saw it.
    pub result: MatchResult,
    /// How the session ended.
    pub end: PeerEnd,
    /// Ticks that had to wait for orders.
    pub stalls: u32,
    /// The tick whose snapshot it joined with; 0 when it was there from the start.
    pub joined_at: u32,
    /// The longest input delay there was, in ticks.
    pub most_delay: u8,
    /// Whether the input delay adapts.
    pub adapts: bool,
    /// The whole record of the match.
    pub record: Vec<u8>,
    /// After a divergence, a record with the states before and after the first tick that differs, for bisection.
    pub desync: Option<Vec<u8>>,
}

impl PeerOutcome {
    /// How the session went for a peer of this name, in a line.
    pub fn summary(&self, name: &str) -> String {
        let PeerOutcome { result, end, stalls, joined_at, most_delay, adapts, .. } = self;
        let mut text = format!("{name}: {end}; waited in {stalls} of {} ticks", result.ticks);
        if *adapts {
            text += &format!("; input delay up to {most_delay}");
        }
        if *joined_at > 0 {
            text += &format!("; joined after tick {joined_at}");
        }
        text
    }

    /// Why the match does not count for the peer; none when it was played out and nobody forfeited.
    pub fn failure(&self) -> Option<Failure> {
        match &self.end {
            PeerEnd::Played => self.result.is_forfeited().then_some(Failure::Checked),
            PeerEnd::Lost { .. } => Some(Failure::Incomplete),
            PeerEnd::Divergence(_) => Some(Failure::Checked),
            PeerEnd::Stopped => {
                let error = self.result.engine_error();
                Some(error.map_or(Failure::Incomplete, |message| Failure::Engine(message.to_owned())))
            }
        }
    }

    /// Writes what bisection needs after a divergence, beside the replay or, without one, here; where it is, if there was a divergence.
    ///
    /// # Errors
    /// The file cannot be written, or is something else.
    pub fn keep_desync(&self, replay: Option<&Path>, name: &str) -> Result<Option<PathBuf>, Failure> {
        let Some(record) = &self.desync else { return Ok(None) };
        let path = match replay {
            Some(path) => desync_of(path),
            None => PathBuf::from(format!("{}.desync.replay", name.replace(' ', "-"))),
        };
        Product::Replay.may_replace(&path)?;
        write_replay(&path, record)?;
        Ok(Some(path))
    }
}

/// Where a peer with this record keeps what bisection needs after a divergence.
pub fn desync_of(record: &Path) -> PathBuf {
    record.with_extension("desync.replay")
}
