//! The `sandtable` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    sandtable::main_with(sandtable::ai::Registry::standard())
}
