//! A list of rows as it was shown last, brought up to date row by row: most of them are the same ones time after time, so that they stay
//! where they are in memory, and only those that have changed are written to.

use sandtable_sim::view::{KnownNode, NodeLook, OwnUnit, UnitLook};

use super::row::{ObservationRow, all_fields};
use super::sink::ObservationSink;

/// A row as it is now, as far as it takes to tell whether it is as it was.
pub(super) trait RowLook<R> {
    /// The row's id.
    fn id(&self) -> u32;
    /// Whether the row is known to be as it was before it is made; if not, its fields are compared one by one.
    #[inline]
    fn is_as(&self, _before: &R) -> bool {
        false
    }
    /// The row.
    fn row(self) -> R;
}

impl<R: ObservationRow> RowLook<R> for R {
    #[inline]
    fn id(&self) -> u32 {
        ObservationRow::id(self)
    }

    #[inline]
    fn row(self) -> R {
        self
    }
}

/// There are hundreds, of which each is made where it is compared.
impl RowLook<OwnUnit> for UnitLook<'_> {
    #[inline]
    fn id(&self) -> u32 {
        self.handle().0
    }

    #[inline(always)]
    fn row(self) -> OwnUnit {
        self.unit()
    }
}

/// There are hundreds, and most of them never change.
impl RowLook<KnownNode> for NodeLook<'_> {
    #[inline]
    fn id(&self) -> u32 {
        self.handle().0
    }

    #[inline]
    fn is_as(&self, before: &KnownNode) -> bool {
        NodeLook::is_as(self, before)
    }

    #[inline]
    fn row(self) -> KnownNode {
        self.node()
    }
}

/// What was shown last, and what has changed in it.
#[derive(Debug)]
pub(super) struct ShownRows<R> {
    /// By ascending id.
    rows: Vec<R>,
    /// The ids of those that went.
    gone: Vec<u32>,
    /// The index and the changed fields of each that is new or not as it was.
    changed: Vec<(u32, u32)>,
    /// Room for rows that are to be put in between.
    others: Vec<R>,
}

impl<R> Default for ShownRows<R> {
    fn default() -> ShownRows<R> {
        ShownRows { rows: Vec::new(), gone: Vec::new(), changed: Vec::new(), others: Vec::new() }
    }
}

impl<R: ObservationRow> ShownRows<R> {
    /// Takes the rows as they are now, by ascending id, and notes what is not as it was.
    #[inline]
    pub(super) fn renew<L: RowLook<R>>(&mut self, now: impl IntoIterator<Item = L>) {
        self.stay();
        let mut alike = 0;
        for look in now {
            // Up to the first row that is not the one that was in its place.
            if self.others.is_empty()
                && let Some(before) = self.rows.get_mut(alike).filter(|before| before.id() == look.id())
            {
                if !look.is_as(before) {
                    let row = look.row();
                    let mask = row.changed(before);
                    if mask != 0 {
                        *before = row;
                        self.changed.push((alike as u32, mask));
                    }
                }
                alike += 1;
            } else {
                self.others.push(look.row());
            }
        }
        if alike < self.rows.len() || !self.others.is_empty() {
            self.merge(alike);
        }
    }

    /// Puts the others in the place of the rows from `alike` on.
    fn merge(&mut self, alike: usize) {
        let mut old = self.rows.split_off(alike).into_iter().peekable();
        for row in self.others.drain(..) {
            let mut mask = all_fields::<R>();
            while let Some(before) = old.next_if(|before| before.id() <= row.id()) {
                if before.id() == row.id() {
                    mask = row.changed(&before);
                } else {
                    self.gone.push(before.id());
                }
            }
            if mask != 0 {
                self.changed.push((self.rows.len() as u32, mask));
            }
            self.rows.push(row);
        }
        self.gone.extend(old.map(|row| row.id()));
    }

    /// Takes it that nothing has changed.
    pub(super) fn stay(&mut self) {
        self.gone.clear();
        self.changed.clear();
    }

    /// Writes what has changed.
    pub(super) fn put<S: ObservationSink>(&self, name: &'static str, sink: &mut S) {
        sink.rows(name, &self.gone, self.changed.len() as u32);
        for (at, mask) in &self.changed {
            let row = &self.rows[*at as usize];
            sink.row(row.id(), *mask);
            row.put(*mask, sink);
            sink.end_row();
        }
        sink.end_rows();
    }
}
