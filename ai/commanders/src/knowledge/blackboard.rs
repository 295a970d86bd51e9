//! The blackboard: typed facts with their age and owner, and questions that scouts answer (Game AI Pro: blackboards).

use sandtable_math::Vec2;
use serde::{Deserialize, Serialize};

use super::tuning::{BOARD_FADE_TICKS, HELD_BY_ENEMY_CELLS, MAX_BOARD_ENTRIES};
use crate::perception::near;

/// Who wrote an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum EntryOwner {
    /// The goal of this row.
    Goal(u8),
    /// The forces.
    Forces,
}

/// What an entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum BoardTopic {
    /// Is anybody at this place?
    WhoIsAt(Vec2),
    /// The enemy holds this place with so much might: more than an army of that could take.
    TooStrong(Vec2, u32),
}

/// One entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BoardEntry {
    pub topic: BoardTopic,
    pub owner: EntryOwner,
    /// When it was written or repeated.
    pub tick: u32,
}

/// The board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Blackboard {
    /// Oldest first.
    entries: Vec<BoardEntry>,
}

impl Blackboard {
    /// Writes an entry, or repeats the owner's earlier one on the topic.
    pub fn write(&mut self, topic: BoardTopic, owner: EntryOwner, tick: u32) {
        self.entries.retain(|entry| !(entry.owner == owner && entry.topic.is_about(topic)));
        if self.entries.len() >= MAX_BOARD_ENTRIES {
            self.entries.remove(0);
        }
        self.entries.push(BoardEntry { topic, owner, tick });
    }

    /// Questions that stand open.
    pub fn questions(&self) -> impl Iterator<Item = (Vec2, EntryOwner)> + '_ {
        self.entries.iter().filter_map(|entry| match entry.topic {
            BoardTopic::WhoIsAt(place) => Some((place, entry.owner)),
            BoardTopic::TooStrong(..) => None,
        })
    }

    /// The might that is known to hold a place, as far as somebody has written it lately.
    pub fn strength_at(&self, place: Vec2) -> Option<u32> {
        self.entries.iter().rev().find_map(|entry| match entry.topic {
            BoardTopic::TooStrong(at, might) if near(at, place, HELD_BY_ENEMY_CELLS) => Some(might),
            _ => None,
        })
    }

    /// Takes questions about places that `seen` says are answered off the board.
    pub fn answer(&mut self, seen: impl Fn(Vec2) -> bool) {
        self.entries.retain(|entry| !matches!(entry.topic, BoardTopic::WhoIsAt(place) if seen(place)));
    }

    /// Drops what is too old.
    pub fn forget(&mut self, now: u32) {
        self.entries.retain(|entry| now.saturating_sub(entry.tick) < BOARD_FADE_TICKS);
    }
}

impl BoardTopic {
    fn is_about(self, other: BoardTopic) -> bool {
        match (self, other) {
            (BoardTopic::WhoIsAt(a), BoardTopic::WhoIsAt(b)) => a == b,
            (BoardTopic::TooStrong(a, _), BoardTopic::TooStrong(b, _)) => near(a, b, HELD_BY_ENEMY_CELLS),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use sandtable_math::Fx;

    use super::*;

    #[test]
    fn questions_are_asked_once_answered_and_forgotten() {
        let place = |x| Vec2::new(Fx::from_int(x), Fx::ZERO);
        let mut board = Blackboard::default();
        for tick in [1, 2] {
            board.write(BoardTopic::WhoIsAt(place(4)), EntryOwner::Goal(1), tick);
            board.write(BoardTopic::WhoIsAt(place(40)), EntryOwner::Forces, 1);
        }
        board.write(BoardTopic::TooStrong(place(80), 9), EntryOwner::Forces, 1);
        assert_eq!(
            board.questions().collect::<Vec<_>>(),
            [(place(4), EntryOwner::Goal(1)), (place(40), EntryOwner::Forces)]
        );
        assert_eq!((board.strength_at(place(84)), board.strength_at(place(4))), (Some(9), None));
        board.answer(|at| at == place(4));
        assert_eq!(board.questions().count(), 1);
        board.forget(BOARD_FADE_TICKS + 1);
        assert_eq!(board, Blackboard::default());
        (0..200).for_each(|row| board.write(BoardTopic::WhoIsAt(place(row)), EntryOwner::Forces, 5));
        assert_eq!(board.questions().count(), MAX_BOARD_ENTRIES);
    }
}
