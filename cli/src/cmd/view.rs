//! `sandtable view`: a replay or a folder of results, in the browser.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_viewer::match_page::FOLDER_INDEX;

use super::{replay, say, serve};
use crate::args::{RenderArgs, ServeArgs, ViewArgs};

pub fn run(args: &ViewArgs, registry: &Registry) -> Result<(), Failure> {
    if args.path.is_dir() && args.output.is_none() {
        let terms = ServeArgs { folder: args.path.clone(), port: 0, engine: args.engine.clone() };
        return serve::serve(&terms, |address| if args.no_open { Ok(()) } else { open(OsStr::new(address)) });
    }
    // A replay that cannot be read leaves no folder behind.
    std::fs::metadata(&args.path).map_err(|error| Failure::reading(&args.path, error))?;
    let output = match &args.output {
        Some(file) => file.clone(),
        None => temporary(&args.path)?,
    };
    let terms = RenderArgs {
        file: args.path.clone(),
        output: Some(output.clone()),
        notable: false,
        against: None,
        chances: None,
        engine: args.engine.clone(),
        frames: false,
        threads: None,
    };
    let (made, folder) = (replay::render(&terms, registry), args.path.is_dir());
    // A folder of pages is whole without the games that cannot be shown; the failure is told all the same.
    let there = made.is_ok() || (folder && matches!(made, Err(Failure::Checked)));
    let page = if folder { output.join(FOLDER_INDEX) } else { output };
    if there && !args.no_open {
        open(page.as_os_str())?;
    }
    made
}

/// A page in a folder that was not there before, so that nobody else's file is written over or followed.
fn temporary(replay: &Path) -> Result<PathBuf, Failure> {
    let folder = std::env::temp_dir().join(format!("sandtable-view-{}", std::process::id()));
    std::fs::create_dir(&folder).map_err(|error| Failure::writing(&folder, error))?;
    let name = replay.file_stem().unwrap_or(OsStr::new("match"));
    Ok(folder.join(name).with_extension("html"))
}

/// Opens a page or an address as the system opens such things; where nothing can, the line printed before says where it is.
fn open(what: &OsStr) -> Result<(), Failure> {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(what).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(_) => Ok(()),
        Err(error) => say(&format!("cannot run {program} ({error}): open the page in a browser\n")),
    }
}
