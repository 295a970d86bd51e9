//! Bytes made up by the layouts of the page: to hold them to what the program decodes from them.

use super::decoder::Encoding;
use super::layout::{Content, Layout};
use super::page::Page;

/// Writes values of a layout, no two numbers in a row alike.
pub struct Sampler<'p> {
    page: &'p Page,
    encoding: Encoding,
    next: u8,
    pub bytes: Vec<u8>,
}

impl<'p> Sampler<'p> {
    /// One for the fixed or the compact encoding.
    pub fn new(page: &'p Page, encoding: Encoding) -> Sampler<'p> {
        Sampler { page, encoding, next: 0, bytes: Vec::new() }
    }

    /// Appends a variant of an enum.
    pub fn put_variant(&mut self, name: &str, number: usize) {
        self.put_number(number as u64, 4);
        match &self.page.enums[name][number].content {
            Content::Nothing => {}
            Content::Values(layouts) => layouts.iter().for_each(|layout| self.put(layout)),
            Content::Fields(fields) => fields.iter().for_each(|(_, layout)| self.put(layout)),
        }
    }

    /// Appends a value.
    pub fn put(&mut self, layout: &Layout) {
        match layout {
            Layout::Bool => self.bytes.push(1),
            Layout::Char => self.bytes.extend("é".as_bytes()),
            Layout::Unsigned(bytes) | Layout::Signed(bytes) => {
                self.next = self.next % 120 + 1;
                self.put_number(u64::from(self.next), *bytes);
            }
            Layout::Text => {
                self.put_number(2, 8);
                self.bytes.extend(b"ab");
            }
            Layout::List(item) => {
                self.put_number(1, 8);
                self.put(item);
            }
            Layout::Option(inner) => {
                self.bytes.push(1);
                self.put(inner);
            }
            Layout::Times(count, item) => (0..*count).for_each(|_| self.put(item)),
            Layout::Tuple(layouts) => layouts.iter().for_each(|layout| self.put(layout)),
            Layout::Named(name) => self.put_named(name),
            _ => panic!("{layout:?} stands in records alone"),
        }
    }

    fn put_named(&mut self, name: &str) {
        match self.page.enums.get(name) {
            Some(variants) => self.put_variant(name, variants.len() - 1),
            None => self.page.structs[name].iter().for_each(|(_, layout)| self.put(layout)),
        }
    }

    /// A number below 251, in as many bytes as given where their count is fixed.
    fn put_number(&mut self, number: u64, bytes: usize) {
        let bytes = if self.encoding == Encoding::Compact { 1 } else { bytes };
        self.bytes.extend(&number.to_le_bytes()[..bytes]);
    }
}
