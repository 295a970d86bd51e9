//! The commander that never gives an order.

use sandtable_content::TableReader;
use sandtable_sim::view::View;
use sandtable_state::codec::DecodeError;

use crate::commander::{Commander, MatchInfo, Orders};

/// The commander that never gives an order.
///
/// # Examples
///
/// ```
/// use sandtable_ai::{Commander, IdleCommander};
///
/// let mut idle = IdleCommander::named("absent");
/// assert_eq!(idle.name(), "absent");
/// // It remembers nothing, so what it saves is empty.
/// let saved = idle.save().unwrap();
/// assert!(saved.is_empty() && idle.restore(&saved).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct IdleCommander {
    name: String,
}

impl IdleCommander {
    /// An idle commander called `name`.
    pub fn named(name: &str) -> IdleCommander {
        IdleCommander { name: name.to_owned() }
    }
}

/// Builds it from a strategy file, which says nothing more.
pub fn build(_file: &TableReader<'_>, info: &MatchInfo<'_>) -> Box<dyn Commander> {
    Box::new(IdleCommander::named(info.name))
}

impl Commander for IdleCommander {
    fn name(&self) -> &str {
        &self.name
    }

    fn decide(&mut self, _view: &View<'_>, _orders: &mut Orders) {}

    fn save(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), DecodeError> {
        sandtable_state::codec::decode(bytes, 0)
    }
}
