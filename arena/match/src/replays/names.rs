//! The contestants that a header names, held to the texts that are embedded with them.

use sandtable_ai::Registry;
use sandtable_replay::{Contestant, Replay};
use sandtable_state::id::PlayerId;

use super::audit_error::AuditError;
use super::claim::{Claim, ClaimKind};
use crate::derived::read_strategy;
use crate::library::{ContentKind, Library};
use crate::runner::commander_seed;

/// Checks what follows from the embedded texts and the match seed; what is left is claimed.
pub(super) fn check_names(replay: &Replay, registry: &Registry) -> Result<Vec<Claim>, AuditError> {
    let mut claims = Vec::new();
    for (row, contestant) in replay.header.contestants.iter().enumerate() {
        let player = PlayerId(row as u8);
        if !contestant.source.is_empty() {
            check_seed(replay.header.seed, player, contestant)?;
        }
        claims.extend(check_name(player, contestant, registry)?);
    }
    Ok(claims)
}

fn check_seed(match_seed: u64, player: PlayerId, contestant: &Contestant) -> Result<(), AuditError> {
    let (recorded, derived) = (contestant.seed, commander_seed(match_seed, player));
    if recorded == derived { Ok(()) } else { Err(AuditError::Seed { player, recorded, derived }) }
}

fn check_name(player: PlayerId, contestant: &Contestant, registry: &Registry) -> Result<Option<Claim>, AuditError> {
    let Contestant { name, strategy, source, .. } = contestant;
    let refuse = |found: String| Err(AuditError::Name { player, name: name.clone(), found });
    let claim = |text: String| Ok(Some(Claim::of_player(ClaimKind::Name, player, text)));
    if source.is_empty() {
        let text = format!("has the name {name:?}, and the record has no text of its strategy");
        return if name.is_empty() { Ok(None) } else { claim(text) };
    }
    if strategy.is_empty() {
        // A bare commander: its text is made of its name.
        let bot = registry.header(name, source).map(|header| header.bot).unwrap_or_default();
        return if bot == *name { Ok(None) } else { refuse(format!("its text names the commander {bot:?}")) };
    }
    if !names_file(name, strategy) {
        return refuse(format!("its strategy is the file {strategy:?}"));
    }
    let mut shipped = Library::embedded_only();
    match read_strategy(&mut shipped, strategy).ok().map(|it| it.text) {
        Some(text) if text == *source => Ok(None),
        Some(_) => match shipped_as(&mut shipped, source) {
            Some(other) => refuse(format!("its text is that of {other:?}")),
            None => claim(format!("has the name {name:?}, whose text here differs")),
        },
        None => claim(format!("has the name {name:?}, from the file {strategy:?}")),
    }
}

/// Whether a strategy that was read from this path is called so.
fn names_file(name: &str, path: &str) -> bool {
    let bare = path.strip_suffix(ContentKind::Strategies.ending()).unwrap_or(path);
    let bare = bare.rsplit_once("strategies/").map_or(bare, |(_, bare)| bare);
    // A file without an ending in the current folder is found under another path.
    bare == name || path.strip_prefix("./") == Some(name)
}

/// Which strategy that comes with the program has this text.
fn shipped_as(shipped: &mut Library, text: &str) -> Option<String> {
    let kind = ContentKind::Strategies;
    let mut names = shipped.names(kind).into_iter();
    names.find(|name| read_strategy(shipped, &kind.path(name)).is_ok_and(|other| other.text == text))
}
