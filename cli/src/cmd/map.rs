//! `sandtable map`: show, import, generate, check.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_content::map::{GenerateError, GenerateOptions, generate, import_movingai, render_ascii};
use sandtable_match::library::{ContentKind, Library};
use sandtable_match::store::{Product, SystemDisk, write_whole};
use sandtable_match::{Failure, assemble};

use super::interrupt::working;
use super::{check, say};
use crate::args::{MapCommand, MapGenerate, MapImport, MapShow};

pub fn run(command: &MapCommand, registry: &Registry) -> Result<(), Failure> {
    match command {
        MapCommand::Show(args) => show(args),
        MapCommand::Import(args) => import(args),
        MapCommand::Generate(args) => make(args),
        MapCommand::Check(args) if args.trial.run => Err(Failure::Usage("--run: maps are not played".to_owned())),
        MapCommand::Check(args) => check::check_files(args, registry, Some(ContentKind::Maps)),
    }
}

fn show(args: &MapShow) -> Result<(), Failure> {
    let drawn = assemble::under_rules(args.rules.as_deref(), |name| {
        let mut library = Library::here();
        let rules = assemble::load_rules(&mut library, name)?;
        let map = assemble::load_map(&mut library, &args.map, &rules)?;
        Ok(render_ascii(&map, &rules))
    })?;
    say(&drawn)
}

fn import(args: &MapImport) -> Result<(), Failure> {
    let text = assemble::read_file(&args.file)?;
    let stem = args.file.file_stem().unwrap_or_default().to_string_lossy();
    let name = args.name.as_deref().unwrap_or(&stem);
    let map = import_movingai(&args.file.to_string_lossy(), name, &text)?;
    put(args.output.as_deref(), &map.to_text())
}

fn make(args: &MapGenerate) -> Result<(), Failure> {
    let rules = assemble::load_rules(&mut Library::here(), &args.rules)?;
    let plain = GenerateOptions::default();
    let plain = GenerateOptions::for_players(args.players.unwrap_or(plain.players));
    let options = GenerateOptions {
        name: args.name.clone().unwrap_or_default(),
        width: args.width.unwrap_or(plain.width),
        height: args.height.unwrap_or(plain.height),
        symmetry: args.symmetry.unwrap_or(plain.symmetry),
        forest_percent: args.forest.unwrap_or(plain.forest_percent),
        water_percent: args.water.unwrap_or(plain.water_percent),
        cliff_percent: args.cliff.unwrap_or(plain.cliff_percent),
        relief: args.relief.unwrap_or(plain.relief),
        expansions: args.expansions.unwrap_or(plain.expansions),
        strait: args.strait.unwrap_or(plain.strait),
        ..plain
    };
    let working = working("map generate", "generating map");
    let map = generate(args.seed, &options, &rules).map_err(|error| match error {
        GenerateError::Option { .. } => Failure::Usage(format!("--{error}")),
        GenerateError::NoRoom { .. } => Failure::Usage(error.to_string()),
    })?;
    drop(working);
    put(args.output.as_deref(), &map.to_text())
}

/// Writes a map to a file, or to standard output.
fn put(output: Option<&Path>, text: &str) -> Result<(), Failure> {
    let Some(path) = output else { return say(text) };
    Product::Map.may_replace(path)?;
    write_whole(&SystemDisk, path, text.as_bytes()).map_err(|error| Failure::writing(path, error))?;
    say(&format!("{}\n", path.display()))
}
