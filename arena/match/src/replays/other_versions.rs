//! How the program that recorded a replay differs from this one.

use std::fmt;

use sandtable_ai::COMMANDERS_VERSION;
use sandtable_content::codec::{FIRST_SCENARIO_LAYOUT, SCENARIO_LAYOUT};
use sandtable_replay::{ReplayError, ReplayHeader};
use sandtable_sim::SIM_VERSION;
use serde_json::{Value, json};

use crate::BUILD;

/// A version that the recording program had, and this one has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherVersion {
    /// Of what: `engine`, `commanders`, `scenario layout`.
    pub what: &'static str,
    /// The version recorded.
    pub recorded: u32,
    /// This program's.
    pub here: u32,
}

/// The versions that differ between the program that recorded and this one; builds of the same versions play alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OtherVersions(Vec<OtherVersion>);

impl OtherVersions {
    /// The versions of a record that differ from those here, as far as it says them.
    pub fn from_header(header: &ReplayHeader) -> OtherVersions {
        let said = [
            ("engine", header.sim_version, SIM_VERSION),
            ("commanders", header.provenance.commanders, COMMANDERS_VERSION),
            ("scenario layout", header.provenance.scenario_layout, SCENARIO_LAYOUT),
        ];
        // Records without commanders, and those of former formats, say 0 for what they do not know. Every one says its engine.
        let others =
            said.into_iter().filter(|(what, recorded, here)| recorded != here && (*recorded != 0 || *what == "engine"));
        OtherVersions(others.map(|(what, recorded, here)| OtherVersion { what, recorded, here }).collect())
    }

    /// Whether none differs.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What goes before why a record does not verify; nothing when it is of these versions.
    pub(super) fn blame(&self) -> String {
        let told = |other: &OtherVersion| format!("{} version {}, this is {}", other.what, other.recorded, other.here);
        let told: Vec<String> = self.0.iter().map(told).collect();
        if told.is_empty() { String::new() } else { format!("recorded by {}: ", told.join("; ")) }
    }

    /// Them as JSON: what, to both versions.
    pub(super) fn json(&self) -> Value {
        let pair = |other: &OtherVersion| {
            (other.what.replace(' ', "_"), json!({ "recorded": other.recorded, "here": other.here }))
        };
        Value::Object(self.0.iter().map(pair).collect())
    }
}

/// Whether two records are of the same versions: only then are bytes of states and memories laid out alike.
pub(super) fn of_same_versions(first: &ReplayHeader, second: &ReplayHeader) -> bool {
    let versions =
        |header: &ReplayHeader| (header.sim_version, header.provenance.commanders, header.provenance.scenario_layout);
    versions(first) == versions(second)
}

/// That a record of other versions plays identically, behind what is said of it; nothing when it is of these.
impl fmt::Display for OtherVersions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, OtherVersion { what, recorded, here }) in self.0.iter().enumerate() {
            let lead = if row == 0 { "; recorded by" } else { ", by" };
            let verb = if *what == "engine" { ", plays identically in" } else { ", here" };
            write!(f, "{lead} {what} version {recorded}{verb} {here}")?;
        }
        Ok(())
    }
}

/// The versions and the build that a record says, each beside this program's, by name.
pub fn recorded_versions(header: &ReplayHeader) -> [(&'static str, String); 4] {
    let provenance = &header.provenance;
    [
        ("engine", said_version(header.sim_version, SIM_VERSION)),
        ("commanders", version(provenance.commanders, COMMANDERS_VERSION)),
        ("layout", layout(header)),
        ("build", build(&provenance.build)),
    ]
}

fn layout(header: &ReplayHeader) -> String {
    match header.decode_scenario() {
        Err(ReplayError::OldLayout { .. }) => {
            format!("before version {FIRST_SCENARIO_LAYOUT}; this one has version {SCENARIO_LAYOUT}")
        }
        _ => version(header.provenance.scenario_layout, SCENARIO_LAYOUT),
    }
}

fn version(recorded: u32, here: u32) -> String {
    match recorded {
        0 => format!("not recorded; this one has version {here}"),
        _ => said_version(recorded, here),
    }
}

fn said_version(recorded: u32, here: u32) -> String {
    match recorded == here {
        true => format!("version {recorded}, as this one"),
        false => format!("version {recorded}; this one has version {here}"),
    }
}

fn build(recorded: &str) -> String {
    match recorded {
        "" => "not recorded".to_owned(),
        _ if recorded == BUILD => format!("{recorded}, this one"),
        _ => format!("{recorded}; this one is {BUILD}"),
    }
}
