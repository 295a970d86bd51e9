//! Where observations are written to: one walk over an observation, in as many forms as there are sinks.

use sandtable_ai::RefusedOrder;
use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_sim::component::{ProductionEntry, ProductionItem, TaskKind};
use sandtable_sim::view::LastOrder;
use sandtable_state::id::{Handle, ResourceId};

use crate::order::OrderWord;

/// Takes an observation, piece by piece. A form without names and brackets has no use for fields, beginnings and ends.
pub trait ObservationSink {
    /// Begins the message: the tick, and whether it is whole or says only what has changed.
    fn begin(&mut self, tick: u32, whole: bool);
    /// Begins a list of rows called `name`: those with the ids in `gone` are gone, and `count` others follow.
    fn rows(&mut self, name: &'static str, gone: &[u32], count: u32);
    /// Begins a row of a list, of which only the fields in `mask` are given.
    fn row(&mut self, id: u32, mask: u32);
    /// Ends a row.
    fn end_row(&mut self) {}
    /// Ends a list of rows.
    fn end_rows(&mut self) {}
    /// Begins the row that is no part of a list.
    fn single(&mut self, name: &'static str, mask: u32);
    /// Ends it.
    fn end_single(&mut self) {}
    /// Says which field comes next: a comma, its name in quotes and a colon, ready for JSON.
    fn field(&mut self, _key: &'static str) {}
    /// A number: of a signed or unsigned 32-bit type.
    fn int(&mut self, value: i64);
    /// A value that may be missing: whether it is there. If so it follows.
    fn option(&mut self, there: bool);
    /// Begins a value of several, as many as always.
    fn tuple(&mut self) {}
    /// A value of two numbers.
    #[inline]
    fn pair(&mut self, first: i64, second: i64) {
        self.tuple();
        self.int(first);
        self.int(second);
        self.close();
    }
    /// Begins a value that is a list of `count` values.
    fn list(&mut self, count: u32);
    /// Ends what [`ObservationSink::tuple`] or [`ObservationSink::list`] began.
    fn close(&mut self) {}
    /// The cells that have changed: where each run begins, and what they are now.
    fn cells(&mut self, cells: &[u8], runs: &[(u32, u32)]);
    /// The orders that were refused since the observation before.
    fn refused(&mut self, orders: &[RefusedOrder]);
    /// Ends the message.
    fn end(&mut self) {}
}

/// What fields hold.
pub trait FieldValue: PartialEq {
    /// Writes it.
    fn put<S: ObservationSink>(&self, sink: &mut S);
}

macro_rules! numbers {
    ($($type:ty => $number:expr),* $(,)?) => {
        $(impl FieldValue for $type {
            #[inline]
            fn put<S: ObservationSink>(&self, sink: &mut S) {
                let number: fn(&$type) -> i64 = $number;
                sink.int(number(self));
            }
        })*
    };
}

numbers! {
    u8 => |it| i64::from(*it),
    u16 => |it| i64::from(*it),
    u32 => |it| i64::from(*it),
    bool => |it| i64::from(*it),
    Fx => |it| i64::from(it.bits()),
    Handle => |it| i64::from(it.0),
}

impl FieldValue for Vec2 {
    #[inline]
    fn put<S: ObservationSink>(&self, sink: &mut S) {
        sink.pair(i64::from(self.x.bits()), i64::from(self.y.bits()));
    }
}

impl FieldValue for Cell {
    #[inline]
    fn put<S: ObservationSink>(&self, sink: &mut S) {
        sink.pair(i64::from(self.x), i64::from(self.y));
    }
}

impl<T: FieldValue> FieldValue for Option<T> {
    #[inline]
    fn put<S: ObservationSink>(&self, sink: &mut S) {
        sink.option(self.is_some());
        if let Some(value) = self {
            value.put(sink);
        }
    }
}

impl<T: FieldValue> FieldValue for &[T] {
    #[inline]
    fn put<S: ObservationSink>(&self, sink: &mut S) {
        sink.list(self.len() as u32);
        self.iter().for_each(|value| value.put(sink));
        sink.close();
    }
}

impl<T: FieldValue + Copy> FieldValue for [T; 2] {
    #[inline]
    fn put<S: ObservationSink>(&self, sink: &mut S) {
        sink.tuple();
        self.iter().for_each(|value| value.put(sink));
        sink.close();
    }
}

impl FieldValue for (TaskKind, Handle, Vec2) {
    #[inline]
    fn put<S: ObservationSink>(&self, sink: &mut S) {
        sink.tuple();
        sink.int(self.0 as i64);
        self.1.put(sink);
        self.2.x.put(sink);
        self.2.y.put(sink);
        sink.close();
    }
}

impl FieldValue for LastOrder {
    #[inline]
    fn put<S: ObservationSink>(&self, sink: &mut S) {
        sink.tuple();
        sink.int(self.end as i64);
        self.tick.put(sink);
        self.since.put(sink);
        sink.close();
    }
}

impl FieldValue for (ResourceId, u16) {
    #[inline]
    fn put<S: ObservationSink>(&self, sink: &mut S) {
        [u16::from(self.0.0), self.1].put(sink);
    }
}

impl FieldValue for (Handle, Option<Vec2>) {
    #[inline]
    fn put<S: ObservationSink>(&self, sink: &mut S) {
        sink.tuple();
        self.0.put(sink);
        self.1.put(sink);
        sink.close();
    }
}

impl FieldValue for ProductionEntry {
    #[inline]
    fn put<S: ObservationSink>(&self, sink: &mut S) {
        [u16::from(self.product == ProductionItem::Tech), self.row].put(sink);
    }
}

/// What a squad was told, by the code of the verb alone.
impl FieldValue for OrderKind {
    #[inline]
    fn put<S: ObservationSink>(&self, sink: &mut S) {
        sink.int(OrderWord::from_verb(self) as i64);
    }
}
