//! Games of a tuning that other processes play, on this machine or elsewhere.
//!
//! A runner is a command that speaks lines: what it reads on standard input it answers on standard output, each line an object of JSON with
//! its checksum ([`sandtable_match::store::sealed`]). It says what it is ([`Hello`]), is told the manifest of the tuning ([`TuningLine`]),
//! and then gets a pair of games at a time ([`JobLine`]), with the digests of both in the answer ([`AnswerLine`]). A pair is a pure function
//! of these two lines, so it does not matter who plays it, or how often.
//!
//! The tuner believes a runner that is of its own build, whose lines are whole, whose answers are to the pair that was handed out, and that
//! plays the first pair of the run to the same last states as the tuner itself.

mod crew;
mod lines;
mod process;

pub use crew::{RunnerTerms, Runners};
pub(super) use lines::{AnswerLine, Hello, JobLine, MAX_LINE_BYTES, TuningLine, digest};
