//! Lines and columns of a text, counted once however many places are asked for.

/// Counts lines up to offsets that ascend.
pub(super) struct LineCounter<'t> {
    text: &'t str,
    /// Bytes that have been gone over.
    counted: usize,
    /// The line they end in, from 1.
    line: u32,
    /// Where that line begins.
    begins: usize,
}

impl<'t> LineCounter<'t> {
    pub(super) fn new(text: &'t str) -> LineCounter<'t> {
        LineCounter { text, counted: 0, line: 1, begins: 0 }
    }

    /// Line and column, from 1, of a byte of the text that is not before the last one asked for.
    pub(super) fn place(&mut self, offset: usize) -> (u32, u32) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let passed = &self.text[self.counted..offset];
        if let Some(newline) = passed.rfind('\n') {
            self.line += passed.bytes().filter(|byte| *byte == b'\n').count() as u32;
            self.begins = self.counted + newline + 1;
        }
        self.counted = offset;
        (self.line, self.text[self.begins..offset].chars().count() as u32 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_counted_from_the_start() {
        let text = "a\nβγ\n\nd";
        let mut lines = LineCounter::new(text);
        let places: Vec<(u32, u32)> = (0..=text.len() + 1).map(|offset| lines.place(offset)).collect();
        let alone: Vec<(u32, u32)> = (0..=text.len() + 1).map(|offset| LineCounter::new(text).place(offset)).collect();
        assert_eq!(places, alone);
        // Within β is at its beginning; past the end is at the end.
        let known = [(1, 1), (1, 2), (2, 1), (2, 1), (2, 2), (2, 2), (2, 3), (3, 1), (4, 1), (4, 2), (4, 2)];
        assert_eq!(places, known);
    }
}
