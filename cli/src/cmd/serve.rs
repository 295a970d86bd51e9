//! `sandtable serve`: the pages of a folder of results, to browsers of this machine alone.

use sandtable_match::Failure;
use sandtable_tournament::PageServer;

use super::{replay, say};
use crate::args::ServeArgs;

pub fn run(args: &ServeArgs) -> Result<(), Failure> {
    serve(args, |_| Ok(()))
}

/// Serves until the process ends; `ready` is told the address.
pub fn serve(args: &ServeArgs, ready: impl FnOnce(&str) -> Result<(), Failure>) -> Result<(), Failure> {
    if sandtable_tune::is_run(&args.folder) {
        return answer(args, PageServer::of_page(&args.folder, args.port)?, "", ready);
    }
    let engine = replay::engine(args.engine.as_deref())?;
    let remedy = replay::remedy(engine.as_deref(), "pages of games");
    answer(args, PageServer::open(&args.folder, engine, args.port)?, &remedy, ready)
}

fn answer(
    args: &ServeArgs,
    server: PageServer,
    remedy: &str,
    ready: impl FnOnce(&str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let address = server.address();
    say(&format!("{address} shows {}; Ctrl-C stops the server\n{remedy}", args.folder.display()))?;
    ready(&address)?;
    server.run();
    Ok(())
}
