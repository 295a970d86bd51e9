//! What is told of a part of the state, or of an owner, of which there is nothing.

use std::collections::BTreeSet;

use sandtable_diagnostics::nearest;

use super::StateField;
use crate::Failure;

/// The failure that none of these fields after a tick is of a part and an owner, with what else there is.
pub fn nothing_of(fields: &[StateField], part: Option<&str>, owner: Option<&str>, tick: u32) -> Failure {
    let of = part.map(|part| format!(" in {part}")).unwrap_or_default();
    let Some(owner) = owner else { return Failure::Usage(format!("--part: found no fields{of} after tick {tick}")) };
    let found = format!("--owner: found {owner:?}, which has no fields{of} after tick {tick}");
    let own: BTreeSet<&str> =
        fields.iter().filter(|field| field.owner == owner).map(|field| field.part.as_str()).collect();
    if !own.is_empty() {
        let parts: Vec<&str> = own.into_iter().collect();
        return Failure::Usage(format!("{found}; expected one of its parts: {}", parts.join(", ")));
    }
    let here = fields.iter().filter(|field| part.is_none_or(|part| *part == field.part));
    let owners: BTreeSet<&str> = here.map(|field| field.owner.as_str()).collect();
    let near = nearest(owner, owners).map(|name| format!("; did you mean \"{name}\"?")).unwrap_or_default();
    Failure::Usage(format!("{found}; expected a player (p1), a team (t1) or an entity (p1#2){near}"))
}
