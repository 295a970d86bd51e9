//! Which scenarios of agents are fights.

use sandtable_content::{ContentSource, load_scenario};
use sandtable_match::Failure;
use sandtable_match::library::{ContentKind, Library};
use sandtable_model::scenario::Scenario;

use super::Trial;

/// The fight of this name, or in this file.
///
/// # Errors
/// That there is none, or what is wrong with it.
pub fn load_fight(library: &mut Library, name: &str) -> Result<Scenario, Failure> {
    let path = library.find(ContentKind::Agents, name)?;
    let scenario = load_scenario(library, &path)?.value;
    match scenario.players.len() {
        0 | 1 => Err(Failure::Usage(format!("{name}: found one player; expected two for a fight"))),
        _ => Ok(scenario),
    }
}

/// The fights with these names, or in these files.
///
/// # Errors
/// That one is missing, or what is wrong with it.
pub fn load_fights(library: &mut Library, names: &[String]) -> Result<Vec<Scenario>, Failure> {
    names.iter().map(|name| load_fight(library, name)).collect()
}

/// The names of the scenarios of agents that are fights by what their files expect.
///
/// # Errors
/// What is wrong with one of them.
pub fn fights(library: &mut Library) -> Result<Vec<String>, Failure> {
    let mut fights = Vec::new();
    for name in library.names(ContentKind::Agents) {
        let path = library.find(ContentKind::Agents, &name)?;
        let scenario = load_scenario(library, &path)?.value;
        let text = library.content(&path)?;
        if Trial::read(&library.label(&path), &text, &scenario)?.is_fight() {
            fights.push(name);
        }
    }
    Ok(fights)
}
