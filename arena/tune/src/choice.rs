//! What a run is made of where its user leaves that open: opponents, and maps for the search and for the proof.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::library::{ContentKind, Library};
use sandtable_match::{Failure, assemble};
use sandtable_model::rules::Rules;

/// Whether a name or a file is that of a match: it names no commander, as every strategy does, but a map, or how one is made.
pub(super) fn is_match(library: &mut Library, name: &str) -> Result<bool, Failure> {
    if !Path::new(name).is_file() {
        return Ok(
            library.find(ContentKind::Strategies, name).is_err() && library.find(ContentKind::Matches, name).is_ok()
        );
    }
    let text = assemble::read_file(Path::new(name))?;
    let has = |key: &str| text.lines().any(|line| line.split('=').next().is_some_and(|word| word.trim() == key));
    let is_made = text.lines().any(|line| line.trim() == "[generate]");
    Ok((has("map") || is_made) && !has("bot"))
}

/// Every strategy of the goal commander for these rules that lies in no folder, but the one that is tuned.
pub(super) fn all_opponents(library: &mut Library, registry: &Registry, rules: &Rules, own: &str) -> Vec<String> {
    let mut names = assemble::goal_strategies(library, registry, rules);
    names.retain(|name| !name.contains('/') && name != own);
    names
}

/// The word for a proof on the maps of the search, with other seeds.
const SEEDS: &str = "seeds";

/// The maps of the search, those of the proof, and whether both are the same, so that only seeds are held out. What is not given is taken from
/// the maps that fit the rules; when all of them are taken, or `held_out` is the word `seeds`, only seeds are held out.
pub(super) fn split_maps(
    given: &[String],
    held_out: &[String],
    library: &mut Library,
    rules: &Rules,
) -> (Vec<String>, Vec<String>, bool) {
    let by_seeds = held_out == [SEEDS];
    if by_seeds {
        let maps = if given.is_empty() { assemble::duel_maps(library, rules) } else { given.to_vec() };
        return (maps.clone(), maps, true);
    }
    let (maps, held) = split_by_map(given, held_out, library, rules);
    let by_seeds = held_out.is_empty() && held.iter().all(|name| maps.contains(name));
    (maps, held, by_seeds)
}

fn split_by_map(
    given: &[String],
    held_out: &[String],
    library: &mut Library,
    rules: &Rules,
) -> (Vec<String>, Vec<String>) {
    if !given.is_empty() && !held_out.is_empty() {
        return (given.to_vec(), held_out.to_vec());
    }
    let mut names = assemble::duel_maps(library, rules);
    match (given.is_empty(), held_out.is_empty()) {
        (true, true) if names.len() < 2 => (names.clone(), names),
        (true, true) => {
            let every = |first: usize| names.iter().skip(first).step_by(2).cloned().collect();
            (every(0), every(1))
        }
        (false, _) => {
            names.retain(|name| !given.contains(name));
            (given.to_vec(), if names.is_empty() { given.to_vec() } else { names })
        }
        (true, false) => {
            names.retain(|name| !held_out.contains(name));
            (if names.is_empty() { held_out.to_vec() } else { names }, held_out.to_vec())
        }
    }
}
