//! `sandtable explain`: what the code of a message means.

use sandtable_diagnostics::{Code, nearest};
use sandtable_match::Failure;

use super::say;
use crate::args::ExplainArgs;

pub fn run(args: &ExplainArgs) -> Result<(), Failure> {
    let Some(name) = &args.code else {
        return say(&Code::all().map(|code| format!("{}\n", entry(code))).collect::<String>());
    };
    match Code::named(name) {
        Some(code) => say(&entry(code)),
        None => {
            let known: Vec<&str> = Code::all().map(Code::name).collect();
            let hint = nearest(&name.to_uppercase(), known.iter().copied());
            let hint = hint.map(|code| format!("; did you mean {code}?")).unwrap_or_default();
            Err(Failure::Usage(format!("unknown code {name:?}; expected one of {}{hint}", known.join(", "))))
        }
    }
}

fn entry(code: Code) -> String {
    let text: String = code.explanation().lines().map(|line| format!("  {line}\n")).collect();
    format!("{}\n{text}", code.name())
}
