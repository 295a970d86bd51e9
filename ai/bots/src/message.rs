//! Messages of the protocol, as lines of JSON. `docs/PROTOCOL.md` has them all with examples.

use sandtable_ai::{CommanderFailure, FailureKind};
use sandtable_sim::victory::{Ending, MatchOutcome};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::order::OrderLine;
use crate::query::BotQuery;
pub use crate::version::{OLDEST_PROTOCOL, PROTOCOL};

/// Ticks between two decisions of a bot at most: ten game minutes.
pub const MAX_INTERVAL: u32 = 9_600;

/// What a bot says.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromBot {
    /// The first thing: who it is and how it wants to be treated.
    Hello(BotHello),
    /// The orders of one decision.
    Orders {
        /// The tick of the observation it decided on.
        tick: u32,
        /// The orders.
        orders: Vec<OrderLine>,
    },
    /// A question about what it was shown last.
    Query(BotQuery),
}

/// A bot's introduction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotHello {
    /// The version of the protocol it speaks.
    pub protocol: u32,
    /// Its own name, for messages.
    #[serde(default)]
    pub name: Option<String>,
    /// Ticks between two decisions, 1 … [`MAX_INTERVAL`]; 16, once a game second, when missing.
    #[serde(default)]
    pub interval: Option<u32>,
    /// Whether it wants to be shown cells; true when missing.
    #[serde(default)]
    pub cells: Option<bool>,
}

impl BotHello {
    /// Whether a bot that says hello so can be played with: it speaks the protocol, and its numbers are in their ranges.
    ///
    /// # Errors
    /// What stands against it.
    pub fn check(&self) -> Result<(), CommanderFailure> {
        let broken = |text: String| Err(CommanderFailure::new(FailureKind::BotProtocol, text));
        check_protocol(self.protocol)?;
        if self.name.as_ref().is_some_and(|name| name.is_empty() || name.chars().count() > 64) {
            return broken("hello: its name must have 1 to 64 characters".to_owned());
        }
        if !(1..=MAX_INTERVAL).contains(&self.interval()) {
            return broken(format!("hello: interval {}; expected 1 to {MAX_INTERVAL} ticks", self.interval()));
        }
        Ok(())
    }

    /// Ticks between two decisions.
    pub fn interval(&self) -> u32 {
        self.interval.unwrap_or(16)
    }

    /// Whether it wants to be shown cells.
    pub fn cells(&self) -> bool {
        self.cells.unwrap_or(true)
    }
}

/// Whether this version of the protocol is spoken here.
///
/// # Errors
/// That it is not, and which are.
pub(crate) fn check_protocol(version: u32) -> Result<(), CommanderFailure> {
    if (OLDEST_PROTOCOL..=PROTOCOL).contains(&version) {
        return Ok(());
    }
    let text = format!("it speaks version {version} of the protocol; expected {OLDEST_PROTOCOL} to {PROTOCOL}");
    Err(CommanderFailure::new(FailureKind::BotProtocol, text))
}

/// Reads a line of a bot.
///
/// # Errors
/// What is wrong with it, and how it begins.
///
/// # Examples
///
/// ```
/// use sandtable_ai::FailureKind;
/// use sandtable_bots::message::{FromBot, read};
///
/// let hello = read(br#"{"type":"hello","protocol":3,"interval":8}"#).unwrap();
/// assert!(matches!(hello, FromBot::Hello(hello) if hello.check().is_ok() && hello.interval() == 8));
/// assert_eq!(read(b"good morning").unwrap_err().how, FailureKind::BotProtocol);
/// ```
pub fn read(line: &[u8]) -> Result<FromBot, CommanderFailure> {
    let broken = |what: String| {
        let shown: String = String::from_utf8_lossy(line).chars().take(80).collect();
        CommanderFailure::new(FailureKind::BotProtocol, format!("{what}, in the line that begins {shown:?}"))
    };
    let text = std::str::from_utf8(line).map_err(|_| broken("no UTF-8".to_owned()))?;
    serde_json::from_str(text).map_err(|error| broken(error.to_string()))
}

/// The engine's introduction. The seed is 16 hexadecimal digits.
pub fn hello(name: &str, player: u8, seed: u64) -> Value {
    json!({
        "type": "hello",
        "protocol": PROTOCOL,
        "engine": env!("CARGO_PKG_VERSION"),
        "sim": sandtable_sim::SIM_VERSION,
        "name": name,
        "player": player,
        "seed": format!("{seed:016x}"),
    })
}

/// The message that ends a match: who won and how, or that it was broken off.
pub fn end(outcome: Option<&MatchOutcome>) -> Value {
    let ending = |outcome: &MatchOutcome| match outcome.ending {
        Ending::Annihilation => "annihilation",
        Ending::Surrender => "surrender",
        Ending::Score => "score",
        Ending::TimeLimit => "time_limit",
        Ending::MutualDestruction => "mutual_destruction",
    };
    json!({
        "type": "end",
        "decided": outcome.is_some(),
        "winner": outcome.and_then(|outcome| outcome.winner).map(|team| team.0),
        "ending": outcome.map(ending),
        "tick": outcome.map(|outcome| outcome.tick),
    })
}
