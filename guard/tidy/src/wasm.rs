//! The order of the functions of a WebAssembly module, for those who compress it.
//!
//! A linker puts functions where the compiler made them, and pads the numbers it fills in. Sorted by their bytes, those that are alike stand side
//! by side, within the window of a compressor. The format is that of the WebAssembly Core Specification 2.0, chapter 5.

/// A place in the bytes of a module.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], String> {
        let end =
            self.at.checked_add(length).filter(|end| *end <= self.bytes.len()).ok_or("the module is cut short")?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, String> {
        self.take(1).map(|taken| taken[0])
    }

    fn is_done(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// An unsigned number, however it is padded.
    fn number(&mut self) -> Result<u32, String> {
        let mut value = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(value).map_err(|_| "a number of more than 32 bits".to_owned());
            }
        }
        Err("a number of more than five bytes".to_owned())
    }

    /// A signed number of at most 64 bits, without padding.
    fn signed(&mut self) -> Result<Vec<u8>, String> {
        let mut number = vec![self.byte()?];
        while *number.last().unwrap_or(&0) >= 0x80 {
            number.push(self.byte()?);
        }
        while let [.., before, last] = number[..] {
            let is_padding = matches!((last, before & 0x40), (0, 0) | (0x7f, 0x40));
            if !is_padding {
                break;
            }
            number.pop();
            number.pop();
            number.push(before & 0x7f);
        }
        Ok(number)
    }
}

fn put(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_section(out: &mut Vec<u8>, id: u8, content: &[u8]) -> Result<(), String> {
    out.push(id);
    put(out, u32::try_from(content.len()).map_err(|_| "a section of more than 4 GiB")?);
    out.extend(content);
    Ok(())
}

/// The new number of a function.
type Renaming<'a> = &'a dyn Fn(u32) -> Result<u32, String>;

/// The body of a function with numbers as short as they can be, where it calls `renamed` functions.
fn body(bytes: &[u8], renamed: Renaming<'_>) -> Result<Vec<u8>, String> {
    let (mut from, mut out) = (Cursor { bytes, at: 0 }, Vec::with_capacity(bytes.len()));
    let groups = from.number()?;
    put(&mut out, groups);
    for _ in 0..groups {
        put(&mut out, from.number()?);
        out.push(from.byte()?);
    }
    while !from.is_done() {
        let code = from.byte()?;
        out.push(code);
        match code {
            // block, loop, if; i32.const, i64.const
            0x02..=0x04 | 0x41 | 0x42 => out.extend(from.signed()?),
            // br, br_if; variables and tables
            0x0c | 0x0d | 0x20..=0x26 => put(&mut out, from.number()?),
            // call; ref.func
            0x10 | 0xd2 => put(&mut out, renamed(from.number()?)?),
            0x0e => {
                let labels = from.number()?;
                put(&mut out, labels);
                for _ in 0..=labels {
                    put(&mut out, from.number()?);
                }
            }
            // call_indirect; loads and stores
            0x11 | 0x28..=0x3e => {
                put(&mut out, from.number()?);
                put(&mut out, from.number()?);
            }
            // memory.size, memory.grow
            0x3f | 0x40 => out.push(from.byte()?),
            0x43 => out.extend(from.take(4)?),
            0x44 => out.extend(from.take(8)?),
            // unreachable, nop, else, end, return, drop, select; comparisons and arithmetic
            0x00 | 0x01 | 0x05 | 0x0b | 0x0f | 0x1a | 0x1b | 0x45..=0xc4 => {}
            0xfc => {
                let code = from.number()?;
                put(&mut out, code);
                match code {
                    // saturating conversions
                    0..=7 => {}
                    // memory.copy, memory.fill
                    10 => out.extend(from.take(2)?),
                    11 => out.push(from.byte()?),
                    _ => return Err(format!("instruction 0xfc {code} is not known here")),
                }
            }
            _ => return Err(format!("instruction {code:#04x} is not known here")),
        }
    }
    Ok(out)
}

/// The exports of a module, those of functions by their new numbers.
fn exports(from: &mut Cursor<'_>, out: &mut Vec<u8>, renamed: Renaming<'_>) -> Result<(), String> {
    let count = from.number()?;
    put(out, count);
    for _ in 0..count {
        let length = from.number()?;
        put(out, length);
        out.extend(from.take(length as usize)?);
        let kind = from.byte()?;
        out.push(kind);
        let number = from.number()?;
        put(out, if kind == 0 { renamed(number)? } else { number });
    }
    Ok(())
}

/// The functions of the table by their new numbers.
fn elements(from: &mut Cursor<'_>, out: &mut Vec<u8>, renamed: Renaming<'_>) -> Result<(), String> {
    let count = from.number()?;
    put(out, count);
    for _ in 0..count {
        // Functions by number, from a constant place of the only table on.
        if (from.byte()?, from.byte()?) != (0, 0x41) {
            return Err("an element segment of a kind that is not known here".to_owned());
        }
        out.extend([0, 0x41]);
        out.extend(from.signed()?);
        out.push(from.byte()?);
        let functions = from.number()?;
        put(out, functions);
        for _ in 0..functions {
            put(out, renamed(from.number()?)?);
        }
    }
    Ok(())
}

/// The module with functions that are alike side by side, and without custom sections (names, debug information). It does the same.
///
/// # Errors
/// When it is no module, imports something, or has what the engine of pages does not have.
pub fn arranged(module: &[u8]) -> Result<Vec<u8>, String> {
    let header =
        module.get(..8).filter(|header| **header == *b"\0asm\x01\0\0\0").ok_or("it is no WebAssembly module")?;
    let (mut from, mut sections) = (Cursor { bytes: module, at: 8 }, Vec::new());
    while !from.is_done() {
        let (id, length) = (from.byte()?, from.number()?);
        sections.push((id, from.take(length as usize)?));
    }
    let content = |wanted| sections.iter().find(|(id, _)| *id == wanted).map_or(&[0][..], |(_, content)| *content);
    if content(2) != [0] || sections.iter().any(|(id, _)| *id == 8) {
        return Err("it imports something, or has a function to start with".to_owned());
    }
    let mut code = Cursor { bytes: content(10), at: 0 };
    let mut bodies = Vec::new();
    for _ in 0..code.number()? {
        let length = code.number()?;
        bodies.push(code.take(length as usize)?);
    }
    let mut order: Vec<(Vec<u8>, usize)> = Vec::new();
    for (number, bytes) in bodies.iter().enumerate() {
        order.push((body(bytes, &Ok)?, number));
    }
    order.sort();
    let mut places = vec![0; order.len()];
    for (place, (_, number)) in order.iter().enumerate() {
        places[*number] = place as u32;
    }
    let renamed = |number: u32| places.get(number as usize).copied().ok_or(format!("there is no function {number}"));
    let mut out = header.to_vec();
    for (id, content) in &sections {
        let (mut from, mut changed) = (Cursor { bytes: content, at: 0 }, Vec::new());
        match id {
            0 => continue,
            3 => {
                let count = from.number()?;
                let kinds = (0..count).map(|_| from.number()).collect::<Result<Vec<u32>, String>>()?;
                put(&mut changed, count);
                for (_, number) in &order {
                    put(&mut changed, *kinds.get(*number).ok_or("a body without a type")?);
                }
            }
            7 => exports(&mut from, &mut changed, &renamed)?,
            9 => elements(&mut from, &mut changed, &renamed)?,
            10 => {
                put(&mut changed, order.len() as u32);
                for (_, number) in &order {
                    let bytes = body(bodies[*number], &renamed)?;
                    put(&mut changed, u32::try_from(bytes.len()).map_err(|_| "a body of more than 4 GiB")?);
                    changed.extend(bytes);
                }
            }
            _ => changed.extend(*content),
        }
        put_section(&mut out, *id, &changed)?;
    }
    Ok(out)
}
