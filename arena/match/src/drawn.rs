//! Maps by their settings: `drawn:SEED`, and what differs from the usual, so that one can play on maps that nobody keeps.

use sandtable_content::map::{GenerateOptions, generate, read_symmetry};
use sandtable_content::seed::read_seed;
use sandtable_diagnostics::nearest;
use sandtable_model::rules::Rules;

use crate::Failure;

/// What the names of such maps begin with.
const PREFIX: &str = "drawn:";
/// The settings, as the `[generate]` table of a match has them.
const SETTINGS: [&str; 10] =
    ["width", "height", "players", "symmetry", "forest", "water", "cliff", "relief", "expansions", "strait"];

/// Whether a map is drawn when it is named.
pub fn is_drawn(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// The text of the map that `drawn:SEED` or `drawn:SEED:SETTING=VALUE:…` names, for a ruleset.
///
/// # Errors
/// No seed, an unknown setting, a value out of range, or settings that no map fits.
///
/// ```
/// use sandtable_match::assemble::load_rules;
/// use sandtable_match::drawn::draw;
/// use sandtable_match::library::Library;
///
/// let rules = load_rules(&mut Library::embedded_only(), "classic")?;
/// let text = draw("drawn:7:strait=8", &rules)?;
/// assert!(text.contains("islands = true"));
/// assert!(draw("drawn:7:strat=8", &rules).unwrap_err().to_string().contains("did you mean \"strait\"?"));
/// # Ok::<(), sandtable_match::Failure>(())
/// ```
pub fn draw(name: &str, rules: &Rules) -> Result<String, Failure> {
    let (seed, options) = read(name).map_err(|found| Failure::Usage(format!("{name}: {found}")))?;
    let map = generate(seed, &options, rules).map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    Ok(map.to_text())
}

fn read(name: &str) -> Result<(u64, GenerateOptions), String> {
    let mut parts = name.strip_prefix(PREFIX).unwrap_or(name).split(':');
    let seed = parts.next().unwrap_or_default();
    let seed = read_seed(seed).map_err(|expected| format!("seed: found {seed:?}; {expected}"))?;
    let settings: Vec<(&str, &str)> = parts.map(|part| part.split_once('=').unwrap_or((part, ""))).collect();
    let players =
        settings.iter().find(|(key, _)| *key == "players").map_or(Ok(2), |(key, value)| number(key, value))?;
    let mut options = GenerateOptions::for_players(players);
    for (key, value) in settings {
        match key {
            "width" => options.width = number(key, value)?,
            "height" => options.height = number(key, value)?,
            "players" => {}
            "symmetry" => {
                options.symmetry =
                    read_symmetry(value).map_err(|expected| format!("{key}: found {value:?}; {expected}"))?;
            }
            "forest" => options.forest_percent = number(key, value)?,
            "water" => options.water_percent = number(key, value)?,
            "cliff" => options.cliff_percent = number(key, value)?,
            "relief" => options.relief = number(key, value)?,
            "expansions" => options.expansions = number(key, value)?,
            "strait" => options.strait = number(key, value)?,
            _ => {
                let hint = nearest(key, SETTINGS).map(|name| format!("; did you mean {name:?}?")).unwrap_or_default();
                return Err(format!("found the setting {key:?}; expected one of {}{hint}", SETTINGS.join(", ")));
            }
        }
    }
    Ok((seed, options))
}

fn number<N: std::str::FromStr>(key: &str, value: &str) -> Result<N, String> {
    value.parse().map_err(|_| format!("{key}: found {value:?}; expected a whole number, as {key}=2"))
}
