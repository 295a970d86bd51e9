//! A list of rows as it was shown last, brought up to date row by row: most of them are the same ones time after time, so that they stay
//! where they are in memory, and only those that have changed are written to.

use super::row::{Row, all_fields};
use super::sink::Sink;

/// What was shown last, and what has changed in it.
#[derive(Debug)]
pub(super) struct Shown<R> {
    /// By ascending id.
    rows: Vec<R>,
    /// The ids of those that went.
    gone: Vec<u32>,
    /// The index and the changed fields of each that is new or not as it was.
    changed: Vec<(u32, u32)>,
}

impl<R> Default for Shown<R> {
    fn default() -> Shown<R> {
        Shown { rows: Vec::new(), gone: Vec::new(), changed: Vec::new() }
    }
}

impl<R: Row> Shown<R> {
    /// Takes the rows as they are now, by ascending id, and notes what is not as it was.
    pub(super) fn renew(&mut self, now: impl IntoIterator<Item = R>) {
        self.stay();
        let mut now = now.into_iter();
        let mut alike = 0;
        let other = loop {
            let Some(row) = now.next() else { break None };
            match self.rows.get_mut(alike).filter(|before| before.id() == row.id()) {
                None => break Some(row),
                Some(before) => {
                    let mask = row.changed(before);
                    if mask != 0 {
                        *before = row;
                        self.changed.push((alike as u32, mask));
                    }
                }
            }
            alike += 1;
        };
        let old = self.rows.split_off(alike);
        self.merge(old, other.into_iter().chain(now));
    }

    /// Adds what is there now, of which `old` was there before.
    fn merge(&mut self, old: Vec<R>, now: impl Iterator<Item = R>) {
        let mut old = old.into_iter().peekable();
        for row in now {
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
    pub(super) fn put<S: Sink>(&self, name: &'static str, sink: &mut S) {
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
