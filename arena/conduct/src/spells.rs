//! What goes on over several looks, until it ends.

use std::collections::BTreeMap;

use sandtable_math::Vec2;
use sandtable_sim::ObservedUnit;
use sandtable_state::id::{PlayerId, UnitId};

use super::look::Look;
use super::{Lapse, LapseKind};

/// Whose it is: of a unit or building, or of a player and a row of his.
pub(super) type SpellKey = (LapseKind, PlayerId, UnitId, u16);

/// Something that goes on.
struct Spell {
    from: u32,
    last: u32,
    at: Option<Vec2>,
    what: String,
    /// Whether it was seen in this look.
    seen: bool,
}

/// What goes on, and what has ended that was a lapse.
#[derive(Default)]
pub(super) struct Spells {
    open: BTreeMap<SpellKey, Spell>,
    lapses: Vec<Lapse>,
}

impl Spells {
    /// Something goes on in this look, and has since `from`. One that began at another time is another one.
    pub fn hold(&mut self, key: SpellKey, at: Option<Vec2>, from: u32, now: u32, what: impl FnOnce() -> String) {
        if self.open.get(&key).is_some_and(|spell| spell.from < from) {
            self.close(key);
        }
        let spell = self.open.entry(key).or_insert_with(|| Spell { from, last: now, at, what: what(), seen: true });
        (spell.last, spell.at, spell.seen) = (now, at, true);
    }

    /// Something goes on in this look; it began when it was first seen without a break.
    pub fn hold_on(&mut self, key: SpellKey, at: Option<Vec2>, tick: u32, what: impl FnOnce() -> String) {
        let from = self.open.get(&key).map_or(tick, |spell| spell.from);
        self.hold(key, at, from, tick, what);
    }

    /// A unit is at something in this look; what there is to say of it is its kind.
    pub fn hold_unit(&mut self, look: &Look<'_>, kind: LapseKind, unit: &ObservedUnit) {
        let key = (kind, unit.id.owner(), unit.id, 0);
        self.hold_on(key, Some(unit.position), look.tick, || look.kind_of(unit).name.clone());
    }

    /// A lapse that is one at once.
    pub fn push(&mut self, lapse: Lapse) {
        self.lapses.push(lapse);
    }

    /// Ends what was not seen in this look, of what it looked for: kinds and players.
    pub fn end_look(&mut self, looked_for: impl Fn(LapseKind, PlayerId) -> bool) {
        let is_over = |(key, spell): &(&SpellKey, &Spell)| looked_for(key.0, key.1) && !spell.seen;
        let ended: Vec<SpellKey> = self.open.iter().filter(is_over).map(|(key, _)| *key).collect();
        ended.into_iter().for_each(|key| self.close(key));
        self.open.values_mut().for_each(|spell| spell.seen = false);
    }

    fn close(&mut self, key: SpellKey) {
        let Some(Spell { from, last, at, what, .. }) = self.open.remove(&key) else { return };
        let (kind, player, unit, _) = key;
        if last - from >= kind.least_ticks() {
            self.lapses.push(Lapse { kind, player, unit, at, from, ticks: last - from, what });
        }
    }

    /// All lapses, what still goes on included: by kind, the longest first.
    pub fn into_lapses(mut self) -> Vec<Lapse> {
        let open: Vec<SpellKey> = self.open.keys().copied().collect();
        open.into_iter().for_each(|key| self.close(key));
        self.lapses.sort_by_key(|lapse| (lapse.kind, std::cmp::Reverse(lapse.ticks), lapse.from, lapse.unit));
        self.lapses
    }
}
