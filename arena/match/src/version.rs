//! Which program this is: the versions of what it is made of, and its build.

use sandtable_ai::COMMANDERS_VERSION;
use sandtable_content::codec::SCENARIO_LAYOUT;
use sandtable_replay::FORMAT_VERSION;
use sandtable_sim::SIM_VERSION;

/// The digest of the sources that this program plays by, 16 hexadecimal digits; `unknown` when it was built without them.
pub const BUILD: &str = env!("SANDTABLE_BUILD");

/// The versions in a line, for `--version`.
pub fn versions() -> String {
    format!(
        "engine {SIM_VERSION}, commanders {COMMANDERS_VERSION}, scenarios {SCENARIO_LAYOUT}, replays {FORMAT_VERSION}, build {BUILD}"
    )
}
