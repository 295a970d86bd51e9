//! Observations as lines of JSON.

use sandtable_ai::RefusedOrder;

use super::sink::ObservationSink;
use crate::order::OrderWord;

/// Writes JSON without spaces, straight into bytes.
#[derive(Debug, Default)]
pub struct JsonSink {
    out: Vec<u8>,
    /// Whether the next value of the list or object needs a comma before it.
    comma: bool,
}

impl JsonSink {
    /// What was written, with the end of the line; the room is kept for the next message.
    pub fn line(&self) -> &[u8] {
        &self.out
    }

    /// Forgets what was written.
    pub fn clear(&mut self) {
        self.out.clear();
        self.comma = false;
    }

    fn separate(&mut self) {
        if self.comma {
            self.out.push(b',');
        }
        self.comma = true;
    }

    fn open(&mut self, bracket: u8) {
        self.separate();
        self.out.push(bracket);
        self.comma = false;
    }

    fn shut(&mut self, bracket: u8) {
        self.out.push(bracket);
        self.comma = true;
    }

    #[inline]
    fn number(&mut self, value: i64) {
        self.out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
    }

    fn key(&mut self, name: &str, suffix: &str) {
        self.separate();
        self.out.push(b'"');
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(suffix.as_bytes());
        self.out.extend_from_slice(b"\":");
        self.comma = false;
    }
}

impl ObservationSink for JsonSink {
    fn begin(&mut self, tick: u32, whole: bool) {
        self.out.extend_from_slice(b"{\"type\":\"observe\"");
        self.comma = true;
        self.key("tick", "");
        self.int(i64::from(tick));
        self.key("whole", "");
        self.out.extend_from_slice(if whole { b"true" } else { b"false" });
        self.comma = true;
    }

    fn rows(&mut self, name: &'static str, gone: &[u32], _count: u32) {
        if !gone.is_empty() {
            self.key(name, "_gone");
            self.open(b'[');
            gone.iter().for_each(|id| self.int(i64::from(*id)));
            self.shut(b']');
        }
        self.key(name, "");
        self.open(b'[');
    }

    fn row(&mut self, id: u32, _mask: u32) {
        self.open(b'{');
        self.field(",\"id\":");
        self.int(i64::from(id));
    }

    fn end_row(&mut self) {
        self.shut(b'}');
    }

    fn end_rows(&mut self) {
        self.shut(b']');
    }

    fn single(&mut self, name: &'static str, _mask: u32) {
        self.key(name, "");
        self.open(b'{');
    }

    fn end_single(&mut self) {
        self.shut(b'}');
    }

    #[inline]
    fn field(&mut self, key: &'static str) {
        // The first of an object needs no comma.
        self.out.extend_from_slice(&key.as_bytes()[usize::from(!self.comma)..]);
        self.comma = false;
    }

    fn int(&mut self, value: i64) {
        self.separate();
        self.number(value);
    }

    fn pair(&mut self, first: i64, second: i64) {
        self.separate();
        self.out.push(b'[');
        self.number(first);
        self.out.push(b',');
        self.number(second);
        self.out.push(b']');
    }

    fn option(&mut self, there: bool) {
        if !there {
            self.separate();
            self.out.extend_from_slice(b"null");
        }
    }

    fn tuple(&mut self) {
        self.open(b'[');
    }

    fn list(&mut self, _count: u32) {
        self.open(b'[');
    }

    fn close(&mut self) {
        self.shut(b']');
    }

    fn cells(&mut self, cells: &[u8], runs: &[(u32, u32)]) {
        self.key("cells", "");
        self.open(b'[');
        for (start, length) in runs {
            self.open(b'[');
            self.int(i64::from(*start));
            self.out.extend_from_slice(b",\"");
            let run = &cells[*start as usize..][..*length as usize];
            self.out.extend(run.iter().map(|cell| b'0' + cell));
            self.out.extend_from_slice(b"\"]");
            self.comma = true;
        }
        self.shut(b']');
    }

    fn refused(&mut self, orders: &[RefusedOrder]) {
        if orders.is_empty() {
            return;
        }
        self.key("refused", "");
        self.open(b'[');
        for RefusedOrder { tick, seq, verb, why, .. } in orders {
            self.separate();
            let verb = OrderWord::from_verb(verb).name();
            let row = format!("{{\"tick\":{tick},\"order\":{seq},\"do\":\"{verb}\",\"why\":\"{why:?}\"}}");
            self.out.extend_from_slice(row.as_bytes());
        }
        self.shut(b']');
    }

    fn end(&mut self) {
        self.out.extend_from_slice(b"}\n");
    }
}
