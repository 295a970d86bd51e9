//! The page: what the tables and definitions of `docs/FORMATS.md` say of bytes. Nothing of the format is known here but how those are written.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::{Layout, Variant};

/// A field and its layout.
pub type NamedLayout = (String, Layout);

/// What the tables say.
#[derive(Default)]
pub struct Page {
    /// Structs by name: their fields, in order.
    pub structs: BTreeMap<String, Vec<NamedLayout>>,
    /// Enums by name: their variants, by number.
    pub enums: BTreeMap<String, Vec<Variant>>,
    /// The kinds of records: number and struct.
    pub kinds: BTreeMap<u8, String>,
    /// Constants by name.
    pub constants: BTreeMap<String, u64>,
    /// Checksums given as examples: key, count of bytes, checksum.
    pub examples: Vec<(u64, usize, u64)>,
}

impl Page {
    /// Reads the tables of a page.
    pub fn read(text: &str) -> Result<Page, String> {
        let mut page = Page::default();
        for definition in definitions(text) {
            page.define(&definition).map_err(|why| format!("{definition}: {why}"))?;
        }
        let mut head: Vec<String> = Vec::new();
        for line in text.lines() {
            match cells(line) {
                None => head.clear(),
                Some(cells) if head.is_empty() => head = cells,
                Some(cells) if cells[0].starts_with("---") => {}
                Some(cells) => page.row(&head, &cells).map_err(|why| format!("{line}: {why}"))?,
            }
        }
        Ok(page)
    }

    /// The fields of a struct.
    pub fn fields(&self, name: &str) -> Result<&[NamedLayout], String> {
        self.structs.get(name).map(Vec::as_slice).ok_or_else(|| format!("the page has no struct {name}"))
    }

    /// Whether a struct is in what another one holds.
    pub fn is_of(&self, whole: &str, name: &str) -> bool {
        let mut found = BTreeSet::new();
        let mut open = vec![whole.to_owned()];
        while let Some(next) = open.pop() {
            if found.insert(next.clone()) {
                self.layouts_of(&next).into_iter().for_each(|layout| layout.name_all(&mut open));
            }
        }
        found.contains(name)
    }

    /// The layouts of what a struct or an enum holds.
    fn layouts_of(&self, name: &str) -> Vec<&Layout> {
        let fields = self.structs.get(name).into_iter().flatten().map(|(_, layout)| layout);
        fields.chain(self.enums.get(name).into_iter().flatten().flat_map(Variant::layouts)).collect()
    }

    /// Takes `struct NAME = FIELDS` or `enum NAME = VARIANTS`.
    fn define(&mut self, definition: &str) -> Result<(), String> {
        let (head, body) = definition.split_once(" = ").ok_or("no definition")?;
        let once = match head.split_once(' ') {
            Some(("struct", name)) => self.structs.insert(name.to_owned(), Layout::read_fields(body)?).is_none(),
            Some(("enum", name)) => self.enums.insert(name.to_owned(), Variant::read_all(body)?).is_none(),
            _ => return Err("neither a struct nor an enum".to_owned()),
        };
        if once { Ok(()) } else { Err("defined twice".to_owned()) }
    }

    fn row(&mut self, head: &[String], cells: &[String]) -> Result<(), String> {
        let [title, second, ..] = head else { return Ok(()) };
        match title.as_str() {
            "constant" => {
                self.constants.insert(cells[0].clone(), hexadecimal(&cells[1])?);
            }
            "kind" if second == "record" => {
                self.kinds.insert(number(&cells[0])? as u8, cells[2].clone());
            }
            "key" if head.last().is_some_and(|last| last == "checksum") => {
                self.examples.push((number(&cells[0])?, number(&cells[1])? as usize, hexadecimal(&cells[2])?));
            }
            _ => {}
        }
        Ok(())
    }
}

/// The definitions in blocks marked `layout`, without comments; a line that is indented goes on with the one before.
fn definitions(text: &str) -> Vec<String> {
    let blocks = text.split("```layout\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut found: Vec<String> = Vec::new();
    let lines = blocks.flat_map(str::lines).map(|line| line.split('#').next().unwrap_or_default().trim_end());
    for line in lines.filter(|line| !line.is_empty()) {
        match found.last_mut().filter(|_| line.starts_with(' ')) {
            Some(last) => *last = format!("{last} {}", line.trim()),
            None => found.push(line.to_owned()),
        }
    }
    found
}

/// The cells of a row of a table, without the marks of code.
fn cells(line: &str) -> Option<Vec<String>> {
    let row = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(row.split('|').map(|cell| cell.replace('`', "").trim().to_owned()).collect())
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("no number: {text}"))
}

fn hexadecimal(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").ok_or_else(|| format!("no constant: {text}"))?;
    u64::from_str_radix(digits, 16).map_err(|_| format!("no constant: {text}"))
}
