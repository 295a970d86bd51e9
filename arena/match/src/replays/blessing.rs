//! Goldens recorded anew, each held against the one there was: counted, told and written.

use std::path::Path;

use sandtable_replay::Replay;

use super::bless::{Change, Golden, change, replay_path};
use crate::Failure;
use crate::store::{read_replay, write_replay};

/// How goldens are recorded anew.
#[derive(Clone, Copy, Debug)]
pub struct BlessTerms<'c> {
    /// The list of the goldens, beside which their replays are.
    pub corpus: &'c Path,
    /// Whether nothing is written.
    pub check: bool,
    /// Whether a golden that this engine plays differently is taken, although the version of the engine is the same.
    pub same_version: bool,
}

/// How many goldens have come out in which way so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blessing {
    /// Those that are the same.
    pub unchanged: u32,
    /// Those that are written, or would be.
    pub written: u32,
    /// Those that play differently under the same version of the engine, and are left as they were.
    pub refused: u32,
}

impl Blessing {
    /// Compares a golden that was just recorded with the one there was, writes it unless it is refused, and tells what changed: nothing of
    /// one that is the same.
    ///
    /// # Errors
    /// The replay there was cannot be read, or the new one cannot be written.
    pub fn take(&mut self, terms: BlessTerms<'_>, golden: &Golden, bytes: &[u8]) -> Result<String, Failure> {
        let path = replay_path(terms.corpus, &golden.name);
        let before = if path.exists() { read_replay(&path)?.ok() } else { None };
        let after = Replay::decode(bytes).map_err(|error| Failure::Engine(error.to_string()))?;
        let (lines, is_refused) = match change(before.as_ref(), &after) {
            Change::None => {
                self.unchanged += 1;
                return Ok(String::new());
            }
            Change::New => (vec!["new".to_owned()], false),
            Change::Wanted(lines) => (lines, false),
            Change::Unversioned(lines) => (lines, !terms.same_version),
        };
        let mut text = format!("{}:\n", golden.name);
        lines.iter().for_each(|line| text += &format!("  {line}\n"));
        if is_refused {
            self.refused += 1;
            text +=
                "  REFUSED: this engine plays the old golden differently; raise SIM_VERSION, or give --same-version\n";
            return Ok(text);
        }
        self.written += 1;
        if !terms.check {
            write_replay(&path, bytes)?;
        }
        Ok(text)
    }

    /// The counts in a line.
    pub fn tell(&self, terms: BlessTerms<'_>) -> String {
        let Blessing { unchanged, written, refused } = self;
        let verb = if terms.check { "to be written" } else { "written" };
        format!("{unchanged} unchanged, {written} {verb}, {refused} refused\n")
    }

    /// Whether the goldens are as they should be: none was refused, and none is still to be written.
    pub fn is_good(&self, terms: BlessTerms<'_>) -> bool {
        self.refused == 0 && !(terms.check && self.written > 0)
    }
}
