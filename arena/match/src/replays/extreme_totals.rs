//! Sums that no match comes to: what a player did so far, set to values near the limits of its fields, must be loaded as it was saved.
//!
//! Matches rarely count past a few thousand. A field that is narrowed on its way in or out shows in none of them, and shows here.

use std::sync::Arc;

use sandtable_sim::World;
use sandtable_sim::snapshot::{load_loosely, save};
use sandtable_state::words::in_words;
use sandtable_state::{ByteReader, Field, Record};

use super::desync_kind::DesyncKind;

/// Holds the sums of each player to being loaded whatever they are.
pub(super) fn check_extreme_totals(world: &World) -> Result<(), DesyncKind> {
    let bytes = save(world);
    for (row, player) in world.players().iter().enumerate() {
        let (whole, sums, behind) = (bytes_of(player), bytes_of(&player.totals), bytes_of(&player.aliases));
        let Some(at) = bytes.windows(whole.len()).position(|window| window == whole) else { continue };
        let at = at + whole.len() - behind.len() - sums.len();
        // Each byte another one, and none 0 or 255: whatever is cut off, or put elsewhere, is missed.
        let high: Vec<u8> = (0..sums.len()).map(|number| 254 - (number % 97) as u8).collect();
        let mut stretched = bytes.clone();
        stretched[at..at + sums.len()].copy_from_slice(&high);
        let refuse = |why: String| DesyncKind::Refused(format!("with larger totals: {why}"));
        let loaded =
            load_loosely(Arc::clone(world.scenario()), &stretched).map_err(|error| refuse(error.to_string()))?;
        let mut expected = player.totals.clone();
        read_into(&mut expected, &high);
        let lost = differing_fields(&expected, &loaded.players()[row].totals);
        if !lost.is_empty() {
            return Err(DesyncKind::Narrowed { player: player_name(row), fields: lost });
        }
    }
    Ok(())
}

fn player_name(row: usize) -> String {
    format!("p{}", row + 1)
}

fn bytes_of(value: &impl Field) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.put(&mut bytes);
    bytes
}

fn read_into<T: Field>(value: &mut T, bytes: &[u8]) {
    if let Ok(read) = T::take(&mut ByteReader::new(bytes)) {
        *value = read;
    }
}

/// The fields that are not the same: name, what was saved, what was loaded.
fn differing_fields(saved: &impl Record, loaded: &impl Record) -> Vec<String> {
    let (saved, loaded) = (shown(saved), shown(loaded));
    let pairs = saved.into_iter().zip(loaded).filter(|(one, other)| one != other);
    pairs.map(|((name, saved), (_, loaded))| format!("{name}: {saved} saved, {loaded} loaded")).collect()
}

fn shown(record: &impl Record) -> Vec<(&'static str, String)> {
    let mut fields = Vec::new();
    record.show(&mut |name, value| fields.push((name, in_words(&format!("{value:?}")))));
    fields
}
