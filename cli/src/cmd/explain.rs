//! `sandtable explain`: what the code of a message means.

use sandtable_diagnostics::Code;
use sandtable_match::Failure;

use super::say;
use crate::args::ExplainArgs;

pub fn run(args: &ExplainArgs) -> Result<(), Failure> {
    let Some(name) = &args.code else {
        return say(&Code::all().map(|code| format!("{}\n", code.entry_text())).collect::<String>());
    };
    say(&Code::asked(name).map_err(Failure::Usage)?.entry_text())
}
