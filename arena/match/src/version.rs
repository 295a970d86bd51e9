//! Which program this is: the versions of what it is made of, and its build.

use sandtable_ai::COMMANDERS_VERSION;
use sandtable_content::codec::SCENARIO_LAYOUT;
use sandtable_lens::BUILD;
use sandtable_replay::FORMAT_VERSION;
use sandtable_sim::SIM_VERSION;

/// The versions in a line, for `--version`.
pub fn versions() -> String {
    format!(
        "engine {SIM_VERSION}, commanders {COMMANDERS_VERSION}, scenarios {SCENARIO_LAYOUT}, replays {FORMAT_VERSION}, build {BUILD}"
    )
}
