//! Bots that are WebAssembly modules: no files, no clock, no network, and the same orders on every machine.
//!
//! Modules import nothing but what `docs/PROTOCOL.md` lists. Instructions are metered as fuel, memory has a limit, and floats
//! follow the deterministic profile of WebAssembly 3.0, in which a NaN has one form: what a module decides is a pure
//! function of what it was shown.

mod commander;
mod guest;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use sandtable_ai::{Commander, IdleCommander, MatchInfo};
use sandtable_content::TableReader;
use sandtable_state::fingerprint;

pub use commander::ModuleBot;
pub use guest::{Guest, GuestQuestion};

use crate::limits::BotLimits;

/// Bytes of a module.
pub const MAX_MODULE: u64 = 16 << 20;

/// Builds a bot from a strategy file.
pub fn build(file: &TableReader<'_>, info: &MatchInfo<'_>) -> Box<dyn Commander> {
    let path = file.text("module", 4_096).required();
    let digest = file.text("digest", 16).optional();
    let limits = BotLimits::read(file);
    let idle = || Box::new(IdleCommander::named(info.name)) as Box<dyn Commander>;
    if path.is_empty() {
        return idle();
    }
    let bytes = match read(Path::new(path)) {
        Ok(bytes) => bytes,
        Err(error) => {
            file.error("module", format!("{path:?}: {error}"), "a module, seen from where sandtable is run");
            return idle();
        }
    };
    let found = format!("{:016x}", fingerprint(&bytes));
    if digest.is_some_and(|digest| digest != found) {
        file.error(
            "digest",
            format!("a module whose digest is {found:?}"),
            "the module that this file was written for",
        );
        return idle();
    }
    match ModuleBot::new(&bytes, limits, info) {
        Ok(bot) => Box::new(bot),
        Err(failure) => {
            file.error(
                "module",
                format!("{path:?}: {}", failure.message),
                "a module as docs/PROTOCOL.md describes them",
            );
            idle()
        }
    }
}

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    // To open a pipe could wait for ever.
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is no regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_MODULE + 1).read_to_end(&mut bytes)?;
    let too_long = || std::io::Error::other(format!("longer than {MAX_MODULE} bytes"));
    if bytes.len() as u64 > MAX_MODULE { Err(too_long()) } else { Ok(bytes) }
}
