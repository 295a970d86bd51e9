//! A runner: plays the pairs of games that it reads, one after the other.

use std::collections::BTreeMap;
use std::io::{BufRead, Read, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::store::{sealed, unsealed};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::played::{PlayedPair, play_pair};
use super::run::Bench;
use super::runners::{AnswerLine, Hello, JobLine, MAX_LINE_BYTES, TuningLine, digest};
use super::target::PreparedMatch;

/// Matches that are kept prepared.
const MAX_PREPARED: usize = 32;

/// Plays the pairs that a tuner hands out, until its lines end: says what this program is, reads the manifest of the tuning, and answers
/// each pair with what it came to, or with why it cannot be played.
///
/// # Errors
/// A line that was cut short or changed, texts that this program cannot use, or what the system said of reading and writing.
pub fn serve_games(
    registry: &Registry,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    put(output, &Hello::of_this_program())?;
    let mut lines = Lines { input, number: 0 };
    let Some((tuning, TuningLine { tuning: manifest })) = lines.next::<TuningLine>()? else { return Ok(()) };
    let bench = Bench::load(&manifest.settings, &mut Library::from_kept(manifest.content), registry)?;
    let mut stage = Stage { tuning, bench, registry, stop, prepared: BTreeMap::new() };
    while let Some((job, line)) = lines.next::<JobLine>()? {
        let answer = match stage.play(line) {
            Ok(played) => AnswerLine { job, played: Some(played), failed: None },
            Err(Failure::Interrupted) => return Err(Failure::Interrupted),
            Err(failure) => AnswerLine { job, played: None, failed: Some(failure.to_string()) },
        };
        put(output, &answer)?;
    }
    Ok(())
}

fn put(output: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    let line = sealed(value).map_err(|error| Failure::Engine(error.to_string()))? + "\n";
    let written = output.write_all(line.as_bytes()).and_then(|()| output.flush());
    written.map_err(|error| Failure::writing(Path::new("standard output"), error))
}

/// The lines of a tuner.
struct Lines<'i> {
    input: &'i mut dyn BufRead,
    number: u32,
}

impl Lines<'_> {
    /// The next line, with its digest; none at the end.
    fn next<T: DeserializeOwned>(&mut self) -> Result<Option<(String, T)>, Failure> {
        let mut line = String::new();
        let read = (&mut self.input).take(MAX_LINE_BYTES).read_line(&mut line);
        if read.map_err(|error| Failure::reading(Path::new("standard input"), error))? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let text = line.trim_end_matches('\n');
        let value = unsealed(text).ok_or_else(|| {
            let what = if self.number == 1 { "the manifest of a tuning" } else { "a pair of games" };
            Failure::Usage(format!("line {}: is damaged, or is not {what} of this version", self.number))
        })?;
        Ok(Some((digest(text), value)))
    }
}

/// What pairs are played with.
struct Stage<'s> {
    /// The digest of the tuning.
    tuning: String,
    bench: Bench,
    registry: &'s Registry,
    stop: &'s AtomicBool,
    prepared: BTreeMap<String, Option<PreparedMatch>>,
}

impl Stage<'_> {
    fn play(&mut self, line: JobLine) -> Result<PlayedPair, Failure> {
        let Bench { target, arenas, aims, .. } = &self.bench;
        if line.tuning != self.tuning {
            let text = format!("found a pair of the tuning {}; expected one of {}", line.tuning, self.tuning);
            return Err(Failure::Usage(text));
        }
        let map = arenas.iter().position(|arena| arena.name == line.map);
        let map =
            map.ok_or_else(|| Failure::Usage(format!("found map {}, which the tuning does not have", line.map)))?;
        let job = line.job(map).map_err(Failure::Usage)?;
        if self.prepared.len() >= MAX_PREPARED {
            self.prepared.clear();
        }
        let key = &job.challenger.hash;
        if !self.prepared.contains_key(key) {
            self.prepared.insert(key.clone(), target.prepared(self.registry, &job.challenger)?);
        }
        let prepared = self.prepared.get(key).and_then(Option::as_ref);
        play_pair(&|game| target.set_up(self.registry, &arenas[map], &job, game, prepared), self.stop, aims)
    }
}
