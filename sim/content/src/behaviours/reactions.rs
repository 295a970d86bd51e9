//! Reactions: `[reactions.NAME.NAME]`.

use sandtable_decide::{Reaction, Reactions};
use sandtable_math::Bounds;
use sandtable_state::Arrange;
use sandtable_state::limits::{MAX_REACTIONS, TICKS_PER_SECOND};

use super::lexicon::{Lexicon, names};
use super::machine::PRIORITY;
use super::{call, condition};
use crate::limits::ABOUT_CHARS;
use crate::{TableReader, Word};

/// Ticks a reaction lasts: a minute at most.
const TICKS: Bounds<u32> = Bounds::new(1, 60 * TICKS_PER_SECOND);
/// Ticks before it comes again: ten minutes at most.
const COOLDOWN: Bounds<u32> = Bounds::new(0, 600 * TICKS_PER_SECOND);

pub(super) fn read(lexicon: &Lexicon<'_>, table: &TableReader<'_>) -> Reactions {
    let keys = table.keys();
    let places: Vec<TableReader<'_>> = keys.iter().filter_map(|key| table.table(key.text)).collect();
    let words: Vec<Word<'_>> = places.iter().map(TableReader::name).collect();
    if names(table, "", &words, MAX_REACTIONS).is_empty() {
        table.error("", "no reaction", "a table for each reaction, as [reactions.soldier.stunned]");
    }
    let reactions: Vec<Reaction> = places.iter().take(MAX_REACTIONS).map(|place| reaction(lexicon, place)).collect();
    let mut order: Vec<u8> = (0..reactions.len() as u8).collect();
    order.arrange_by_key(|row| -reactions[usize::from(*row)].priority);
    Reactions { name: table.name().text.to_owned(), reactions, order }
}

fn reaction(lexicon: &Lexicon<'_>, at: &TableReader<'_>) -> Reaction {
    at.text("about", ABOUT_CHARS).optional();
    Reaction {
        name: at.name().text.to_owned(),
        priority: at.int("priority", PRIORITY).or(0),
        trigger: condition::is_there(at).then(|| condition::read(lexicon, at)),
        ticks: at.seconds("seconds", TICKS).required(),
        cooldown: at.seconds("cooldown", COOLDOWN).or(0),
        enter: call::actions(lexicon, at, "enter"),
        update: call::actions(lexicon, at, "update"),
        exit: call::actions(lexicon, at, "exit"),
    }
}
